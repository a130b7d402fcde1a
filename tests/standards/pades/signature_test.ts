import assert from "node:assert/strict";
import "reflect-metadata";
import { ExtendedKeyUsageExtension } from "@peculiar/x509";
import * as asn1 from "asn1js";
import { Certificate, ContentInfo, SignedData } from "pkijs";
import { concatBytes } from "../../../base/bytes.ts";
import { childrenOf, readBer } from "../../../standards/asn1/read_ber.ts";
import { readSigningCertificate } from "../../../standards/pades/certificate.ts";
import { der, derInteger, derSequence } from "../../../standards/asn1/write_der.ts";
import { openPdf } from "../../../standards/pades/open_pdf.ts";
import { acceptSignature } from "../../../standards/pades/raw_signature.ts";
import { acceptPdfSignature, finishPdf, preparePdf } from "../../../standards/pades/sign_pdf.ts";
import {
  readTimestampResponse,
  writeTimestampRequest,
} from "../../../standards/pades/timestamp.ts";
import { certify } from "../../support/certificates.ts";
import { pdfOf } from "../../support/pdf_documents.ts";
import { boundsOfTests, planOfTests, signPdf } from "../../support/signed_pdf.ts";
import {
  openSigningAuthorities,
  openSigningCredential,
  signatureAlgorithms,
} from "../../support/signing_credentials.ts";
import { openTimestampAuthority, timestampExtensions } from "../../support/timestamp_authority.ts";

const authorities = await openSigningAuthorities();
const authority = await openTimestampAuthority(authorities.issuing);
const credential = await openSigningCredential(authorities, "ecdsa-p256");

/** The bytes of the last signature's `Contents`, and the bytes that it signs. */
function partsOf(signed: Uint8Array) {
  const text = new TextDecoder("latin1").decode(signed);
  const [, start, gapAt, gapEnd, rest] = /\/ByteRange \[(\d+) +(\d+) +(\d+) +(\d+) *\]/.exec(
    text.slice(text.lastIndexOf("/ByteRange")),
  )?.map(Number) ?? [];
  assert.equal(start, 0);
  assert.equal((gapEnd ?? 0) + (rest ?? 0), signed.length);
  const digits = text.slice((gapAt ?? 0) + 1, (gapEnd ?? 0) - 1);
  const all = Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const length = 4 + ((all[2] ?? 0) << 8) + (all[3] ?? 0);
  assert(all.subarray(length).every((byte) => byte === 0));
  return {
    cms: all.slice(0, length),
    content: concatBytes([signed.subarray(0, gapAt), signed.subarray(gapEnd)]),
  };
}

Deno.test("a signature of each algorithm is accepted by pkijs, whose code shares nothing with ours", async (t) => {
  for (const algorithm of signatureAlgorithms) {
    for (const withTimestamp of [false, true]) {
      await t.step(`${algorithm}, ${withTimestamp ? "B-T" : "B-B"}`, async () => {
        const signer = await openSigningCredential(authorities, algorithm);
        const outcome = await signPdf(pdfOf({}), {
          credential: signer,
          authority: withTimestamp ? authority : null,
        });
        assert("signed" in outcome);
        const { cms, content } = partsOf(outcome.signed);
        const info = ContentInfo.fromBER(cms);
        const data = new SignedData({ schema: info.content });
        assert.equal(data.certificates?.length, 3);
        const isGood = await data.verify({
          signer: 0,
          data: content.buffer,
          checkChain: true,
          checkDate: new Date("2026-11-22T12:00:00Z"),
          trustedCerts: [Certificate.fromBER(authorities.root.der)],
        });
        assert(isGood);
        const types = data.signerInfos[0]?.unsignedAttrs?.attributes.map(({ type }) => type) ?? [];
        assert.deepEqual(types, withTimestamp ? ["1.2.840.113549.1.9.16.2.14"] : []);
      });
    }
  }
});

Deno.test("the signed attributes are the three of a PAdES baseline signature, in DER", async () => {
  const outcome = await signPdf(pdfOf({}), { credential, authority: null });
  assert("signed" in outcome);
  const info = ContentInfo.fromBER(partsOf(outcome.signed).cms);
  const [signer] = new SignedData({ schema: info.content }).signerInfos;
  const types = signer?.signedAttrs?.attributes.map(({ type }) => type).toSorted();
  assert.deepEqual(types, [
    "1.2.840.113549.1.9.16.2.47",
    "1.2.840.113549.1.9.3",
    "1.2.840.113549.1.9.4",
  ]);
});

