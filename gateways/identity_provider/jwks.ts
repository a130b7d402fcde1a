import { createLocalJWKSet } from "jose";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type {
  FoundStepUpKey,
  StepUpAlgorithm,
  StepUpKeys,
} from "../../core/credentials/step_up_ports.ts";
import type { ProviderKeys } from "../../core/policy/provider_keys.ts";
import { openCircuitBreaker } from "../http/circuit_breaker.ts";
import { type IdentityProvider, realmAddress } from "./provider.ts";
import { requestKeys } from "./jwks_request.ts";
import { type SignatureKey, usableKeys } from "./usable_keys.ts";

/** Dependencies of {@link openProviderKeys}. */
export interface ProviderKeysDependencies {
  readonly provider: Pick<IdentityProvider, "url" | "realm">;
  readonly rules: ProviderKeys;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborts after a number of milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
}

type Unavailable = Extract<FoundStepUpKey, { kind: "unavailable" }>;
type Named = Parameters<StepUpKeys["find"]>[0];

/** Cached keys. */
interface KeptKeys {
  readonly kind: "kept";
  readonly at: Temporal.Instant;
  /** @returns null if there is none, or several */
  find(named: Named): Promise<CryptoKey | null>;
}

/**
 * Opens the signing keys of the identity provider (`jwks_uri` of Keycloak). They are cached for a
 * while; an unknown id causes a new read, once a minute at most and one at a time. If they cannot
 * be read, the result is `unavailable`, since expired keys verify nothing. Does not use jose's
 * `createRemoteJWKSet`, which uses the machine's clock, reads answers of any length and has no
 * state for a provider that is down.
 *
 * Log records: `jwks_unavailable` with the reason, `jwks_breaker` when the breaker opens (`opened`)
 * and closes (`closed`), `jwks_key_refused` for a key that it should not publish.
 */
export function openProviderKeys(dependencies: ProviderKeysDependencies): StepUpKeys {
  const { clock, rules } = dependencies;
  const read = openReader(dependencies);
  let kept: KeptKeys | null = null;
  let last: { readonly at: Temporal.Instant; readonly failed: boolean } | null = null;
  let underWay: Promise<KeptKeys | Unavailable> | null = null;

  async function readNow(): Promise<KeptKeys | Unavailable> {
    const at = clock.now();
    last = { at, failed: false };
    const answer = await read(at);
    if (answer.kind === "kept") kept = answer;
    else last = { at, failed: true };
    return answer;
  }

  const readOnce = () => {
    underWay ??= readNow().finally(() => {
      underWay = null;
    });
    return underWay;
  };

  /** The result for an unknown id if the keys are not read again; null: they are. */
  const saidOfUnknown = (): FoundStepUpKey | null => {
    if (underWay !== null || last === null) return null;
    const left = rules.unknownKeySeconds - elapsedSeconds(last.at, clock.now());
    if (left <= 0) return null;
    return last.failed
      ? { kind: "unavailable", retryAfterSeconds: Math.ceil(left) }
      : { kind: "unknown" };
  };

  return {
    find: async (named) => {
      if (kept !== null && elapsedSeconds(kept.at, clock.now()) < rules.cacheSeconds) {
        const key = await kept.find(named);
        if (key !== null) return { kind: "key", key };
        const said = saidOfUnknown();
        if (said !== null) return said;
      }
      const answer = await readOnce();
      if (answer.kind === "unavailable") return answer;
      const key = await answer.find(named);
      return key === null ? { kind: "unknown" } : { kind: "key", key };
    },
  };
}

/**
 * Elapsed seconds. A clock that is set back must not extend the lifetime of keys, so the result is
 * then infinite.
 */
function elapsedSeconds(since: Temporal.Instant, now: Temporal.Instant): number {
  const seconds = since.until(now).total("seconds");
  return seconds < 0 ? Infinity : seconds;
}

/** Reads the keys once. */
function openReader(
  { provider, rules, clock, log, deadline }: ProviderKeysDependencies,
): (at: Temporal.Instant) => Promise<KeptKeys | Unavailable> {
  const url = `${realmAddress(provider)}/protocol/openid-connect/certs`;
  const { answerBytesMax, timeoutSeconds } = rules;
  const breaker = openCircuitBreaker({
    clock,
    rules,
    onChange: (state) => log.warn("jwks_breaker", { state }),
  });
  const unavailable = (reason: string, status?: number): Unavailable => {
    log.warn("jwks_unavailable", { reason, ...(status === undefined ? {} : { status }) });
    return { kind: "unavailable" };
  };
  return async (at) => {
    const pass = breaker.admit();
    if (pass.kind === "open") {
      return { kind: "unavailable", retryAfterSeconds: pass.retryAfterSeconds };
    }
    const answered = await requestKeys(url, {
      signal: deadline(timeoutSeconds * 1_000),
      answerBytesMax,
    });
    const usable = answered.ok ? usableKeys(answered.value) : null;
    breaker.report(pass, usable !== null);
    if (!answered.ok) return unavailable(answered.refusal.code, answered.refusal.status);
    if (usable === null) return unavailable("no_keys");
    for (const reason of new Set(usable.refused)) log.warn("jwks_key_refused", { reason });
    return { kind: "kept", at, find: finder(usable.keys) };
  };
}

/** Finds keys by id and algorithm, each imported once; refuses two matching ones. */
function finder(keys: readonly SignatureKey[]): KeptKeys["find"] {
  const find = createLocalJWKSet({ keys: keys.map((key) => ({ ...key })) });
  return async ({ kid, alg }: { readonly kid: string; readonly alg: StepUpAlgorithm }) => {
    try {
      return await find({ kid, alg });
    } catch {
      return null;
    }
  };
}
