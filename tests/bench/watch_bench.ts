/**
 * Monitoring on every available list: the duration of an import, of the run that compares it, of a
 * delta run over 200 changed entries and of a whole run, over a file, or over PostgreSQL if
 * `AVAL_TEST_POSTGRES` names one; the waits of other requests meanwhile, and memory. One of 200
 * customers is on a list, or nearly. The time of a requested run includes the wait for the job's
 * next look, up to 6 s.
 *
 * usage: deno task bench watch [--subjects 20000] [--entries 200]
 */
import { residentMegabytes } from "../fuzz/resident.ts";
import type { MonitoringRun } from "../../core/monitoring/schema.ts";
import type { ListedEntity } from "../../core/matching/ports.ts";
import { buildSnapshot } from "../../sources/lists/build_snapshot.ts";
import { openSnapshotBuilder } from "../../wasm/matcher.ts";
import { readOptions } from "../support/options.ts";
import { emptyDatabase } from "../support/postgres.ts";
import { manifestOf, publishInto, snapshotIn, testSigner } from "../support/published_lists.ts";
import { everyListAtHand } from "./lists.ts";
import { load, type LoadResult } from "./load.ts";
import { someNames } from "./names.ts";
import { finishPath, importRows, post, runsPath, startWatching, untilEnded } from "./watching.ts";

const { subjects, entries } = readOptions("bench watch", { subjects: "20000", entries: "200" });
const size = Number(subjects);

const known = someNames(20_000);

const folder = await Deno.makeTempDir({ prefix: "aval-watch-" });
try {
  const { before, after } = await buildLists();
  const signer = await testSigner();
  let day = 1;
  const publish = async (path: string) => {
    const snapshot = await snapshotIn(path);
    const createdAt = `2026-03-0${day++}T01:00:00.000Z`;
    await publishInto(folder, snapshot, await manifestOf(snapshot, signer, { createdAt }));
  };
  await publish(before);
  const lists = `${folder}/lists.note#key=${signer.verifierKey}`;
  if (Deno.env.get("AVAL_TEST_POSTGRES") === undefined) {
    await measure(`${folder}/kv.sqlite3`, lists, () => publish(after));
  } else {
    await using database = await emptyDatabase();
    await measure(database.url, lists, () => publish(after));
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** The available lists, and the same before some entries were added or changed. */
async function buildLists(): Promise<{ readonly before: string; readonly after: string }> {
  const lists = await everyListAtHand();
  const all = lists.reduce((sum, list) => sum + list.entities.length, 0);
  const every = Math.max(2, Math.floor(all / Number(entries)));
  let at = 0;
  const earlier = (entities: readonly ListedEntity[]) =>
    entities.flatMap((entity) => {
      if (++at % every !== 0) return [entity];
      return at / every % 2 === 0 ? [] : [{ ...entity, programs: ["BEFORE"] }];
    });
  const write = async (name: string, built: Uint8Array) => {
    await Deno.writeFile(`${folder}/${name}.bin`, built);
    return `${folder}/${name}.bin`;
  };
  const before = lists.map((list) => ({ ...list, entities: earlier(list.entities) }));
  return {
    before: await write("before", buildSnapshot(openSnapshotBuilder(), before)),
    after: await write("after", buildSnapshot(openSnapshotBuilder(), lists)),
  };
}

async function measure(kv: string, lists: string, change: () => Promise<void>): Promise<void> {
  await using watching = await startWatching({ folder, kv, lists });
  const { server, headers } = watching;
  const others = (seconds: number) =>
    load({
      ...{ url: server.url, connections: 1, seconds },
      request: (n) => ({
        ...{ method: "POST", path: "/v1/screen", headers },
        body: JSON.stringify(someNames(n % 100 + 1).at(-1)),
      }),
    });
  await others(3);
  console.log(`others alone: p99 ${(await others(5)).p99Milliseconds.toFixed(1)} ms`);
  const idle = residentMegabytes(server.pid).now;
  const memory = () => `${residentMegabytes(server.pid).peak - idle} MB above ${idle} MB`;

  const imported = await timed(() => importRows(watching, size, rowOf));
  console.log(`import of ${size}: ${imported} s; ${memory()}`);
  const run = (what: string, cause: MonitoringRun["cause"], begin: () => Promise<unknown>) =>
    report(what, async () => {
      await begin();
      const beside: LoadResult[] = [];
      const ended = await untilEnded(watching, cause, async () => {
        beside.push(await others(1));
      });
      return { ended, beside };
    });
  await run("first run", "import", () => post(watching, finishPath));
  console.log(`  ${memory()}`);
  await run("delta", "lists", change);
  console.log(`  ${memory()}`);
  await run("whole run", "request", () => post(watching, runsPath));
  console.log(`  ${memory()}`);
}

async function report(
  what: string,
  run: () => Promise<{ readonly ended: MonitoringRun; readonly beside: readonly LoadResult[] }>,
): Promise<void> {
  const began = performance.now();
  const { ended, beside } = await run();
  const { compared, hits, opened, startedAt, endedAt } = ended;
  const took = Date.parse(endedAt ?? "") - Date.parse(startedAt);
  const p99 = beside.map(({ p99Milliseconds }) => p99Milliseconds).toSorted((a, b) => a - b);
  console.log(
    `${what}: ${(took / 1_000).toFixed(1)} s (${
      ((performance.now() - began) / 1_000).toFixed(1)
    } s from its cause), ${compared} compared, ${hits} hits, ${opened} opened; others p99 ${
      p99.at(Math.floor(p99.length / 2))?.toFixed(1)
    } ms in the middle, ${p99.at(-1)?.toFixed(1)} ms at most`,
  );
}

/**
 * A customer of the book: nine of ten of these names are on no list, and few of the others are
 * used.
 */
function rowOf(n: number) {
  const place = n % 200 === 0 ? n / 20 : n % 10 === 0 ? n + 1 : n;
  return known[place % known.length] ?? { name: "Anna Berg" };
}

async function timed(run: () => Promise<void>): Promise<string> {
  const began = performance.now();
  await run();
  return ((performance.now() - began) / 1_000).toFixed(1);
}