Deno.test("acceptSignature() takes ECDSA in DER and as r and s, and nothing else", async (t) => {
  for (const algorithm of ["ecdsa-p256", "ecdsa-p384"] as const) {
    const signer = await openSigningCredential(authorities, algorithm);
    const certificate = readSigningCertificate(signer.certificates[0] ?? new Uint8Array());
    const signed = new TextEncoder().encode("what is signed");
    const raw = await signer.sign(signed);
    const half = raw.length / 2;
    const inDer = derSequence(derInteger(raw.subarray(0, half)), derInteger(raw.subarray(half)));
    const accept = (signature: Uint8Array) =>
      acceptSignature(algorithm, certificate, signature, signed);
    await t.step(algorithm, async () => {
      assert.deepEqual(await accept(raw), inDer);
      assert.deepEqual(await accept(inDer), inDer);
      for (
        const bad of [
          new Uint8Array(),
          new Uint8Array(raw.length),
          raw.slice(1),
          raw.map((byte, at) => at === 5 ? byte ^ 1 : byte),
          concatBytes([inDer, Uint8Array.of(0)]),
          derSequence(derInteger(raw.subarray(0, half))),
        ]
      ) assert.equal(await accept(bad), null);
      const other = new TextEncoder().encode("something else");
      assert.equal(await acceptSignature(algorithm, certificate, raw, other), null);
    });
  }
});

/** An INTEGER with exactly these bytes. */
function integer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return der(2, bytes);
}

Deno.test("acceptSignature() writes ECDSA in DER, however a device has padded its integers", async () => {
  const certificate = readSigningCertificate(credential.certificates[0] ?? new Uint8Array());
  // Half of all have the highest bit in r, which is a negative integer without a zero before it. The
  // platform signs the same bytes in the same way each time.
  let signed = Uint8Array.of(0);
  let raw = await credential.sign(signed);
  for (let at = 1; (raw[0] ?? 0) < 0x80; at++) {
    signed = Uint8Array.of(at);
    raw = await credential.sign(signed);
  }
  const [r, s] = [raw.subarray(0, 32), raw.subarray(32)];
  const inDer = derSequence(derInteger(r), derInteger(s));
  const zeros = new Uint8Array(3);
  for (
    const spelling of [
      derSequence(integer(r), integer(s)),
      derSequence(integer(concatBytes([zeros, r])), integer(concatBytes([zeros, s]))),
    ]
  ) {
    const accepted = await acceptSignature("ecdsa-p256", certificate, spelling, signed);
    assert.deepEqual(accepted, inDer);
  }
});

Deno.test("a signature of a certificate with a long name fits its room", async () => {
  const longNamed = await openSigningCredential(authorities, "ecdsa-p256", "n".repeat(5_000));
  const outcome = await signPdf(pdfOf({}), { credential: longNamed, authority: null });
  assert("signed" in outcome);
});

Deno.test("readTimestampResponse() takes the answer to its question alone", async (t) => {
  const dates = { notBefore: Date.parse("2026-01-01"), notAfter: Date.parse("2027-01-01") };
  const question = {
    imprint: new Uint8Array(32).fill(5),
    nonce: Uint8Array.of(0x80, 7),
    certificate: dates,
  };
  const request = writeTimestampRequest(question);
  const verdict = async (response: Uint8Array) => {
    const answer = await readTimestampResponse(response, question);
    return answer.ok ? "taken" : answer.refusal.code;
  };
  const others = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, [
    "sign",
    "verify",
  ]);
  const faults = {
    "as asked": [{}, "taken"],
    "in BER": [{ inBer: true }, "taken"],
    "granted with changes": [{ status: 1 }, "taken"],
    rejected: [{ status: 2 }, "timestamp_refused"],
    waiting: [{ status: 3 }, "timestamp_refused"],
    "another hash": [{ imprint: new Uint8Array(32) }, "timestamp_invalid"],
    "another nonce": [{ nonce: Uint8Array.of(1) }, "timestamp_invalid"],
    "no nonce": [{ nonce: null }, "timestamp_invalid"],
    "before its certificate": [{ genTime: new Date("2020-01-01T00:00:00Z") }, "timestamp_invalid"],
    "another key": [{ signer: others }, "timestamp_invalid"],
    "no certificate": [{ withoutCertificate: true }, "timestamp_invalid"],
    "a certificate that is not named": [{ withoutSigningCertificate: true }, "timestamp_invalid"],
  } as const;
  for (const [why, [fault, expected]] of Object.entries(faults)) {
    await t.step(why, async () => {
      assert.equal(await verdict(await authority.respond(request, fault)), expected);
    });
  }
  await t.step("a certificate that is not for timestamps alone", async () => {
    const [usage] = timestampExtensions;
    assert(usage !== undefined);
    const other = await openTimestampAuthority(authorities.issuing, { extensions: [usage] });
    assert.equal(await verdict(await other.respond(request)), "timestamp_invalid");
  });
  await t.step("a certificate that is for timestamps, but not critically", async () => {
    const [usage] = timestampExtensions;
    assert(usage !== undefined);
    const purpose = new ExtendedKeyUsageExtension(["1.3.6.1.5.5.7.3.8"], false);
    const extensions = [usage, purpose];
    const other = await openTimestampAuthority(authorities.issuing, { extensions });
    assert.equal(await verdict(await other.respond(request)), "timestamp_invalid");
  });
  for (const genTime of [new Date("2026-01-09T00:00:00Z"), new Date("2026-12-09T00:00:00Z")]) {
    await t.step(
      `${genTime.toISOString()}, when the signer's certificate was not valid`,
      async () => {
        const certificate = {
          notBefore: Date.parse("2026-01-10"),
          notAfter: Date.parse("2026-12-08"),
        };
        const response = await authority.respond(request, { genTime });
        assert.equal(await verdict(response), "taken");
        const answer = await readTimestampResponse(response, { ...question, certificate });
        assert(!answer.ok && answer.refusal.code === "timestamp_invalid");
      },
    );
  }
  await t.step("by RSA", async () => {
    const rsa = await openTimestampAuthority(authorities.issuing, { kind: "RSA" });
    assert.equal(await verdict(await rsa.respond(request)), "taken");
  });
});

