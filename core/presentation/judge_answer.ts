import type { Json } from "../../base/json.ts";
import type { Ports } from "../ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { CheckDefinition, ClaimRefusal } from "./check_definition.ts";
import type { VerificationDecision } from "../verification/schema.ts";
import { notScreened, screenSubject } from "../verification/screen_subject.ts";
import type { Session } from "./schema.ts";
import { type AnswerRefusal, type VerifiedCredential, verifyAnswer } from "./verify_answer.ts";

/** Why an answer proves nothing. */
export interface JudgeRefusal {
  readonly code:
    | AnswerRefusal["code"]
    | ClaimRefusal["code"]
    | "credential_revoked"
    /** Whether it still holds could not be learnt. */
    | "revocation_unknown";
  readonly credential: string | null;
}

/** What an answer proves, and on what. It lives in one request. */
export interface Judged {
  readonly decision: VerificationDecision;
  readonly credentials: readonly VerifiedCredential[];
}

type JudgePorts =
  & Pick<Ports, "clock" | "log" | "revocations" | "verification">
  & Parameters<typeof screenSubject>[0];

/** An answer, and what it is held to. */
export interface JudgeAnswer {
  readonly session: Session;
  /** Of the session's own template version. */
  readonly check: CheckDefinition;
  /** `vp_token`, as it was sent. */
  readonly token: Json;
}

/** Verifies a wallet's answer and computes what it proves; records nothing. */
export async function judgeAnswer(
  ports: JudgePorts,
  { session, check, token }: JudgeAnswer,
): Promise<Result<Judged, JudgeRefusal>> {
  const now = ports.clock.now();
  const { client_id, nonce, response_uri, dcql_query } = session.request;
  const { anchors, rules: { clockSkewSeconds, keyBindingSeconds } } = ports.verification;
  const verified = await verifyAnswer(token, {
    query: dcql_query,
    clientId: client_id,
    nonce,
    responseUri: response_uri,
  }, { anchors, now, skewSeconds: clockSkewSeconds, keyBindingSeconds });
  if (!verified.ok) return verified;
  for (const credential of verified.value) {
    const refused = await revocationOf(ports, session, credential);
    if (refused !== null) return refuse(refused);
  }
  const claims = new Map(verified.value.map(({ id, claims }) => [id, claims]));
  const today = now.toZonedDateTimeISO("UTC").toPlainDate();
  const proof = check.judge(claims, today);
  if (!proof.ok) return refuse({ ...proof.refusal, credential: null });
  const { booleanProofs, subject } = proof.value;
  const screened = subject === null ? ok(notScreened) : screenSubject(ports, session.mode, subject);
  if (!screened.ok) return refuse({ ...screened.refusal, credential: null });
  return ok({
    credentials: verified.value,
    decision: {
      method: "eudi_wallet",
      booleanProofs,
      ...screened.value,
      templateVersion: session.templateVersion,
    },
  });
}

/** In live nothing is proved by what may be revoked; a sandbox lets it pass, and says so in its log. */
async function revocationOf(
  { revocations, log }: JudgePorts,
  { id: sessionId, mode }: Session,
  { id, type, status }: VerifiedCredential,
): Promise<JudgeRefusal | null> {
  if (status === null) return null;
  const found = await revocations.look(status, type);
  if (found === "revoked") return { code: "credential_revoked", credential: id };
  if (found === "valid") return null;
  if (mode === "live") return { code: "revocation_unknown", credential: id };
  log.info("revocation_unknown", { sessionId, credential: id });
  return null;
}
