import { Buffer } from "node:buffer";
import { z } from "zod";
import { DcqlQuery } from "../../standards/dcql/query.ts";
import { contentEncryptions } from "../../standards/jose/decrypt_jwe.ts";
import type { EcJwk } from "../../standards/jose/ec_jwk.ts";
import { thumbprintBytes } from "../../standards/jose/thumbprint.ts";

/**
 * The service's configured identity towards wallets (OpenID4VP 1.0 §5.9): a URL that wallets know
 * beforehand, the address of their answers, the hash of a certificate, or a DNS name in one.
 */
export type VerifierIdentity =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "redirect_uri" }
  /** @property certificateHash base64url of SHA-256 over the DER certificate (§5.9.3) */
  | { readonly kind: "x509_hash"; readonly certificateHash: string }
  /** @property dnsName the host of its URLs, which the certificate names (§5.9.3) */
  | { readonly kind: "x509_san_dns"; readonly dnsName: string };

/** Supported formats and algorithms, as listed in a request (OpenID4VP 1.0 Appendix B). */
export const formatsSupported = {
  "dc+sd-jwt": {
    "sd-jwt_alg_values": ["ES256", "ES384", "ES512"],
    "kb-jwt_alg_values": ["ES256", "ES384", "ES512"],
  },
  mso_mdoc: {
    issuerauth_alg_values: [-7, -9, -35, -51, -36, -52],
    deviceauth_alg_values: [-7, -9, -35, -51, -36, -52],
  },
} as const;

const AlgorithmNames = z.array(z.string()).readonly();
const AlgorithmNumbers = z.array(z.int()).readonly();

/**
 * The form of a wallet's answer (OpenID4VP 1.0 §8.2 and §8.3.1): a plain or an encrypted form post.
 */
export const ResponseMode = z.enum(["direct_post", "direct_post.jwt"]);
export type ResponseMode = z.infer<typeof ResponseMode>;

/** A public key to which a wallet encrypts its answer (OpenID4VP 1.0 §8.3; HAIP 1.0 §5). */
const AnswerKey = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
  use: z.literal("enc"),
  alg: z.literal("ECDH-ES"),
}).readonly();

/** An authorization request, answered by direct_post (OpenID4VP 1.0 §5 and §8.2). */
export const AuthorizationRequest = z.object({
  client_id: z.string().meta({
    description: "The verifier with its prefix, to which a presentation is bound",
  }),
  response_type: z.literal("vp_token"),
  response_mode: ResponseMode,
  response_uri: z.url(),
  dcql_query: DcqlQuery,
  nonce: z.string(),
  state: z.string(),
  client_metadata: z.object({
    vp_formats_supported: z.object({
      "dc+sd-jwt": z.object({
        "sd-jwt_alg_values": AlgorithmNames,
        "kb-jwt_alg_values": AlgorithmNames,
      }).readonly(),
      mso_mdoc: z.object({
        issuerauth_alg_values: AlgorithmNumbers,
        deviceauth_alg_values: AlgorithmNumbers,
      }).readonly(),
    }).readonly(),
    jwks: z.object({ keys: z.tuple([AnswerKey]).readonly() }).readonly().optional().meta({
      description: "The key of this one session, where answers are encrypted (`direct_post.jwt`)",
    }),
    encrypted_response_enc_values_supported: AlgorithmNames.optional(),
  }).readonly().optional().meta({
    description: "Absent where the wallet knows the verifier beforehand (`AVAL_VERIFIER_ID=url`)",
  }),
}).readonly().meta({ id: "AuthorizationRequest" });
export type AuthorizationRequest = z.infer<typeof AuthorizationRequest>;

/** The query of one session, and the address of its answer. */
export interface AskedOfWallet {
  readonly identity: VerifierIdentity;
  readonly responseUri: string;
  readonly query: DcqlQuery;
  readonly nonce: string;
  readonly state: string;
  /** The session's key to which its answer is encrypted; null for plain answers. */
  readonly answerKey: EcJwk | null;
}

/**
 * Makes the request of a session.
 *
 * @throws Error for an encrypted answer if the identity permits no key in the request
 */
