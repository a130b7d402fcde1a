/**
 * The desk on every available list: the duration of a batch of mixed names, over a file, or over
 * PostgreSQL if `AVAL_TEST_POSTGRES` names one; the waits of other requests meanwhile, and memory;
 * the same names by `deno task screen` without a server; and a page of 200 rows of a long queue.
 *
 * usage: deno task bench desk [--items 20000] [--queue 100000]
 */
import { residentMegabytes } from "../fuzz/resident.ts";
import { runCli } from "../support/cli.ts";
import { readOptions } from "../support/options.ts";
import { emptyDatabase } from "../support/postgres.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { load, type LoadResult } from "./load.ts";
import { someNames } from "./names.ts";

const options = readOptions("bench desk", { items: "20000", queue: "100000" });
const batches = "/v1/screen/batches";
/** Maximum items of one batch. */
const batchItemsMax = 20_000;

const folder = await Deno.makeTempDir({ prefix: "aval-desk-" });
try {
  await buildLists();
  if (Deno.env.get("AVAL_TEST_POSTGRES") === undefined) {
    await measureDesk(`${folder}/kv.sqlite3`);
  } else {
    await using database = await emptyDatabase();
    await measureDesk(database.url);
  }
  await measureCommand(Number(options.items));
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** Builds lists in a separate process, so that building is not measured. */
async function buildLists(): Promise<void> {
  const grow = new URL("grow_lists.ts", import.meta.url).pathname;
  const args = ["run", "--allow-all", "--no-check", grow, "0", folder];
  const { success } = await new Deno.Command(Deno.execPath(), { args, stdout: "null" }).output();
  if (!success) throw new Error("The lists were not built");
}

async function measureDesk(kv: string): Promise<void> {
  const env = {
    AVAL_MODE: "live",
    AVAL_KV: kv,
    AVAL_LISTS: `${folder}/snapshot.bin`,
    AVAL_SECRET_KEY: crypto.getRandomValues(new Uint8Array(32)).toBase64(),
  };
  const headers = await headersOf("bench", env);
  // It has its own items of a day.
  const queueHeaders = await headersOf("bench-queue", env);
  await using server = await startServer(env);
  const others = (seconds: number) =>
    load({
      ...{ url: server.url, connections: 1, seconds },
      request: (n) => ({
        ...{ method: "POST", path: "/v1/screen", headers },
        body: JSON.stringify(someNames(n % 100 + 1).at(-1)),
      }),
    });
  await others(3);
  const alone = await others(5);
  const idle = residentMegabytes(server.pid).now;
  const items = bookOf(Number(options.items));
  const beside: LoadResult[] = [];
  const began = performance.now();
  const id = await send(server, headers, items);
  const accepted = performance.now() - began;
  for (let state = "ACCEPTED"; state !== "DONE";) {
    beside.push(await others(1));
    ({ state } = await (await fetch(`${server.url}${batches}/${id}`, { headers })).json());
  }
  const took = performance.now() - began;
  const p99 = beside.map(({ p99Milliseconds }) => p99Milliseconds).toSorted((a, b) => a - b);
  console.log(`batch of ${items.length}: ${seconds(took)} s, accepted in ${seconds(accepted)} s`);
  console.log(
    `others: p99 ${alone.p99Milliseconds.toFixed(1)} ms alone, in its seconds ${
      p99.at(Math.floor(p99.length / 2))?.toFixed(1)
    } ms in the middle, ${p99.at(-1)?.toFixed(1)} ms at most`,
  );
  const { peak } = residentMegabytes(server.pid);
  console.log(`memory: ${idle} MB idle, ${peak - idle} MB more at most`);
  await measureQueue(server, queueHeaders, Number(options.queue));
}

async function headersOf(
  client: string,
  env: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const minted = await runCli("admin", ["token", "mint", "--client", client], env);
  if (minted.code !== 0) throw new Error(minted.stderr);
  const token = minted.stdout.trim().split("\n").at(-1) ?? "";
  return { authorization: `Bearer ${token}`, "content-type": "application/json" };
}

/** Fills the queue with matches, and reads pages of it. */
async function measureQueue(
  server: ServerProcess,
  headers: Readonly<Record<string, string>>,
  rows: number,
): Promise<void> {
  const [name] = someNames(11).slice(-1);
  for (let left = rows; left > 0; left -= batchItemsMax) {
    const id = await send(server, headers, Array(Math.min(left, batchItemsMax)).fill(name));
    for (let state = "ACCEPTED"; state !== "DONE";) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      ({ state } = await (await fetch(`${server.url}${batches}/${id}`, { headers })).json());
    }
  }
  if (rows === 0) return;
  const pages = await load({
    ...{ url: server.url, connections: 1, seconds: 5 },
    request: () => ({ method: "GET", path: "/v1/screen/decisions?limit=200", headers }),
  });
  console.log(
    `page of 200 of a queue of ${rows}: p99 ${pages.p99Milliseconds.toFixed(1)} ms`,
  );
}

async function send(
  { url }: ServerProcess,
  headers: Readonly<Record<string, string>>,
  items: readonly object[],
): Promise<string> {
  const body = JSON.stringify({ items });
  const answer = await fetch(`${url}${batches}`, { method: "POST", headers, body });
  const text = await answer.text();
  if (answer.status !== 202) throw new Error(`${answer.status} ${text}`);
  return JSON.parse(text).batchId;
}

function bookOf(items: number): readonly object[] {
  return someNames(items).map((request, at) => ({ subjectRef: `c-${at}`, ...request }));
}

/** Screens the same names from a file by the command. */
async function measureCommand(items: number): Promise<void> {
  const rows = someNames(items).map(({ name, dob = "" }, at) => `c-${at},${name},${dob}\n`);
  await Deno.writeTextFile(`${folder}/book.csv`, `subjectRef,name,dob\n${rows.join("")}`);
  const began = performance.now();
  const run = await runCli("screen", [`${folder}/book.csv`], {
    AVAL_LISTS: `${folder}/snapshot.bin`,
  });
  if (run.code !== 0) throw new Error(run.stderr);
  console.log(`deno task screen of ${items}: ${seconds(performance.now() - began)} s`);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(1);
}
