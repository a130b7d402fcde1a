/**
 * Makes `fixtures/credentials/sandbox.json` anew: the certificate authority that every sandbox
 * trusts for academic credentials only, and its institution. Members that other tools added to the
 * file stay. Run it by hand before the certificates expire; the institution's key is published on
 * purpose, the authority's is discarded.
 *
 * usage: deno run --config tests/deno.json --allow-read=fixtures/credentials
 * --allow-write=fixtures/credentials tests/support/make_sandbox_institution.ts
 */

import "reflect-metadata";
import {
  AuthorityKeyIdentifierExtension,
  Name,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { deflateSync } from "node:zlib";
import { caExtensions, certify, signerExtensions } from "./certificates.ts";

const file = new URL("../../fixtures/credentials/sandbox.json", import.meta.url);
const name = "Example University";
const country = "AT";
const colour = "#14532d";

const authorityKeys = await makeKeys();
const authority = await certify({
  name: "aval sandbox academic authority",
  keys: authorityKeys,
  extensions: [
    ...caExtensions(0),
    await SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
  ],
  notBefore: new Date("2026-01-01T00:00:00Z"),
  notAfter: new Date("2066-01-01T00:00:00Z"),
});
const keys = await makeKeys();
const certificate = await X509CertificateGenerator.create({
  serialNumber: crypto.getRandomValues(new Uint8Array(15)).toHex(),
  subject: new Name([
    { C: [{ printableString: country }] },
    { O: [{ utf8String: name }] },
    { CN: [{ utf8String: name }] },
  ]),
  issuer: authority.certificate.subjectName,
  notBefore: new Date("2026-01-01T00:00:00Z"),
  notAfter: new Date("2058-01-01T00:00:00Z"),
  publicKey: keys.publicKey,
  signingKey: authority.keys.privateKey,
  signingAlgorithm: { name: "ECDSA", hash: "SHA-256" },
  extensions: [
    ...signerExtensions,
    await SubjectKeyIdentifierExtension.create(keys.publicKey),
    await AuthorityKeyIdentifierExtension.create(authority.keys.publicKey),
  ],
});
const { kty, crv, x, y, d } = await crypto.subtle.exportKey("jwk", keys.privateKey);

const made = {
  authority: { certificate: authority.der.toBase64() },
  institution: {
    id: "sandbox-university",
    name,
    country,
    logo: `data:image/png;base64,${square(colour, 16).toBase64()}`,
    colour,
    certificate: new Uint8Array(certificate.rawData).toBase64(),
    privateKey: { kty, crv, x, y, d },
  },
};
const before: object = await Deno.readTextFile(file).then(JSON.parse, () => ({}));
await Deno.writeTextFile(file, `${JSON.stringify({ ...before, ...made }, null, 2)}\n`);

async function makeKeys(): Promise<CryptoKeyPair> {
  const p256 = { name: "ECDSA", namedCurve: "P-256" } as const;
  return await crypto.subtle.generateKey(p256, true, ["sign", "verify"]);
}

/** A PNG square of one colour. */
function square(hex: string, side: number): Uint8Array {
  const pixel = Uint8Array.fromHex(hex.slice(1));
  const row = [0, ...Array.from({ length: side }, () => [...pixel]).flat()];
  const pixels = Uint8Array.from(Array.from({ length: side }, () => row).flat());
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, side);
  new DataView(header.buffer).setUint32(4, side);
  header.set([8, 2], 8);
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk("IHDR", header),
    ...chunk("IDAT", deflateSync(pixels)),
    ...chunk("IEND", new Uint8Array()),
  ]);
}

function chunk(kind: string, content: Uint8Array): Uint8Array {
  const body = Uint8Array.from([...new TextEncoder().encode(kind), ...content]);
  const whole = new Uint8Array(body.length + 8);
  new DataView(whole.buffer).setUint32(0, content.length);
  whole.set(body, 4);
  new DataView(whole.buffer).setUint32(body.length + 4, crc32(body));
  return whole;
}

/** The checksum of PNG (ISO/IEC 15948 annex D). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
