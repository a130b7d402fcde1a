import published from "../../fixtures/wallets/sandbox.json" with { type: "json" };
import { EvidenceEncryptionKey } from "../../core/access/evidence_encryption_key.ts";
import type { WalletIssuer, WalletIssuers } from "../wallet/ports.ts";
import { type Certificate, parseCertificate } from "../../standards/x509/certificate.ts";

/** The authority whose credentials a sandbox trusts; its issuer's key is published. */
export function sandboxAuthority(): Certificate {
  const certificate = parseCertificate(sandboxAuthorityCertificate());
  if (certificate === null) throw new Error("The sandbox's authority is no certificate");
  return certificate;
}

/** The certificate of {@link sandboxAuthority}; DER. */
export function sandboxAuthorityCertificate(): Uint8Array<ArrayBuffer> {
  return fromBase64(published.authority.certificate);
}

/** The key to which a sandbox encrypts evidence packs of clients without a registered key. */
export function sandboxEvidenceKey(): EvidenceEncryptionKey {
  const { kty, crv, x, y } = published.evidence.privateKey;
  return EvidenceEncryptionKey.parse({ kty, crv, x, y });
}

/** The private part of {@link sandboxEvidenceKey}, which is published. */
export function sandboxEvidencePrivateKey(): WalletIssuer["privateKey"] {
  const { kty, crv, x, y, d } = published.evidence.privateKey;
  return { kty, crv, x, y, d };
}

/** The issuer that a sandbox trusts, with its private key, for prospects' wallets. */
export function sandboxIssuer(): WalletIssuer {
  return read(published.issuer);
}

/** An untrusted issuer of the same name, under an authority of the same name. */
function sandboxStranger(): WalletIssuer {
  return read(published.stranger);
}

/** The issuers of the credentials in a sandbox's wallets. */
export function sandboxIssuers(): WalletIssuers {
  return {
    issuer: sandboxIssuer(),
    stranger: sandboxStranger(),
    authorityCertificate: sandboxAuthorityCertificate(),
  };
}

function read(
  { certificate, privateKey }: {
    readonly certificate: string;
    readonly privateKey: WalletIssuer["privateKey"];
  },
): WalletIssuer {
  return { certificate: fromBase64(certificate), privateKey };
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(text);
}
