import "../../support/certificates.ts";
import assert from "node:assert/strict";
import { createHash, generateKeyPairSync } from "node:crypto";
import { KeyUsageFlags, KeyUsagesExtension } from "@peculiar/x509";
import { compactVerify } from "jose";
import {
  openRequestSigner,
  parseVerifierChain,
  parseVerifierPrivateKey,
} from "../../../core/presentation/request_signer.ts";
import { caExtensions, type Certified, certify, lookedAt } from "../../support/certificates.ts";
import { certificatesPem, keyPem, pemOf } from "../../support/pem.ts";

const root = await certify({ name: "Root" });
const ca = await certify({ name: "CA", issuer: root, extensions: caExtensions(0) });
const own = await certify({ name: "Verifier", issuer: ca });

function chainOf(...certificates: readonly Certified[]): string {
  const read = parseVerifierChain(certificatesPem(...certificates), lookedAt);
  return read.ok ? `${read.value.chain.length}` : read.refusal.message;
}

const expectedKey = "expected one unencrypted PKCS #8 private key in PEM, on P-256 or P-384";

Deno.test("parseVerifierPrivateKey() takes PKCS #8 on P-256 and P-384, and lets nobody have it back", async () => {
  for (const [kind, algorithm] of [["P-256", "ES256"], ["P-384", "ES384"]] as const) {
    const read = await parseVerifierPrivateKey(await keyPem(await certify({ name: "Key", kind })));
    assert(read.ok);
    assert.equal(read.value.algorithm, algorithm);
    assert(!("extractable" in read.value.key) || read.value.key.extractable === false);
    await assert.rejects(crypto.subtle.exportKey("pkcs8", read.value.key as CryptoKey));
  }
});

Deno.test("parseVerifierPrivateKey() refuses every other key, and repeats nothing of it", async () => {
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const pem = await keyPem(own);
  const refused = [
    "",
    "no PEM",
    pem + pem,
    pem.replace("-----END", "----END"),
    pem.replace(/\n.{8}/, "\n********"),
    certificatesPem(own),
    pemOf("PRIVATE KEY", crypto.getRandomValues(new Uint8Array(138))),
    pemOf(
      "PRIVATE KEY",
      generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey
        .export({ type: "pkcs8", format: "der" }),
    ),
    await keyPem(await certify({ name: "Edwards", kind: "Ed25519" })),
    pemOf("ENCRYPTED PRIVATE KEY", new Uint8Array(100)),
  ];
  for (const text of refused) {
    const read = await parseVerifierPrivateKey(text);
    assert.equal(read.ok ? "none" : read.refusal.message, expectedKey, text);
  }
  const old = await parseVerifierPrivateKey(
    pemOf("EC PRIVATE KEY", ec.export({ type: "sec1", format: "der" })),
  );
  assert(!old.ok);
  assert.equal(
    old.refusal.message,
    `${expectedKey}; convert it with: openssl pkcs8 -topk8 -nodes -in OLD -out NEW`,
  );
});

Deno.test("parseVerifierChain() sends the verifier's chain without its anchor", () => {
  assert.equal(chainOf(own, ca, root), "2");
  assert.equal(chainOf(own, ca), "2");
  assert.equal(chainOf(own), "1");
});

Deno.test("parseVerifierChain() refuses what no wallet would take", async () => {
  const other = await certify({ name: "Other" });
  const selfSigned = await certify({ name: "Alone", extensions: [] });
  const agreeing = await certify({
    name: "Agreeing",
    issuer: ca,
    extensions: [new KeyUsagesExtension(KeyUsageFlags.keyAgreement, true)],
  });
  const edwards = await certify({ name: "Edwards", issuer: ca, kind: "Ed25519" });
  const old = await certify({
    name: "Old",
    issuer: ca,
    notAfter: new Date("2026-02-01T00:00:00Z"),
  });
  const young = await certify({
    name: "Young",
    issuer: ca,
    notBefore: new Date("2026-12-01T00:00:00Z"),
  });
  const cas: Certified[] = [];
  for (const n of Array.from({ length: 4 }).keys()) {
    const issuer = cas[0] ?? root;
    cas.unshift(await certify({ name: `CA ${n}`, issuer, extensions: caExtensions() }));
  }
  const deep = await certify({ name: "Deep", issuer: cas[0]! });
  const unissued = "each certificate must be issued by the CA of the one that follows";
  const cases = [
    [[ca, root], "the first certificate is a CA's; put the verifier's own first"],
    [[selfSigned], "the certificate is self-signed, which no wallet accepts; have a CA issue it"],
    [[agreeing, ca], "the certificate is not for digital signatures"],
    [[edwards, ca], "the certificate's key is not on P-256 or P-384"],
    [[own, root], unissued],
    [[own, root, ca], unissued],
    [[own, other], unissued],
    [[own, own], unissued],
    [[deep, ...cas, root], "more than 4 certificates without the anchor"],
    [[old, ca], "a certificate has expired"],
    [[young, ca], "a certificate is not valid yet"],
    [[], "expected X.509 certificates in PEM, the verifier's own first"],
  ] as const;
  for (const [chain, message] of cases) assert.equal(chainOf(...chain), message);
  const damaged = [
    certificatesPem(own).replace("MII", "MIJ"),
    `${certificatesPem(own)}-----BEGIN CERTIFICATE-----`,
    await keyPem(own),
    `${certificatesPem(own)}${await keyPem(own)}`,
  ];
  for (const text of damaged) assert(!parseVerifierChain(text, lookedAt).ok, text);
});

Deno.test("openRequestSigner() wants key and certificate to belong together", async () => {
  const chain = parseVerifierChain(certificatesPem(own, ca, root), lookedAt);
  assert(chain.ok);
  for (const kind of ["P-256", "P-384"] as const) {
    const foreign = await parseVerifierPrivateKey(
      await keyPem(await certify({ name: "Other", kind })),
    );
    assert(foreign.ok);
    const refused = await openRequestSigner(foreign.value, chain.value);
    assert.equal(refused.ok ? "none" : refused.refusal.code, "invalid_certificate");
  }
  const key = await parseVerifierPrivateKey(await keyPem(own));
  assert(key.ok);
  const signer = await openRequestSigner(key.value, chain.value);
  assert(signer.ok);
  assert.equal(
    signer.value.certificateHash,
    createHash("sha256").update(own.der).digest("base64url"),
  );
  const signed = await signer.value.sign({ nonce: "n" });
  const { payload } = await compactVerify(signed, own.keys.publicKey);
  assert.deepEqual(JSON.parse(new TextDecoder().decode(payload)), { nonce: "n" });
});
