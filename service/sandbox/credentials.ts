import published from "../../fixtures/wallets/sandbox.json" with { type: "json" };
import { EvidenceEncryptionKey } from "../../core/access/evidence_encryption_key.ts";
import { type Certificate, parseCertificate } from "../../standards/x509/certificate.ts";

/** The authority whose credentials a sandbox believes: its issuer's key is published. */
export function sandboxAuthority(): Certificate {
  const certificate = parseCertificate(sandboxAuthorityCertificate());
  if (certificate === null) throw new Error("The sandbox's authority is no certificate");
  return certificate;
}

/** The certificate of {@link sandboxAuthority}; DER. */
export function sandboxAuthorityCertificate(): Uint8Array<ArrayBuffer> {
  return fromBase64(published.authority.certificate);
}

/** Whom a sandbox encrypts evidence packs to, where a client has registered no key. */
export function sandboxEvidenceKey(): EvidenceEncryptionKey {
  const { kty, crv, x, y } = published.evidence.privateKey;
  return EvidenceEncryptionKey.parse({ kty, crv, x, y });
}

/** An issuer of credentials, with its private key. */
export interface PublishedIssuer {
  /** DER. */
  readonly certificate: Uint8Array<ArrayBuffer>;
  readonly privateKey: Readonly<Record<"kty" | "crv" | "x" | "y" | "d", string>>;
}

/** The issuer that a sandbox believes, with its private key: for the wallet of prospects. */
export function sandboxIssuer(): PublishedIssuer {
  return read(published.issuer);
}

/** An issuer of the same name, under an authority of the same name, that nobody believes. */
export function sandboxStranger(): PublishedIssuer {
  return read(published.stranger);
}

function read(
  { certificate, privateKey }: {
    readonly certificate: string;
    readonly privateKey: PublishedIssuer["privateKey"];
  },
): PublishedIssuer {
  return { certificate: fromBase64(certificate), privateKey };
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(text);
}
