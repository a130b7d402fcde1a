/**
 * Every candidate states how it was found: over every available list, real ones if there are any.
 */

import assert from "node:assert/strict";
import type { MatchQuery } from "../../../core/matching/ports.ts";
import { defaultWeights } from "../../../core/matching/weights.ts";
import { describe } from "../../../core/screening/candidate.ts";
import published from "../../../core/screening/gates.json" with { type: "json" };
import { Gates } from "../../../core/screening/gates.ts";
import { Candidate } from "../../../core/screening/candidate_schema.ts";
import { buildSnapshot } from "../../../sources/lists/build_snapshot.ts";
import { openMatcher, openSnapshotBuilder } from "../../../wasm/matcher.ts";
import { everyListAtHand } from "../../bench/lists.ts";
import { entity } from "../../support/entity.ts";
import { changedQueries } from "../../wasm/changed_queries.ts";
import { lists as smallLists } from "../../wasm/small_list.ts";

const gates = Gates.parse(published);
const rules = { gates, weightSet: "test", gatesHash: "0", ensembleWeightsHash: "0" };
const matcher = openMatcher(defaultWeights);
const alone = { dob: null, nationalities: [], addresses: [] } as const;

/** Queries with the changed names of the lists, and with the first letters of some. */
async function* queries(listed: Awaited<ReturnType<typeof everyListAtHand>>) {
  const entities = listed.flatMap((list) => list.entities);
  const asked = entities.flatMap(({ names }) => names.map(({ text }) => text));
  const made = changedQueries({ asked, listed: entities }, { count: 1_000, seed: 7 });
  for (const { query } of made) yield query;
  const step = Math.max(1, Math.floor(entities.length / 200));
  for (const { names: [name] } of entities.filter((_, at) => at % step === 0)) {
    const letters = name!.text.split(/[\s,.-]+/).flatMap((word) => [...word].slice(0, 1));
    for (const text of [letters.join(" "), letters.join("."), letters.join("")]) {
      yield { ...alone, name: text };
    }
  }
}

Deno.test("matchedVia is never empty, and names initials where first letters alone agree", async () => {
  const listed = await everyListAtHand();
  const snapshot = matcher.load(buildSnapshot(openSnapshotBuilder(), listed));
  let byInitials = 0;
  for await (const query of queries(listed)) {
    for (const candidate of matcher.match(snapshot, query).candidates) {
      const { matchedVia } = describe(rules, "test", candidate);
      const why = `${query.name}: ${candidate.matchedName}`;
      assert(matchedVia.length > 0, why);
      assert.equal(new Set(matchedVia).size, matchedVia.length, why);
      if (!matchedVia.includes("initials")) continue;
      byInitials++;
      assert.deepEqual(candidate.layers, [], why);
      assert(candidate.alignment.some(({ how }) => how === "initial"), why);
    }
  }
  assert(byInitials > 0, "the queries reach candidates that first letters alone find");
  matcher.unload(snapshot);
});

Deno.test("matchedVia says how a candidate was found that no layer names", async (t) => {
  const builder = openSnapshotBuilder();
  builder.add([
    entity(1, [["FUZHOU HONG LONG OCEAN FISHERY CO. LTD.", "primary"]], {
      entityType: "ORGANISATION",
    }),
    entity(2, [["Abu Khalil", "primary"], ["ANIS", "strong"]]),
    entity(3, [["DOE, Jane", "primary"]], {
      details: {
        listedOn: null,
        sourceUrl: null,
        designations: [],
        identifiers: [{ type: "passport", label: "Passport", value: "5.892.464", country: null }],
        remarks: [],
        links: [],
      },
    }),
  ]);
  const snapshot = matcher.load(builder.finish(smallLists.slice(0, 1)));
  const passport = { type: "passport", value: "5892464", countries: [] } as const;
  const cases: readonly (readonly [string, MatchQuery, string, readonly string[]])[] = [
    ["first letters alone", { ...alone, name: "FHLOFCL" }, "1", ["initials"]],
    ["a particle, the rest another name of the entry", { ...alone, name: "ABOU ANIS" }, "2", [
      "fts",
    ]],
    ["an identifier alone", { ...alone, name: null, identifiers: [passport] }, "3", ["identifier"]],
    [
      "an identifier beside another name",
      { ...alone, name: "Someone Else", identifiers: [passport] },
      "3",
      ["identifier"],
    ],
  ];
  for (const [why, query, listRef, expected] of cases) {
    await t.step(why, () => {
      const found = matcher.match(snapshot, query).candidates.find((one) =>
        one.listRef === listRef
      );
      assert(found !== undefined);
      assert.deepEqual(describe(rules, "test", found).matchedVia, expected);
    });
  }
  matcher.unload(snapshot);
});

Deno.test("Candidate reads one without a way, as decisions from before have it", () => {
  assert.deepEqual(Candidate.unwrap().shape.matchedVia.parse([]), []);
});
