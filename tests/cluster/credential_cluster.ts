/**
 * Credentials while processes and database are killed, paused and restarted at random: four servers
 * of a sandbox on one store, whose wallets redeem, and whose institution approves and revokes. At
 * the end, the answers are compared with the audit log and the status lists.
 *
 * usage: deno task test:cluster credentials [--backend postgres|denokv] [--seconds 60] [--seed N]
 */
import "../../base/temporal.ts";
import { exportedEvents } from "../support/exported_events.ts";
import { readOptions } from "../support/options.ts";
import { servedBy } from "../support/sandbox_login.ts";
import { isRevoked, stressedBaseUrl } from "../stress/credential_rounds.ts";
import { templateAt } from "../stress/killed_credentials.ts";
import { makeFaults } from "./breaking.ts";
import { type CredentialHistory, judgeChain, runCredentialLoad } from "./credential_load.ts";
import { openDenokv } from "./denokv.ts";
import { startFleet } from "./fleet.ts";
import { openPostgres } from "./postgres.ts";
import { openRecorder, pause } from "./recorder.ts";
import { faultsOf } from "./schedule.ts";
import { openTurns } from "./turns.ts";

const openers = { postgres: openPostgres, denokv: openDenokv } as const;
const size = 4;
const policy = new URL("../stress/killed_policy.json", import.meta.url).pathname;

/** Runs the load. @returns the recorded history and its contradictions */
async function run(
  { backend, seconds, seed }: {
    readonly backend: keyof typeof openers;
    readonly seconds: number;
    readonly seed: number;
  },
): Promise<readonly [CredentialHistory, readonly string[]]> {
  const folder = await Deno.makeTempDir({ prefix: "aval-cluster-" });
  const recorder = await openRecorder(folder);
  await using processes = new AsyncDisposableStack();
  const database = processes.use(await openers[backend]());
  const env = {
    ...database.env,
    AVAL_MODE: "sandbox",
    AVAL_BASE_URL: stressedBaseUrl,
    AVAL_POLICY: policy,
  };
  const fleet = processes.use(await startFleet(size, env));
  const servers = servedBy([fleet.url(0) ?? ""]);
  const templateId = await templateAt(servers);
  const until = Date.now() + seconds * 1_000;
  // Their answers are told from those of others by what screenings write.
  const faults = faultsOf(seed, { seconds, servers: size })
    .filter(({ kind }) => kind !== "answers_lost");
  const isOver = () => Date.now() >= until;
  const [history] = await Promise.all([
    runCredentialLoad({ turns: openTurns(fleet), templateId, isOver }),
    makeFaults({ fleet, database, recorder }, faults),
  ]);
  await pause(2_000);
  const at = servedBy(Array.from({ length: size }, (_, place) => fleet.url(place) ?? ""));
  const wrong = [...history.violations];
  for (const [item, place] of history.issued) {
    const expected = history.revoked.has(item);
    if (expected && !await isRevoked(at, place)) wrong.push(`${item} does not read as revoked`);
  }
  wrong.push(...judgeChain(history, await exportedEvents(env)));
  await recorder.close();
  await Deno.remove(folder, { recursive: true });
  console.log(`${faults.length} faults were made`);
  return [history, wrong];
}

const values = readOptions("test:cluster credentials", {
  backend: "postgres",
  seconds: "60",
  seed: `${Date.now() % 1_000_000}`,
});
const { backend } = values;
if (backend !== "postgres" && backend !== "denokv") {
  throw new Error("--backend: postgres or denokv");
}
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
console.log(`${size} servers over ${backend}, ${seconds} s, seed ${seed}`);
const [{ issued, revoked, approved, unanswered }, wrong] = await run({ backend, seconds, seed });
console.log(
  `${issued.size} credentials, ${revoked.size} revocations, ${approved.size} approvals; ${unanswered} requests had no answer`,
);
for (const what of wrong.slice(0, 20)) console.log(`BROKEN ${what}`);
const isKept = wrong.length === 0 && issued.size > 0 && approved.size > 0;
console.log(
  `cluster of credentials | ${isKept ? "1 passed | 0 failed" : "0 passed | 1 failed"}`,
);
Deno.exit(isKept ? 0 : 1);
