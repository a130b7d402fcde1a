import { ok, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import type { AnswerHandling } from "../presentation/answer_session.ts";
import {
  answerSessionSerially,
  type SentAnswer,
  type SerialAnswerRefusal,
} from "../presentation/answer_session_serially.ts";
import type { CallbackError } from "../presentation/schema.ts";
import type { Proof } from "./check_definition.ts";
import { knownChecks } from "./checks.ts";
import { concludeVerification } from "./conclude_verification.ts";
import { enginePorts } from "./engine_ports.ts";
import type { VerificationPorts } from "./ports.ts";
import { redactForHolder } from "./redact_for_holder.ts";
import type { CallbackReply, VerificationDecision } from "./schema.ts";
import type { VerificationKind, VerificationSession } from "./session_schema.ts";

/**
 * Accepts a wallet's answer, and replies with the parts of the decision that the wallet's holder
 * may read.
 */
export async function answerVerification(
  ports: VerificationPorts,
  asked: SentAnswer,
): Promise<Result<CallbackReply | CallbackError, SerialAnswerRefusal>> {
  const answered = await answerSessionSerially(enginePorts(ports), handlingOf(ports), asked);
  if (!answered.ok) return answered;
  const { id: sessionId } = asked;
  const { redirectUri } = answered.value;
  const back = redirectUri === null ? {} : { redirect_uri: redirectUri };
  if (answered.value.status === "failed") {
    return ok({ sessionId, status: "failed", error: answered.value.error, ...back });
  }
  const { decision } = answered.value;
  return ok({ sessionId, ...redactForHolder(decision, ports.verification.rules), ...back });
}

function handlingOf(ports: VerificationPorts): AnswerHandling<VerificationKind, Proof> {
  return {
    checks: knownChecks,
    conclude: (session, proven) => concludeVerification(ports, session, proven),
    recordDecision: (unit, session, decision) => recordDecision(ports, unit, session, decision),
    countRefusal: (code, mode) =>
      ports.telemetry.count("aval.verification.refusals", { "aval.code": code, "aval.mode": mode }),
  };
}

function recordDecision(
  { audit }: Pick<VerificationPorts, "audit">,
  unit: Unit,
  session: VerificationSession,
  decision: VerificationDecision,
): void {
  audit.record(unit, {
    kind: "VERIFICATION_DECISION",
    clientId: session.clientId,
    sessionId: session.id,
    mode: session.mode,
    checkType: session.checkType,
    templateVersion: session.templateVersion,
    countryCode: session.countryCode,
    booleanProofs: decision.booleanProofs,
    amlResult: decision.amlResult,
    frozenDecisionArtifact: decision.frozenDecisionArtifact,
  });
}
