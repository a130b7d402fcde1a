import { controlDatabase, type Database, runScript } from "./database.ts";
import { openLosingProxy } from "./losing_proxy.ts";

/** Whether `tests/denokv.sh` has built denokv, which takes twenty minutes the first time. */
export async function hasDenokv(): Promise<boolean> {
  const home = Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`;
  const script = await Deno.readTextFile(new URL("../denokv.sh", import.meta.url));
  const version = /^version=(\S+)$/m.exec(script)?.[1];
  const cache = Deno.env.get("AVAL_TEST_DENOKV_CACHE") ?? `${home}/aval/denokv-${version}`;
  return await Deno.stat(`${cache}/bin/denokv`).then(() => true, () => false);
}

/** Starts a denokv for the run, with an empty file. */
export async function openDenokv(): Promise<Database> {
  const folder = await Deno.makeTempDir({ prefix: "aval-cluster-denokv-" });
  const variables = {
    AVAL_TEST_DENOKV_DATA: `${folder}/kv.sqlite3`,
    AVAL_TEST_DENOKV_TOKEN: "a-token-of-the-cluster-test",
  };
  const port = freePort();
  const proxy = openLosingProxy(port, {
    // Added to in each unit of a screening, which is not grouped here.
    unit: new TextEncoder().encode("\x02decision_day\0"),
    unitsMin: 1,
    answer: null,
  });
  return await controlDatabase({
    backend: "denokv",
    env: {
      AVAL_KV: `http://127.0.0.1:${proxy.port}`,
      DENO_KV_ACCESS_TOKEN: variables.AVAL_TEST_DENOKV_TOKEN,
    },
    proxy,
    start: async () => {
      const [, , pid] = await runScript("denokv.sh", [`${port}`], variables);
      return { pid: Number(pid) };
    },
    remove: () => Deno.remove(folder, { recursive: true }),
  });
}

/** A free port of this machine. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
