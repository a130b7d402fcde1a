import { ok, type Result } from "../../../base/result.ts";
import type { AnswerHandling } from "../../presentation/answer_session.ts";
import {
  answerSessionSerially,
  type SentAnswer,
  type SerialAnswerRefusal,
} from "../../presentation/answer_session_serially.ts";
import type { Conclusion } from "../../presentation/ports.ts";
import type { Proven } from "../../presentation/prove_answer.ts";
import type { CallbackError } from "../../presentation/schema.ts";
import type {
  EmployerCallbackReply,
  EmployerDecision,
  EmployerKind,
  EmployerSession,
} from "../employer_schema.ts";
import type { EmployerPorts } from "../employer_ports.ts";
import { type AcademicProof, employerChecks } from "./checks.ts";
import { disclosedClaimsOf } from "./disclosed_claims.ts";
import { employerEnginePorts } from "./engine_ports.ts";

/**
 * Accepts a wallet's answer. The reply contains no disclosed data; only the employer's read returns
 * them.
 *
 * @see Credentials §4, rules 11 and 12
 */
export async function answerEmployerSession(
  ports: EmployerPorts,
  asked: SentAnswer,
): Promise<Result<EmployerCallbackReply | CallbackError, SerialAnswerRefusal>> {
  const answered = await answerSessionSerially(
    employerEnginePorts(ports),
    handlingOf(ports),
    asked,
  );
  if (!answered.ok) return answered;
  const { id: sessionId } = asked;
  if (answered.value.status === "failed") {
    return ok({ sessionId, status: "failed", error: answered.value.error });
  }
  const { booleanProofs, templateVersion } = answered.value.decision;
  return ok({ sessionId, status: "completed", booleanProofs, templateVersion });
}

function handlingOf(
  { audit, telemetry }: Pick<EmployerPorts, "audit" | "telemetry">,
): AnswerHandling<EmployerKind, AcademicProof> {
  return {
    checks: employerChecks,
    conclude: (session, proven) => Promise.resolve(ok(conclusionOf(session, proven))),
    recordDecision: (unit, session, { booleanProofs, credentialType }) =>
      audit.record(unit, {
        kind: "ACADEMIC_DECISION",
        clientId: session.clientId,
        sessionId: session.id,
        mode: session.mode,
        checkType: session.checkType,
        templateVersion: session.templateVersion,
        credentialType,
        booleanProofs,
      }),
    countRefusal: (code, mode) =>
      telemetry.count("aval.employers.refusals", { "aval.code": code, "aval.mode": mode }),
  };
}

function conclusionOf(
  { templateVersion, request }: EmployerSession,
  { proof: { credentialType }, credentials }: Proven<AcademicProof>,
): Conclusion<EmployerDecision> {
  const [credential, ...others] = credentials;
  if (credential === undefined || others.length > 0) {
    throw new Error("An employer's check is answered by one credential");
  }
  const { issuer: { name: { organization, country } }, status, revocation } = credential;
  return {
    decision: {
      method: "eudi_wallet",
      booleanProofs: { claimsVerified: true },
      credentialType,
      issuer: { name: organization, country },
      templateVersion,
      // Academic credentials are no mobile documents, whose lists are others.
      statusReference: status !== null && "idx" in status ? status : null,
      revocationStatus: revocation === "valid" ? "VALID" : "UNKNOWN",
    },
    delivery: { kind: "claims", claims: disclosedClaimsOf(credential, request.dcql_query) },
    subject: null,
  };
}
