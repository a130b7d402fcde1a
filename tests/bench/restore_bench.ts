/**
 * The restore drill: a store with many audit entries, made by the audit log itself, is backed up,
 * restored to a new store and verified, each by the operator's command in a process of its own.
 * Prints seconds, bytes and peak memory of each step; also for PostgreSQL if AVAL_TEST_POSTGRES
 * names one.
 *
 * Usage: deno task bench restore [--entries 1000000]
 */
import "../../base/temporal.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { openStore } from "../../kv/opening/open_store.ts";
import { fillAuditLog } from "../support/audit_entries.ts";
import { readOptions } from "../support/options.ts";
import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import { measuredCli } from "./measured_cli.ts";
import { locationOf } from "../support/store_location.ts";

const values = readOptions("bench restore", { entries: "1000000" });
const entries = Number(values.entries);
const folder = await Deno.makeTempDir({ prefix: "aval-drill-" });
const [source, restored] = [`${folder}/source.sqlite3`, `${folder}/restored.sqlite3`];
const [identity, backup] = [`${folder}/identity.txt`, `${folder}/backup.age`];
const secret = crypto.getRandomValues(new Uint8Array(32));
const env = { AVAL_SECRET_KEY: secret.toBase64(), AVAL_MODE: "live" };

try {
  console.log(`| ${entries.toLocaleString("en")} audit entries | seconds | MB | RSS MB |`);
  console.log("| --- | --: | --: | --: |");
  await step("made by the audit log", source, fillSource);
  const key = await measuredCli(["store", "identity", "--out", identity]);
  const recipient = key.stdout.trim();
  const admin = (location: string, ...args: string[]) => async () =>
    (await measuredCli(args, { ...env, AVAL_KV: location })).peakBytes;
  await step(
    "store backup",
    backup,
    admin(source, "store", "backup", "--out", backup, "--recipient", recipient),
  );
  await step(
    "store restore, into a file",
    restored,
    admin(restored, "store", "restore", backup, "--identity", identity),
  );
  await step("audit verify of it", restored, admin(restored, "audit", "verify"));
  if (needsPostgres("the drill") !== undefined) {
    await using database = await emptyDatabase();
    const { url } = database;
    const restore = admin(url, "store", "restore", backup, "--identity", identity);
    await step("store restore, into PostgreSQL", backup, restore);
    await step("audit verify of it", backup, admin(url, "audit", "verify"));
    const copy = `${folder}/copy.sqlite3`;
    await step("store copy, PostgreSQL to a file", copy, admin(url, "store", "copy", url, copy));
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function fillSource(): Promise<number> {
  const clock = { now: () => Temporal.Now.instant() };
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
  const store = await openStore({ location: locationOf(source), clock, random, pause });
  const keys = await openDataKeys({ store, clock, random, secrets: { current: secret } });
  await fillAuditLog({ store, clock, random, pause, dataKeys: keys, entries });
  store.close();
  return Deno.memoryUsage().rss;
}

/** Runs a step and prints its row, with the size of the file that it wrote or read. */
async function step(what: string, file: string, run: () => Promise<number>): Promise<void> {
  const start = performance.now();
  const peak = await run();
  const seconds = (performance.now() - start) / 1000;
  const bytes = await Deno.stat(file).then(({ size }) => size, () => 0);
  console.log(`| ${what} | ${seconds.toFixed(1)} | ${megabytes(bytes)} | ${megabytes(peak)} |`);
}

function megabytes(bytes: number): string {
  return bytes === 0 ? "-" : (bytes / 1e6).toFixed(0);
}
