import { type Certified, certify } from "../support/certificates.ts";
import { type CliResult, runCli } from "../support/cli.ts";
import { issuerBelow } from "../support/issuer.ts";
import { REDIRECT_URI } from "../support/login_journey.ts";
import { always, certificatesPem } from "../support/pem.ts";
import { liveEnvironment } from "../support/service.ts";
import { makeFaults } from "./breaking.ts";
import { raceClaims, recordHolders } from "./claims.ts";
import { type ClusterClient, openClient } from "./client.ts";
import type { Database } from "./database.ts";
import { startFleet } from "./fleet.ts";
import { historyFiles } from "./history.ts";
import { relyingParties } from "./logging_in.ts";
import { clients, limitedBucket, type Load, runLoad, settle } from "./load.ts";
import { isAcknowledged, resultsOf } from "./reading.ts";
import { after, before, openRecorder, pause, type Recorder } from "./recorder.ts";
import { redeemedLeast } from "./rules/loud_enough.ts";
import { faultsOf } from "./schedule.ts";
import { openTurns } from "./turns.ts";

/** The parameters of a run, and the folder for its history. */
export interface RunCluster {
  readonly open: () => Promise<Database>;
  readonly folder: string;
  readonly seconds: number;
  readonly seed: number;
  readonly servers: number;
}

type Variables = Readonly<Record<string, string>>;

const policyFile = new URL("policy.json", import.meta.url).pathname;
const claimants = 3;

/**
 * Runs a cluster and writes its history.
 *
 * @throws Error when something outside of the service fails, such as the database's start
 */
export async function runCluster(asked: RunCluster): Promise<void> {
  const { folder, seconds, seed, servers } = asked;
  const { recorder, redeemed } = countRedeemed(await openRecorder(folder));
  await using processes = new AsyncDisposableStack();
  const database = processes.use(await asked.open());
  using _ = onInterrupt(() => processes.disposeAsync());
  const authority = await certify({ name: "Issuers", ...always });
  const env = await variablesOf(database, authority);
  const fleet = processes.use(await startFleet(servers, env));
  const turns = openTurns(fleet);
  const client = openClient({ turns, recorder, tokens: await prepareClients(env) });
  const logins = {
    turns,
    recorder,
    secrets: await registerRelyingParties(env),
    issuer: await issuerBelow(authority),
  };
  const began = before();
  recorder.record({
    type: "run",
    backend: database.backend,
    seed,
    seconds,
    servers,
    buckets: { limited: limitedBucket },
    began,
  });
  const load: Load = {
    client,
    logins,
    seed,
    // A busy machine has more time, after the last fault, for what a run must have done.
    isOver: () =>
      Date.now() >= began + seconds * 1000 &&
      (redeemed() >= redeemedLeast * Math.floor(seconds / 60) ||
        Date.now() >= began + 3 * seconds * 1000),
    made: [],
    batches: new Set(),
    open: [],
  };
  try {
    await Promise.all([
      makeFaults({ fleet, database, recorder }, faultsOf(seed, { seconds, servers })),
      runLoad(load),
      raceClaims({ env, recorder, seed, processes: claimants, isOver: load.isOver }),
    ]);
    recorder.record({ type: "settle", began: before() });
    await settle(load);
    await tellAll(load, client);
    await recordHolders(env, recorder);
    await exportAudit(env, recorder);
    recorder.record({ type: "end", ended: after() });
  } finally {
    await Deno.writeTextFile(`${folder}/servers.log`, fleet.errorTexts().join("\n"));
    await recorder.close();
  }
}

/** Counts the completed logins. */
function countRedeemed(recorder: Recorder) {
  let redeemed = 0;
  const record: Recorder["record"] = (line) => {
    if (line.type === "login" && line.step === "redeem" && isAcknowledged(line)) redeemed++;
    recorder.record(line);
  };
  return { recorder: { ...recorder, record }, redeemed: () => redeemed };
}

/** Ends the database on an interrupt, since it runs in a separate session and would continue. */
function onInterrupt(end: () => Promise<void>): Disposable {
  const stop = async () => {
    await end();
    Deno.exit(130);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, stop);
  return {
    [Symbol.dispose]: () => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.removeSignalListener(signal, stop);
    },
  };
}

async function variablesOf(database: Database, authority: Certified): Promise<Variables> {
  return {
    ...await liveEnvironment(),
    ...database.env,
    AVAL_POLICY: policyFile,
    // One issuer, whichever port a server has.
    AVAL_BASE_URL: "http://localhost:8000",
    AVAL_TRUST_ANCHORS: certificatesPem(authority),
  };
}

/**
 * Mints a token for each client and gives one client a small bucket.
 *
 * @returns the tokens by client
 */
