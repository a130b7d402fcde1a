/**
 * Loads a snapshot and queries it, in a process of its own: `measure_lists.ts FOLDER`, with the
 * files of `grow_lists.ts`. Prints a {@link Measured} as JSON.
 */

import { createHash } from "node:crypto";
import { defaultWeights } from "../../core/matching/weights.ts";
import { memory } from "../../wasm/built/matcher_bg.wasm";
import { openMatcher } from "../../wasm/matcher.ts";
import type { Asked } from "./grow_lists.ts";

/** Costs of a snapshot. Times are in milliseconds. */
export interface Measured {
  readonly entities: number;
  readonly names: number;
  readonly snapshotBytes: number;
  /** Load time without the SHA-256 of the snapshot. */
  readonly loadMs: number;
  readonly sha256Ms: number;
  /** Growth of the module's memory for the lists and all data for queries. */
  readonly moduleBytes: number;
  /** Memory of the process after the snapshot's bytes are freed. */
  readonly rssBytes: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The highest median of the slowest queries. */
  readonly worstMs: number;
  readonly worstWhy: string;
}

/** Runs of the slowest queries. */
const worstRuns = 15;
/** Runs of the hash; the shortest counts, since it is subtracted from the load time. */
const hashRuns = 3;
/** Runs of the realistic queries. */
const realisticRuns = 3;

const [folder = "."] = Deno.args;
const asked = JSON.parse(await Deno.readTextFile(`${folder}/queries.json`)) as Asked;
const matcher = openMatcher(defaultWeights);
const before = memory.buffer.byteLength;
let bytes: Uint8Array | null = await Deno.readFile(`${folder}/snapshot.bin`);
const snapshotBytes = bytes.length;
const hashed = bytes;
const sha256Ms = Math.min(...Array.from({ length: hashRuns }, () => timed(() => sha256(hashed))));
const start = performance.now();
const snapshot = matcher.load(bytes);
const loadMs = performance.now() - start - sha256Ms;
bytes = null;
const ask = (name: string) =>
  matcher.match(snapshot, { name, dob: null, nationalities: [], addresses: [] });

const worst = asked.worst.map(({ why, name }) => ({
  why,
  ms: middle(Array.from({ length: worstRuns }, () => timed(() => ask(name)))),
})).toSorted((a, b) => b.ms - a.ms)[0]!;
for (const name of asked.realistic) ask(name);
const took = Array.from({ length: realisticRuns }, () => asked.realistic).flat()
  .map((name) => timed(() => ask(name))).toSorted((a, b) => a - b);
const measured: Measured = {
  entities: snapshot.lists.reduce((sum, list) => sum + list.entities, 0),
  names: snapshot.lists.reduce((sum, list) => sum + list.names, 0),
  snapshotBytes,
  loadMs,
  sha256Ms,
  moduleBytes: memory.buffer.byteLength - before,
  rssBytes: Deno.memoryUsage().rss,
  p50Ms: took[Math.floor(0.5 * took.length)]!,
  p99Ms: took[Math.floor(0.99 * took.length)]!,
  worstMs: worst.ms,
  worstWhy: worst.why,
};
console.log(JSON.stringify(measured));

/** SHA-256, as the matcher hashes a snapshot that it loads. */
function sha256(of: Uint8Array): Uint8Array {
  return createHash("sha256").update(of).digest();
}

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
