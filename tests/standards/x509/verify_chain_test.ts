import "../../support/certificates.ts";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
} from "@peculiar/x509";
import assert from "node:assert/strict";
import fc from "fast-check";
import { type Certificate, parseCertificate } from "../../../standards/x509/certificate.ts";
import { verifyChain } from "../../../standards/x509/verify_chain.ts";
import {
  caExtensions,
  type Certified,
  certify,
  keyUsageOf,
  lookedAt,
  signerExtensions,
} from "../../support/certificates.ts";
import { runs } from "../../support/runs.ts";

/** Extensions larger than those of real certificates. */
const heavy = {
  "a key usage of 180,000 bytes": [keyUsageOf(180_000)],
  "a key usage of 3 bytes": [keyUsageOf(3)],
  "a hundred extensions": Array.from(
    { length: 100 },
    (_, n) => new Extension(`1.2.3.${n}`, false, Uint8Array.of(5, 0).buffer),
  ),
  "a note of 8 KiB": [new Extension("1.2.3", false, new Uint8Array(8 * 1024).buffer)],
};

/** Key purpose of document signers (ISO/IEC 18013-5 Annex B). */
const mdlSigner = "1.0.18013.5.1.2";

const root = await certify({ name: "Root" });
const other = await certify({ name: "Root" });
const middle = await certify({ name: "Middle", issuer: root, extensions: caExtensions(0) });
const leaf = await certify({ name: "Signer", issuer: middle });
const direct = await certify({ name: "Direct", issuer: root });

function read({ der }: Certified): Certificate {
  const certificate = parseCertificate(der);
  assert(certificate !== null);
  return certificate;
}

function verify(chain: readonly Certified[], anchors = [root], now = lookedAt) {
  return verifyChain(chain.map(({ der }) => der), {
    anchors: anchors.map(read),
    now,
    extendedKeyUsages: [mdlSigner],
  });
}

function codeOf(chain: readonly Certified[], anchors = [root], now = lookedAt): string {
  const result = verify(chain, anchors, now);
  return result.ok ? "none" : result.refusal.code;
}

Deno.test("a chain to an anchor gives the key of its first certificate", async () => {
  for (const [chain, anchors] of [[[leaf, middle], [other, root]], [[direct], [root]]] as const) {
    const verified = verify(chain, [...anchors]);
    assert(verified.ok);
    const [signer] = chain;
    const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", signer.keys.publicKey);
    assert.deepEqual({ ...verified.value.jwk }, { kty, crv, x, y });
    assert.deepEqual(
      verified.value.vouchers.map(({ anchor }) => anchor.fingerprint),
      [read(root).fingerprint],
    );
  }
  // What is configured may be a CA below a root.
  assert.equal(codeOf([leaf], [middle]), "none");
});

Deno.test("P-384 signs, Ed25519 does not, and names beside the subject may be critical", async () => {
  const large = await certify({ name: "Large", issuer: root, kind: "P-384" });
  assert.equal(codeOf([large]), "none");
  const edwards = await certify({ name: "Other", issuer: root, kind: "Ed25519" });
  assert.equal(codeOf([edwards]), "certificate_key_unsupported");
  const named = await certify({
    name: "Named",
    issuer: root,
    extensions: [
      ...signerExtensions,
      new SubjectAlternativeNameExtension([{ type: "dns", value: "issuer.example" }], true),
    ],
  });
  assert.equal(codeOf([named]), "none");
});

Deno.test("nobody is trusted where no anchor is configured", () => {
  assert.equal(codeOf([direct], []), "chain_untrusted");
  assert.equal(codeOf([]), "chain_malformed");
});

