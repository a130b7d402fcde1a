import published from "../../fixtures/wallets/sandbox.json" with { type: "json" };
import { EvidenceEncryptionKey } from "../access/evidence_encryption_key.ts";
import { type Certificate, parseCertificate } from "../x509/certificate.ts";

/** The authority whose credentials a sandbox believes: its issuer's key is published. */
export function sandboxAuthority(): Certificate {
  const certificate = parseCertificate(fromBase64(published.authority.certificate));
  if (certificate === null) throw new Error("The sandbox's authority is no certificate");
  return certificate;
}

/** Whom a sandbox encrypts evidence packs to, where a client has registered no key. */
export function sandboxEvidenceKey(): EvidenceEncryptionKey {
  const { kty, crv, x, y } = published.evidence.privateKey;
  return EvidenceEncryptionKey.parse({ kty, crv, x, y });
}

/** The issuer that a sandbox believes, with its private key: for the wallet of prospects. */
export function sandboxIssuer() {
  const { certificate, privateKey } = published.issuer;
  return { certificate: fromBase64(certificate), privateKey };
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(text);
}