async function prepareClients(env: Variables): Promise<ReadonlyMap<string, string>> {
  const record = await Deno.makeTempFile({ suffix: ".json" });
  await Deno.writeTextFile(record, JSON.stringify({ rateLimits: { screening: limitedBucket } }));
  await admin(["client", "put", "limited", "--file", record], env);
  await Deno.writeTextFile(record, JSON.stringify({ monitoring: true }));
  await admin(["client", "put", "watching", "--file", record], env);
  await Deno.remove(record);
  const tokens = new Map<string, string>();
  for (const client of clients) {
    const printed = await admin(["token", "mint", "--client", client, "--ttl", "12h"], env);
    tokens.set(client, printed.trim().split("\n").at(-1) ?? "");
  }
  return tokens;
}

/** Registers the relying parties. @returns their secrets */
async function registerRelyingParties(env: Variables): Promise<ReadonlyMap<string, string>> {
  const secrets = new Map<string, string>();
  for (const client of relyingParties) {
    const printed = await admin(["login-client", "put", client, "--redirect", REDIRECT_URI], env);
    secrets.set(client, printed.trim().split("\n").at(-1) ?? "");
  }
  return secrets;
}

/** Reads all acknowledged data and every client's usage once more. */
async function tellAll({ made, batches }: Load, client: ClusterClient): Promise<void> {
  for (const id of batches) await readWhole(client, id);
  await compareAll(client);
  const left = [...new Map(made.map((each) => [each.id, each])).values()];
  await Promise.all(Array.from({ length: 8 }, async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { id, owner } = next;
      await client.sendUntilAnswered({ client: owner, operation: "read", subject: id, owner });
    }
  }));
  // A request that was counted a moment ago stands in its process still, an event has no number yet.
  await pause(10_000);
  // The bucket of the one that is limited has no tokens for a walk.
  for (const name of clients.filter((name) => name !== "limited")) await readFeed(client, name);
  for (const name of clients) {
    await client.sendUntilAnswered({ client: name, operation: "usage" });
  }
}

/** Maximum time of a batch that several servers left one after the other. */
const batchMilliseconds = 120_000;

/** Reads the results of a batch after its end. */
async function readWhole(client: ClusterClient, id: string): Promise<void> {
  const until = Date.now() + batchMilliseconds;
  while (Date.now() < until) {
    const asked = { client: "batching", operation: "results", subject: id } as const;
    const line = await client.sendUntilAnswered(asked);
    if (isAcknowledged(line) && resultsOf(line).nextCursor === null) return;
    await pause(500);
  }
}

/** Begins a run over all imported customers and waits for its end. */
async function compareAll(client: ClusterClient): Promise<void> {
  const until = Date.now() + batchMilliseconds;
  const watching = { client: "watching" } as const;
  let runId: string | null = null;
  while (Date.now() < until) {
    if (runId === null) {
      const begun = await client.sendUntilAnswered({ ...watching, operation: "run" });
      if (isAcknowledged(begun)) runId = JSON.parse(begun.text).runId;
    } else {
      const line = await client.sendUntilAnswered({ ...watching, operation: "runs" });
      const runs = isAcknowledged(line) ? JSON.parse(line.text).runs : [];
      const own = runs.find((run: { readonly runId: string }) => run.runId === runId);
      if (own !== undefined && own.endedAt !== null) return;
    }
    await pause(500);
  }
}

/** Reads all events of a client. */
async function readFeed(client: ClusterClient, name: string): Promise<void> {
  let after: string | undefined;
  for (let more = true; more;) {
    const subject = after === undefined ? {} : { subject: after };
    const line = await client.sendUntilAnswered({ client: name, operation: "events", ...subject });
    if (!isAcknowledged(line)) return;
    const page = JSON.parse(line.text);
    after = page.after ?? undefined;
    more = page.more;
  }
}

/**
 * Exports the audit chain. A failed export is recorded in the history and does not end this
 * program.
 */
async function exportAudit(env: Variables, recorder: Recorder): Promise<void> {
  const file = `${recorder.folder}/${historyFiles.audit}`;
  const exported = await runCli("admin", ["audit", "export", "--out", file], env);
  const { code, stdout, stderr } = exported.code === 0 ? await verify(file) : exported;
  recorder.record({ type: "verified", code, text: stdout + stderr });
}

/** Verifies an export with the standalone program only. */
async function verify(file: string): Promise<CliResult> {
  const verifier = new URL("../../cli/verify_audit_export.ts", import.meta.url).pathname;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--cached-only", "--allow-read", verifier, file],
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

async function admin(args: readonly string[], env: Variables): Promise<string> {
  const { code, stdout, stderr } = await runCli("admin", args, env);
  if (code !== 0) throw new Error(`admin ${args.slice(0, 2).join(" ")} failed: ${stderr}`);
  return stdout;
}