Deno.test("an anchor in the message, and what is above it, is left out of the path", async () => {
  const above = await certify({ name: "Above" });
  const crossed = await certify({
    name: "Root",
    keys: root.keys,
    issuer: above,
    extensions: caExtensions(),
  });
  const renewed = await certify({ name: "Root", keys: root.keys });
  const former = await certify({
    name: "Root",
    keys: root.keys,
    notAfter: new Date((lookedAt - 1) * 1000),
  });
  const cases: readonly (readonly [string, readonly Certified[], Certified[]])[] = [
    ["ends in it", [leaf, middle, root], [root]],
    ["ends in it, without a CA below", [direct, root], [root]],
    ["ends in a root below which a CA is the anchor", [leaf, middle, root], [middle]],
    ["passes through it", [direct, crossed, above], [root]],
    ["passes through one to another", [leaf, middle, root], [root, middle]],
    ["ends in another certificate of its key", [direct, renewed], [root]],
    ["ends in one of its key that has expired", [direct, former], [root]],
  ];
  for (const [what, chain, anchors] of cases) assert.equal(codeOf(chain, anchors), "none", what);
  const both = verify([leaf, middle, root], [root, middle]);
  assert(both.ok);
  assert.deepEqual(
    both.value.vouchers.map(({ anchor, issued }) => [anchor.fingerprint, issued.fingerprint]),
    [[middle, leaf], [root, middle]].map((pair) => pair.map((of) => read(of).fingerprint)),
  );
});

Deno.test("an anchor in the message trusts nobody", async () => {
  assert.equal(codeOf([root]), "certificate_usage_unaccepted");
  const own = await certify({ name: "Own", extensions: signerExtensions });
  assert.equal(codeOf([own]), "chain_untrusted");
  const stranger = await certify({ name: "Stranger" });
  const signer = await certify({ name: "Signer", issuer: stranger });
  assert.equal(codeOf([signer, stranger]), "chain_untrusted");
  assert.equal(codeOf([signer, stranger, root]), "chain_untrusted");
  // Its name and another key; the anchor itself besides.
  const below = await certify({ name: "Signer", issuer: other });
  assert.equal(codeOf([below, other]), "chain_untrusted");
  assert.equal(codeOf([below, root]), "chain_untrusted");
  assert.equal(codeOf([below, other, root]), "chain_untrusted");
  const former = await certify({ name: "Root", keys: root.keys, notAfter: new Date(0) });
  assert.equal(codeOf([direct, former], [former]), "certificate_expired");
});

Deno.test("a name alone does not chain, nor does another's signature", async () => {
  assert.equal(codeOf([direct], [other]), "chain_untrusted");
  const forged = await certify({ name: "Forged", issuer: root, signer: other.keys.privateKey });
  assert.equal(codeOf([forged]), "chain_untrusted");
  const below = await certify({ name: "Below", issuer: middle, signer: other.keys.privateKey });
  assert.equal(codeOf([below, middle]), "chain_untrusted");
  assert.equal(codeOf([direct, middle]), "chain_untrusted");
});

Deno.test("a chain that repeats its anchor has each signature verified once", () => {
  const { der } = direct;
  const forged = der.with(der.length - 3, (der.at(-3) ?? 0) ^ 1);
  let uses = 0;
  const { publicKey, ...anchor } = read(root);
  const counted = Object.defineProperty(anchor, "publicKey", {
    get: () => {
      uses++;
      return publicKey;
    },
  }) as Certificate;
  const refused = verifyChain([forged, root.der, root.der, root.der], {
    anchors: [counted],
    now: lookedAt,
    extendedKeyUsages: [mdlSigner],
  });
  assert.equal(refused.ok || refused.refusal.code, "chain_untrusted");
  // Of the forged one, and of the anchor's own.
  assert.equal(uses, 2);
});

Deno.test("who is no CA issues nothing", async () => {
  const below = await certify({ name: "Below", issuer: direct });
  assert.equal(codeOf([below, direct]), "issuer_not_authorised");
  const silent = await certify({
    name: "Silent",
    issuer: root,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.cRLSign, true),
    ],
  });
  const signer = await certify({ name: "Signer", issuer: silent });
  assert.equal(codeOf([signer, silent]), "issuer_not_authorised");
});

