import { classifications, Mode } from "../nouns.ts";
import { DecisionClass, decisionClass } from "../audit/decision_class.ts";
import type { AuditEvent } from "../audit/event.ts";
import type { Audit } from "../audit/ports.ts";
import type { Telemetry } from "./ports.ts";
import type { Unit, Units } from "../../base/unit.ts";

/** Ports through which a request writes. */
export interface Writing {
  readonly audit: Audit;
  readonly units: Units;
}

/**
 * Counts decisions and reviews by their audit events, after the commit of their unit: a repeated
 * operation counts once, a failed one never.
 */
export function countDecisions({ audit, units }: Writing, telemetry: Telemetry): Writing {
  if (!telemetry.on) return { audit, units };
  const recorded = new WeakMap<Unit, AuditEvent[]>();
  beginSeries(telemetry);
  return {
    audit: {
      ...audit,
      record: (unit, event) => {
        audit.record(unit, event);
        const events = recorded.get(unit);
        if (events === undefined) recorded.set(unit, [event]);
        else events.push(event);
      },
    },
    units: {
      begin: () => units.begin(),
      commit: async (unit) => {
        const outcome = await units.commit(unit);
        if (outcome.kind === "committed") {
          for (const event of recorded.get(unit) ?? []) countEvent(telemetry, event);
        }
        return outcome;
      },
    },
  };
}

/** Begins each series at 0: the rate of a series that first appears at 1 misses its first event. */
function beginSeries(telemetry: Telemetry): void {
  for (const mode of Mode.options) {
    for (const classification of classifications) {
      countDecision(telemetry, { classification, mode }, 0);
    }
    for (const outcome of ["done", "cancelled", "expired"]) {
      telemetry.count("aval.screening.batches", { "aval.mode": mode, "aval.outcome": outcome }, 0);
    }
    for (const outcome of ["done", "stopped"]) {
      telemetry.count("aval.monitoring.runs", { "aval.mode": mode, "aval.outcome": outcome }, 0);
    }
    for (const outcome of ["delivered", "failed", "given_up"]) {
      telemetry.count("aval.events.attempts", { "aval.outcome": outcome }, 0);
    }
    for (const decision of DecisionClass.options) {
      countVerification(telemetry, { decision, mode }, 0);
    }
    // The commonest; those that are never broken need no series.
    const attributes = { "aval.code": "issuer_untrusted", "aval.mode": mode };
    telemetry.count("aval.verification.refusals", attributes, 0);
    telemetry.count("aval.credentials.issued", { "aval.mode": mode }, 0);
    const refused = { "aval.code": "invalid_grant", "aval.mode": mode };
    telemetry.count("aval.credentials.refusals", refused, 0);
    telemetry.count("aval.credentials.batches", { "aval.mode": mode }, 0);
    telemetry.count("aval.credentials.revocations", { "aval.mode": mode }, 0);
    telemetry.count("aval.employers.refusals", attributes, 0);
    telemetry.count("aval.employers.decisions", { "aval.mode": mode }, 0);
    for (const classification of ["LOW", "HIGH", "UNTAGGED"]) {
      countScore(telemetry, { classification, mode }, 0);
    }
    for (const act of ["seal", "sign"]) {
      for (const outcome of ["made", "refused", "failed", "unknown"]) {
        countAct(telemetry, { act, outcome, mode }, 0);
      }
    }
    for (const advice of ["SUBMIT", "NEEDS_INFO", "DO_NOT_SUBMIT"]) {
      countDraft(telemetry, { recommendation: `${advice}_RECOMMENDED`, mode }, 0);
    }
  }
}

function countEvent(telemetry: Telemetry, event: AuditEvent): void {
  if (event.kind === "SCREENING_DECISION") countDecision(telemetry, event);
  if (event.kind === "VERIFICATION_DECISION") {
    countVerification(telemetry, { decision: decisionClass(event), mode: event.mode });
  }
  if (event.kind === "CREDENTIAL_ISSUED") {
    telemetry.count("aval.credentials.issued", { "aval.mode": event.mode });
  }
  if (event.kind === "BATCH_CREATED") {
    telemetry.count("aval.credentials.batches", { "aval.mode": event.mode });
  }
  if (event.kind === "CREDENTIAL_REVOKED") {
    telemetry.count("aval.credentials.revocations", { "aval.mode": event.mode });
  }
  if (event.kind === "ACADEMIC_DECISION") {
    telemetry.count("aval.employers.decisions", { "aval.mode": event.mode });
  }
  if (event.kind === "DOCUMENT_SEALED" || event.kind === "DOCUMENT_SIGNED") {
    countAct(telemetry, { act: actOf(event.kind), outcome: "made", mode: event.mode });
  }
  if (event.kind === "DOCUMENT_SEALED_FAILED" || event.kind === "DOCUMENT_SIGNED_FAILED") {
    countAct(telemetry, { act: actOf(event.kind), outcome: event.outcome, mode: event.mode });
  }
  if (event.kind === "WALLET_RISK_SCORED") countScore(telemetry, event);
  if (event.kind === "KYB_ONBOARDING_DRAFTED") countDraft(telemetry, event);
  if (event.kind === "BATCH_ENDED") {
    telemetry.count("aval.screening.batches", {
      "aval.mode": event.mode,
      "aval.outcome": event.state.toLowerCase(),
    });
  }
  if (event.kind === "MONITORING_RUN_ENDED") {
    telemetry.count("aval.monitoring.runs", {
      "aval.mode": event.mode,
      "aval.outcome": event.complete ? "done" : "stopped",
    });
  }
  if (event.kind === "SCREENING_REVIEWED") telemetry.count("aval.screening.reviews", {});
}

function actOf(kind: string): "seal" | "sign" {
  return kind.startsWith("DOCUMENT_SEALED") ? "seal" : "sign";
}

function countAct(
  telemetry: Telemetry,
  { act, outcome, mode }: Readonly<Record<"act" | "outcome" | "mode", string>>,
  amount = 1,
): void {
  const attributes = { "aval.act": act, "aval.mode": mode, "aval.outcome": outcome };
  telemetry.count("aval.signing.acts", attributes, amount);
}

function countDecision(
  telemetry: Telemetry,
  { classification, mode }: { readonly classification: string; readonly mode: string },
  amount = 1,
): void {
  const attributes = { "aval.classification": classification, "aval.mode": mode };
  telemetry.count("aval.screening.decisions", attributes, amount);
}

function countVerification(
  telemetry: Telemetry,
  { decision, mode }: { readonly decision: DecisionClass; readonly mode: string },
  amount = 1,
): void {
  const attributes = { "aval.decision": decision, "aval.mode": mode };
  telemetry.count("aval.verification.decisions", attributes, amount);
}

function countScore(
  telemetry: Telemetry,
  { classification, mode }: { readonly classification: string; readonly mode: string },
  amount = 1,
): void {
  const attributes = { "aval.classification": classification, "aval.mode": mode };
  telemetry.count("aval.wallet_risk.scores", attributes, amount);
}

function countDraft(
  telemetry: Telemetry,
  { recommendation, mode }: { readonly recommendation: string; readonly mode: string },
  amount = 1,
): void {
  const attributes = { "aval.mode": mode, "aval.recommendation": recommendation };
  telemetry.count("aval.kyb.drafts", attributes, amount);
}
