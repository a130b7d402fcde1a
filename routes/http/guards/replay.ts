import type { Caller } from "../../../core/access/schema.ts";
import type { Mode } from "../../../core/nouns.ts";
import { requestFingerprint } from "../../../core/idempotency/request_fingerprint.ts";
import type {
  BegunLook,
  FreeKey,
  KeptAnswer,
  ReplayLookup,
  Replays,
  ReplayScope,
  ReplayVerdict,
} from "../../../core/idempotency/ports.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { type HeldKey, type KeyRefusal, reservedKey } from "../held_key.ts";
import type { Refusal } from "../refusals.ts";
import type { RunningKey, RunningKeys } from "../running_keys.ts";
import type { Route } from "../route.ts";

/** The form of a key, and the wait of a second request for the first. */
export interface ReplayRules {
  /** Maximum characters of a key. */
  readonly keyCharactersMax: number;
  readonly waitMilliseconds: number;
  readonly pollMilliseconds: number;
  /** Maximum equal requests that wait for one in this process. */
  readonly waitingRequestsMax: number;
  /** Minimum `Retry-After` in seconds after an unsuccessful wait. */
  readonly retryAfterSeconds: number;
  /** Resolves after a number of milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** The keys in use in this process. */
  readonly running: RunningKeys;
}

/** Decision on a key: run the operation, or send the answer that is kept. */
export type ReplayGate =
  | { readonly kind: "run"; readonly key: HeldKey | null }
  | { readonly kind: "replay"; readonly answer: KeptAnswer };

type ReplayRefusal = Refusal<"bad_request"> | KeyRefusal;

/** The settings that decide about a key. */
interface KeyRules {
  readonly replays: Replays;
  readonly rules: ReplayRules;
}

/** A key and its request. */
interface KeyedRequest {
  readonly scope: ReplayScope;
  readonly fingerprint: string;
}

/** Visible ASCII characters (decisions.md part 3). */
const idempotencyKey = /^[\x21-\x7e]+$/;

/**
 * Begins to look up the key of a request, so that the request waits for its bucket and its key at
 * the same time. Skipped if the body determines the owner of the key, or if a reservation is the
 * first read.
 */
export function beginLook(
  { replays, rules }: KeyRules,
  route: Route,
  { request, caller }: { readonly request: Request; readonly caller: Caller },
): BegunLook | null {
  const { idempotency } = route;
  const key = request.headers.get("idempotency-key");
  if (idempotency?.owner !== "client" || idempotency.reserves === true) return null;
  if (key === null || !isKey(key, rules)) return null;
  return replays.beginLook(scopeOf(route, caller, null, key));
}

function isKey(key: string, { keyCharactersMax }: ReplayRules): boolean {
  return idempotencyKey.test(key) && key.length <= keyCharactersMax;
}

/**
 * Limits an idempotency key to one execution (Screening §4, rule 2). A route that acts outside the
 * store reserves the key before it acts; any other runs first, and the commit of its answer takes
 * the key, or fails if another request took it. A second request waits for the first, then gets its
 * answer, or a 409. A route without keys, and a request without a key, always runs.
 *
 * @see decisions-3.md part 20
 */
export async function openReplay(
  { replays, rules }: KeyRules,
  route: Route,
  { request, begun, mode, caller, params, body }: {
    readonly request: Request;
    /** The result of {@link beginLook}. */
    readonly begun: BegunLook | null;
    readonly mode: Mode;
    readonly caller: Caller;
    readonly params: unknown;
    readonly body: unknown;
  },
): Promise<Result<ReplayGate, ReplayRefusal>> {
  const key = request.headers.get("idempotency-key");
  if (route.idempotency === undefined || key === null) return ok({ kind: "run", key: null });
  const { keyCharactersMax } = rules;
  if (!isKey(key, rules)) {
    return refuse({
      code: "bad_request",
      message: `Header "idempotency-key" must be 1 to ${keyCharactersMax} visible ASCII characters`,
    });
  }
  const { comparedBy, reserves } = route.idempotency;
  const keyed = {
    scope: scopeOf(route, caller, body, key),
    fingerprint: requestFingerprint({
      method: route.method,
      path: route.path,
      mode,
      params,
      body: comparedBy === undefined ? body : await comparedBy(body),
    }),
  };
  return reserves === true
    ? await reserveKey({ replays, rules }, keyed)
    : await beginKey({ replays, rules }, keyed, begun);
}

