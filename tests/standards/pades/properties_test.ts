import assert from "node:assert/strict";
import fc from "fast-check";
import { Asn1Error } from "../../../standards/asn1/element.ts";
import { readBer } from "../../../standards/asn1/read_ber.ts";
import { readSigningCertificate } from "../../../standards/pades/certificate.ts";
import {
  derInteger,
  derOctets,
  derOid,
  derSequence,
  derSetOf,
} from "../../../standards/asn1/write_der.ts";
import { openPdf } from "../../../standards/pades/open_pdf.ts";
import { parseValue } from "../../../standards/pades/pdf_parser.ts";
import { openBudget } from "../../../standards/pades/pdf_token.ts";
import {
  latin1,
  PdfError,
  pdfText,
  readPdfText,
  writePdf,
} from "../../../standards/pades/pdf_value.ts";
import { readSignedData } from "../../../standards/pades/signed_data.ts";
import {
  readTimestampResponse,
  writeTimestampRequest,
} from "../../../standards/pades/timestamp.ts";
import { pdfOf } from "../../support/pdf_documents.ts";
import { boundsOfTests } from "../../support/signed_pdf.ts";
import { openSigningAuthorities } from "../../support/signing_credentials.ts";
import { openTimestampAuthority } from "../../support/timestamp_authority.ts";
import { runs } from "../../support/runs.ts";

const authorities = await openSigningAuthorities();
const authority = await openTimestampAuthority(authorities.issuing);
const question = {
  imprint: new Uint8Array(32).fill(9),
  nonce: Uint8Array.of(0xff, 1, 2),
  certificate: { notBefore: 0, notAfter: Date.parse("2100-01-01") },
};
const response = await authority.respond(writeTimestampRequest(question));

const bytes = (maxLength = 200) => fc.uint8Array({ maxLength });

/** A valid message with one part replaced. */
const spoilt = (good: Uint8Array) =>
  fc.tuple(fc.nat(good.length), fc.nat(8), bytes(8)).map(([at, length, piece]) =>
    Uint8Array.from([...good.subarray(0, at), ...piece, ...good.subarray(at + length)])
  );

Deno.test("derSetOf() orders its elements by their bytes, whatever their order was", () => {
  fc.assert(fc.property(fc.array(bytes(40), { maxLength: 8 }), (contents) => {
    const elements = contents.map((content) => derOctets(content));
    const set = derSetOf(...elements);
    assert.deepEqual(set, derSetOf(...elements.toReversed()));
    const texts = readBer(set).children.map(({ whole }) =>
      [...whole].map((byte) => byte.toString(16).padStart(2, "0")).join("")
    );
    assert.deepEqual(texts, texts.toSorted());
    assert.equal(texts.length, contents.length);
  }));
});

Deno.test("der() is read as what was written", () => {
  fc.assert(
    fc.property(bytes(70_000), bytes(30), (content, digits) => {
      assert.deepEqual(readBer(derOctets(content)).content, content);
      const [number, octets] =
        readBer(derSequence(derInteger(digits), derOctets(content))).children;
      assert.deepEqual(octets?.content, content);
      const value = (all: Iterable<number>) =>
        [...all].reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
      assert.equal(value(number?.content ?? []), value(digits));
      assert((number?.content[0] ?? 0x80) < 0x80, "it is not negative");
    }),
    { numRuns: runs(50) },
  );
});

Deno.test("an object identifier is written as others write it", () => {
  // X.690 §8.19.5; RFC 8017 appendix C.
  assert.deepEqual([...derOid("2.100.3")], [0x06, 0x03, 0x81, 0x34, 0x03]);
  const rsa = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
  assert.deepEqual([...derOid("1.2.840.113549.1.1.1")], rsa);
});

Deno.test("readers of CMS and certificates throw nothing but Asn1Error", () => {
  const certificate = authorities.issuing.der;
  const inputs = fc.oneof(bytes(), spoilt(response), spoilt(certificate));
  fc.assert(
    fc.property(inputs, (input) => {
      for (const read of [readBer, readSignedData, readSigningCertificate]) {
        try {
          read(input);
        } catch (fault) {
          assert(fault instanceof Asn1Error, `${fault}`);
        }
      }
    }),
    { numRuns: runs(500) },
  );
});

Deno.test("readTimestampResponse() never throws, whatever comes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(bytes(), spoilt(response)), async (input) => {
      const answer = await readTimestampResponse(input, question);
      assert(answer.ok || answer.refusal.code.startsWith("timestamp_"));
    }),
    { numRuns: runs(300) },
  );
});

Deno.test("openPdf() throws for no bytes at all", () => {
  const inputs = fc.oneof(bytes(2_000), spoilt(pdfOf({})));
  fc.assert(
    fc.property(inputs, (input) => {
      openPdf(input, boundsOfTests());
    }),
    { numRuns: runs(1_000) },
  );
});

Deno.test("parseValue() throws nothing but PdfError, and writes what it read", () => {
  const pieces = fc.constantFrom(
    "<<",
    ">>",
    "[",
    "]",
    "(a\\",
    ")",
    "/N#41",
    " 1",
    " 0 R",
    "<4",
    ">",
    "null",
    "%",
    "\n",
    "-.5",
    "true",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (words) => {
      try {
        const value = parseValue(cursorOf(words.join("")));
        const again = parseValue(cursorOf(writePdf(value)));
        assert.equal(writePdf(again), writePdf(value));
      } catch (fault) {
        assert(fault instanceof PdfError, `${fault}`);
      }
    }),
    { numRuns: runs(2_000) },
  );
});

Deno.test("parseValue() pays for all that it has read but brackets, and at most three times", () => {
  const pieces = fc.constantFrom(
    "[",
    "]",
    "<<",
    ">>",
    "/A ",
    "(b)",
    "<4 1>",
    " 12 ",
    " 1 0 R ",
    "%c\n",
  );
  let read = 0;
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 30 }), (words) => {
      const cursor = cursorOf(`[${words.join("")}`);
      const before = cursor.budget.readingLeft;
      try {
        parseValue(cursor);
        read++;
      } catch (fault) {
        assert(fault instanceof PdfError, `${fault}`);
      }
      const paid = before - cursor.budget.readingLeft;
      assert(paid <= 3 * cursor.bytes.length, `${paid} for ${words.join("")}`);
      const brackets = /[[\]<>]/g;
      const text = latin1(words.join("")).subarray(0, cursor.at - 1);
      assert(paid >= new TextDecoder().decode(text).replace(brackets, "").length / 2);
    }),
    { numRuns: runs(2_000) },
  );
  assert(read > runs(2_000) / 80, `${read}`);
});

/** Opens a parser on a single value. */
function cursorOf(text: string) {
  const bytes = latin1(text);
  return { bytes, budget: openBudget(bytes, 0), at: 0 };
}

Deno.test("pdfText() is read as what was written", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    const value = parseValue(cursorOf(writePdf(pdfText(text))));
    assert(value.kind === "string");
    assert.equal(readPdfText(value.bytes), text);
  }));
});
