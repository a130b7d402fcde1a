import assert from "node:assert/strict";
import fc from "fast-check";
import { openRegisterBuilder } from "../../../sources/registers/build_registers.ts";
import { openRegisters, type RegisterSnapshot } from "../../../sources/registers/open_registers.ts";
import { readRegisterFile } from "../../../sources/registers/read_registers.ts";
import { registerFileBounds } from "../../../sources/registers/register_file_bounds.ts";
import { runs } from "../../support/runs.ts";

const folder = new URL("../../../fixtures/kyb/", import.meta.url);

interface Published {
  readonly LEI: string;
  readonly Entity: {
    readonly LegalName: string;
    readonly LegalJurisdiction: string;
    readonly EntityStatus: string;
    readonly LegalForm: { readonly EntityLegalFormCode: string };
    readonly RegistrationAuthority: {
      readonly RegistrationAuthorityID: string;
      readonly RegistrationAuthorityEntityID?: string;
    };
  };
  readonly Registration: { readonly LastUpdateDate: string; readonly RegistrationStatus: string };
}

const records = async (name: string): Promise<readonly Published[]> =>
  JSON.parse(await Deno.readTextFile(new URL(name, folder)));
const full = await records("gleif-lei-data.json");
const updates = await records("gleif-lei-updates-data2.json");

function fileOf(text: string | Uint8Array, pieceBytes = 1 << 20) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return {
    name: "golden.json",
    bytes,
    *pieces() {
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        yield bytes.subarray(at, at + pieceBytes);
      }
    },
  };
}

function build(...texts: readonly (string | Uint8Array)[]) {
  const builder = openRegisterBuilder();
  const read = texts.map((text) => {
    const count = readRegisterFile(fileOf(text), registerFileBounds, builder);
    assert(count.ok, JSON.stringify(count));
    return count.value;
  });
  return { read, ...builder.finish() };
}

function open(bytes: Uint8Array<ArrayBuffer>): RegisterSnapshot {
  const opened = openRegisters(bytes);
  assert(opened.ok);
  return opened.value;
}

Deno.test("all 25 records are read, and those with a register's number are found by it", () => {
  const { read, bytes } = build(JSON.stringify(full), JSON.stringify(updates));
  assert.deepEqual(read, [13, 12]);
  const snapshot = open(bytes);
  for (const { LEI, Entity } of [...full, ...updates]) {
    assert.equal(snapshot.findLei(LEI)?.legalName, Entity.LegalName);
    const number = Entity.RegistrationAuthority.RegistrationAuthorityEntityID;
    if (number === undefined) continue;
    const country = Entity.LegalJurisdiction.slice(0, 2);
    const found = snapshot.findNumber(country, number).map(({ lei }) => lei);
    assert(found.includes(LEI), `${country} ${number}`);
  }
});

Deno.test("a record says what was published of it", () => {
  const snapshot = open(build(JSON.stringify(updates)).bytes);
  const [first] = updates;
  assert(first !== undefined);
  assert.deepEqual(snapshot.findLei(first.LEI.toLowerCase()), {
    lei: first.LEI,
    legalName: first.Entity.LegalName,
    otherNames: [],
    jurisdiction: "KY",
    legalForm: "9999",
    legalFormText: "CAYMAN ISLANDS ORDINARY NON-RESIDENT COMPANY",
    entityStatus: "ACTIVE",
    registrationStatus: "ISSUED",
    registrationAuthority: "RA000087",
    registerNumber: "574206",
    lastUpdate: "2023-08-03T08:48:03.080+02:00",
  });
});

Deno.test("of an LEI that comes twice the newer record counts, whatever the order", () => {
  const lei = "00TR8NKAEL48RGTZEW89";
  const one = build(JSON.stringify(full), JSON.stringify(updates));
  const other = build(JSON.stringify(updates), JSON.stringify(full));
  assert.deepEqual(one.bytes, other.bytes);
  assert.equal(open(one.bytes).findLei(lei)?.entityStatus, "ACTIVE");
  assert.equal(one.description.records, 24);
  const superseded = one.description.findings.find(({ reason }) => reason === "superseded");
  assert.deepEqual(superseded, { reason: "superseded", count: 1, examples: [lei] });
});

Deno.test("the XML and the JSON of the same records say the same of each", async () => {
  const xml = open(build(await Deno.readFile(new URL("gleif-lei-data.xml", folder))).bytes);
  const json = open(build(JSON.stringify(full)).bytes);
  assert.equal(xml.description.records, 13);
  for (const { LEI } of full) assert.deepEqual(xml.findLei(LEI), json.findLei(LEI));
});

