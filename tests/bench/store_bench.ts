/**
 * The overhead of our store over bare Deno KV on a file: the operations of a screening with the
 * same keys and bytes, alternating in one process, from one lane and from 32. Both figures are
 * medians of many short adjacent runs; each goes first equally often. In a memory folder (`--folder
 * /dev/shm`) commits wait for no disk, so that the store's computation is visible.
 *
 * Usage: deno task bench store [--rounds N] [--lanes 1,32] [--folder DIR]
 */
import "../../base/temporal.ts";
import { openDenoKv } from "../../kv/backends/deno_kv.ts";
import { createStore } from "../../kv/store/create_store.ts";
import { embeddedGroups, groupCommits } from "../../kv/store/group_commits.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { readOptions } from "../support/options.ts";
import { samplesOfAScreening } from "./store_samples.ts";
import { overBareKv, type StoreSubject, throughStore, tools } from "./store_subjects.ts";

const values = readOptions("bench store", { rounds: "60", lanes: "1,32", folder: null });
const rounds = Number(values.rounds);
/** Runs before the first counted one: a server's code is compiled, too. */
const warmUpRounds = 40;

/**
 * How often a screening does each operation, and the operations of one run: reads are fast, commits
 * wait for a disk.
 */
const operations = [
  { name: "get", what: "read of a value", perScreening: 2, runs: 640 },
  { name: "getMany", what: "read of ten values", perScreening: 0, runs: 160 },
  { name: "bucket", what: "bucket", perScreening: 1, runs: 32 },
  { name: "reserveAndAnswer", what: "reservation, answer", perScreening: 1, runs: 32 },
  { name: "chain", what: "chain, 10 entries", perScreening: 0.1, runs: 32 },
] as const;

const folder = await Deno.makeTempDir({
  prefix: "aval-bench-",
  ...(values.folder === undefined ? {} : { dir: values.folder }),
});
const samples = await samplesOfAScreening();
for (const lanes of values.lanes.split(",").map(Number)) {
  for (const sealed of [true, false]) await compare(lanes, sealed);
}
await Deno.remove(folder, { recursive: true });

async function compare(lanes: number, sealed: boolean): Promise<void> {
  const path = `${folder}/store-${lanes}-${sealed}.sqlite3`;
  const backend = groupCommits(await openDenoKv({ kind: "file", path }), embeddedGroups);
  const kv = await Deno.openKv(`${folder}/bare-${lanes}-${sealed}.sqlite3`);
  const { "at-rest": atRest } = await openDataKeys({
    ...tools,
    store: createStore(backend, tools),
    secrets: { current: new Uint8Array(32) },
  });
  const store = await throughStore(backend, samples, { sealed });
  const bare = await overBareKv(kv, samples, { atRest, sealed });
  const decisions = sealed ? "decisions encrypted" : "decisions in clear";
  console.log(`\n| ${lanes} at once, ${decisions} | bare µs | store µs | overhead |`);
  console.log("| --- | --: | --: | --: |");
  let [bareSum, storeSum] = [0, 0];
  for (const { name, what, perScreening, runs } of operations) {
    const took = await byTurns({ store: store[name], bare: bare[name] }, { lanes, runs });
    console.log(row(what, took.bare, took.store));
    bareSum += perScreening * took.bare;
    storeSum += perScreening * took.store;
  }
  console.log(
    row("**a screening's**: 2 reads, bucket, reservation, answer, chain", bareSum, storeSum),
  );
  backend.close();
  kv.close();
}

type Run = StoreSubject[keyof StoreSubject];

/** Microseconds of each run, alternating. */
async function byTurns(
  { store, bare }: { readonly store: Run; readonly bare: Run },
  { lanes, runs }: { readonly lanes: number; readonly runs: number },
): Promise<{ readonly bare: number; readonly store: number }> {
  const ofStore: number[] = [];
  const ofBare: number[] = [];
  for (const run of [store, bare]) await stretch(run, lanes, runs * warmUpRounds);
  for (let round = 0; round < rounds; round++) {
    const subjects = [{ run: store, took: ofStore }, { run: bare, took: ofBare }];
    // What the first leaves to the disk falls on the second.
    if (round % 2 === 0) subjects.reverse();
    for (const { run, took } of subjects) {
      took.push(await stretch(run, lanes, runs));
    }
  }
  return { bare: median(ofBare), store: median(ofStore) };
}

async function stretch(run: Run, lanes: number, runs: number): Promise<number> {
  const began = performance.now();
  await Promise.all(Array.from({ length: lanes }, async (_, lane) => {
    for (let n = lane; n < runs; n += lanes) await run(lane);
  }));
  return ((performance.now() - began) * 1_000) / runs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function row(what: string, bare: number, store: number): string {
  const overhead = ((store / bare - 1) * 100).toFixed(1);
  return `| ${what} | ${bare.toFixed(1)} | ${store.toFixed(1)} | ${overhead} % |`;
}