/** Reserves a key, after waiting for another request that has it. */
async function reserveKey(
  { replays, rules }: KeyRules,
  { scope, fingerprint }: KeyedRequest,
): Promise<Result<ReplayGate, KeyRefusal>> {
  for (let waited = 0;; waited += rules.pollMilliseconds) {
    const verdict = await replays.reserve(scope, fingerprint);
    if (verdict.kind === "reserved") {
      return ok({ kind: "run", key: reservedKey(verdict.reservation) });
    }
    if (verdict.kind !== "running") return gateOf(verdict);
    if (waited >= rules.waitMilliseconds) return inProgress(rules, secondsUntilAnswer(verdict));
    await rules.pause(rules.pollMilliseconds);
  }
}

/**
 * Begins to run under a free key. Waits for another request of this process under the key, and for
 * one that a server of an earlier version reserved it for.
 */
async function beginKey(
  { replays, rules }: KeyRules,
  keyed: KeyedRequest,
  begun: BegunLook | null,
): Promise<Result<ReplayGate, KeyRefusal>> {
  const { scope, fingerprint } = keyed;
  const { running, pollMilliseconds, waitMilliseconds, waitingRequestsMax } = rules;
  const name = JSON.stringify([scope.service, scope.owner, scope.operation, scope.key]);
  let look = begun ?? replays.beginLook(scope);
  for (let waited = 0;; waited += pollMilliseconds) {
    const found = await look(fingerprint);
    look = (request) => replays.look(scope, request, { afresh: false });
    if (found.kind === "replay" || found.kind === "conflict") return gateOf(found);
    const other = running.find(name);
    if (found.kind === "free" && other === null) {
      const end = running.begin(name, fingerprint);
      return ok({
        kind: "run",
        key: freeKey({ replays, rules }, keyed, { first: found.key, end }),
      });
    }
    if (other !== null && other.fingerprint !== fingerprint) {
      return refuse({ code: "idempotency_key_conflict" });
    }
    if (waited >= waitMilliseconds || (other?.waiting ?? 0) >= waitingRequestsMax) {
      return inProgress(rules, found.kind === "running" ? secondsUntilAnswer(found) : 0);
    }
    if (other === null) await rules.pause(pollMilliseconds);
    else waited += await waitFor(rules, other, waited) - pollMilliseconds;
  }
}

/** Waits until a request or the maximum wait is over. @returns the waited milliseconds */
async function waitFor(
  { pollMilliseconds, waitMilliseconds, pause }: ReplayRules,
  other: RunningKey,
  waited: number,
): Promise<number> {
  let isOver = false;
  const over = other.over.then(() => {
    isOver = true;
  });
  other.waiting++;
  let more = 0;
  while (!isOver && waited + more < waitMilliseconds) {
    await Promise.race([over, pause(pollMilliseconds)]);
    if (!isOver) more += pollMilliseconds;
  }
  other.waiting--;
  return more;
}

/** A free key, which the commit of the answer takes. */
function freeKey(
  { replays, rules }: KeyRules,
  { scope, fingerprint }: KeyedRequest,
  { first, end }: { readonly first: FreeKey; readonly end: () => void },
): HeldKey {
  let free = first;
  return {
    reservation: null,
    keep: (unit, answer) => free.keep(unit, answer),
    settle: async () => {
      const found = await replays.look(scope, fingerprint, { afresh: true });
      switch (found.kind) {
        case "free":
          free = found.key;
          return null;
        case "replay":
          return ok(found.answer);
        case "conflict":
          return refuse({ code: "idempotency_key_conflict" });
        case "running":
          return inProgress(rules, secondsUntilAnswer(found));
        default:
          return found satisfies never;
      }
    },
    release: () => Promise.resolve(),
    end,
  };
}

function gateOf(
  verdict: Extract<ReplayLookup, { readonly kind: "replay" | "conflict" }>,
): Result<ReplayGate, KeyRefusal> {
  return verdict.kind === "replay"
    ? ok({ kind: "replay", answer: verdict.answer })
    : refuse({ code: "idempotency_key_conflict" });
}

function inProgress(
  { retryAfterSeconds }: ReplayRules,
  seconds: number,
): Result<never, KeyRefusal> {
  return refuse({
    code: "idempotency_key_in_progress",
    retryAfterSeconds: Math.max(retryAfterSeconds, seconds),
  });
}

/**
 * Seconds after which a retry under a key in use is useful. For a request that may still run: as
 * long again as it has run; for one whose process died: the time until the key is answered.
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
