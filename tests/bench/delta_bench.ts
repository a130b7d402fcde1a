/**
 * Runs over changed list entries compared with runs over all lists, on every available list: after
 * each change a whole run must find nothing that the delta run missed; a missed match ends the
 * bench. Of ten customers seven resemble an entry that is listed or changed at some time, written
 * differently.
 *
 * usage: deno task bench delta [--subjects 100000] [--changes 20] [--entries 200] [--seed 5]
 */
import "../../base/temporal.ts";
import type { ListedEntity } from "../../core/matching/ports.ts";
import { buildSnapshot } from "../../sources/lists/build_snapshot.ts";
import { openSnapshotBuilder } from "../../wasm/matcher.ts";
import { readOptions } from "../support/options.ts";
import { manifestOf, publishInto, snapshotIn, testSigner } from "../support/published_lists.ts";
import { drawsFrom } from "./core_queries.ts";
import { everyListAtHand } from "./lists.ts";
import { someNames } from "./names.ts";
import { nearEntry } from "./near_entry.ts";
import { finishPath, importRows, post, runsPath, startWatching, untilEnded } from "./watching.ts";

const options = readOptions("bench delta", {
  ...{ subjects: "100000", changes: "20", entries: "200", seed: "5" },
});
const [subjects, changes, entries] = [options.subjects, options.changes, options.entries].map(
  Number,
);
if (subjects === undefined || changes === undefined || entries === undefined) {
  throw new Error("bench delta takes three numbers");
}
const draw = drawsFrom(Number(options.seed));

const lists = await everyListAtHand();
const all = lists.flatMap((list) => list.entities);
/** The change that adds or changes each entry. */
const changeOf = new Map<string, number>();
const changing: ListedEntity[] = [];
while (changing.length < Math.min(changes * entries, all.length / 2)) {
  const entity = all[draw(all.length)]!;
  if (changeOf.has(entity.entityId)) continue;
  changeOf.set(entity.entityId, 1 + changing.length % changes);
  changing.push(entity);
}

/**
 * The lists after this number of changes: later entries are absent, and later changes not yet made.
 */
function listsAfter(change: number) {
  let at = 0;
  return lists.map((list) => ({
    ...list,
    entities: list.entities.flatMap((entity) => {
      if ((changeOf.get(entity.entityId) ?? 0) <= change) return [entity];
      return ++at % 2 === 0 ? [] : [{ ...entity, programs: ["BEFORE"] }];
    }),
  }));
}

const strangers = someNames(20_000);
const rows = Array.from({ length: subjects }, (_, n) => {
  if (n % 10 >= 7) return strangers[n % strangers.length]!;
  return nearEntry(changing[draw(changing.length)]!, draw);
});

const folder = await Deno.makeTempDir({ prefix: "aval-delta-" });
try {
  const signer = await testSigner();
  const publish = async (change: number) => {
    const path = `${folder}/lists-${change}.bin`;
    await Deno.writeFile(path, buildSnapshot(openSnapshotBuilder(), listsAfter(change)));
    const snapshot = await snapshotIn(path);
    const day = Temporal.PlainDate.from("2026-03-01").add({ days: change });
    const createdAt = `${day}T01:00:00.000Z`;
    await publishInto(folder, snapshot, await manifestOf(snapshot, signer, { createdAt }));
    await Deno.remove(path);
  };
  await publish(0);
  await using watching = await startWatching({
    ...{ folder, kv: `${folder}/kv.sqlite3` },
    lists: `${folder}/lists.note#key=${signer.verifierKey}`,
  });
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 500));
  await importRows(watching, subjects, (n) => rows[n]!);
  await post(watching, finishPath);
  const first = await untilEnded(watching, "import", pause);
  console.log(`${subjects} customers, ${changing.length} entries; ${first.hits} matches at first`);
  const seen = new Set<string>();
  const sum = { hits: 0, compared: 0 };
  for (let change = 1; change <= changes; change++) {
    await publish(change);
    const delta = await untilEnded(watching, "lists", pause, seen);
    await post(watching, runsPath);
    const whole = await untilEnded(watching, "request", pause, seen);
    for (const { runId } of [delta, whole]) seen.add(runId);
    sum.hits += delta.hits;
    sum.compared += delta.compared;
    console.log(
      `change ${change}: ${delta.hits} matches, ${delta.compared} of ${delta.subjects} compared with all; ` +
        `the whole run found ${whole.hits} more`,
    );
    if (delta.kind !== "delta") throw new Error(`The run was ${delta.kind}`);
    if (whole.hits > 0) throw new Error("The delta has missed a match");
  }
  const share = (100 * sum.compared / (changes * subjects)).toFixed(2);
  console.log(`${changes} changes: ${sum.hits} matches, none missed; ${share} % compared with all`);
} finally {
  await Deno.remove(folder, { recursive: true });
}