Deno.test("a path is no longer than its CAs allow, and no longer than four", async () => {
  const lower = await certify({ name: "Lower", issuer: middle, extensions: caExtensions() });
  const signer = await certify({ name: "Signer", issuer: lower });
  assert.equal(codeOf([signer, lower, middle]), "issuer_not_authorised");
  const cas: Certified[] = [];
  for (const n of Array.from({ length: 20 }).keys()) {
    const issuer = cas.at(-1) ?? root;
    cas.push(await certify({ name: `CA ${n}`, issuer, extensions: caExtensions() }));
  }
  const chainOf = async (length: number) => {
    const issuers = cas.slice(0, length - 1);
    const issuer = issuers.at(-1) ?? root;
    return [await certify({ name: "End", issuer }), ...issuers.toReversed()];
  };
  assert.equal(codeOf(await chainOf(4)), "none");
  assert.equal(codeOf(await chainOf(5)), "chain_malformed");
  assert.equal(codeOf(await chainOf(20)), "chain_malformed");
});

Deno.test("a CA's certificate, and one for other uses, signs no credentials", async () => {
  assert.equal(codeOf([middle]), "certificate_usage_unaccepted");
  const usages: readonly (readonly [string, Extension[]])[] = [
    ["certificate_usage_unaccepted", [new KeyUsagesExtension(KeyUsageFlags.keyAgreement, true)]],
    [
      "certificate_usage_unaccepted",
      [...signerExtensions, new ExtendedKeyUsageExtension(["1.3.6.1.5.5.7.3.1"], true)],
    ],
    ["certificate_usage_unaccepted", [new KeyUsagesExtension(KeyUsageFlags.cRLSign, true)]],
    // A CA's, though its key usage allows signatures over documents, or says nothing.
    [
      "certificate_usage_unaccepted",
      [...signerExtensions, new BasicConstraintsExtension(true, undefined, true)],
    ],
    ["certificate_usage_unaccepted", [new BasicConstraintsExtension(true, undefined, true)]],
    ["none", [...signerExtensions, new ExtendedKeyUsageExtension([mdlSigner], true)]],
    ["none", [new KeyUsagesExtension(KeyUsageFlags.nonRepudiation, true)]],
    ["none", []],
  ];
  for (const [code, extensions] of usages) {
    assert.equal(codeOf([await certify({ name: "Other", issuer: root, extensions })]), code);
  }
});

Deno.test("a CA that is limited to other uses vouches for no signer", async () => {
  const usages: readonly (readonly [string, readonly string[]])[] = [
    ["certificate_usage_unaccepted", ["1.3.6.1.5.5.7.3.1"]],
    ["none", ["1.3.6.1.5.5.7.3.1", mdlSigner]],
    ["none", ["2.5.29.37.0"]],
  ];
  for (const isCritical of [true, false]) {
    for (const [code, uses] of usages) {
      const extension = new ExtendedKeyUsageExtension([...uses], isCritical);
      const extensions = [...caExtensions(), extension];
      const limited = await certify({ name: "Limited", issuer: root, extensions });
      assert.equal(codeOf([await certify({ name: "Signer", issuer: limited }), limited]), code);
    }
  }
});

Deno.test("constraints of names are refused, also where they are not critical", async () => {
  // permittedSubtrees of one dNSName, "a.example".
  const constraints = Uint8Array.from([0x30, 15, 0xa0, 13, 0x30, 11, 0x82, 9].concat(
    [...new TextEncoder().encode("a.example")],
  ));
  for (const isCritical of [true, false]) {
    const extension = new Extension("2.5.29.30", isCritical, constraints.buffer);
    const extensions = [...caExtensions(), extension];
    const ca = await certify({ name: "Constrained", issuer: root, extensions });
    const chain = [await certify({ name: "Signer", issuer: ca }), ca];
    assert.equal(codeOf(chain), "certificate_extension_unsupported");
  }
});

Deno.test("every certificate is valid at the time, to the second", async () => {
  const second = new Date(lookedAt * 1000);
  const before = new Date((lookedAt - 1) * 1000);
  const after = new Date((lookedAt + 1) * 1000);
  for (
    const [dates, code] of [
      [{ notAfter: second }, "none"],
      [{ notAfter: before }, "certificate_expired"],
      [{ notBefore: second }, "none"],
      [{ notBefore: after }, "certificate_not_yet_valid"],
    ] as const
  ) {
    assert.equal(codeOf([await certify({ name: "Dated", issuer: root, ...dates })]), code);
    const ca = await certify({
      name: "Dated CA",
      issuer: root,
      extensions: caExtensions(),
      ...dates,
    });
    assert.equal(codeOf([await certify({ name: "Signer", issuer: ca }), ca]), code);
    const anchor = await certify({ name: "Dated root", ...dates });
    assert.equal(codeOf([await certify({ name: "Signer", issuer: anchor })], [anchor]), code);
  }
});

