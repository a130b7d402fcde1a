import assert from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { openPdf } from "../../../standards/pades/open_pdf.ts";
import { pdfOf } from "../../support/pdf_documents.ts";
import { boundsOfTests, signPdf } from "../../support/signed_pdf.ts";
import {
  openSigningAuthorities,
  openSigningCredential,
} from "../../support/signing_credentials.ts";

const authorities = await openSigningAuthorities();
const credential = await openSigningCredential(authorities, "ecdsa-p256");

function latin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Why a file is refused; "open" if it is not. */
function endOf(pdf: Uint8Array): string {
  const opened = openPdf(pdf, boundsOfTests());
  return opened.ok ? "open" : opened.refusal.code;
}

/** A file whose only cross-reference section is a stream with these entries and bytes. */
function withCrossReferenceStream(entries: string, data: Uint8Array, before = ""): Uint8Array {
  const head = `%PDF-1.7\n${before}`;
  const start = head.length;
  const text = `${head}9 0 obj\n<</Type/XRef/Length ${data.length}${entries}>>\nstream\n`;
  const bytes = [latin1(text), data, latin1(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`)];
  return new Uint8Array(bytes.flatMap((part) => [...part]));
}

Deno.test("openPdf() refuses more objects than the bound before it reads them", () => {
  const objects = Array.from({ length: 200_000 }, () => "1");
  assert.equal(endOf(pdfOf({ objects })), "too_many_objects");
});

Deno.test("openPdf() takes as many objects as the bound", () => {
  const objects = Array.from({ length: 90_000 }, () => "1");
  assert.equal(endOf(pdfOf({ objects })), "open");
});

Deno.test("openPdf() inflates no more structure than the bound", () => {
  const bomb = deflateSync(new Uint8Array(200 * 1_024 * 1_024));
  assert(bomb.length < 210_000);
  const entries = "/Filter/FlateDecode/W[1 4 2]/Size 10/Root 1 0 R";
  assert.equal(endOf(withCrossReferenceStream(entries, bomb)), "too_much_structure");
});

/** Two object streams with one object each, numbers 3 and 4, that inflate to this many bytes. */
function withObjectStreams(inflatedBytes: number): Uint8Array {
  const packed = (number: number, text: string) => {
    const data = deflateSync(latin1(`${number} 0 ${text}`.padEnd(inflatedBytes)));
    const entries = `/Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${data.length}`;
    return { entries, content: Array.from(data, (byte) => String.fromCharCode(byte)).join("") };
  };
  const streams = [packed(3, "<</Pages 4 0 R>>"), packed(4, "<</Type/Pages/Kids[]>>")];
  const rows: number[] = [];
  let before = "";
  streams.forEach(({ entries, content }, at) => {
    const offset = "%PDF-1.7\n".length + before.length;
    rows.push(1, offset >>> 24, (offset >>> 16) & 0xff, (offset >>> 8) & 0xff, offset & 0xff, 0);
    before += `${at + 1} 0 obj\n<<${entries}>>\nstream\n${content}\nendstream\nendobj\n`;
  });
  rows.push(...[2, 0, 0, 0, 1, 0], ...[2, 0, 0, 0, 2, 0]);
  const entries = "/W[1 4 1]/Index[1 4]/Size 10/Root 3 0 R";
  return withCrossReferenceStream(entries, Uint8Array.from(rows), before);
}

Deno.test("openPdf() adds up the object streams of a file", () => {
  const pdf = withObjectStreams(1_000_000);
  const endWith = (inflatedBytesMax: number) => {
    const opened = openPdf(pdf, boundsOfTests({ inflatedBytesMax }));
    return opened.ok ? "open" : opened.refusal.code;
  };
  assert.equal(endWith(2_000_100), "no_pages");
  assert.equal(endWith(1_999_000), "too_much_structure");
  assert.equal(endWith(999_000), "too_much_structure");
});

Deno.test("openPdf() counts entries that take no bytes", () => {
  const entries = "/W[0 0 0]/Index[0 8000000]/Size 8000000/Root 1 0 R";
  assert.equal(endOf(withCrossReferenceStream(entries, new Uint8Array())), "too_many_objects");
});

Deno.test("openPdf() never decodes the content of a page", async () => {
  const bomb = deflateSync(new Uint8Array(200 * 1_024 * 1_024));
  const content = `<</Filter/FlateDecode/Length ${bomb.length}>>\nstream\n${
    Array.from(bomb, (byte) => String.fromCharCode(byte)).join("")
  }\nendstream`;
  const page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 5 0 R>>";
  const outcome = await signPdf(pdfOf({ page, objects: [content] }), {
    credential,
    authority: null,
    bounds: { inflatedBytesMax: 1_048_576 },
  });
  assert("signed" in outcome);
});

Deno.test("openPdf() ends with trees, forms and references that go round in circles", async (t) => {
  const cases: Readonly<Record<string, readonly [Uint8Array, string]>> = {
    "a page tree in itself": [pdfOf({ pages: "<</Type/Pages/Kids[2 0 R]>>" }), "broken_structure"],
    "two page trees in each other": [
      pdfOf({ pages: "<</Type/Pages/Kids[5 0 R]>>", objects: ["<</Type/Pages/Kids[2 0 R]>>"] }),
      "broken_structure",
    ],
    "a page tree without pages": [pdfOf({ pages: "<</Type/Pages/Kids[]>>" }), "no_pages"],
    "no page tree": [pdfOf({ pages: "null" }), "broken_structure"],
    "a reference to itself": [pdfOf({ pages: "2 0 R" }), "broken_structure"],
    "a field in itself": [
      pdfOf({ catalog: "/AcroForm<</Fields[5 0 R]>>", objects: ["<</T(a)/Kids[5 0 R]>>"] }),
      "broken_structure",
    ],
    "revisions in a circle": [pdfOf({ trailer: "/Prev 0" }), "broken_structure"],
    "a name of a million bytes": [
      pdfOf({ catalog: `/${"#41".repeat(333_333)} 1` }),
      "broken_structure",
    ],
    "a name of a million bytes as a value": [
      pdfOf({ catalog: `/A/${"a".repeat(1_000_000)}` }),
      "broken_structure",
    ],
    "a name of a thousand bytes": [pdfOf({ catalog: `/A/${"a".repeat(1_024)}` }), "open"],
    "a number of a million bytes": [
      pdfOf({ catalog: `/A ${"1".repeat(1_000_000)}` }),
      "broken_structure",
    ],
    "a string of a million bytes": [pdfOf({ catalog: `/A<${"4".repeat(1_000_000)}>` }), "open"],
    "many brackets in the catalog": [
      pdfOf({ catalog: `/A ${"[".repeat(100_000)}` }),
      "broken_structure",
    ],
    "many dictionaries in the trailer": [
      pdfOf({ trailer: `/A ${"<</A".repeat(100_000)}` }),
      "broken_structure",
    ],
    "many brackets where nobody looks": [pdfOf({ objects: ["[".repeat(100_000)] }), "open"],
    "many open strings": [pdfOf({ catalog: `/A ${"(".repeat(100_000)}` }), "broken_structure"],
    "an array of millions": [
      pdfOf({ catalog: `/A[${"1 ".repeat(2_000_000)}]` }),
      "too_much_structure",
    ],
    "a dictionary of millions": [
      pdfOf({ trailer: Array.from({ length: 300_000 }, (_, at) => `/n${at} 1`).join(" ") }),
      "too_much_structure",
    ],
    "fields whose names add up": [deepForm(20_000), "too_much_structure"],
    "lists of fields that add up": [longForm(), "too_much_structure"],
    "fields in each other": [deepForm(1_000), "open"],
    "a name that is too long": [
      pdfOf({ catalog: `/AcroForm<</Fields[<</T(${"n".repeat(40_000)})>>]>>` }),
      "broken_structure",
    ],
    "an earlier signature without contents": [
      pdfOf({ catalog: "/AcroForm<</Fields[5 0 R]>>", objects: ["<</T(a)/FT/Sig/V<<>>>>"] }),
      "broken_structure",
    ],
    "a deep page tree": [deepPageTree(50_000), "open"],
  };
  for (const [why, [pdf, expected]] of Object.entries(cases)) {
    await t.step(why, () => assert.equal(endOf(pdf), expected));
  }
});

/** A form in which each field has one kid only, and all field names are in one object. */
function deepForm(depth: number): Uint8Array {
  const objects = Array.from({ length: depth }, (_, at) => `<</T(a)/Kids[${at + 6} 0 R]>>`);
  return pdfOf({ catalog: "/AcroForm<</Fields[5 0 R]>>", objects });
}

/**
 * A form in which each field has one kid after many invalid ones, so that all of them stay open
 * until the last is read.
 */
function longForm(): Uint8Array {
  const none = "1 ".repeat(150_000);
  const objects = Array.from({ length: 4 }, (_, at) => `<</T(a)/Kids[${none} ${at + 6} 0 R]>>`);
  return pdfOf({ catalog: "/AcroForm<</Fields[5 0 R]>>", objects });
}

/** A page tree in which each node has one kid only. */
function deepPageTree(depth: number): Uint8Array {
  const objects = Array.from(
    { length: depth },
    (_, at) => at === depth - 1 ? "<</Type/Page>>" : `<</Type/Pages/Kids[${at + 6} 0 R]>>`,
  );
  return pdfOf({ pages: "<</Type/Pages/Kids[5 0 R]>>", objects });
}

/** A PDF whose objects are at these offsets, which may overlap. */
function withPlaces(text: string, places: readonly number[]): Uint8Array {
  const rows = places.map((place) => `${`${place}`.padStart(10, "0")} 00000 n\r\n`);
  const size = places.length + 1;
  return latin1(
    `${text}xref\n0 ${size}\n0000000000 65535 f\r\n${rows.join("")}` +
      `trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

const catalog = "1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n";

/**
 * A file in which the headers of all objects are in one comment, after which their common content
 * follows.
 */
function withSharedComment(count: number): Uint8Array {
  const head = `%PDF-1.7\n${catalog}`;
  const places = [head.indexOf(catalog)];
  let text = head;
  for (let number = 2; number < count + 2; number++) {
    places.push(text.length);
    text += `${number} %`;
  }
  return withPlaces(`${text}\n0 obj\n<</Type/Page>>\nendobj\n`, places);
}

/** A file whose pages are each in a string of the page before. */
function withPagesInStrings(count: number): Uint8Array {
  const kids = Array.from({ length: count }, (_, at) => `${at + 3} 0 R`).join(" ");
  let text = `%PDF-1.7\n${catalog}`;
  const places = [text.indexOf(catalog), text.length];
  text += `2 0 obj\n<</Type/Pages/Kids[${kids}]>>\nendobj\n`;
  for (let number = 3; number < count + 3; number++) {
    places.push(text.length);
    text += `${number} 0 obj<</Type/Page/A(`;
  }
  return withPlaces(`${text}${")>>endobj".repeat(count)}\n`, places);
}

/** Object streams that all refer to one length object, which follows a long comment. */
function withSharedLength(count: number, comment: number): Uint8Array {
  // Of an object stream: "number offset value", padded to one length.
  const dataBytes = 12;
  let text = `%PDF-1.7\n${catalog}`;
  const offsets = new Map([[1, text.indexOf(catalog)]]);
  offsets.set(2, text.length);
  text += "2 0 obj\n<</Type/Pages/Kids[3 0 R]>>\nendobj\n";
  offsets.set(3, text.length);
  text += "3 0 obj\n<</Type/Page>>\nendobj\n";
  offsets.set(4, text.length);
  text += `4 0 obj\n%${"x".repeat(comment)}\n${dataBytes}\nendobj\n`;
  const packed: number[] = [];
  for (let at = 0; at < count; at++) {
    const [stream, inner] = [5 + 2 * at, 6 + 2 * at];
    const content = `${inner} 0 1`;
    offsets.set(stream, text.length);
    packed.push(inner);
    text += `${stream} 0 obj\n<</Type/ObjStm/N 1/First ${content.length - 1}` +
      `/Length 4 0 R>>\nstream\n${content.padEnd(dataBytes)}\nendstream\nendobj\n`;
  }
  const bytes: number[] = [];
  for (let number = 1; number < 5 + 2 * count; number++) {
    const isPacked = packed.includes(number);
    const field = isPacked ? number - 1 : offsets.get(number) ?? assert.fail();
    bytes.push(isPacked ? 2 : 1, field >>> 24, (field >>> 16) & 255, (field >>> 8) & 255);
    bytes.push(field & 255, 0);
  }
  const size = 5 + 2 * count;
  const entries = `/W[1 4 1]/Index[1 ${size - 1}]/Size ${size}/Root 1 0 R`;
  const start = text.length;
  const head = `${size} 0 obj\n<</Type/XRef/Length ${bytes.length}${entries}>>\nstream\n`;
  const tail = `\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array([...latin1(text + head), ...bytes, ...latin1(tail)]);
}

/** Revisions whose trailers are each in a string of the revision before. */
function withTrailersInStrings(count: number): Uint8Array {
  const head = `%PDF-1.7\n${catalog}2 0 obj\n<</Type/Pages/Kids[3 0 R]>>\nendobj\n`;
  const page = "3 0 obj\n<</Type/Page>>\nendobj\n";
  const table = `xref\n0 1\n0000000000 65535 f\r\n`;
  let text = head + page;
  const places = [head.indexOf(catalog), head.indexOf("2 0 obj"), head.length];
  const last = text.length;
  const rows = places.map((place) => `${`${place}`.padStart(10, "0")} 00000 n\r\n`).join("");
  text += `xref\n0 4\n0000000000 65535 f\r\n${rows}trailer\n<</Size 4/Root 1 0 R>>\n`;
  const starts: number[] = [];
  for (let at = 0; at < count; at++) {
    starts.push(text.length);
    text += `${table}trailer\n<</Size 4/Root 1 0 R/Prev @@@@@@@@@@/A(`;
  }
  const prevs = [...starts.slice(1), last].values();
  text = text.replaceAll("@@@@@@@@@@", () => `${prevs.next().value}`.padEnd(10));
  return latin1(`${text}${")>>".repeat(count)}\nstartxref\n${starts[0] ?? last}\n%%EOF\n`);
}

Deno.test("openPdf() reads no byte again and again, wherever objects stand in each other", async (t) => {
  const cases: Readonly<Record<string, (count: number) => Uint8Array>> = {
    "headers that share a comment": withSharedComment,
    "pages in strings of each other": withPagesInStrings,
    "streams that share a length behind a comment": (count) => withSharedLength(count, 100 * count),
    "trailers in strings of each other": withTrailersInStrings,
  };
  for (const [why, make] of Object.entries(cases)) {
    await t.step(why, () => {
      // A few are read, so that it is their number which is refused.
      assert.equal(endOf(make(4)), "open");
      assert.equal(endOf(make(200)), "too_much_structure");
    });
  }
});

Deno.test("a change that appends more than the bound is refused", async () => {
  // The catalog is written again, with all that is in it.
  const original = pdfOf({ catalog: `/A(${"a".repeat(600_000)})` });
  const outcome = await signPdf(original, { credential, authority: null });
  assert.deepEqual(outcome, { refused: "update_too_large" });
});

Deno.test("an object that another takes the place of is not signed over", async () => {
  // The form refers to an object that the file does not have, but the update would.
  const dangling = pdfOf({
    catalog: "/AcroForm<</Fields[6 0 R]>>",
    page: "<</Type/Page/Parent 2 0 R/Annots[5 0 R]>>",
  });
  const outcome = await signPdf(dangling, { credential, authority: null });
  assert.deepEqual(outcome, { refused: "broken_structure" });
});
