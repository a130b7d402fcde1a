import type { EvidenceEncryptionKey } from "../access/evidence_encryption_key.ts";
import type { CredentialQuery, DcqlQuery } from "../dcql/query.ts";
import { selectClaims } from "../dcql/select_claims.ts";
import type { Json, JsonObject } from "../json.ts";
import { encryptJson } from "../jwe.ts";
import type { VerificationDecision } from "./schema.ts";
import type { Session } from "./session_schema.ts";
import type { VerifiedCredential } from "./verify_answer.ts";

/** What a pack tells. */
export interface Evidence {
  readonly session: Pick<Session, "id" | "checkType" | "templateVersion" | "request">;
  readonly credentials: readonly VerifiedCredential[];
  readonly decision: VerificationDecision;
  readonly verifiedAt: string;
}

/**
 * The evidence of a decision, for its client alone: an encrypted JSON document with the claims that
 * were asked for, issuers and digests.
 *
 * @returns compact JWE
 */
export async function sealEvidence(
  evidence: Evidence,
  key: EvidenceEncryptionKey,
): Promise<string> {
  return await encryptJson(documentOf(evidence), key);
}

function documentOf({ session, credentials, decision, verifiedAt }: Evidence): JsonObject {
  const { id, checkType, templateVersion, request } = session;
  return {
    sessionId: id,
    checkType,
    templateVersion,
    verifiedAt,
    credentials: credentials.map((credential) => ({
      id: credential.id,
      format: credential.format,
      type: credential.type,
      issuerCertificateSha256: credential.issuer,
      presentationSha256: credential.presentationDigest,
      claims: askedClaims(credential, request.dcql_query),
    })),
    decision: JSON.parse(JSON.stringify(decision)) as Json,
  };
}

/** The claims that were asked for, each by its path; whatever else a wallet shows is not kept. */
function askedClaims({ id, claims }: VerifiedCredential, { credentials }: DcqlQuery): Json {
  const query = credentials.find((asked): asked is CredentialQuery => asked.id === id);
  return (query?.claims ?? []).map(({ path }) => ({
    path,
    values: selectClaims(claims, path),
  }));
}
