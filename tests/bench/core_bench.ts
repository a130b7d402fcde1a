/**
 * Speed of the matching core: `deno task bench [SNAPSHOT [SECONDS]]`; by default, or for `-`, on
 * the largest available OFAC set. Queries are made from the snapshot's own names if they can be
 * read (half of them with a typing error), and from names on no list, in several scripts; then from
 * the slowest input that a caller can send.
 */

import type { Matcher, SnapshotHandle } from "../../core/matching/ports.ts";
import { defaultWeights } from "../../core/matching/weights.ts";
import { openMatcher } from "../../wasm/matcher.ts";
import { realisticQueries, worstQueries } from "./core_queries.ts";
import { fullestOfacSnapshot } from "./lists.ts";
import { readPlaces } from "../support/options.ts";

const [path = "-", seconds = "5"] = readPlaces("bench", ["SNAPSHOT", "SECONDS"]);
const bytes = await Deno.readFile(path === "-" ? await builtHere() : path);
const matcher = openMatcher(defaultWeights);
const loads = Array.from({ length: 5 }, () => {
  const start = performance.now();
  const loaded = matcher.load(bytes);
  const took = performance.now() - start;
  matcher.unload(loaded);
  return took;
});
const snapshot = matcher.load(bytes);
const names = snapshot.lists.reduce((sum, list) => sum + list.names, 0);
console.log(`snapshot  ${(bytes.length / 1e6).toFixed(1)} MB, ${names} names, ${snapshot.id}`);
console.log(`load      ${loads.map((took) => took.toFixed(1)).join(" ")} ms with SHA-256`);

const queries = [...realisticQueries()];
measure("warming", queries, 1);
measure("realistic", queries, Number(seconds));
for (const { why, name } of worstQueries) measure(why, [name], 1);

/** A snapshot in a folder that is deleted with the process. */
async function builtHere(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "aval-bench-" });
  globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  return await fullestOfacSnapshot(folder);
}

function measure(what: string, queries: readonly string[], seconds: number): void {
  const took: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    for (const name of queries) took.push(timeOne(matcher, snapshot, name));
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(share * took.length))]!;
  const figures = [["p50", 0.5], ["p90", 0.9], ["p99", 0.99], ["max", 1]] as const;
  const text = figures.map(([label, share]) => `${label} ${at(share).toFixed(3)}`).join("  ");
  console.log(`${what.padEnd(34)} ${text} ms  (${took.length} queries)`);
}

function timeOne(matcher: Matcher, snapshot: SnapshotHandle, name: string): number {
  const start = performance.now();
  matcher.match(snapshot, { name, dob: null, nationalities: [], addresses: [] });
  return performance.now() - start;
}
