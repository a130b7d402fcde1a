/**
 * Four server processes on one store, while processes and database are killed, paused and restarted
 * at random. At the end, the answers to clients are compared with the service's own records.
 *
 * usage: deno task test:cluster [--backend postgres|denokv|all] [--seconds 600] [--seed N]
 *          [--servers 4] [--out FOLDER]
 *   `all`: PostgreSQL, and denokv if tests/denokv.sh has built it. Both belong to the run, whatever
 *   AVAL_TEST_POSTGRES and AVAL_TEST_DENOKV name, because it kills them.
 *   The same seed gives the same faults at the same times and the same requests. A history is kept
 *   if FOLDER is given or a promise is broken; tests/cluster/check_history.ts judges it again.
 */
import { readOptions } from "../support/options.ts";
import { readHistory, report } from "./check_history.ts";
import { hasDenokv, openDenokv } from "./denokv.ts";
import { openPostgres } from "./postgres.ts";
import { runCluster } from "./run_cluster.ts";

const openers = { postgres: openPostgres, denokv: openDenokv } as const;
type Backend = keyof typeof openers;
const isBackend = (name: string): name is Backend => Object.hasOwn(openers, name);

async function main(): Promise<boolean> {
  const values = readOptions("test:cluster", {
    backend: "all",
    seconds: "600",
    seed: `${Date.now() % 1_000_000}`,
    servers: "4",
    out: null,
  });
  const [seconds, seed, servers] = [values.seconds, values.seed, values.servers].map(Number);
  if (!(Number(seconds) >= 60) || !Number.isInteger(seed) || !(Number(servers) >= 1)) {
    return wrongUsage("--seconds is at least 60, --seed and --servers are whole numbers");
  }
  const { backend: asked } = values;
  if (asked !== "all" && !isBackend(asked)) {
    return wrongUsage("--backend is postgres, denokv or all");
  }
  let kept = true;
  for (const backend of await backendsOf(asked)) {
    const out = values.out === undefined ? null : `${values.out}/${backend}`;
    kept = await run({
      backend,
      out,
      seconds: Number(seconds),
      seed: Number(seed),
      servers: Number(servers),
    }) && kept;
  }
  return kept;
}

function wrongUsage(message: string): false {
  console.error(message);
  return false;
}

async function backendsOf(asked: Backend | "all"): Promise<readonly Backend[]> {
  if (asked !== "all") return [asked];
  if (await hasDenokv()) return ["postgres", "denokv"];
  console.error("LEFT OUT: the cluster over denokv; --backend denokv builds it (20 minutes)");
  return ["postgres"];
}

interface Run {
  readonly backend: Backend;
  readonly out: string | null;
  readonly seconds: number;
  readonly seed: number;
  readonly servers: number;
}

async function run({ backend, out, seconds, seed, servers }: Run): Promise<boolean> {
  const again = `deno task test:cluster --backend ${backend} --seconds ${seconds} --seed ${seed}` +
    (servers === 4 ? "" : ` --servers ${servers}`);
  console.log(`\n${again}`);
  const folder = out ?? await Deno.makeTempDir({ prefix: "aval-cluster-" });
  await runCluster({ open: openers[backend], folder, seconds, seed, servers });
  const kept = report(await readHistory(folder), console.log);
  if (!kept || out !== null) {
    console.log(`history: ${folder}\nthe same again: ${again} --out FOLDER`);
  } else {
    await Deno.remove(folder, { recursive: true });
  }
  return kept;
}

if (import.meta.main) Deno.exit(await main() ? 0 : 1);
