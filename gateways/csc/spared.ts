import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { SealRules } from "../../core/policy/seal.ts";
import type { ProviderRefusal } from "../../core/seal/ports.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import { openCircuitBreaker } from "../http/circuit_breaker.ts";
import type { AuthorizationRefusal } from "./authorize.ts";
import type { SessionRefusal } from "./session.ts";
import type { UnusableRefusal } from "./usable_credential.ts";

/** The reason why a step failed, with the data for the breaker. */
export type StepRefusal = SessionRefusal | AuthorizationRefusal | UnusableRefusal;

/** Runs a step of an act, unless the breaker is open. */
export type Spared = <Value>(
  signal: AbortSignal,
  step: () => Promise<Result<Value, StepRefusal>>,
) => Promise<Result<Value, ProviderRefusal>>;

/**
 * Opens a circuit breaker for a failing service. It never interrupts the calls of one step, since
 * an authorised hash would otherwise stay unsigned. Log record: `trust_service_breaker`.
 */
export function openSpared(
  { rules, clock, log, telemetry }: {
    readonly rules: SealRules;
    readonly clock: Clock;
    readonly log: Log;
    readonly telemetry: Telemetry;
  },
): Spared {
  let isOpen = false;
  telemetry.observe("aval.trust_service.breaker.open", () => [{ value: isOpen ? 1 : 0 }]);
  const breaker = openCircuitBreaker({
    clock,
    rules,
    onChange: (state) => {
      isOpen = state === "opened";
      log.warn("trust_service_breaker", { state });
    },
  });
  return async (signal, step) => {
    const pass = breaker.admit();
    if (pass.kind === "open") {
      const { retryAfterSeconds } = pass;
      return refuse({ code: "upstream_unavailable", fault: "left_alone", retryAfterSeconds });
    }
    let worked = false;
    try {
      const result = await step();
      // A caller who gave up says nothing about the service.
      const isGivenUp = signal.aborted && !pass.probe;
      worked = result.ok || isGivenUp || !concernsAnybody(result.refusal);
      return result.ok ? ok(result.value) : refuse(shown(result.refusal));
    } finally {
      breaker.report(pass, worked);
    }
  };
}

/** Whether any other request would have failed too. */
function concernsAnybody(refusal: StepRefusal): boolean {
  switch (refusal.code) {
    case "authorization_data_rejected":
    case "signing_credential_unusable":
    case "too_long":
    // Mostly of one credential, whose certificate is none; a service without sense fails fast as it is.
    case "bad_answer":
      return false;
    case "status":
      return refusal.status === null || refusal.status >= 500;
    default:
      return true;
  }
}

function shown(refusal: StepRefusal): ProviderRefusal {
  if (
    refusal.code === "authorization_data_rejected" ||
    refusal.code === "signing_credential_unusable"
  ) {
    return refusal;
  }
  const { code: fault, retryAfterSeconds } = refusal;
  return {
    code: "upstream_unavailable",
    fault,
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  };
}
