import { atMostEvery } from "../../base/at_most_every.ts";
import type { Introspection as IntrospectionRules } from "../../core/policy/introspection.ts";
import type { Clock } from "../../base/clock.ts";
import type { Introspection } from "../../core/access/ports.ts";
import type { Log } from "../../base/log.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import { type CircuitBreaker, openCircuitBreaker } from "../http/circuit_breaker.ts";
import { openFairSlots, type Slot } from "../http/fair_slots.ts";
import { readAnswer } from "./introspection_answer.ts";
import { askProvider, type AskRefusal, clientSecretBasic } from "./introspection_request.ts";

/** The identity provider of a deployment, and this service's client there. */
export interface IdentityProvider {
  /** Base URL of the realms, without a final slash. */
  readonly url: string;
  /** Name of the realm whose tokens are accepted. */
  readonly realm: string;
  /** The service's own client, which must be in a token's `aud`. */
  readonly clientId: string;
  /** The client secret. Never in a log, a message or an answer. */
  readonly clientSecret: string;
}

/** The URL of a realm, which its tokens have as `iss`. */
export function realmAddress({ url, realm }: Pick<IdentityProvider, "url" | "realm">): string {
  return `${url}/realms/${encodeURIComponent(realm)}`;
}

/** Dependencies of {@link openProvider}. */
export interface ProviderDependencies {
  readonly provider: IdentityProvider;
  readonly rules: IntrospectionRules;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Telemetry;
  /** Aborts after a number of milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
}

/**
 * Introspects a token at the provider (RFC 7662 §2).
 *
 * @param source source of the request with the token
 */
export type AskAbout = (token: string, source: string) => Promise<Introspection>;

/** Minimum seconds between two log records of too many look-ups at once. */
const crowdedLogSeconds = 60;

/**
 * Opens the identity provider with a circuit breaker. Every failure there, or of this service's
 * credentials, is `unavailable`; a token that the provider cannot read is `inactive` (RFC 7662
 * §2.2) and not an outage. Concurrent look-ups are limited in total, and more strictly for one
 * source, so that a source with many tokens does not slow the provider for all others.
 *
 * Log records: `introspection_unavailable` with the reason, `introspection_breaker` when the
 * breaker opens (`opened`) and closes (`closed`), `introspection_rejected` for a token that the
 * provider calls active and this service does not accept, `introspection_unreadable` with the
 * status when the provider cannot read a token, `introspection_crowded`, once a minute, when the
 * limit of concurrent look-ups is reached. None names a token.
 */
export function openProvider(
  { provider, rules, clock, log, deadline, telemetry }: ProviderDependencies,
): AskAbout {
  const { clientId } = provider;
  const issuer = realmAddress(provider);
  const endpoint = {
    url: `${issuer}/protocol/openid-connect/token/introspect`,
    authorization: clientSecretBasic(clientId, provider.clientSecret),
  };
  const { audienceRequired, issuerChecked, answerBytesMax, timeoutSeconds } = rules;
  const breaker = openWatchedBreaker({ clock, rules, log, telemetry });
  const slots = openFairSlots({
    slotsMax: rules.totalRequestsMax,
    slotsPerOwnerMax: rules.sourceRequestsMax,
    waitingMax: rules.waitingRequestsMax,
  });
  const logCrowded = openCrowdedLog({ clock, log });

  async function ask(token: string, slot: Slot, signal: AbortSignal): Promise<Introspection> {
    const pass = breaker.admit();
    if (pass.kind === "open") {
      return { kind: "unavailable", retryAfterSeconds: pass.retryAfterSeconds };
    }
    const answered = await askProvider(endpoint, token, { signal, answerBytesMax });
    // Who had to wait may have had no time left for a provider that works.
    const isLate = !answered.ok && answered.refusal.code === "deadline" && slot.waited &&
      !pass.probe;
    breaker.report(pass, answered.ok || isLate || concernsOneToken(answered.refusal));
    if (!answered.ok) return refused(log, answered.refusal);
    const now = clock.now();
    const expected = { clientId, issuer, audienceRequired, issuerChecked, now };
    const read = readAnswer(answered.value, expected);
    if (!read.ok) return unavailable(log, read.refusal);
    const answer = read.value;
    if (answer.kind === "active") return answer;
    if (answer.reason !== "inactive") log.info("introspection_rejected", { reason: answer.reason });
    return { kind: answer.kind };
  }

  return async (token, source) => {
    // The wait for a place is part of the time that a look-up may take.
    const signal = deadline(timeoutSeconds * 1_000);
    const slot = await slots.take(source, signal);
    if (slot === null) {
      logCrowded();
      return { kind: "unavailable" };
    }
    try {
      return await ask(token, slot, signal);
    } finally {
      slot.release();
    }
  };
}

type BreakerDependencies = Pick<ProviderDependencies, "clock" | "rules" | "log" | "telemetry">;

/** Opens a breaker whose state is logged and measured. */
function openWatchedBreaker(
  { clock, rules, log, telemetry }: BreakerDependencies,
): CircuitBreaker {
  let isOpen = false;
  telemetry.observe("aval.introspection.breaker.open", () => [{ value: isOpen ? 1 : 0 }]);
  return openCircuitBreaker({
    clock,
    rules,
    onChange: (state) => {
      isOpen = state === "opened";
      log.warn("introspection_breaker", { state });
    },
  });
}

/** Logs at intervals that the limit of concurrent look-ups is reached. */
function openCrowdedLog({ clock, log }: Pick<ProviderDependencies, "clock" | "log">): () => void {
  const isDue = atMostEvery(crowdedLogSeconds * 1_000, () => clock.now().epochMilliseconds);
  return () => {
    if (isDue()) log.warn("introspection_crowded");
  };
}

/**
 * Converts a refusal: a token that the provider cannot read is inactive; after any other refusal
 * its state is unknown.
 */
function refused(log: Log, refusal: AskRefusal): Introspection {
  if (refusal.code !== "bad_request") return unavailable(log, refusal);
  log.warn("introspection_unreadable", { status: refusal.status ?? null });
  return { kind: "inactive" };
}

function unavailable(
  log: Log,
  { code, status }: { readonly code: string; readonly status?: number },
): Introspection {
  log.warn("introspection_unavailable", {
    reason: code,
    ...(status === undefined ? {} : { status }),
  });
  return { kind: "unavailable" };
}

/**
 * Whether only this token causes the failure; counting it would let one client lock all others out.
 */
function concernsOneToken({ code }: AskRefusal): boolean {
  return code === "bad_request" || code === "turned_away" || code === "too_long";
}
