/**
 * A change of lists: the cost of recording a newer snapshot in force, and the wait of other
 * requests meanwhile. One entry in 50 has changed, one in 200 is removed, and as many are new.
 *
 * usage: deno task bench changes [--entities 0]
 *
 * 0 uses all available published lists unchanged; a larger number grows them.
 */
import process from "node:process";
import "../../base/temporal.ts";
import { openSteps } from "../../base/turns.ts";
import { listEdition } from "../../core/lists_in_force/list_edition.ts";
import { defaultWeights } from "../../core/matching/weights.ts";
import type { ListedEntity } from "../../core/matching/ports.ts";
import { recordEdition } from "../../core/publications/record_edition.ts";
import { openStore } from "../../kv/opening/open_store.ts";
import { openEditions } from "../../kv/publications/editions.ts";
import { openUnits } from "../../kv/store/unit.ts";
import { nextTurn } from "../../service/process/next_turn.ts";
import { openMatcher, openSnapshotBuilder } from "../../wasm/matcher.ts";
import { filePause } from "../support/store.ts";
import { locationOf } from "../support/store_location.ts";
import { readOptions } from "../support/options.ts";
import { drawsFrom } from "./core_queries.ts";
import { grownEntities } from "./growth.ts";
import { everyListAtHand } from "./lists.ts";

const clock = { now: () => Temporal.Now.instant() };
const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
const { entities: wanted } = readOptions("bench changes", { entities: "0" });

const lists = await everyListAtHand();
const real = lists.flatMap((list) => list.entities);
/** Every entry of a version; the second one differs from the first. */
function* entitiesOf(version: 1 | 2): Generator<ListedEntity> {
  let number = 0;
  const all = Number(wanted) === 0 ? real : grownEntities(real, Number(wanted), drawsFrom(7));
  for (const entity of all) {
    number++;
    const isLeftOut = number % 200 === (version === 1 ? 1 : 2);
    if (isLeftOut) continue;
    const isChanged = version === 2 && number % 50 === 3;
    yield isChanged ? { ...entity, programs: [...entity.programs, "CHANGED"] } : entity;
  }
}
const matcher = openMatcher(defaultWeights);

function load(version: 1 | 2) {
  const builder = openSnapshotBuilder();
  let batch: ListedEntity[] = [];
  for (const entity of entitiesOf(version)) {
    if (batch.push(entity) < 2_000) continue;
    builder.add(batch);
    batch = [];
  }
  builder.add(batch);
  return matcher.load(builder.finish(lists.map(({ description }) => description)));
}

const folder = await Deno.makeTempDir();
const file = `${folder}/store`;
const store = await openStore({
  location: locationOf(file),
  clock,
  random,
  pause: filePause,
});
const editions = openEditions({ store, clock, random, kind: "lists", keptDays: 400 });
const units = openUnits(store);
const dependencies = {
  ...{ editions, units, clock, audit: () => {}, closing: new AbortController().signal },
  step: openSteps({ clock, nextTurn }),
};

/**
 * Measures the longest time between two turns of the event loop, and the peak memory, until the
 * result is read.
 */
function watch() {
  let [longest, last, rss] = [0, performance.now(), 0];
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const memory = setInterval(() => rss = Math.max(rss, Deno.memoryUsage().rss), 50);
  return () => {
    clearInterval(timer);
    clearInterval(memory);
    return { longest, rss };
  };
}

console.log(
  "| what | entries | s | CPU s | longest wait of others, ms | memory above, MB | store, MB |",
);
console.log("| --- | --- | --- | --- | --- | --- | --- |");
const idle = watch();
await new Promise((resolve) => setTimeout(resolve, 2_000));
console.log(
  `| nothing: how long others wait anyway | | 2.00 | | ${idle().longest.toFixed(0)} | | |`,
);
for (const version of [1, 2] as const) {
  const snapshot = load(version);
  const inForce = {
    ...{ snapshot, snapshotIds: [snapshot.id], staleAfterHours: null, manifestAt: null },
    checkedAt: new Map(),
  };
  const before = Deno.memoryUsage().rss;
  const ended = watch();
  const used = process.cpuUsage();
  const began = performance.now();
  const damaged = (fault: Error) => console.error(fault);
  const outcome = await recordEdition({ ...dependencies, damaged }, listEdition(matcher, inForce));
  const seconds = (performance.now() - began) / 1_000;
  const { longest, rss } = ended();
  const { user, system } = process.cpuUsage(used);
  if (outcome.kind !== "recorded") throw new Error(outcome.kind);
  const sum = (count: "entries" | "added" | "changed" | "removed") =>
    outcome.edition.parts.reduce((total, part) => total + part[count], 0);
  const size = [...Deno.readDirSync(folder)]
    .reduce((total, { name }) => total + Deno.statSync(`${folder}/${name}`).size, 0);
  const changes = `${sum("added")} added, ${sum("changed")} changed, ${sum("removed")} removed`;
  console.log(
    `| ${version === 1 ? "the first snapshot" : changes} | ${sum("entries")} | ${
      seconds.toFixed(2)
    } | ${((user + system) / 1e6).toFixed(2)} | ${longest.toFixed(0)} | ${
      ((rss - before) / 2 ** 20).toFixed(0)
    } | ${(size / 2 ** 20).toFixed(1)} |`,
  );
  matcher.unload(snapshot);
}
store.close();
await Deno.remove(folder, { recursive: true });
