import { createHash } from "node:crypto";
import type { Introspection as IntrospectionRules } from "../../core/policy/introspection.ts";
import type { Clock } from "../../base/clock.ts";
import type { Introspection, Introspector } from "../../core/access/ports.ts";
import type { Log } from "../../base/log.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import { openCircuitBreaker } from "../http/circuit_breaker.ts";
import { readAnswer } from "./introspection_answer.ts";
import { openIntrospectionCache } from "./introspection_cache.ts";
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

/** Dependencies of {@link openIntrospection}. */
export interface IntrospectionDependencies {
  readonly provider: IdentityProvider;
  readonly rules: IntrospectionRules;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Telemetry;
  /** Aborts after so many milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
}

/**
 * Tells what a bearer token means by asking the identity provider (RFC 7662; decisions.md part 4).
 * Answers are kept for seconds by the hash of their token, one question a token is under way at a
 * time, and a provider that fails is left alone for a while. Whatever goes wrong there, or with our
 * own credentials, is `unavailable`: nobody passes, and nobody is told that a token is bad.
 *
 * Log records: `introspection_unavailable` with the reason, `introspection_breaker` when the
 * provider is left alone (`opened`) and when it answers again (`closed`), `introspection_rejected`
 * for a token that the provider calls active and this service does not accept. None names a token.
 */
export function openIntrospection(
  { provider, rules, clock, log, deadline, telemetry }: IntrospectionDependencies,
): Introspector {
  const issuer = `${provider.url}/realms/${encodeURIComponent(provider.realm)}`;
  const endpoint = {
    url: `${issuer}/protocol/openid-connect/token/introspect`,
    authorization: clientSecretBasic(provider.clientId, provider.clientSecret),
  };
  const { audienceRequired, issuerChecked, answerBytesMax, timeoutSeconds } = rules;
  const cache = openIntrospectionCache({ clock, rules });
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
  const underWay = new Map<string, Promise<Introspection>>();
  let questions = 0;

  async function ask(key: string, token: string): Promise<Introspection> {
    const pass = breaker.admit();
    if (pass.kind === "open") {
      return { kind: "unavailable", retryAfterSeconds: pass.retryAfterSeconds };
    }
    const asked = { at: clock.now(), order: questions++ };
    const signal = deadline(timeoutSeconds * 1_000);
    const told = await askProvider(endpoint, token, { signal, answerBytesMax });
    breaker.report(pass, told.ok || concernsOneToken(told.refusal));
    if (!told.ok) return unavailable(told.refusal);
    const { clientId } = provider;
    const now = clock.now();
    const read = readAnswer(told.value, { clientId, issuer, audienceRequired, issuerChecked, now });
    if (!read.ok) return unavailable(read.refusal);
    const answer = read.value;
    if (answer.kind === "inactive" && answer.reason !== "inactive") {
      log.info("introspection_rejected", { reason: answer.reason });
    }
    const kept = answer.kind === "active" ? answer : { kind: answer.kind };
    cache.keep(key, kept, asked);
    return kept;
  }

  function unavailable(
    { code, status }: { readonly code: string; readonly status?: number },
  ): Introspection {
    log.warn("introspection_unavailable", {
      reason: code,
      ...(status === undefined ? {} : { status }),
    });
    return { kind: "unavailable" };
  }

  async function counted(
    cache: "hit" | "miss" | "joined" | "fresh",
    looking: Introspection | Promise<Introspection>,
  ): Promise<Introspection> {
    const told = await looking;
    telemetry.count("aval.introspection.lookups", {
      "aval.cache": cache,
      "aval.outcome": told.kind,
    });
    return told;
  }

  function askOnce(key: string, token: string): Promise<Introspection> {
    const running = underWay.get(key);
    if (running !== undefined) return counted("joined", running);
    const begun = ask(key, token).finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return counted("miss", begun);
  }

  return {
    introspect: async (token, lookUp) => {
      const key = hashOf(token);
      const known = cache.find(key);
      // What is under way may have been asked before something changed. A refusal may be remembered
      // all the same: nobody passes by it, and one bad caller does not hammer the provider.
      if (lookUp?.fresh === true && known?.kind !== "inactive") {
        return await counted("fresh", ask(key, token));
      }
      return known === null ? await askOnce(key, token) : await counted("hit", known);
    },
  };
}

/** A failure that another token need not meet: counting it would let one client lock all others out. */
function concernsOneToken({ code }: AskRefusal): boolean {
  return code === "bad_request" || code === "too_long";
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
