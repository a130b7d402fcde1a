import { Buffer } from "node:buffer";
import type { JsonObject } from "../../base/json.ts";
import { type Algorithm, importPublicKey, signJws } from "../../standards/jose/jws.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { Certificate } from "../../standards/x509/certificate.ts";
import { dnsNamesOf } from "../../standards/x509/dns_names.ts";
import { parsePem } from "../../standards/x509/pem.ts";
import { curveOfPrivateKey } from "../../standards/x509/private_key.ts";
import { parseSignerChain } from "../../standards/x509/signer_chain.ts";
import { ecKeyOf } from "../../standards/x509/verify_chain.ts";

/** `typ` of a request object (RFC 9101 §10.8). */
export const requestType = "oauth-authz-req+jwt";

/** Signs authorization requests in the verifier's name. Its key is not extractable. */
export interface RequestSigner {
  /** base64url of SHA-256 over the DER of the signer's certificate (OpenID4VP 1.0 §5.9.3). */
  readonly certificateHash: string;
  /** DNS names in that certificate, in lower case and without wildcards. */
  readonly dnsNames: readonly string[];
  /** Signs a request object (RFC 9101 §4; OpenID4VP 1.0 §5). @returns compact JWS */
  sign(claims: JsonObject): Promise<string>;
}

/** The reason why a key or a certificate cannot be used, for the operator. */
export interface SignerRefusal {
  /** The start fails; callers never receive it. */
  readonly code: "invalid_key" | "invalid_certificate";
  /** A message without a full stop and without key material. */
  readonly message: string;
}

/** A verifier's private key, used only through WebCrypto. */
export interface VerifierKey {
  readonly key: CryptoKey;
  readonly algorithm: Algorithm;
}

/** A verifier's certificates, its own first, without the anchor. */
export interface VerifierChain {
  readonly leaf: Certificate;
  /** DER, in the order of `x5c`. */
  readonly chain: readonly Uint8Array[];
}

const kinds = [
  { algorithm: "ES256", namedCurve: "P-256", hash: "SHA-256" },
  { algorithm: "ES384", namedCurve: "P-384", hash: "SHA-384" },
] as const;

/** Parses a private key: PKCS #8 on P-256 or P-384, imported as not extractable. */
export async function parseVerifierPrivateKey(
  pem: string,
): Promise<Result<VerifierKey, SignerRefusal>> {
  const expected = "expected one unencrypted PKCS #8 private key in PEM, on P-256 or P-384";
  const blocks = parsePem(pem) ?? [];
  const [block] = blocks;
  if (blocks.length !== 1 || block?.label !== "PRIVATE KEY") {
    const how = blocks.some(({ label }) => label === "EC PRIVATE KEY")
      ? "; convert it with: openssl pkcs8 -topk8 -nodes -in OLD -out NEW"
      : "";
    return refuse({ code: "invalid_key", message: `${expected}${how}` });
  }
  const curve = curveOfPrivateKey(block.der);
  const kind = kinds.find(({ namedCurve }) => namedCurve === curve);
  const key = kind === undefined ? null : await crypto.subtle
    .importKey("pkcs8", block.der, { name: "ECDSA", namedCurve: kind.namedCurve }, false, ["sign"])
    .catch(() => null);
  if (kind !== undefined && key !== null) return ok({ key, algorithm: kind.algorithm });
  return refuse({ code: "invalid_key", message: expected });
}

/**
 * Parses the certificates of a verifier by {@link parseSignerChain}.
 *
 * @param now Unix time, seconds
 */
export function parseVerifierChain(
  pem: string,
  now: number,
): Result<VerifierChain, SignerRefusal> {
  return parseSignerChain(pem, { signer: "verifier", now });
}

/** Opens a signer, if key and certificate match. */
export async function openRequestSigner(
  { key, algorithm }: VerifierKey,
  { leaf, chain }: VerifierChain,
): Promise<Result<RequestSigner, SignerRefusal>> {
  if (!await belongTogether({ key, algorithm }, leaf)) {
    return refuse({
      code: "invalid_certificate",
      message: "is of another key than the verifier's",
    });
  }
  const x5c = chain.map((der) => Buffer.from(der).toString("base64"));
  return ok({
    certificateHash: Buffer.from(leaf.fingerprint, "hex").toString("base64url"),
    dnsNames: dnsNamesOf(leaf),
    sign: (claims) => signJws(claims, { alg: algorithm, typ: requestType, x5c }, key),
  });
}

/** Whether the certificate verifies signatures by the key. */
async function belongTogether(
  { key, algorithm }: VerifierKey,
  leaf: Certificate,
): Promise<boolean> {
  const jwk = ecKeyOf(leaf);
  const kind = kinds.find((known) => known.algorithm === algorithm);
  if (jwk === null || kind?.namedCurve !== jwk.crv) return false;
  const { hash } = kind;
  const publicKey = await importPublicKey(jwk);
  const probe = new TextEncoder().encode("whether key and certificate belong together");
  const signed = await crypto.subtle.sign({ name: "ECDSA", hash }, key, probe);
  return await crypto.subtle.verify({ name: "ECDSA", hash }, publicKey, signed, probe);
}
