import assert from "node:assert/strict";
import fc from "fast-check";
import type { SourceFile } from "../../../sources/lists/schema.ts";
import type { ListSource } from "../../../sources/lists/publishers.ts";
import { fixture, readFiles, readWhole } from "./list_files.ts";
import { runs } from "../../support/runs.ts";

/** One file of every format in which one file is a whole list. */
const formats: readonly {
  readonly source: ListSource;
  readonly file: SourceFile;
  /** Whether the format has an end that shows if a file was cut between two records. */
  readonly hasEnd: boolean;
}[] = [
  { source: "ofac-cons", file: fixture("ofac/xml/consolidated.xml"), hasEnd: true },
  { source: "ofac-sdn", file: fixture("samples/sdn_advanced.xml"), hasEnd: true },
  { source: "un-sc", file: fixture("un/consolidated.xml"), hasEnd: true },
  { source: "eu-fsf", file: fixture("samples/eu_fsf.xml"), hasEnd: true },
  { source: "eu-fsf", file: fixture("samples/eu_fsf.csv"), hasEnd: false },
  { source: "uk-sl", file: fixture("samples/uk_sanctions_list.xml"), hasEnd: true },
  { source: "uk-sl", file: fixture("samples/uk_sanctions_list.csv"), hasEnd: false },
  { source: "uk-sl", file: fixture("samples/ofsi_conlist.xml"), hasEnd: true },
  { source: "uk-sl", file: fixture("samples/ofsi_conlist.csv"), hasEnd: false },
  { source: "ca-sema", file: fixture("ca/sema.xml"), hasEnd: true },
  { source: "us-dpl", file: fixture("bis/dpl.txt"), hasEnd: false },
  { source: "us-pep", file: fixture("pep/legislators-current.yaml"), hasEnd: false },
  { source: "ftm:x", file: fixture("samples/ftm/entities.ftm.json"), hasEnd: false },
];

/** The line breaks of a file, after which a record may begin. */
function lineEnds(bytes: Uint8Array): ReadonlySet<number> {
  const ends = new Set([bytes.length]);
  bytes.forEach((byte, index) => {
    if (byte === 0x0a) ends.add(index + 1);
  });
  return ends;
}

for (const { source, file, hasEnd } of formats) {
  const cutAt = (end: number) => readFiles(source, { ...file, bytes: file.bytes.slice(0, end) });

  Deno.test(
    `${file.name} cut off anywhere is refused, ${hasEnd ? "always" : "unless between two lines"}`,
    () => {
      const whole = readWhole(source, file);
      const ends = lineEnds(file.bytes);
      fc.assert(
        fc.property(fc.nat(file.bytes.length - 1), (end) => {
          const read = cutAt(end);
          // Blanks after the root are no part of the list.
          const isAll = file.bytes.slice(end).every((byte) => byte === 0x0a || byte === 0x0d);
          if (isAll) return;
          if (hasEnd || !ends.has(end)) assert(!read.ok, `cut at ${end}`);
          else if (read.ok) assert(read.value.entities.length <= whole.entities.length);
        }),
        { numRuns: runs(150) },
      );
    },
  );

  Deno.test(`${file.name} with any byte changed is read or refused with a place`, () => {
    fc.assert(
      fc.property(
        fc.nat(file.bytes.length - 1),
        fc.nat(255),
        (at, byte) => {
          const read = readFiles(source, { ...file, bytes: file.bytes.with(at, byte) });
          if (!read.ok) {
            assert.equal(read.refusal.file, file.name);
            // XML's own "undefined entity" aside, nothing of the reader's may be.
            assert.match(read.refusal.message, /^(?!.*\bundefined\b(?! entity)).+$/s);
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });

  Deno.test(`${file.name} read in pieces of any size is the same list`, () => {
    const whole = readWhole(source, file);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), (size) => {
        const inPieces: SourceFile = {
          ...file,
          *pieces() {
            // The first piece identifies the format, as the first block of any disk does.
            yield file.bytes.subarray(0, 4_096);
            for (let start = 4_096; start < file.bytes.length; start += size) {
              yield file.bytes.subarray(start, start + size);
            }
          },
        };
        assert.deepEqual(readWhole(source, inPieces), whole);
      }),
      { numRuns: runs(10) },
    );
  });
}

Deno.test("readList() of arbitrary bytes after any beginning reads or refuses, and never throws", () => {
  const beginnings = formats.map(({ source, file }) => ({
    source,
    begin: file.bytes.slice(0, Math.min(700, file.bytes.length)),
  }));
  const text = fc.array(
    fc.constantFrom(
      ..."<>/&;\"'= \n\t,:-{}[]#*|".split(""),
      "<INDIVIDUALS>",
      "]]>",
      "<![CDATA[",
      "<!--",
      "&#0;",
      "&amp;",
      '"id":',
      "- id:\n",
      "\u00e9",
      "\ufeff",
      "\0",
    ),
    { maxLength: 60 },
  ).map((parts) => new TextEncoder().encode(parts.join("")));
  fc.assert(
    fc.property(
      fc.constantFrom(...beginnings),
      fc.nat(700),
      fc.oneof(text, fc.uint8Array({ maxLength: 200 })),
      ({ source, begin }, length, rest) => {
        const bytes = new Uint8Array([...begin.slice(0, length), ...rest]);
        const read = readFiles(source, { name: "x", bytes });
        assert(read.ok || read.refusal.message !== "");
      },
    ),
    { numRuns: runs(1_500) },
  );
});