Deno.test("dates after 2049 are read in their longer form", async () => {
  const long = await certify({
    name: "Long",
    issuer: root,
    notAfter: new Date("2061-02-03T04:05:06Z"),
  });
  assert.equal(read(long).notAfter, Date.parse("2061-02-03T04:05:06Z") / 1000);
});

Deno.test("what is critical and unknown here, and SHA-1, is refused", async () => {
  const unknown = await certify({
    name: "Unknown",
    issuer: root,
    extensions: [
      ...signerExtensions,
      new Extension("2.5.29.30", true, Uint8Array.of(0x30, 0).buffer),
    ],
  });
  assert.equal(codeOf([unknown]), "certificate_extension_unsupported");
  // `policyConstraints` is none of `certificatePolicies`, which any may be.
  const policies = (oid: string) =>
    certify({
      name: "Policies",
      issuer: root,
      extensions: [
        ...signerExtensions,
        new Extension(oid, true, Uint8Array.fromHex("300630040602" + "2a03").buffer),
      ],
    });
  assert.equal(codeOf([await policies("2.5.29.32")]), "none");
  for (const oid of ["2.5.29.33", "2.5.29.36", "2.5.29.54", "1.2.3"]) {
    assert.equal(codeOf([await policies(oid)]), "certificate_extension_unsupported", oid);
  }
  const old = await certify({ name: "Old", issuer: root, hash: "SHA-1" });
  assert.equal(codeOf([old]), "certificate_algorithm_unsupported");
});

Deno.test("a certificate that is larger than any is none, whatever takes its place", async (t) => {
  for (const [what, extensions] of Object.entries(heavy)) {
    await t.step(what, async () => {
      const certified = await certify({ name: "Heavy", issuer: root, extensions });
      assert.equal(parseCertificate(certified.der), null);
      assert.equal(codeOf([certified]), "chain_malformed");
    });
  }
});

Deno.test("a CA that was renewed vouches in whichever order its certificates are read", async () => {
  const renewed = (dates: { notBefore?: Date; notAfter?: Date }) =>
    certify({ name: "Root", keys: root.keys, ...dates });
  const old = await renewed({ notAfter: new Date((lookedAt - 1) * 1000) });
  const next = await renewed({ notBefore: new Date((lookedAt + 1) * 1000) });
  for (const anchors of [[old, root, next], [next, old, root], [root, next, old]]) {
    const verified = verify([direct], anchors);
    assert(verified.ok);
    assert.deepEqual(
      verified.value.vouchers.map(({ anchor }) => anchor.fingerprint),
      [read(root).fingerprint],
    );
  }
  assert.equal(codeOf([direct], [old]), "certificate_expired");
  assert.equal(codeOf([direct], [next]), "certificate_not_yet_valid");
  const twin = await renewed({});
  const both = verify([direct], [twin, root]);
  assert(both.ok);
  assert.equal(both.value.vouchers.length, 2);
});

Deno.test("no bytes that are no longer the certificate are trusted, and none throw", () => {
  const { der } = direct;
  fc.assert(
    fc.property(fc.nat(der.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const changed = der.with(at, (der[at] ?? 0) ^ by);
      const result = verifyChain([changed], {
        anchors: [read(root)],
        now: lookedAt,
        extendedKeyUsages: [mdlSigner],
      });
      assert(!result.ok);
    }),
    { numRuns: runs(2000) },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      assert.equal(parseCertificate(bytes), null);
    }),
  );
  fc.assert(
    fc.property(fc.nat(der.length - 1), (length) => {
      assert.equal(parseCertificate(der.subarray(0, length)), null);
    }),
  );
});
