import { Buffer } from "node:buffer";
import type { JsonObject } from "../../base/json.ts";
import { type Algorithm, importPublicKey, signJws } from "../../standards/jose/jws.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type Certificate, keyUsages, parseCertificate } from "../../standards/x509/certificate.ts";
import { parsePem } from "../../standards/x509/pem.ts";
import { curveOfPrivateKey } from "../../standards/x509/private_key.ts";
import { ecKeyOf, hasIssued } from "../../standards/x509/verify_chain.ts";

/** Signs authorization requests in the verifier's name. Its key cannot be read out. */
export interface RequestSigner {
  /** base64url of SHA-256 over the DER of the signer's certificate (OpenID4VP 1.0 §5.9.3). */
  readonly certificateHash: string;
  /** Signs a request object (RFC 9101 §4; OpenID4VP 1.0 §5). @returns compact JWS */
  sign(claims: JsonObject): Promise<string>;
}

/** Why a key or a certificate cannot be used, for the operator. */
export interface SignerRefusal {
  /** The start stops; no caller reads it. */
  readonly code: "invalid_key" | "invalid_certificate";
  /** Without a full stop; holds nothing of the key. */
  readonly message: string;
}

/** A verifier's private key, on WebCrypto alone. */
export interface VerifierKey {
  readonly key: CryptoKey;
  readonly algorithm: Algorithm;
}

/** A verifier's certificates, its own first, without the anchor. */
export interface VerifierChain {
  readonly leaf: Certificate;
  /** DER, as `x5c` takes them. */
  readonly chain: readonly Uint8Array[];
}

const kinds = [
  { algorithm: "ES256", namedCurve: "P-256", hash: "SHA-256" },
  { algorithm: "ES384", namedCurve: "P-384", hash: "SHA-384" },
] as const;

/** Certificates of one chain, the anchor left out: as many as the service takes itself. */
const certificatesMax = 4;

/** Parses a private key: PKCS #8 on P-256 or P-384, never to be exported again. */
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
 * Parses the certificates of a verifier, its own first, each issued by the next. A self-signed one at
 * the end is left out: wallets have their anchors, and take none from a message (HAIP §5).
 *
 * @param now Unix time, seconds
 */
export function parseVerifierChain(
  pem: string,
  now: number,
): Result<VerifierChain, SignerRefusal> {
  const wrong = (message: string) => refuse({ code: "invalid_certificate" as const, message });
  const blocks = parsePem(pem);
  const read = blocks?.flatMap(({ label, der }) => {
    const certificate = label === "CERTIFICATE" ? parseCertificate(der) : null;
    return certificate === null ? [] : [{ certificate, der }];
  });
  const [first] = read ?? [];
  if (read === undefined || first === undefined || read.length !== blocks?.length) {
    return wrong("expected X.509 certificates in PEM, the verifier's own first");
  }
  const { certificate: leaf } = first;
  const { keyUsage } = leaf;
  if (leaf.isCa) return wrong("the first certificate is a CA's; put the verifier's own first");
  if (hasIssued(leaf, leaf)) {
    return wrong("the certificate is self-signed, which no wallet takes; have a CA issue it");
  }
  if (keyUsage !== null && !keyUsage.has(keyUsages.digitalSignature)) {
    return wrong("the certificate is not for digital signatures");
  }
  if (ecKeyOf(leaf) === null) return wrong("the certificate's key is not on P-256 or P-384");
  const isChain = read.slice(1).every(({ certificate: issuer }, n) => {
    const issued = read[n]?.certificate;
    return issued !== undefined && issuer.isCa && hasIssued(issuer, issued);
  });
  if (!isChain) return wrong("each certificate must be issued by the CA of the one that follows");
  const sent = read.filter(({ certificate }) => !hasIssued(certificate, certificate));
  if (sent.length > certificatesMax) {
    return wrong(`more than ${certificatesMax} certificates without the anchor`);
  }
  for (const { certificate: { notBefore, notAfter } } of sent) {
    if (now < notBefore) return wrong("a certificate is not valid yet");
    if (now > notAfter) return wrong("a certificate has expired");
  }
  return ok({ leaf, chain: sent.map(({ der }) => der) });
}

/** A signer, where key and certificate belong together. */
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
    sign: (claims) => signJws(claims, { alg: algorithm, typ: "oauth-authz-req+jwt", x5c }, key),
  });
}

/** Whether the certificate verifies what the key signs. */
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