Deno.test("JSON as GLEIF publishes it, with its texts in `$`, is read alike", () => {
  const wrap = (value: unknown): unknown =>
    typeof value === "string"
      ? { "$": value }
      : Array.isArray(value)
      ? value.map(wrap)
      : typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, wrap(one)]))
      : value;
  const golden = build(JSON.stringify({ meta: { of: [1] }, records: full.map(wrap) }));
  assert.deepEqual(golden.bytes, build(JSON.stringify(full)).bytes);
});

Deno.test("other legal names are kept, former and trading names are not", () => {
  const [record] = full;
  assert(record !== undefined);
  const named = {
    ...record,
    Entity: {
      ...record.Entity,
      OtherEntityNames: {
        OtherEntityName: [
          { "@type": "ALTERNATIVE_LANGUAGE_LEGAL_NAME", "$": "Kauppa Oy" },
          { "@type": "PREVIOUS_LEGAL_NAME", "$": "Old" },
          { "@type": "TRADING_OR_OPERATING_NAME", "$": "Shop" },
        ],
      },
      TransliteratedOtherEntityNames: [{
        type: "AUTO_ASCII_TRANSLITERATED_LEGAL_NAME",
        TransliteratedOtherEntityName: "Ascii",
      }],
    },
  };
  const snapshot = open(build(JSON.stringify([named])).bytes);
  assert.deepEqual(snapshot.findLei(record.LEI)?.otherNames, ["Kauppa Oy", "Ascii"]);
});

Deno.test("a register's number is found however it is written", () => {
  const snapshot = open(build(JSON.stringify([...full, ...updates])).bytes);
  const cases = [
    ["GB", "1403668"],
    ["gb", "GB 01403668"],
    ["SE", "5565431193"],
    ["SE", "16556543-1193"],
    ["AU", "106249852"],
    ["LU", "b 191847"],
    ["US", "s000005113"],
  ] as const;
  for (const [country, number] of cases) {
    assert.equal(snapshot.findNumber(country, number).length, 1, number);
  }
  assert.deepEqual(snapshot.findNumber("FR", "1403668"), []);
  assert.deepEqual(snapshot.findNumber("GB", ""), []);
  assert.equal(snapshot.findLei("x"), null);
});

Deno.test("a file is read alike in pieces of any size", () => {
  const text = `\ufeff ${JSON.stringify({ records: updates })}\n`;
  const whole = build(text).bytes;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), (pieceBytes) => {
      const builder = openRegisterBuilder();
      assert(readRegisterFile(fileOf(text, pieceBytes), registerFileBounds, builder).ok);
      assert.deepEqual(builder.finish().bytes, whole);
    }),
    { numRuns: runs(20) },
  );
});

Deno.test("a file that is no level 1 data, cut off or malformed is refused", async (t) => {
  const text = JSON.stringify(full);
  const xml = await Deno.readTextFile(new URL("gleif-lei-data.xml", folder));
  const cases = [
    { why: "cut off", text: text.slice(0, -1), code: "file_truncated" },
    { why: "cut off in a record", text: text.slice(0, 3_000), code: "file_truncated" },
    { why: "XML cut off", text: xml.slice(0, 9_000), code: "file_truncated" },
    { why: "another root", text: "<rr:RelationshipData/>", code: "file_unknown" },
    { why: "no JSON in a record", text: `[{"LEI": nonsense}]`, code: "json_malformed" },
    { why: "closed too often", text: `${text}]`, code: "json_malformed" },
    { why: "two values", text: `${text}${text}`, code: "json_malformed" },
    { why: "numbers' vectors", text: `[{"country":"EE"}]`, code: "file_unknown" },
    { why: "packed", text: "PK\u0003\u0004", code: "file_unknown" },
    { why: "empty", text: "", code: "file_unknown" },
    { why: "one endless record", text: `[{"a":"${"x".repeat(2_000_000)}`, code: "file_too_large" },
  ];
  for (const { why, text, code } of cases) {
    await t.step(why, () => {
      const read = readRegisterFile(fileOf(text), registerFileBounds, openRegisterBuilder());
      assert(!read.ok);
      assert.equal(read.refusal.code, code);
    });
  }
});

Deno.test("a snapshot with any byte changed, or cut off anywhere, is refused", () => {
  const { bytes } = build(JSON.stringify(updates));
  fc.assert(fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
    const changed = bytes.slice();
    changed[at] = (changed[at] ?? 0) ^ bits;
    assert(!openRegisters(changed).ok);
    assert(!openRegisters(bytes.slice(0, at)).ok);
  }));
});