Deno.test("a timestamp in BER is embedded in DER", async () => {
  const inBer = {
    ...authority,
    respond: (request: Uint8Array) => authority.respond(request, { inBer: true }),
  };
  const outcome = await signPdf(pdfOf({}), { credential, authority: inBer });
  assert("signed" in outcome);
  const { cms } = partsOf(outcome.signed);
  // pkijs reads both; a constructed OCTET STRING would be a parsed element with parts.
  const isPrimitive = (block: asn1.AsnType): boolean =>
    block instanceof asn1.OctetString
      ? !block.idBlock.isConstructed
      : !(block instanceof asn1.Constructed) || block.valueBlock.value.every(isPrimitive);
  assert(isPrimitive(asn1.fromBER(cms).result));
});

Deno.test("the update has room for the longest chain, and refuses one that is too long for it", async () => {
  const bounds = boundsOfTests({ appendedBytesMax: 10_000 });
  const opened = openPdf(pdfOf({}), bounds);
  assert(opened.ok);
  const plan = planOfTests(credential, false);
  assert(preparePdf(opened.value, plan, bounds).ok);
  const many = await Promise.all(
    Array.from({ length: 20 }, (_, at) => certify({ name: `CA ${at}` })),
  );
  const certificates = [...plan.certificates, ...many.map(({ der }) => der)];
  const refused = preparePdf(opened.value, { ...plan, certificates }, bounds);
  assert.equal(refused.ok ? "prepared" : refused.refusal.code, "update_too_large");
  const roomy = boundsOfTests();
  const prepared = preparePdf(opened.value, { ...plan, certificates }, roomy);
  assert(prepared.ok);
  const raw = await credential.sign(prepared.value.attributes);
  const accepted = await acceptPdfSignature(prepared.value, raw, new Uint8Array(8));
  assert(accepted.ok);
  assert((await finishPdf(accepted.value, null, roomy)).ok);
});

Deno.test("a key of another algorithm than the plan's is a fault", () => {
  const opened = openPdf(pdfOf({}), boundsOfTests());
  assert(opened.ok);
  const plan = { ...planOfTests(credential, false), algorithm: "rsa-pss" } as const;
  assert.throws(() => preparePdf(opened.value, plan, boundsOfTests()), /another algorithm/);
});

Deno.test("a signature names its field as no other field is named", async () => {
  const objects = ["<</T(Signature1)/FT/Tx>>", "<</T(Signature2)/Kids[7 0 R]>>", "<</T(a)>>"];
  const original = pdfOf({ catalog: "/AcroForm<</Fields[5 0 R 6 0 R]>>", objects });
  const outcome = await signPdf(original, { credential, authority: null });
  assert("signed" in outcome);
  assert.equal(outcome.field, "Signature3");
  const again = await signPdf(outcome.signed, { credential, authority: null });
  assert("signed" in again);
  assert.equal(again.field, "Signature4");
});

Deno.test("a certificate's name stands in the signature as it is written", async () => {
  const named = await openSigningCredential(authorities, "ecdsa-p256", "Õie Ünsal (pitsat)");
  const [first = new Uint8Array()] = named.certificates;
  assert.equal(readSigningCertificate(first).subjectName, "Õie Ünsal (pitsat)");
  assert.equal(childrenOf(readBer(first)).length, 3);
});
