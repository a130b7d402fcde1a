/**
 * `deno task bench postgres`: commits a second over PostgreSQL, ours compared with the bare library
 * with one transaction a commit and a connection for each writer. They alternate in one run on the
 * same server (AVAL_TEST_POSTGRES); the best of three rounds counts.
 */
import "../../base/temporal.ts";
import postgres from "postgres";
import type { Backend, RawCommit } from "../../kv/store/backend.ts";
import { openPostgres } from "../../kv/backends/postgres/open_postgres.ts";
import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import { percentile } from "./load.ts";
import { postgresAt } from "../support/store_location.ts";
import { readPlaces } from "../support/options.ts";

const WRITERS = 32;
const ROUNDS = 3;
const SECONDS = 3;
/** A value with the bytes of a decision. */
const VALUE = new Uint8Array(1_200).fill(0x78);

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Runs commits of all writers at once; `n` differs in each commit. */
async function measure(one: (n: number) => Promise<unknown>): Promise<Measured> {
  const latencies: number[] = [];
  const began = performance.now();
  await Promise.all(Array.from({ length: WRITERS }, async () => {
    while (performance.now() < began + SECONDS * 1000) {
      const at = performance.now();
      await one(next++);
      latencies.push(performance.now() - at);
    }
  }));
  const elapsed = (performance.now() - began) / 1000;
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / elapsed,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

let next = 0;

function commitOf(parts: Partial<RawCommit>): RawCommit {
  return { checks: [], puts: [], removes: [], adds: [], ...parts };
}

interface Pair {
  readonly name: string;
  readonly bare: (n: number) => Promise<unknown>;
  readonly ours: (n: number) => Promise<unknown>;
}

function pairs(sql: postgres.Sql, backend: Backend): readonly Pair[] {
  return [
    {
      name: "a row of its own, made on condition that none stands there",
      bare: (n) =>
        sql.begin((sql) =>
          sql`INSERT INTO bare (key, value, version) VALUES (${`own ${n}`}, ${VALUE}, 'v')`
        ),
      ours: (n) =>
        backend.commit(commitOf({
          checks: [{ key: ["own", n], versionstamp: null }],
          puts: [{ key: ["own", n], bytes: VALUE, expireIn: null }],
        })),
    },
    {
      name: "an addition to one counter that all share",
      bare: () =>
        sql.begin((sql) =>
          sql`INSERT INTO bare (key, count, version) VALUES ('hot', 1, 'v')
            ON CONFLICT (key) DO UPDATE SET count = bare.count + 1`
        ),
      ours: () => backend.commit(commitOf({ adds: [{ key: ["hot"], amount: 1n }] })),
    },
    {
      name: "both in one commit",
      bare: (n) =>
        sql.begin((sql) => [
          sql`INSERT INTO bare (key, value, version) VALUES (${`both ${n}`}, ${VALUE}, 'v')`,
          sql`INSERT INTO bare (key, count, version) VALUES ('hot', 1, 'v')
            ON CONFLICT (key) DO UPDATE SET count = bare.count + 1`,
        ]),
      ours: (n) =>
        backend.commit(commitOf({
          checks: [{ key: ["both", n], versionstamp: null }],
          puts: [{ key: ["both", n], bytes: VALUE, expireIn: null }],
          adds: [{ key: ["hot"], amount: 1n }],
        })),
    },
  ];
}

function row(who: string, { perSecond, p50, p99 }: Measured): string {
  const figures = [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1)];
  return `  ${who.padEnd(8)}${figures.map((figure) => figure.padStart(10)).join("")}`;
}

async function main(): Promise<number> {
  if (needsPostgres("everything") === undefined) return 1;
  await using database = await emptyDatabase();
  const sql = postgres(database.url, { max: WRITERS, fetch_types: false, onnotice: () => {} });
  await sql`CREATE TABLE bare (key text PRIMARY KEY, value bytea, count bigint, version text)`;
  const backend = await openPostgres({
    address: postgresAt(database.url),
    clock: { now: () => Temporal.Now.instant() },
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  console.log(`${WRITERS} writers; commits a second, p50 and p99 in ms; best of ${ROUNDS}`);
  const best = (one: Measured | undefined, other: Measured) =>
    one !== undefined && one.perSecond > other.perSecond ? one : other;
  for (const { name, bare, ours } of pairs(sql, backend)) {
    let [bareBest, oursBest]: [Measured?, Measured?] = [];
    for (let round = 0; round < ROUNDS; round++) {
      bareBest = best(bareBest, await measure(bare));
      oursBest = best(oursBest, await measure(ours));
    }
    console.log(name);
    if (bareBest !== undefined) console.log(row("bare", bareBest));
    if (oursBest !== undefined) console.log(row("aval", oursBest));
  }
  backend.close();
  await sql.end();
  return 0;
}

if (import.meta.main) {
  readPlaces("bench postgres", []);
  Deno.exitCode = await main();
}
