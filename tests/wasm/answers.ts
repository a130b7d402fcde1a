/**
 * Prints digests of a built module's answers, to compare two commits: `deno task wasm:answers
 * [CHECKOUT]`, by default of this checkout. It needs `../shared`.
 *
 * Lists, labelled data, weights and queries are this checkout's; the module and its wrapper
 * `wasm/matcher.ts` are the other's. Equal digests mean equal bytes: of the snapshot, and of every
 * score, id, step and explanation.
 */

import { createHash, type Hash } from "node:crypto";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readLabels } from "../../cli/evaluate/labels.ts";
import { readJsonLines } from "../../cli/command/read_lines.ts";
import { countriesOf } from "../../standards/country/country.ts";
import { partialDateOf } from "../../quality/evaluation/evaluate_queries.ts";
import { QueryCase } from "../../quality/evaluation/schema.ts";
import { buildSnapshot } from "../../sources/lists/build_snapshot.ts";
import type { MatchQuery, NamePair } from "../../core/matching/ports.ts";
import { defaultWeights } from "../../core/matching/weights.ts";
import { worstQueries } from "../bench/core_queries.ts";
import { everyListAtHand } from "../bench/lists.ts";
import { readPlaces } from "../support/options.ts";
import { changedQueries } from "./changed_queries.ts";

/** Number of queries made from labelled and listed names. */
const changedCount = 60_000;
/** The seed of the draws. */
const seed = 20_260_301;
/** Pairs compared in one call. */
const pairsAtOnce = 1_000;

const labelled = new URL("../../../shared/data/labelled/", import.meta.url).pathname;
const [checkout = "."] = readPlaces("wasm:answers", ["CHECKOUT"]);
const { openMatcher, openSnapshotBuilder } = await import(
  pathToFileURL(resolve(checkout, "wasm/matcher.ts")).href
) as typeof import("../../wasm/matcher.ts");

const labels = await readLabels(labelled);
if (!labels.ok) throw new Error(labels.refusal.message);
const { cases, pairs } = labels.value;
const strangers = await readStrangers();
const lists = await everyListAtHand();
const matcher = openMatcher(defaultWeights);
const bytes = buildSnapshot(openSnapshotBuilder(), lists);
const snapshot = matcher.load(bytes);
print("snapshot", bytes.length, createHash("sha256").update(bytes));

const asked = [...cases, ...strangers];
const ofLabelled = createHash("sha256");
for (const query of asked.flatMap(queriesOf)) answer(ofLabelled, query);
compare(ofLabelled, pairs.map(({ left, right, schema }) => ({ left, right, entityType: schema })));
print("labelled", asked.length * 2 + pairs.length, ofLabelled);

const ofChanged = createHash("sha256");
const source = {
  asked: [
    ...asked.map(({ name }) => name),
    ...pairs.flatMap(({ left, right }) => [left, right]),
    ...worstQueries.map(({ name }) => name),
  ],
  listed: lists.flatMap(({ entities }) => entities),
};
let batch: NamePair[] = [];
for (const { query, pair } of changedQueries(source, { count: changedCount, seed })) {
  answer(ofChanged, query);
  batch.push(pair);
  if (batch.length === pairsAtOnce) {
    compare(ofChanged, batch);
    batch = [];
  }
}
compare(ofChanged, batch);
print("changed", changedCount * 2, ofChanged);

/** The queries of a case: by the name only, and with all its data. */
function queriesOf({ name, dob, nationality }: QueryCase): readonly MatchQuery[] {
  const alone = { name, dob: null, nationalities: [], addresses: [] };
  const nationalities = nationality === null ? [] : countriesOf(nationality);
  return [alone, { ...alone, dob: partialDateOf(dob), nationalities }];
}

function answer(into: Hash, query: MatchQuery): void {
  into.update(JSON.stringify(matcher.match(snapshot, query))).update("\n");
}

function compare(into: Hash, pairs: readonly NamePair[]): void {
  into.update(JSON.stringify(matcher.compare(pairs))).update("\n");
}

function print(what: string, count: number, hash: Hash): void {
  console.log(`${what.padEnd(9)} ${String(count).padStart(9)}  ${hash.digest("hex")}`);
}

async function readStrangers(): Promise<readonly QueryCase[]> {
  const file = await Deno.open(`${labelled}strangers-dev.jsonl`);
  const found: QueryCase[] = [];
  for await (const read of readJsonLines(QueryCase, file.readable)) {
    if (!read.ok) throw new Error(read.refusal.message);
    found.push(read.value);
  }
  return found;
}
