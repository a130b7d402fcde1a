import { controlDatabase, type Database, runScript } from "./database.ts";
import { openLosingProxy } from "./losing_proxy.ts";
import { isAlive } from "./processes.ts";
import { pause } from "./recorder.ts";

/** Milliseconds for a killed cluster to recover. */
const recoverMilliseconds = 60_000;

/**
 * Starts a PostgreSQL for the run by `tests/postgres.sh`, in a folder that no other run cleans.
 * Commits are flushed to disk, so that they survive a kill.
 */
export async function openPostgres(): Promise<Database> {
  const folder = await Deno.makeTempDir({ prefix: "aval-cluster-postgres-" });
  const [url = "", first = ""] = await runScript("postgres.sh", ["0"], {
    AVAL_TEST_POSTGRES_CACHE: folder,
  });
  const program = await Deno.readLink(`/proc/${first}/exe`);
  const data = await dataOf(folder);
  // From here on a child of this process, which learns of its end and starts it again.
  Deno.kill(Number(first), "SIGINT");
  const address = new URL(url);
  const text = new TextEncoder();
  const proxy = openLosingProxy(Number(address.port), {
    // Among the rows to be inserted, in hexadecimal: once in each unit of a screening.
    unit: text.encode(text.encode("\x02decision\0").toHex()),
    unitsMin: 2,
    // The function that commits a batch answers with no row when it has written.
    answer: text.encode("SELECT 0\0"),
  });
  address.port = `${proxy.port}`;
  return await controlDatabase({
    backend: "postgres",
    env: { AVAL_KV: address.href },
    proxy,
    start: () => start(program, data),
    remove: () => Deno.remove(folder, { recursive: true }),
  });
}

async function dataOf(folder: string): Promise<string> {
  for await (const { name } of Deno.readDir(folder)) {
    if (name.startsWith("run-")) return `${folder}/${name}/data`;
  }
  throw new Error("tests/postgres.sh has made no cluster");
}

async function start(program: string, data: string): Promise<{ readonly pid: number }> {
  const { uid, gid } = await Deno.stat(data);
  const started = Date.now();
  while (Date.now() - started < recoverMilliseconds) {
    const child = new Deno.Command("bash", {
      args: ["-c", `exec "$0" -D "$1" >>"$1/start.log" 2>&1`, program, data],
      cwd: data,
      ...(uid === null || gid === null || uid === Deno.uid() ? {} : { uid, gid }),
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    child.unref();
    while (await isAlive(child.pid)) {
      if (await isReady(data, child.pid)) return { pid: child.pid };
      await pause(20);
    }
    // It ends where the one before it, or a child of that, has not quite gone yet.
    await child.status;
    await pause(50);
  }
  throw new Error(
    `PostgreSQL does not start:\n${await Deno.readTextFile(`${data}/start.log`)}`,
  );
}

/** Whether this process is ready; the previous process's file also says `ready`. */
async function isReady(data: string, pid: number): Promise<boolean> {
  const lines = (await Deno.readTextFile(`${data}/postmaster.pid`).catch(() => "")).split("\n");
  return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
}
