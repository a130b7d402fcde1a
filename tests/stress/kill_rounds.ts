/**
 * Kills a server repeatedly, during bursts of screenings and while it accepts batches, approves one
 * and issues credentials, over a file, and over PostgreSQL if `AVAL_TEST_POSTGRES` names one. Each
 * act must be done completely or not at all, and be resumed by its key, code or token. The last
 * line has the form of `deno test`.
 *
 * usage: deno task test:stress kills [--kills 50] [--seed N]
 */
import "../../base/temporal.ts";
import assert from "node:assert/strict";
import { z } from "zod";
import { credentialStatusIndexes } from "../../kv/credentials/credential_statuses.ts";
import { openStore } from "../../kv/opening/open_store.ts";
import { exportedEvents } from "../support/exported_events.ts";
import { fixedClock } from "../support/clock.ts";
import { readOptions } from "../support/options.ts";
import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import { seededRandom } from "../support/random.ts";
import { servedBy } from "../support/sandbox_login.ts";
import { startServer } from "../support/server.ts";
import { locationOf } from "../support/store_location.ts";
import { stressedBaseUrl } from "./credential_rounds.ts";
import {
  assertChain,
  assertRound,
  institutionAt,
  type KilledRound,
  loadRound,
  prepareRound,
  resumeActs,
  type Resumed,
  templateAt,
} from "./killed_credentials.ts";
import { resumeRedemptions } from "./killed_redemptions.ts";
import { killWhileScreening } from "./killed_screenings.ts";

const policy = new URL("killed_policy.json", import.meta.url).pathname;
/** Milliseconds in which a round of load normally ends. */
const killedWithin = 900;

/** The results of all kills. */
export interface KillSummary {
  readonly kills: number;
  /** Batches and approvals without an answer. */
  readonly acts: readonly Resumed[];
  readonly redemptions: readonly string[];
}

/** Kills a server on a store this many times. @throws AssertionError if anything is incomplete */
export async function killAgainAndAgain(
  { kv, kills, seed }: { readonly kv: string; readonly kills: number; readonly seed: number },
): Promise<KillSummary> {
  const env = {
    AVAL_MODE: "sandbox",
    AVAL_KV: kv,
    AVAL_BASE_URL: stressedBaseUrl,
    AVAL_POLICY: policy,
  };
  const random = seededRandom(seed);
  const rounds: KilledRound[] = [];
  let templateId: string | null = null;
  for (let kill = 0; kill < kills; kill++) {
    await using server = await startServer(env);
    const servers = servedBy([server.url]);
    templateId ??= await templateAt(servers);
    const last = rounds.at(-1);
    if (last !== undefined) await resumeRedemptions(servers, last.redemptions);
    const at = institutionAt(servers, templateId);
    const round = await prepareRound(at, `kill-${kill}`);
    rounds.push(round);
    const [high = 0, low = 0] = random.bytes(2);
    const killed = new Promise((resolve) => {
      setTimeout(resolve, (256 * high + low) % killedWithin);
    }).then(() => server.kill());
    await Promise.all([loadRound(at, round), killed]);
  }
  const acts = await judge(env, { templateId: templateId ?? "", rounds });
  const ends = rounds.flatMap(({ redemptions }) => redemptions).map(({ end }) => end ?? "");
  return { kills, acts, redemptions: ends };
}

async function judge(
  env: Readonly<Record<string, string>>,
  { templateId, rounds }: { readonly templateId: string; readonly rounds: readonly KilledRound[] },
): Promise<readonly Resumed[]> {
  const acts: Resumed[] = [];
  {
    await using server = await startServer(env);
    const at = institutionAt(servedBy([server.url]), templateId);
    const last = rounds.at(-1);
    if (last !== undefined) await resumeRedemptions(at.servers, last.redemptions);
    for (const round of rounds) acts.push(...await resumeActs(at, round));
    for (const round of rounds) await assertRound(at, round);
  }
  const events = await exportedEvents(env);
  assertChain(events, rounds);
  const issued = events.filter(({ kind }) => kind === "CREDENTIAL_ISSUED").length;
  assert.equal(await takenIndexes(env["AVAL_KV"] ?? ""), issued, "an index of each credential");
  return acts;
}

async function takenIndexes(kv: string): Promise<number> {
  const store = await openStore({
    location: locationOf(kv),
    clock: fixedClock(),
    random: seededRandom(),
    pause: () => Promise.resolve(),
  });
  const range = { prefix: [credentialStatusIndexes.name] } as const;
  const taken = await Array.fromAsync(store.list(z.unknown(), range));
  store.close();
  return taken.length;
}

/** The results of kills in a few lines. */
export function summaryOf({ kills, acts, redemptions }: KillSummary): string {
  const counted = (all: readonly string[]) =>
    [...Map.groupBy(all, (one) => one)].map(([name, of]) => `${of.length} ${name}`).join(", ");
  return [
    `${kills} kills; nothing half`,
    `  batches and approvals without an answer: ${counted(acts) || "none"}`,
    `  redemptions: ${counted(redemptions)}`,
  ].join("\n");
}

/** Kills servers on an empty store. @returns the results in words */
type Killing = (
  store: { readonly kv: string; readonly kills: number; readonly seed: number },
) => Promise<string>;

const killings: readonly { readonly what: string; readonly kill: Killing }[] = [
  {
    what: "screenings",
    kill: async (store) => {
      const { kills, acknowledged, unavailable } = await killWhileScreening(store);
      return `${kills} kills; ${acknowledged} decisions found again, ${unavailable} answers 503`;
    },
  },
  { what: "credentials", kill: async (store) => summaryOf(await killAgainAndAgain(store)) },
];

async function overFile(kill: Killing, kills: number, seed: number): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "aval-kills-" });
  try {
    return await kill({ kv: `${folder}/kv.sqlite3`, kills, seed });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function overPostgres(kill: Killing, kills: number, seed: number): Promise<string> {
  await using database = await emptyDatabase();
  return await kill({ kv: database.url, kills, seed });
}

async function main(): Promise<boolean> {
  const values = readOptions("test:stress kills", {
    kills: "50",
    seed: `${Date.now() % 1_000_000}`,
  });
  const [kills, seed] = [Number(values.kills), Number(values.seed)];
  if (!(kills >= 1) || !Number.isInteger(kills) || !Number.isInteger(seed)) {
    throw new Error("--kills and --seed take whole numbers");
  }
  const stores = [
    { where: "a file", over: overFile },
    ...(needsPostgres("the kills of a server") === undefined
      ? []
      : [{ where: "PostgreSQL", over: overPostgres }]),
  ];
  const runs = stores.flatMap((store) => killings.map((killing) => ({ ...store, ...killing })));
  let passed = 0;
  for (const { where, over, what, kill } of runs) {
    console.log(`== killed in ${what} over ${where}, seed ${seed}`);
    try {
      console.log(await over(kill, kills, seed));
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
