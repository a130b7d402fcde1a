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

/** The identity provider of a deployment, and who this service is there. */
export interface IdentityProvider {
  /** Address under which the realms are; no slash at its end. */
  readonly url: string;
  /** Name of the realm whose tokens are taken. */
  readonly realm: string;
  /** The service's own client: a token's `aud` names it. */
  readonly clientId: string;
  /** Its secret. Never in a log, a message or an answer. */
  readonly clientSecret: string;
}

/** The address of a realm, which its tokens name in `iss`. */
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
  /** Aborts after so many milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
}

/**
 * Asks the provider what a token means (RFC 7662 §2).
 *
 * @param source whose request shows the token
 */
export type AskAbout = (token: string, source: string) => Promise<Introspection>;

/** Least time between two records of too many look-ups at once. */
const crowdedLogSeconds = 60;

/**
 * Opens the identity provider: one that fails is left alone for a while. Whatever goes wrong there, or
 * with our own credentials, is `unavailable`; a token that it cannot read is `inactive` (RFC 7662
 * §2.2), and no outage. Only so many tokens are looked up at a time, and fewer
 * of one source: a source that sends many does not make the provider slow for all others.
 *
 * Log records: `introspection_unavailable` with the reason, `introspection_breaker` when the
 * provider is left alone (`opened`) and when it answers again (`closed`), `introspection_rejected`
 * for a token that the provider calls active and this service does not accept,
 * `introspection_unreadable` with the status of an answer that it cannot read the token,
 * `introspection_crowded`, once a minute, when more are shown than are looked up at a time. None
 * names a token.
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

/** A breaker whose state is logged and measured. */
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

/** Logs that more tokens are shown at once than are looked up: once in a while. */
function openCrowdedLog({ clock, log }: Pick<ProviderDependencies, "clock" | "log">): () => void {
  const isDue = atMostEvery(crowdedLogSeconds * 1_000, () => clock.now().epochMilliseconds);
  return () => {
    if (isDue()) log.warn("introspection_crowded");
  };
}

/** A token that the provider cannot read is not active; every other refusal leaves that open. */
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

/** A failure that another token need not meet: counting it would let one client lock all others out. */
function concernsOneToken({ code }: AskRefusal): boolean {
  return code === "bad_request" || code === "turned_away" || code === "too_long";
}
