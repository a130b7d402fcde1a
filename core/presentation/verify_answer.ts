import { createHash } from "node:crypto";
import type { CredentialQuery, DcqlQuery } from "../../standards/dcql/query.ts";
import {
  type Answered,
  readVpToken,
  type VpTokenRefusal,
} from "../../standards/dcql/read_vp_token.ts";
import { showsClaims } from "../../standards/dcql/select_claims.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import type { EcJwk } from "../../standards/jose/ec_jwk.ts";
import { certificatesOf } from "../../standards/jose/jws.ts";
import { thumbprintOf } from "../../standards/jose/thumbprint.ts";
import type { MdocFault } from "../../standards/mdoc/refusal.ts";
import {
  digitalSessionTranscript,
  sessionTranscript,
} from "../../standards/mdoc/session_transcript.ts";
import { verifyMdocPresentation } from "../../standards/mdoc/verify_presentation.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { SdJwtFault } from "../../standards/sd_jwt/refusal.ts";
import { verifySdJwtPresentation } from "../../standards/sd_jwt/verify_presentation.ts";
import { jsonOf } from "./mdoc_claims.ts";
import { answersType } from "./credential_type.ts";
import type { IssuerRefusal, IssuerTrust, TrustedIssuer } from "./ports.ts";
import {
  type CredentialStatus,
  parseDocumentStatus,
  parseStatusReference,
  type StatusReferenceRefusal,
} from "./status_reference.ts";

/** The request of a session, which its answer must match. */
export interface AnsweredRequest {
  readonly query: DcqlQuery;
  readonly clientId: string;
  readonly nonce: string;
  readonly responseUri: string;
  /** RFC 7638 thumbprint of the key that the answer is encrypted to; null for a plain answer. */
  readonly jwkThumbprint: Uint8Array | null;
  /** The origin of the page whose browser delivers the answer; null if the wallet sends it. */
  readonly origin: string | null;
}

/** The trust and the tolerances that an answer is verified with. */
export interface AnswerRules {
  /** The trusted issuers. */
  readonly trust: IssuerTrust;
  readonly now: Temporal.Instant;
  /** Seconds by which issuers' clocks may differ. */
  readonly skewSeconds: number;
  /** Seconds by which a wallet's clock may differ, including its delay. */
  readonly keyBindingSeconds: number;
}

/** The issuer of a credential: its certificate, and the certificate's data. */
export type CredentialIssuer = Pick<
  TrustedIssuer,
  "fingerprint" | "certificate" | "subject" | "name" | "isRevocationOverdue"
>;

/** One credential of an answer, verified. */
export interface VerifiedCredential {
  readonly id: string;
  readonly format: CredentialQuery["format"];
  /** `vct` or document type. */
  readonly type: string;
  /** Claims; those of a mobile document are grouped by namespace. */
  readonly claims: Json;
  /** The claims that are never hidden; empty for a mobile document. */
  readonly clear: JsonObject;
  readonly issuer: CredentialIssuer;
  /** Whether the credential discloses all of its claims; false if unknown. */
  readonly showsAll: boolean;
  /**
   * RFC 7638 thumbprint of the key that signed the key binding. It identifies the wallet, so it is
   * never stored, logged or sent.
   */
  readonly holderKeyThumbprint: string;
  /** SHA-256 over the presentation, hex. */
  readonly presentationDigest: string;
  /** The place of its revocation status; null if there is none. */
  readonly status: CredentialStatus | null;
}

/** The reason why an answer fails verification: the violated rule, and the credential. */
export interface AnswerRefusal {
  readonly code:
    | VpTokenRefusal["code"]
    | SdJwtFault
    | MdocFault
    | IssuerRefusal["code"]
    /** Longer than any requested presentation. */
    | "presentation_too_large"
    | "claim_missing"
    | StatusReferenceRefusal["code"];
  /** Null for the answer as a whole. */
  readonly credential: string | null;
}

/**
 * Verifies a wallet's answer: its shape against the query, then each presentation, then the
 * disclosed claims (OpenID4VP 1.0 §8.6). The caller checks revocation, which needs outbound
 * requests.
 */
export async function verifyAnswer(
  token: Json | undefined,
  request: AnsweredRequest,
  rules: AnswerRules,
): Promise<Result<readonly VerifiedCredential[], AnswerRefusal>> {
  const answered = readVpToken(token, request.query);
  if (!answered.ok) return refuse({ code: answered.refusal.code, credential: null });
  const credentials: VerifiedCredential[] = [];
  for (const one of answered.value) {
    const verified = await verifyOne(one, request, rules);
    if (!verified.ok) return refuse({ ...verified.refusal, credential: one.query.id });
    credentials.push(verified.value);
  }
  return ok(credentials);
}

