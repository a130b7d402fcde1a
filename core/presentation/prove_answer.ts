import type { Json } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { answerKeyThumbprint } from "./authorization_request.ts";
import type { CheckDefinition, ClaimRefusal } from "./check_definition.ts";
import type { PresentationPorts, RevocationStatus } from "./ports.ts";
import type { Session } from "./schema.ts";
import { type AnswerRefusal, type VerifiedCredential, verifyAnswer } from "./verify_answer.ts";

/** The reason why an answer proves nothing. */
export interface ProofRefusal {
  readonly code:
    | AnswerRefusal["code"]
    | ClaimRefusal["code"]
    | "credential_revoked"
    /** The revocation status could not be determined. */
    | "revocation_unknown";
  /** The credential's id in the query; null for the answer as a whole. */
  readonly credential: string | null;
  /** Name of the invalid claim. */
  readonly claim?: string | null;
}

/** A verified credential with its revocation status. */
export interface ProvenCredential extends VerifiedCredential {
  /** `unknown` without a status list or, in a sandbox, when the list is unavailable. */
  readonly revocation: Exclude<RevocationStatus, "revoked">;
}

/** The proof of an answer, with its credentials. It exists only during one request. */
export interface Proven<Proof> {
  readonly proof: Proof;
  readonly credentials: readonly ProvenCredential[];
}

/** An answer, and the requirements for it. */
export interface ProveAnswer<Proof> {
  readonly session: Session;
  /** The check of the session's own template version. */
  readonly check: CheckDefinition<Proof>;
  /** `vp_token`, as sent. */
  readonly token: Json;
}

type ProofPorts = Pick<
  PresentationPorts,
  "clock" | "log" | "revocations" | "trust" | "presentation"
>;

/** Verifies a wallet's answer and computes the proof; records nothing. */
export async function proveAnswer<Proof>(
  ports: ProofPorts,
  { session, check, token }: ProveAnswer<Proof>,
): Promise<Result<Proven<Proof>, ProofRefusal>> {
  const now = ports.clock.now();
  const { client_id, nonce, response_uri, dcql_query } = session.request;
  const jwkThumbprint = answerKeyThumbprint(session.request);
  const { trust, presentation: { rules: { clockSkewSeconds, keyBindingSeconds } } } = ports;
  const verified = await verifyAnswer(token, {
    query: dcql_query,
    clientId: client_id,
    nonce,
    responseUri: response_uri,
    jwkThumbprint,
    origin: session.digital?.origin ?? null,
  }, { trust, now, skewSeconds: clockSkewSeconds, keyBindingSeconds });
  if (!verified.ok) return verified;
  const credentials: ProvenCredential[] = [];
  for (const credential of verified.value) {
    const found = await revocationOf(ports, session, credential);
    if (!found.ok) return found;
    credentials.push({ ...credential, revocation: found.value });
  }
  const claims = new Map(verified.value.map(({ id, claims }) => [id, claims]));
  const today = now.toZonedDateTimeISO("UTC").toPlainDate();
  const keys = new Set(verified.value.map(({ holderKeyThumbprint }) => holderKeyThumbprint));
  const whole = new Set(verified.value.filter((one) => one.showsAll).map(({ id }) => id));
  const proof = check.judge(claims, today, {
    isByOneKey: keys.size <= 1,
    showsAll: (credential) => whole.has(credential),
  });
  return proof.ok ? ok({ proof: proof.value, credentials }) : proof;
}

/**
 * Determines the revocation status. In live an unknown status proves nothing; a sandbox accepts it
 * and logs that.
 */
async function revocationOf(
  { revocations, log }: ProofPorts,
  { id: sessionId, mode }: Session,
  { id, type, status, issuer }: VerifiedCredential,
): Promise<Result<ProvenCredential["revocation"], ProofRefusal>> {
  if (status === null && !issuer.isRevocationOverdue) return ok("unknown");
  const found = status === null ? "unknown" : await revocations.find(status, type);
  if (found === "revoked") return refuse({ code: "credential_revoked", credential: id });
  if (found === "valid" && !issuer.isRevocationOverdue) return ok(found);
  if (mode === "live") return refuse({ code: "revocation_unknown", credential: id });
  log.info("revocation_unknown", { sessionId, credential: id });
  return ok("unknown");
}
