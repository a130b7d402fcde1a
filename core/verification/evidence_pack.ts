import { Buffer } from "node:buffer";
import type { EvidenceEncryptionKey } from "../access/evidence_encryption_key.ts";
import type { CredentialQuery, DcqlQuery } from "../../standards/dcql/query.ts";
import { selectClaims } from "../../standards/dcql/select_claims.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import { encryptText } from "../../standards/jose/jwe.ts";
import type { VerificationDecision } from "./schema.ts";
import type { VerificationSession } from "./session_schema.ts";
import type { VerifiedCredential } from "../presentation/verify_answer.ts";

/** The content of a pack. */
export interface Evidence {
  readonly session: Pick<VerificationSession, "id" | "checkType" | "templateVersion" | "request">;
  readonly credentials: readonly VerifiedCredential[];
  readonly decision: VerificationDecision;
  readonly verifiedAt: string;
}

/** Maximum characters of a pack's document, several times what any check needs. */
const evidenceCharactersMax = 256 * 1024;

/**
 * Seals the evidence of a decision for its client only: an encrypted JSON document with the
 * requested claims, issuers and digests.
 *
 * @returns compact JWE, or null if the evidence exceeds the maximum of a pack
 */
export async function sealEvidence(
  evidence: Evidence,
  key: EvidenceEncryptionKey,
): Promise<string | null> {
  const text = JSON.stringify(documentOf(evidence));
  return text.length > evidenceCharactersMax ? null : await encryptText(text, key);
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
      issuerSubject: credential.issuer.subject,
      issuerCertificate: Buffer.from(credential.issuer.certificate).toString("base64"),
      issuerCertificateSha256: credential.issuer.fingerprint,
      presentationSha256: credential.presentationDigest,
      claims: askedClaims(credential, request.dcql_query),
    })),
    decision: JSON.parse(JSON.stringify(decision)) as Json,
  };
}

/** The requested claims, each by its path; other disclosures are not stored. */
function askedClaims({ id, claims }: VerifiedCredential, { credentials }: DcqlQuery): Json {
  const query = credentials.find((asked): asked is CredentialQuery => asked.id === id);
  return (query?.claims ?? []).map(({ path }) => ({
    path,
    values: selectClaims(claims, path),
  }));
}
