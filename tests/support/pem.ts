import { Buffer } from "node:buffer";
import {
  caExtensions,
  type Certified,
  certify,
  dnsNames,
  signerExtensions,
} from "./certificates.ts";

/** PEM of some DER (RFC 7468). */
export function pemOf(label: string, der: Uint8Array): string {
  const lines = Buffer.from(der).toString("base64").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

/** Certificates in PEM, concatenated. */
export function certificatesPem(...chain: readonly Certified[]): string {
  return chain.map(({ der }) => pemOf("CERTIFICATE", der)).join("");
}

/** A private key in PEM, as PKCS #8. */
export async function keyPem({ keys }: Pick<Certified, "keys">): Promise<string> {
  return pemOf(
    "PRIVATE KEY",
    new Uint8Array(await crypto.subtle.exportKey("pkcs8", keys.privateKey)),
  );
}

/** A validity period that includes every test run, also in other processes. */
export const always = {
  notBefore: new Date("2020-01-01T00:00:00Z"),
  notAfter: new Date("2049-01-01T00:00:00Z"),
};

/**
 * Makes a verifier with a root, an intermediate CA and its own certificate.
 *
 * @param names DNS names in the latter
 */
export async function makeVerifier(
  kind: "P-256" | "P-384" = "P-256",
  names: readonly string[] = [],
) {
  const root = await certify({ name: "Verifiers", ...always });
  const ca = await certify({
    name: "Access CA",
    issuer: root,
    extensions: caExtensions(0),
    ...always,
  });
  const extensions = [...signerExtensions, ...(names.length === 0 ? [] : [dnsNames(...names)])];
  const own = await certify({ name: "Verifier", issuer: ca, kind, extensions, ...always });
  return { root, ca, own, env: await verifierEnvironment(own, ca, root) };
}

/** Variables of a verifier that signs its requests, with the PEM in the variables. */
export async function verifierEnvironment(
  own: Certified,
  ...issuers: readonly Certified[]
): Promise<Record<string, string>> {
  return {
    AVAL_VERIFIER_ID: "x509_hash",
    AVAL_VERIFIER_KEY: await keyPem(own),
    AVAL_VERIFIER_CERT: certificatesPem(own, ...issuers),
  };
}
