/**
 * Repeated races, each in one process over a file, and in four processes over PostgreSQL if
 * `AVAL_TEST_POSTGRES` names one: 64 requests with one idempotency key; 64 wallets with one answer,
 * plain and encrypted, and 64 clients that claim one pack; the same for a student and an employer;
 * 64 polls for the code of one login, and 64 token calls that redeem it; 64 wallets that redeem one
 * offer, and 64 callers that revoke its credential. The last line has the form of `deno test`.
 *
 * usage: deno task test:stress [--rounds 1000]
 */
import "../../base/temporal.ts";
import type { Browser } from "../support/login_journey.ts";
import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import { readOptions } from "../support/options.ts";
import { servedBy } from "../support/sandbox_login.ts";
import { startServer } from "../support/server.ts";
import { exportedEvents } from "../support/exported_events.ts";
import {
  assertCredentialEvents,
  assertRevoked,
  type RacedCredential,
  runCredentialRound,
  stressedBaseUrl,
} from "./credential_rounds.ts";
import { assertDecisions, runKeyRound } from "./key_rounds.ts";
import { assertLoginRecords, logInOnce, runLoginRound } from "./login_rounds.ts";
import { assertRecords, racers, runEmployerRound, runRound, sendTo } from "./rounds.ts";

/** Rounds between two lines of progress. */
const reportedEvery = 100;

/** Runs rounds against servers on one store. @returns a check of the store, if there is one */
type RunRounds = (urls: readonly string[], rounds: number) => Promise<void | LookAt>;

/** Checks a store after its servers have ended. */
type LookAt = (env: Readonly<Record<string, string>>) => Promise<void>;

interface Race {
  readonly what: string;
  readonly run: RunRounds;
  /** Further variables of the servers. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Servers whose wallets encrypt their answers. */
export const encryptingServers = {
  AVAL_VERIFIER_ID: "redirect_uri",
  AVAL_RESPONSE_MODE: "direct_post.jwt",
};

const races: readonly Race[] = [
  { what: `${racers} requests under one idempotency key at once`, run: raceKeys },
  { what: `${racers} answers and ${racers} claims at once`, run: raceAnswers },
  {
    what: `${racers} encrypted answers and ${racers} claims at once`,
    run: raceAnswers,
    env: encryptingServers,
  },
  { what: `${racers} answers and ${racers} claims of a student's at once`, run: raceStudents },
  { what: `${racers} polls and ${racers} token calls at once`, run: raceLogins },
  { what: `${racers} redemptions and ${racers} revocations at once`, run: raceCredentials },
];

/** Runs races of equal requests for one idempotency key, and of different ones. */
export async function raceKeys(urls: readonly string[], rounds: number): Promise<LookAt> {
  const decisions: string[] = [];
  for (let round = 1; round <= rounds; round++) {
    decisions.push(await runKeyRound(urls, round));
    reportRound(round);
  }
  return async (env) => assertDecisions(await exportedEvents(env), decisions);
}

/** Runs races of wallets with one answer, and of clients for one pack. */
export async function raceAnswers(urls: readonly string[], rounds: number): Promise<void> {
  const send = sendTo(urls);
  for (let round = 1; round <= rounds; round++) {
    await runRound(send, Temporal.Now.instant());
    reportRound(round);
  }
  await assertRecords(send, rounds);
}

/** Runs races of students' wallets with one answer, and of employers for the disclosed claims. */
export async function raceStudents(urls: readonly string[], rounds: number): Promise<void> {
  const send = sendTo(urls);
  for (let round = 1; round <= rounds; round++) {
    await runEmployerRound(send, Temporal.Now.instant());
    reportRound(round);
  }
}

/** Runs races of polls for a login's code, and of token calls for its id_token. */
export async function raceLogins(urls: readonly string[], rounds: number): Promise<void> {
  const servers = servedBy(urls);
  const once = await logInOnce(servers);
  const replayed: Browser[] = [];
  for (let round = 1; round <= rounds; round++) {
    replayed.push(await runLoginRound(servers));
    reportRound(round);
  }
  await assertLoginRecords(servers, { replayed, once });
}

/** Runs races of wallets for an offer's credential, and of its institution's revocations. */
export async function raceCredentials(urls: readonly string[], rounds: number): Promise<LookAt> {
  const servers = servedBy(urls);
  const raced: RacedCredential[] = [];
  for (let round = 1; round <= rounds; round++) {
    raced.push(await runCredentialRound(servers));
    reportRound(round);
  }
  await assertRevoked(servers, raced);
  return async (env) => assertCredentialEvents(await exportedEvents(env), raced);
}

function reportRound(round: number): void {
  if (round % reportedEvery === 0) console.log(`${round} rounds`);
}

/** Runs rounds against a number of servers on one store. */
export async function stress(
  { kv, servers, rounds, run, env: own = {} }: {
    readonly kv: string;
    readonly servers: number;
    readonly rounds: number;
    readonly run: RunRounds;
    readonly env?: Race["env"];
  },
): Promise<void> {
  // One issuer of all, whichever port a server has.
  const env = { AVAL_MODE: "sandbox", AVAL_KV: kv, AVAL_BASE_URL: stressedBaseUrl, ...own };
  const lookAt = await serving({ env, servers }, (urls) => run(urls, rounds));
  await lookAt?.(env);
}

async function serving<Value>(
  { env, servers }: {
    readonly env: Readonly<Record<string, string>>;
    readonly servers: number;
  },
  run: (urls: readonly string[]) => Promise<Value>,
): Promise<Value> {
  await using running = new AsyncDisposableStack();
  const urls: string[] = [];
  // One after the other: the first makes the data keys.
  for (let n = 0; n < servers; n++) urls.push(running.use(await startServer(env)).url);
  return await run(urls);
}

async function overFile({ run, env = {} }: Race, rounds: number): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "aval-stress-" });
  try {
    await stress({ kv: `${folder}/kv.sqlite3`, servers: 1, rounds, run, env });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function overPostgres({ run, env = {} }: Race, rounds: number): Promise<void> {
  await using database = await emptyDatabase();
  await stress({ kv: database.url, servers: 4, rounds, run, env });
}

async function main(): Promise<boolean> {
  const rounds = Number(readOptions("test:stress", { rounds: "1000" }).rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds takes a whole number");
  const stores = [
    { where: "one process over a file", over: overFile },
    ...(needsPostgres("the races of four processes") === undefined
      ? []
      : [{ where: "four processes over PostgreSQL", over: overPostgres }]),
  ];
  const runs = stores.flatMap((store) => races.map((race) => ({ ...store, race })));
  let passed = 0;
  for (const { where, over, race } of runs) {
    console.log(`== ${rounds} rounds of ${race.what}, ${where}`);
    try {
      await over(race, rounds);
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
