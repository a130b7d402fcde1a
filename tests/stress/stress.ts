/**
 * Has 64 wallets give one answer and 64 clients claim one pack, all at once, then 64 polls see one login
 * and 64 token requests show its code, again and again: in one process over a file, and in four over PostgreSQL where `AVAL_TEST_POSTGRES` names one. Its closing
 * line has the form of `deno test`.
 *
 * usage: deno task stress [--rounds 1000]
 */
import "../../base/temporal.ts";
import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import { readOptions } from "../support/options.ts";
import { startServer } from "../support/server.ts";
import { assertReplays, fetchFrom, runLoginRound } from "./login_rounds.ts";
import { assertRecords, racers, runRound, sendTo } from "./rounds.ts";

/** Rounds between two lines that say how far it is. */
const reportedEvery = 100;

/** Runs rounds against so many servers on one store. */
export async function stress(kv: string, servers: number, rounds: number): Promise<void> {
  await using running = new AsyncDisposableStack();
  const urls: string[] = [];
  // One after the other: the first makes the data keys.
  for (let n = 0; n < servers; n++) {
    const server = running.use(await startServer({ AVAL_MODE: "sandbox", AVAL_KV: kv }));
    urls.push(server.url);
  }
  const send = sendTo(urls);
  const fetch = fetchFrom(urls);
  for (let round = 1; round <= rounds; round++) {
    await runRound(send, Temporal.Now.instant());
    await runLoginRound(fetch, Temporal.Now.instant());
    if (round % reportedEvery === 0) console.log(`${round} rounds`);
  }
  await assertRecords(send, rounds);
  await assertReplays(fetch, rounds);
}

async function overFile(rounds: number): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "aval-stress-" });
  try {
    await stress(`${folder}/kv.sqlite3`, 1, rounds);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function overPostgres(rounds: number): Promise<void> {
  await using database = await emptyDatabase();
  await stress(database.url, 4, rounds);
}

async function main(): Promise<boolean> {
  const rounds = Number(readOptions("stress", { rounds: "1000" }).rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds takes a whole number");
  const runs = [
    { what: "one process over a file", run: overFile },
    ...(needsPostgres("the races of four processes") === undefined
      ? []
      : [{ what: "four processes over PostgreSQL", run: overPostgres }]),
  ];
  let passed = 0;
  for (const { what, run } of runs) {
    console.log(
      `== ${rounds} rounds of ${racers} answers, claims, polls and tokens at once, ${what}`,
    );
    try {
      await run(rounds);
      passed++;
    } catch (fault) {
      console.error(fault);
    }
  }
  const failed = runs.length - passed;
  console.log(`\n${failed === 0 ? "ok" : "FAILED"} | ${passed} passed | ${failed} failed`);
  return failed === 0;
}

if (import.meta.main) Deno.exit(await main() ? 0 : 1);
