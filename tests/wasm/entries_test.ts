import assert from "node:assert/strict";
import fc from "fast-check";
import type { AskedIdentifier, ListedEntity } from "../../core/matching/ports.ts";
import { openSnapshotBuilder } from "../../wasm/matcher.ts";
import { entity } from "../support/entity.ts";
import { lists, matcher } from "./small_list.ts";
import { runs } from "../support/runs.ts";

const details = {
  listedOn: "2014-03",
  sourceUrl: "https://example.org/1",
  designations: ["Admiral"],
  identifiers: [
    { type: "passport", label: "Passport", value: "AB-123 456", country: "IR" },
    { type: "imo", label: "IMO number", value: "IMO 9187629", country: null },
    { type: "tax", label: "Tax ID No.", value: "12.345.678/0001-95", country: "BR" },
    { type: null, label: "Phone", value: "123", country: null },
  ],
  remarks: ["Line\nbreak and \u2028"],
  links: [],
} as const;
const bearer = entity(7, [["DOE, Jane", "primary"], ["Janie", "weak"]], {
  entityType: "VESSEL",
  births: ["1970"],
  details,
});

function load(entities: readonly ListedEntity[]) {
  const builder = openSnapshotBuilder();
  builder.add(entities);
  return matcher.load(builder.finish(lists.slice(0, 1)));
}

Deno.test("entry() gives every entity back as it was built, and null for any other", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 30 });
  const someRefs = fc.uniqueArray(text, { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(someRefs, fc.array(text), text, (refs, remarks, foreign) => {
      const entities = refs.map((listRef, at) => ({
        ...entity(at, [["DOE, Jane", "primary"]], { details: { ...details, remarks } }),
        listRef,
      }));
      const snapshot = load(entities);
      for (const { source, listRef, entityId } of entities) {
        const entry = matcher.entry(snapshot, { source, listRef });
        assert.deepEqual([entry?.entityId, entry?.remarks], [entityId, remarks]);
        assert.equal(matcher.facts(snapshot, { source, listRef })?.listedOn, "2014-03");
        assert.equal(matcher.entry(snapshot, { source: "un-sc", listRef }), null);
      }
      const known = refs.includes(foreign);
      assert.equal(
        matcher.facts(snapshot, { source: "ofac-sdn", listRef: foreign }) !== null,
        known,
      );
      matcher.unload(snapshot);
    }),
    { numRuns: runs(50) },
  );
});

Deno.test("match() finds the bearer of an identifier however it is written", async (t) => {
  const snapshot = load([entity(1, [["ROE, Richard", "primary"]]), bearer]);
  const cases: readonly (readonly [string, Partial<AskedIdentifier>, boolean])[] = [
    ["as listed", { value: "AB-123 456" }, true],
    ["lower case, without signs", { value: "ab123456" }, true],
    ["the country that issued it", { countries: ["IR", "IQ"] }, true],
    ["another country", { countries: ["IQ"] }, false],
    ["another type", { type: "national_id" }, false],
    ["a part of it", { value: "AB123" }, false],
    ["with the label", { type: "imo", value: "IMO9187629" }, true],
    ["without the label", { type: "imo", value: "9187629" }, true],
    ["with dots and slashes that the list lacks", { value: "AB.123/456" }, true],
    ["dots and slashes as listed", { type: "tax", value: "12.345.678/0001-95" }, true],
    ["without those of the list", { type: "tax", value: "12345678000195" }, true],
    ["with others", { type: "tax", value: "12/345678.0001 95" }, true],
  ];
  for (const [why, change, isFound] of cases) {
    await t.step(why, () => {
      const asked = { type: "passport", value: "AB123456", countries: [], ...change } as const;
      for (const name of [null, "Somebody Else", "Jane Doe"]) {
        const { candidates } = matcher.match(snapshot, {
          ...{ name, dob: null, nationalities: [], addresses: [] },
          identifiers: [asked],
        });
        const relations = candidates.map(({ identifiers }) => identifiers?.[0]?.relation);
        assert.equal(relations.includes("same"), isFound, String(name));
      }
    });
  }
});

Deno.test("match() counts the candidates that it leaves out", () => {
  const count = 150;
  const snapshot = load(
    Array.from({ length: count }, (_, at) => entity(at, [["DOE, Jane", "primary"]])),
  );
  const asked = { name: "Jane Doe", dob: null, nationalities: [], addresses: [], countFrom: 80 };
  const { candidates, candidatesLeftOut } = matcher.match(snapshot, asked);
  assert.deepEqual([candidates.length, candidatesLeftOut], [64, count - 64]);
  const ofType = matcher.match(snapshot, { ...asked, entityType: "AIRCRAFT" });
  assert.deepEqual([ofType.candidates.length, ofType.candidatesLeftOut], [0, 0]);
});

Deno.test("walk() meets every entry once, in an order of the keys alone", () => {
  // Two pairs of keys of one hash, found by trying numbers.
  const numbers = [97648, 235420, 235421, 97649, 1, 2, 3, 4, 5];
  const built = (order: readonly number[]) =>
    load(order.map((number) => entity(number, [["DOE, Jane", "primary"]])));
  fc.assert(
    fc.property(fc.shuffledSubarray(numbers), fc.shuffledSubarray(numbers), (some, others) => {
      const [one, other] = [built(some), built(others)];
      const [walked, again] = [[...matcher.walk(one)], [...matcher.walk(other)]];
      const refs = walked.map(({ listRef }) => listRef);
      assert.deepEqual(refs.toSorted(), some.map(String).toSorted());
      const both = refs.filter((ref) => others.includes(Number(ref)));
      const met = again.map(({ listRef }) => listRef).filter((ref) => refs.includes(ref));
      assert.deepEqual(met, both);
      for (const [at, entry] of walked.entries()) {
        assert.deepEqual(entry.read(), matcher.entry(one, entry));
        const before = walked[at - 1];
        if (before === undefined) continue;
        const rises = before.place < entry.place ||
          before.place === entry.place && before.listRef < entry.listRef;
        assert.ok(rises, `${before.listRef} before ${entry.listRef}`);
      }
      matcher.unload(one);
      matcher.unload(other);
    }),
    { numRuns: runs(50) },
  );
});

Deno.test("walk() gives equal bytes for entries that state the same, and others for any other", () => {
  const bytesOf = (listed: ListedEntity) => {
    const snapshot = load([listed]);
    const [walked] = matcher.walk(snapshot);
    matcher.unload(snapshot);
    return [...walked?.bytes ?? []];
  };
  assert.deepEqual(bytesOf(bearer), bytesOf({ ...bearer }));
  assert.notDeepEqual(bytesOf(bearer), bytesOf({ ...bearer, births: ["1971"] }));
  assert.notDeepEqual(bytesOf(bearer), bytesOf({ ...bearer, programs: ["X"] }));
});
