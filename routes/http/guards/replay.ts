import type { Caller } from "../../../core/access/schema.ts";
import type { Mode } from "../../../core/nouns.ts";
import { requestFingerprint } from "../../../core/idempotency/request_fingerprint.ts";
import type {
  KeptAnswer,
  Replays,
  ReplayScope,
  ReplayVerdict,
  Reservation,
} from "../../../core/idempotency/ports.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Refusal } from "../refusals.ts";
import type { Route } from "../route.ts";

/** Form of a key, and the wait and polling of a second request for the first. */
export interface ReplayRules {
  /** Characters that a key may have at most. */
  readonly keyCharactersMax: number;
  readonly waitMilliseconds: number;
  readonly pollMilliseconds: number;
  /** `Retry-After` of a request that waited in vain, seconds at least. */
  readonly retryAfterSeconds: number;
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Decision on a key: run the operation, or send the answer that is kept. */
export type ReplayGate =
  | { readonly kind: "run"; readonly reservation: Reservation | null }
  | { readonly kind: "replay"; readonly answer: KeptAnswer };

type ReplayRefusal = Refusal<
  "bad_request" | "idempotency_key_conflict" | "idempotency_key_in_progress"
>;

/** Visible ASCII characters (decisions.md part 3). */
const idempotencyKey = /^[\x21-\x7e]+$/;

/**
 * Holds an idempotency key to one execution (Screening §4, rule 2). The first request with a key
 * reserves it before it acts; a second one waits for it, then gets its answer, or a 409. A route
 * that takes no key, and a request without one, always runs.
 */
export async function openReplay(
  { replays, rules }: { readonly replays: Replays; readonly rules: ReplayRules },
  route: Route,
  { request, mode, caller, params, body }: {
    readonly request: Request;
    readonly mode: Mode;
    readonly caller: Caller;
    readonly params: unknown;
    readonly body: unknown;
  },
): Promise<Result<ReplayGate, ReplayRefusal>> {
  const key = request.headers.get("idempotency-key");
  if (route.idempotency === undefined || key === null) {
    return ok({ kind: "run", reservation: null });
  }
  const { keyCharactersMax, waitMilliseconds, pollMilliseconds, retryAfterSeconds } = rules;
  if (!idempotencyKey.test(key) || key.length > keyCharactersMax) {
    return refuse({
      code: "bad_request",
      message: `Header "idempotency-key" must be 1 to ${keyCharactersMax} visible ASCII characters`,
    });
  }
  const scope = scopeOf(route, caller, body, key);
  const { comparedBy } = route.idempotency;
  const fingerprint = requestFingerprint({
    method: route.method,
    path: route.path,
    mode,
    params,
    body: comparedBy === undefined ? body : await comparedBy(body),
  });
  for (let waited = 0;; waited += pollMilliseconds) {
    const verdict = await replays.reserve(scope, fingerprint);
    switch (verdict.kind) {
      case "reserved":
        return ok({ kind: "run", reservation: verdict.reservation });
      case "replay":
        return ok({ kind: "replay", answer: verdict.answer });
      case "conflict":
        return refuse({ code: "idempotency_key_conflict" });
      case "running":
        if (waited >= waitMilliseconds) {
          const seconds = Math.max(retryAfterSeconds, secondsUntilAnswer(verdict));
          return refuse({ code: "idempotency_key_in_progress", retryAfterSeconds: seconds });
        }
        await rules.pause(pollMilliseconds);
        break;
      default:
        return verdict satisfies never;
    }
  }
}

/**
 * Seconds after which a key in use is worth asking for again. A request that may still run is given as
 * long again as it has run; of one whose process has died it is known when the key is answered.
 */
function secondsUntilAnswer(
  { sinceSeconds, endsInSeconds, isAbandoned }: Extract<ReplayVerdict, { kind: "running" }>,
): number {
  return Math.ceil(isAbandoned ? endsInSeconds : Math.min(sinceSeconds, endsInSeconds));
}

function scopeOf(route: Route, caller: Caller, body: unknown, key: string): ReplayScope {
  if (route.service === "edge") throw new Error(`${route.path} is idempotent in no service`);
  return {
    service: route.service,
    owner: ownerOf(route, caller, body),
    operation: `${route.method.toUpperCase()} ${route.path}`,
    key,
  };
}

function ownerOf({ idempotency, path }: Route, caller: Caller, body: unknown): string {
  if (typeof idempotency?.owner === "function") return idempotency.owner(body);
  if (caller.kind !== "client" && caller.kind !== "sandbox") {
    throw new Error(`${path} scopes idempotency to a client and has none`);
  }
  return caller.clientId;
}
