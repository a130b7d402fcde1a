import { CompactEncrypt, importJWK } from "jose";
import type { EvidenceEncryptionKey } from "../access/evidence_encryption_key.ts";
import type { CredentialQuery, DcqlQuery } from "../dcql/query.ts";
import { selectClaims } from "../dcql/select_claims.ts";
import type { Json, JsonObject } from "../json.ts";
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

/** Bytes of what a pack tells; several times as many as what any check asks for may take. */
const evidenceBytesMax = 256 * 1024;

/**
 * The evidence of a decision, for its client alone: a compact JWE (RFC 7516), ECDH-ES+A256KW with
 * A256GCM, of a JSON document with the claims that were asked for, issuers and digests.
 *
 * @returns null when there is more to tell than a pack holds
 */
export async function sealEvidence(
  evidence: Evidence,
  key: EvidenceEncryptionKey,
): Promise<string | null> {
  const text = new TextEncoder().encode(JSON.stringify(documentOf(evidence)));
  if (text.length > evidenceBytesMax) return null;
  const { kid, ...jwk } = key;
  return await new CompactEncrypt(text)
    .setProtectedHeader({
      alg: "ECDH-ES+A256KW",
      enc: "A256GCM",
      typ: "JOSE",
      cty: "application/json",
      ...(kid === undefined ? {} : { kid }),
    })
    .encrypt(await importJWK({ kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y }, "ECDH-ES+A256KW"));
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
