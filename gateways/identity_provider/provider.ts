import type { Introspection as IntrospectionRules } from "../../core/policy/introspection.ts";
import type { Clock } from "../../base/clock.ts";
import type { Introspection } from "../../core/access/ports.ts";
import type { Log } from "../../base/log.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import { openCircuitBreaker } from "../http/circuit_breaker.ts";
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

/** Asks the provider what a token means (RFC 7662 §2). */
export type AskAbout = (token: string) => Promise<Introspection>;

/**
 * Opens the identity provider: one that fails is left alone for a while. Whatever goes wrong there, or
 * with our own credentials, is `unavailable`.
 *
 * Log records: `introspection_unavailable` with the reason, `introspection_breaker` when the
 * provider is left alone (`opened`) and when it answers again (`closed`), `introspection_rejected`
 * for a token that the provider calls active and this service does not accept. None names a token.
 */
export function openProvider(
  { provider, rules, clock, log, deadline, telemetry }: ProviderDependencies,
): AskAbout {
  const { clientId } = provider;
  const issuer = `${provider.url}/realms/${encodeURIComponent(provider.realm)}`;
  const endpoint = {
    url: `${issuer}/protocol/openid-connect/token/introspect`,
    authorization: clientSecretBasic(clientId, provider.clientSecret),
  };
  const { audienceRequired, issuerChecked, answerBytesMax, timeoutSeconds } = rules;
  let isOpen = false;
  const breaker = openCircuitBreaker({
    clock,
    rules,
    onChange: (state) => {
      isOpen = state === "opened";
      log.warn("introspection_breaker", { state });
    },
  });
  telemetry.observe("aval.introspection.breaker.open", () => [{ value: isOpen ? 1 : 0 }]);

  return async (token) => {
    const pass = breaker.admit();
    if (pass.kind === "open") {
      return { kind: "unavailable", retryAfterSeconds: pass.retryAfterSeconds };
    }
    const signal = deadline(timeoutSeconds * 1_000);
    const answered = await askProvider(endpoint, token, { signal, answerBytesMax });
    breaker.report(pass, answered.ok || concernsOneToken(answered.refusal));
    if (!answered.ok) return unavailable(log, answered.refusal);
    const now = clock.now();
    const expected = { clientId, issuer, audienceRequired, issuerChecked, now };
    const read = readAnswer(answered.value, expected);
    if (!read.ok) return unavailable(log, read.refusal);
    const answer = read.value;
    if (answer.kind === "active") return answer;
    if (answer.reason !== "inactive") log.info("introspection_rejected", { reason: answer.reason });
    return { kind: answer.kind };
  };
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
  return code === "bad_request" || code === "too_long";
}
