import type { Json } from "../json.ts";
import type { Ports } from "../ports/ports.ts";
import { ok, refuse, type Result } from "../result.ts";
import { decide } from "../screening/decide.ts";
import { DecisionId } from "../screening/schema.ts";
import { uuidV7 } from "../uuid.ts";
import type { CheckDefinition, Subject } from "./check_definition.ts";
import type { VerificationDecision } from "./schema.ts";
import type { Session } from "./session_schema.ts";
import { type AnswerRefusal, type VerifiedCredential, verifyAnswer } from "./verify_answer.ts";

/** Why an answer proves nothing. */
export interface JudgeRefusal {
  readonly code:
    | AnswerRefusal["code"]
    /** A claim is not what it must be, such as a date that is none. */
    | "claim_unusable"
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

type JudgePorts = Pick<
  Ports,
  "clock" | "random" | "log" | "matcher" | "lists" | "rules" | "revocations" | "verification"
>;

/** Seconds by which issuers' clocks may differ, and within which a wallet must have signed. */
const skewSeconds = 60;
const keyBindingSeconds = 300;

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
  const verified = await verifyAnswer(token, {
    query: dcql_query,
    clientId: client_id,
    nonce,
    responseUri: response_uri,
  }, { anchors: ports.verification.anchors, now, skewSeconds, keyBindingSeconds });
  if (!verified.ok) return verified;
  for (const credential of verified.value) {
    const refused = await revocationOf(ports, session, credential);
    if (refused !== null) return refuse(refused);
  }
  const claims = new Map(verified.value.map(({ id, claims }) => [id, claims]));
  const today = now.toZonedDateTimeISO("UTC").toPlainDate();
  const proof = check.judge(claims, today);
  if (proof === null) return refuse({ code: "claim_unusable", credential: null });
  const screened = proof.subject === null
    ? notScreened
    : screenSubject(ports, session, proof.subject);
  if (screened === null) return refuse({ code: "claim_unusable", credential: null });
  return ok({
    credentials: verified.value,
    decision: {
      method: "eudi_wallet",
      booleanProofs: proof.booleanProofs,
      ...screened,
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

const notScreened = {
  amlResult: null,
  pepFlag: null,
  sanctionedFlag: null,
  listsChecked: [],
  humanReviewRequired: false,
  frozenDecisionArtifact: null,
} as const;

/**
 * Screens a person with all nationalities at once: one that is listed is enough.
 *
 * @returns null when the name has nothing that could be compared
 */
function screenSubject(ports: JudgePorts, { mode }: Session, subject: Subject) {
  return ports.lists.use(({ snapshot }) => {
    const decided = decide(ports, {
      decisionId: DecisionId.parse(uuidV7(ports)),
      request: {
        name: subject.name,
        dob: subject.birthdate,
        nationality: subject.nationalities.join("; "),
      },
      mode,
      sandboxOverride: false,
    });
    if (!decided.ok) return null;
    const { classification, candidates, meta } = decided.value;
    const { engineVersion, gatesHash, ensembleWeightsHash, listSnapshotIds } = meta;
    const flagged = candidates.filter(({ classifyResult }) =>
      classifyResult.classification !== "CLEAR"
    );
    return {
      amlResult: classification,
      pepFlag: flagged.some(({ isPep }) => isPep),
      sanctionedFlag: flagged.some(({ isPep }) => !isPep),
      listsChecked: snapshot.lists.map(({ source }) => source),
      humanReviewRequired: classification === "POSSIBLE_MATCH",
      frozenDecisionArtifact: { engineVersion, gatesHash, ensembleWeightsHash, listSnapshotIds },
    };
  });
}
