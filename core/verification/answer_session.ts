import type { Mode } from "../nouns.ts";
import { isSameSecret } from "../../base/constant_time.ts";
import type { Ports } from "../ports.ts";
import type { Unit } from "../../base/unit.ts";
import type { FoundSession } from "./ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { findTemplate } from "./check_types.ts";
import { sealEvidence } from "./evidence_pack.ts";
import { findSession } from "./find_session.ts";
import { judgeAnswer, type JudgeRefusal } from "./judge_answer.ts";
import type {
  CallbackError,
  CallbackReply,
  CallbackRequest,
  SessionId,
  VerificationDecision,
} from "./schema.ts";
import { type Session, statusOf } from "./session_schema.ts";
import { redactForHolder } from "./redact_for_holder.ts";

/** A wallet's answer to a session. */
export interface AnswerSession {
  readonly unit: Unit;
  /** What runs. */
  readonly mode: Mode;
  readonly id: SessionId;
  readonly answer: CallbackRequest;
}

/** Why a session does not take an answer. */
export type AnswerSessionRefusal =
  | { readonly code: "not_found" | "verification_session_not_pending" }
  /** The session asks in a version of its check that this server does not have. */
  | { readonly code: "verification_template_unknown" }
  | { readonly code: "bad_request" | "invalid_presentation"; readonly message: string };

type AnswerPorts =
  & Pick<Ports, "sessions" | "audit" | "clock" | "telemetry" | "verification">
  & Parameters<typeof judgeAnswer>[0];

/**
 * Takes a wallet's answer: the decision, its audit entry and its pack become durable together, once.
 * A presentation that does not verify leaves the session pending, until there have been too many;
 * one whose revocation cannot be learnt now does not count.
 * Whatever the wallet disclosed lives in this call.
 *
 * @see Verification §3 and §4, rule 7; decisions.md part 9
 */
export async function answerSession(
  ports: AnswerPorts,
  { unit, mode, id, answer }: AnswerSession,
): Promise<Result<CallbackReply | CallbackError, AnswerSessionRefusal>> {
  const found = await findSession(ports, { id, mode });
  if (found === null || !isSameSecret(answer.state, found.session.request.state)) {
    return refuse({ code: "not_found" });
  }
  const { session } = found;
  if (!stillPending(ports, session)) return refuse({ code: "verification_session_not_pending" });
  if (answer.error !== undefined) return ok(endWithError(unit, found, answer.error));
  if (answer.vp_token === undefined) {
    return refuse({ code: "bad_request", message: 'Field "vp_token" is missing' });
  }
  const check = findTemplate(session.templateVersion);
  if (check === null) return refuse({ code: "verification_template_unknown" });
  const judged = await judgeAnswer(ports, { session, check, token: answer.vp_token });
  if (!judged.ok) return await refuseAnswer(ports, found, judged.refusal);
  const { decision, credentials } = judged.value;
  const verifiedAt = ports.clock.now().toString({ smallestUnit: "millisecond" });
  const { packKey } = session;
  const pack = packKey === null
    ? null
    : await sealEvidence({ session, credentials, decision, verifiedAt }, packKey);
  if (packKey !== null && pack === null) {
    return await refuseAnswer(ports, found, { code: "claim_unusable", credential: null });
  }
  // Asked again: a status list takes seconds, in which a read may have said that it has expired.
  if (!stillPending(ports, session)) return refuse({ code: "verification_session_not_pending" });
  found.complete(unit, decision, pack);
  recordDecision(ports, { unit, found, decision });
  return ok({ sessionId: id, ...redactForHolder(decision, ports.verification.rules) });
}

/** By what was read of it, and the clock. */
function stillPending({ clock }: Pick<Ports, "clock">, session: Session): boolean {
  return statusOf(session, clock.now()) === "pending";
}

/** Counts a presentation that proves nothing, and says which rule it breaks. */
async function refuseAnswer(
  ports: Pick<AnswerPorts, "clock" | "log" | "telemetry" | "verification">,
  found: FoundSession,
  { code, credential }: JudgeRefusal,
): Promise<Result<never, AnswerSessionRefusal>> {
  const { id: sessionId, mode } = found.session;
  ports.log.info("presentation_refused", { sessionId, rule: code, credential });
  ports.telemetry.count("aval.verification.refusals", { "aval.code": code, "aval.mode": mode });
  // An issuer whose list cannot be had now is no fault of the presentation.
  if (code !== "revocation_unknown") {
    await found.noteFailure(code, ports.verification.rules.failedPresentationsMax);
  }
  if (!stillPending(ports, found.session)) {
    return refuse({ code: "verification_session_not_pending" });
  }
  const of = credential === null ? "" : ` (credential ${credential})`;
  return refuse({
    code: "invalid_presentation",
    message: `The presentation does not verify: ${code}${of}`,
  });
}

/** An unknown error code is an error all the same (OpenID4VP 1.0 §8.5). */
function endWithError(unit: Unit, found: FoundSession, code: string): CallbackError {
  const error = knownErrors.find((known) => known === code) ?? "unknown_error";
  found.fail(unit, error);
  return { sessionId: found.session.id, status: "failed", error };
}

/** Codes of OpenID4VP 1.0 §8.5 and RFC 6749 §4.1.2.1. What a wallet writes besides may hold anything. */
const knownErrors = [
  "invalid_request",
  "invalid_client",
  "invalid_scope",
  "unauthorized_client",
  "access_denied",
  "server_error",
  "temporarily_unavailable",
  "unsupported_response_type",
  "vp_formats_not_supported",
  "invalid_request_uri_method",
  "invalid_transaction_data",
  "wallet_unavailable",
];

function recordDecision(
  { audit }: AnswerPorts,
  { unit, found: { session }, decision }: {
    readonly unit: Unit;
    readonly found: FoundSession;
    readonly decision: VerificationDecision;
  },
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
