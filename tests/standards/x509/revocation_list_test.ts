import "../../support/certificates.ts";
import { Extension, X509CrlGenerator } from "@peculiar/x509";
import assert from "node:assert/strict";
import fc from "fast-check";
import { isSignedBy, parseCertificate } from "../../../standards/x509/certificate.ts";
import {
  parseRevocationList,
  type RevocationList,
} from "../../../standards/x509/revocation_list.ts";
import { certify } from "../../support/certificates.ts";
import {
  makeRevocationList,
  revokingExtensions,
  serialOf,
} from "../../support/revocation_lists.ts";
import { runs } from "../../support/runs.ts";

const ca = await certify({ name: "Issuers", extensions: revokingExtensions });
const authority = parseCertificate(ca.der);
assert(authority !== null);
const leaf = await certify({ name: "Signer", issuer: ca });
const signer = parseCertificate(leaf.der);
assert(signer !== null);

function read(der: Uint8Array): RevocationList {
  const list = parseRevocationList(der);
  assert(list.ok);
  return list.value;
}

function codeOf(der: Uint8Array): string {
  const list = parseRevocationList(der);
  return list.ok ? "none" : list.refusal.code;
}

Deno.test("a list is read: who issues it, when, and whom it revokes", async () => {
  const der = await makeRevocationList(ca, { revoked: ["00FF", "7A", serialOf(leaf)] });
  const list = read(der);
  assert.equal(list.issuer, authority.subject);
  assert.equal(list.thisUpdate, Date.parse("2026-03-01T00:00:00Z") / 1000);
  assert.equal(list.nextUpdate, Date.parse("2026-04-01T00:00:00Z") / 1000);
  assert.deepEqual(new Set(list.serials), new Set(["ff", "7a", signer.serial]));
  assert(isSignedBy(list, authority));
  const empty = read(await makeRevocationList(ca));
  assert.equal(empty.serials.size, 0);
  assert(isSignedBy(empty, authority));
  const late = read(await makeRevocationList(ca, { nextUpdate: "2061-01-01T00:00:00Z" }));
  assert.equal(late.nextUpdate, Date.parse("2061-01-01T00:00:00Z") / 1000);
});

Deno.test("a list is signed by its CA's key alone", async () => {
  const twin = await certify({ name: "Issuers", extensions: revokingExtensions });
  const own = parseCertificate(twin.der);
  assert(own !== null);
  const list = read(await makeRevocationList(twin));
  assert.equal(list.issuer, authority.subject);
  assert(isSignedBy(list, own));
  assert(!isSignedBy(list, authority));
});

Deno.test("a list that says less or more than it seems to is not taken", async () => {
  const unsupported = "revocation_list_unsupported";
  const cases = {
    "2.5.29.27=critical,DER:020101": unsupported,
    "2.5.29.27=DER:020101": unsupported,
    // issuingDistributionPoint (RFC 5280 §5.2.5): indirectCRL, onlyContainsUserCerts, distributionPoint.
    "2.5.29.28=critical,DER:30038401ff": unsupported,
    "2.5.29.28=critical,DER:30038101ff": unsupported,
    "2.5.29.28=DER:301da01ba0198617687474703a2f2f63612e6578616d706c652f312e63726c": unsupported,
    "1.2.3.4=critical,DER:0500": unsupported,
    "1.2.3.4=DER:0500": "none",
    // authorityInfoAccess (§5.2.7).
    "1.3.6.1.5.5.7.1.1=DER:3026302406082b060105050730028618687474703a2f2f63612e6578616d706c652f63612e636572":
      "none",
  };
  for (const [extensions, code] of Object.entries(cases)) {
    const der = await makeRevocationList(ca, { revoked: [serialOf(leaf)], extensions });
    assert.equal(codeOf(der), code, extensions);
  }
});

Deno.test("an entry of another's certificates makes a list indirect", async () => {
  const of = (entry: object) =>
    X509CrlGenerator.create({
      issuer: ca.certificate.subject,
      thisUpdate: new Date("2026-03-01T00:00:00Z"),
      nextUpdate: new Date("2026-04-01T00:00:00Z"),
      signingKey: ca.keys.privateKey,
      signingAlgorithm: { name: "ECDSA", hash: "SHA-256" },
      entries: [{
        serialNumber: serialOf(leaf),
        revocationDate: new Date("2026-02-01T00:00:00Z"),
        ...entry,
      }],
      extensions: [new Extension("2.5.29.20", false, Uint8Array.of(2, 1, 1).buffer)],
    });
  const own = new Uint8Array((await of({})).rawData);
  assert.deepEqual([...read(own).serials], [signer.serial]);
  const others = new Uint8Array((await of({ issuer: "CN=Others" })).rawData);
  assert.equal(codeOf(others), "revocation_list_unsupported");
});

Deno.test("a list without a next update, or of version 1, is none", async () => {
  const crl = await X509CrlGenerator.create({
    issuer: ca.certificate.subject,
    thisUpdate: new Date("2026-03-01T00:00:00Z"),
    signingKey: ca.keys.privateKey,
    signingAlgorithm: { name: "ECDSA", hash: "SHA-256" },
  });
  assert.equal(codeOf(new Uint8Array(crl.rawData)), "revocation_list_malformed");
  assert.equal(codeOf(leaf.der), "revocation_list_malformed");
  const second = await makeRevocationList(ca);
  const version = second.findIndex((byte, at) => byte === 2 && second[at + 1] === 1);
  assert.equal(codeOf(second), "none");
  assert.equal(codeOf(second.with(version + 2, 0)), "revocation_list_malformed");
});

Deno.test("no bytes that are no longer the list hold, and none throw", async () => {
  const der = await makeRevocationList(ca, { revoked: ["01", "02", serialOf(leaf)] });
  fc.assert(
    fc.property(fc.nat(der.length - 1), (length) => {
      assert.equal(codeOf(der.subarray(0, length)), "revocation_list_malformed");
    }),
  );
  fc.assert(
    fc.property(fc.nat(der.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const list = parseRevocationList(der.with(at, (der[at] ?? 0) ^ by));
      assert(!list.ok || !isSignedBy(list.value, authority));
    }),
    { numRuns: runs(1000) },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      assert.equal(codeOf(bytes), "revocation_list_malformed");
    }),
  );
  assert.equal(codeOf(Uint8Array.from([...der, 0])), "revocation_list_malformed");
});