/** Maximum characters of one presentation: a few claims, some certificates and signatures. */
const presentationCharactersMax = 64 * 1024;

type OneRefusal = Pick<AnswerRefusal, "code">;

async function verifyOne(
  { query, presentation }: Answered,
  request: AnsweredRequest,
  rules: AnswerRules,
): Promise<Result<VerifiedCredential, OneRefusal>> {
  if (presentation.length > presentationCharactersMax) {
    return refuse({ code: "presentation_too_large" });
  }
  const verified = query.format === "dc+sd-jwt"
    ? await verifySdJwt(presentation, query.meta.vct_values, request, rules)
    : await verifyMdoc(presentation, query.meta.doctype_value, request, rules);
  if (!verified.ok) return verified;
  const { status, holderKey, ...rest } = verified.value;
  if (!showsClaims(rest.claims, query)) return refuse({ code: "claim_missing" });
  if (!status.ok) return status;
  return ok({
    id: query.id,
    format: query.format,
    holderKeyThumbprint: await thumbprintOf(holderKey),
    presentationDigest: createHash("sha256").update(presentation).digest("hex"),
    status: status.value,
    ...rest,
  });
}

interface VerifiedPresentation {
  readonly type: string;
  readonly claims: Json;
  readonly clear: JsonObject;
  readonly showsAll: boolean;
  readonly issuer: CredentialIssuer;
  readonly holderKey: EcJwk;
  readonly status: Result<CredentialStatus | null, StatusReferenceRefusal>;
}

async function verifySdJwt(
  presentation: string,
  types: readonly string[],
  request: AnsweredRequest,
  rules: AnswerRules,
): Promise<Result<VerifiedPresentation, OneRefusal>> {
  const verified = await verifySdJwtPresentation(presentation, {
    binding: {
      nonce: request.nonce,
      audience: audienceOf(request),
      now: secondsOf(rules.now),
      toleranceSeconds: rules.keyBindingSeconds,
    },
    accepts: (vct) => types.some((asked) => answersType(asked, vct)),
    issuerKey: (header) => rules.trust.credentialIssuer(certificatesOf(header), rules.now),
    skewSeconds: rules.skewSeconds,
  });
  if (!verified.ok) return verified;
  const { claims, clear, showsAll, vct, holder, issuer } = verified.value;
  // Its type was not known before.
  if (!issuer.isTrustedFor(vct)) return refuse({ code: "issuer_untrusted" });
  return ok({
    type: vct,
    claims,
    clear,
    showsAll,
    issuer,
    holderKey: holder.jwk,
    status: parseStatusReference(claims["status"]),
  });
}

async function verifyMdoc(
  presentation: string,
  docType: string,
  request: AnsweredRequest,
  rules: AnswerRules,
): Promise<Result<VerifiedPresentation, OneRefusal>> {
  const verified = await verifyMdocPresentation(presentation, {
    docType,
    transcript: transcriptOf(request),
    now: secondsOf(rules.now),
    skewSeconds: rules.skewSeconds,
    issuerKey: async (certificates): Promise<Result<TrustedIssuer, IssuerRefusal>> => {
      const issuer = await rules.trust.credentialIssuer(certificates, rules.now);
      if (!issuer.ok || issuer.value.isTrustedFor(docType)) return issuer;
      return refuse({ code: "issuer_untrusted" });
    },
  });
  if (!verified.ok) return verified;
  const { elements, status, device, issuer } = verified.value;
  return ok({
    type: docType,
    claims: jsonOf(elements),
    clear: {},
    // A wallet leaves elements out, and nothing of what it shows says which.
    showsAll: false,
    issuer,
    holderKey: device.jwk,
    status: parseDocumentStatus(status),
  });
}

/**
 * The audience: through a browser the page's origin, also for signed requests (OpenID4VP 1.0,
 * Appendix A.4).
 */
function audienceOf({ clientId, origin }: AnsweredRequest): string {
  return origin === null ? clientId : `origin:${origin}`;
}

function transcriptOf(
  { clientId, nonce, responseUri, jwkThumbprint, origin }: AnsweredRequest,
): Uint8Array<ArrayBuffer> {
  return origin === null
    ? sessionTranscript({ clientId, nonce, responseUri, jwkThumbprint })
    : digitalSessionTranscript({ origin, nonce, jwkThumbprint });
}

function secondsOf(instant: Temporal.Instant): number {
  return instant.epochMilliseconds / 1000;
}