export function authorizationRequest(
  { identity, responseUri, query, nonce, state, answerKey }: AskedOfWallet,
): AuthorizationRequest {
  if (identity.kind === "url" && answerKey !== null) {
    throw new Error("A verifier that wallets know beforehand sends them no key");
  }
  return {
    client_id: clientIdOf(identity, responseUri),
    response_type: "vp_token",
    response_mode: answerKey === null ? "direct_post" : "direct_post.jwt",
    response_uri: responseUri,
    dcql_query: query,
    nonce,
    state,
    // A verifier that is registered beforehand must not send any (§5.1).
    ...(identity.kind === "url" ? {} : {
      client_metadata: {
        vp_formats_supported: formatsSupported,
        ...(answerKey === null ? {} : {
          jwks: { keys: [answerKeyOf(answerKey)] },
          encrypted_response_enc_values_supported: contentEncryptions,
        }),
      },
    }),
  };
}

/** Makes the answer's key with its thumbprint as id, which is as hard to guess as the key. */
function answerKeyOf({ x, y }: EcJwk): z.infer<typeof AnswerKey> {
  const key = { kty: "EC", crv: "P-256", x, y } as const;
  const kid = Buffer.from(thumbprintBytes(key)).toString("base64url");
  return { ...key, kid, use: "enc", alg: "ECDH-ES" };
}

/** The key to which the answer to a request is encrypted; null for a plain answer. */
export function answerKeyIn(
  { response_mode, client_metadata }: AskedMode,
): z.infer<typeof AnswerKey> | null {
  return response_mode.endsWith(".jwt") ? client_metadata?.jwks?.keys[0] ?? null : null;
}

/** The form of an answer: `response_mode` is one of {@link ResponseMode}, or of the browser API. */
interface AskedMode extends Pick<AuthorizationRequest, "client_metadata"> {
  readonly response_mode: string;
}

/** The thumbprint of that key in a mobile document's handover (OpenID4VP 1.0, Appendix B.2.6.1). */
export function answerKeyThumbprint(request: AskedMode): Uint8Array | null {
  const key = answerKeyIn(request);
  return key === null ? null : thumbprintBytes(key);
}

function clientIdOf(identity: VerifierIdentity, responseUri: string): string {
  switch (identity.kind) {
    case "url":
      return identity.url;
    case "redirect_uri":
      return `redirect_uri:${responseUri}`;
    case "x509_hash":
      return `x509_hash:${identity.certificateHash}`;
    case "x509_san_dns":
      return `x509_san_dns:${identity.dnsName}`;
    default:
      return identity satisfies never;
  }
}

/** The scheme for unknown wallets (OpenID4VP 1.0). */
export const defaultWalletLink = "openid4vp";

/** Makes a link to the app that registered a scheme, or to a URL. */
function walletUri(walletLink: string, parameters: URLSearchParams): string {
  const endpoint = walletLink.startsWith("https://") ? walletLink : `${walletLink}://authorize`;
  return `${endpoint}?${percentEncoded(parameters)}`;
}

/**
 * Writes a request as a URI, for a QR code or a link: members that are not text are JSON, encoded
 * once.
 */
export function authorizationRequestUri(
  request: AuthorizationRequest,
  walletLink: string = defaultWalletLink,
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(request)) {
    if (value === undefined) continue;
    parameters.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return walletUri(walletLink, parameters);
}

/** The address of a signed request, and the method of fetching it. */
export interface SignedRequestAddress {
  readonly clientId: string;
  readonly requestUri: string;
  /** Whether wallets should send a nonce by POST (OpenID4VP 1.0 §5.10); default: no. */
  readonly byPost?: boolean | undefined;
}

/** A URI that names a signed request (RFC 9101 §5.2), which the wallet fetches. */
export function signedRequestUri(
  { clientId, requestUri, byPost = false }: SignedRequestAddress,
  walletLink: string = defaultWalletLink,
): string {
  const parameters = new URLSearchParams({
    client_id: clientId,
    request_uri: requestUri,
    ...(byPost ? { request_uri_method: "post" } : {}),
  });
  return walletUri(walletLink, parameters);
}

/** Writes a space as `%20`, since a plus means a space only in forms. */
function percentEncoded(parameters: URLSearchParams): string {
  return parameters.toString().replaceAll("+", "%20");
}
