/**
 * Makes `fixtures/wallets/sandbox.json` anew: the certificate authority whose credentials every
 * sandbox trusts, its issuer, an untrusted issuer of the same name, and the key to which sandboxes
 * encrypt evidence packs. Run it by hand before the certificates expire; the keys are published on
 * purpose.
 *
 * usage: deno run --allow-write=fixtures/wallets tests/support/make_sandbox_issuers.ts
 */

import { Buffer } from "node:buffer";
import { caExtensions, type Certified, certify, signerExtensions } from "./certificates.ts";

const validity = {
  notBefore: new Date("2026-01-01T00:00:00Z"),
  notAfter: new Date("2046-01-01T00:00:00Z"),
};
const authority = await certify({
  name: "aval sandbox authority",
  extensions: caExtensions(0),
  ...validity,
});
const issuer = await certify({
  name: "aval sandbox issuer",
  issuer: authority,
  extensions: signerExtensions,
  ...validity,
});
const stranger = await certify({
  name: "aval sandbox issuer",
  issuer: await certify({
    name: "aval sandbox authority",
    extensions: caExtensions(0),
    ...validity,
  }),
  extensions: signerExtensions,
  ...validity,
});
const evidence = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
  "deriveBits",
]);

const made = {
  authority: { certificate: derOf(authority) },
  issuer: { certificate: derOf(issuer), privateKey: await jwkOf(issuer.keys.privateKey) },
  stranger: { certificate: derOf(stranger), privateKey: await jwkOf(stranger.keys.privateKey) },
  evidence: { privateKey: await jwkOf(evidence.privateKey) },
};
await Deno.writeTextFile(
  new URL("../../fixtures/wallets/sandbox.json", import.meta.url),
  `${JSON.stringify(made, null, 2)}\n`,
);

function derOf({ der }: Certified): string {
  return Buffer.from(der).toString("base64");
}

async function jwkOf(key: CryptoKey) {
  const { kty, crv, x, y, d } = await crypto.subtle.exportKey("jwk", key);
  return { kty, crv, x, y, d };
}
