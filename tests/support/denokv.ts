import type { Backend, Versioned } from "../../kv/store/backend.ts";
import { openKvConnect } from "../../kv/backends/kv_connect.ts";
import type { Key } from "../../kv/store/key.ts";

/** A KV Connect server that tests may write to; `tests/denokv.sh` starts one. */
export interface TestServer {
  readonly url: string;
  readonly accessToken: string;
}

/** The server that the environment names, or null. */
export const namedDenokv: TestServer | null = namedServer();

function namedServer(): TestServer | null {
  const url = Deno.env.get("AVAL_TEST_DENOKV");
  const accessToken = Deno.env.get("AVAL_TEST_DENOKV_TOKEN");
  return url === undefined || accessToken === undefined ? null : { url, accessToken };
}

/** Prints which tests are left out because the environment names no denokv. */
export function sayLeftOut(tests: string): void {
  if (namedDenokv !== null) return;
  console.error(
    `LEFT OUT: ${tests} over a real denokv; start one with tests/denokv.sh and name it in AVAL_TEST_DENOKV and AVAL_TEST_DENOKV_TOKEN`,
  );
}

/**
 * Opens an empty part of a server's single key space. It does not see other keys, so parallel
 * tests, or tests on a developer's server, do no harm.
 */
export async function openPart(server: TestServer, part: string): Promise<Backend> {
  const backend = await openKvConnect(server);
  const within = (key: Key): Key => [part, ...key];
  const without = (found: Versioned): Versioned => ({
    ...found,
    key: found.key.slice(1) as unknown as Key,
  });
  return {
    read: async (keys) =>
      (await backend.read(keys.map(within))).map((found) => found && without(found)),
    page: async ({ prefix, start, end }, options) => {
      const { entries, cursor } = await backend.page({
        prefix: within(prefix),
        ...(start === undefined ? {} : { start: within(start) }),
        ...(end === undefined ? {} : { end: within(end) }),
      }, options);
      return { entries: entries.map(without), cursor };
    },
    commit: ({ checks, puts, removes, adds }) => {
      const moved = <T extends { readonly key: Key }>(all: readonly T[]) =>
        all.map((one) => ({ ...one, key: within(one.key) }));
      return backend.commit({
        checks: moved(checks),
        puts: moved(puts),
        removes: removes.map(within),
        adds: moved(adds),
      });
    },
    close: () => backend.close(),
  };
}

/** Removes a part with all its keys. */
export async function removePart(server: TestServer, part: string): Promise<void> {
  const backend = await openKvConnect(server);
  const options = { limit: 500, reverse: false, cursor: null };
  for (;;) {
    const { entries } = await backend.page({ prefix: [part] }, options);
    if (entries.length === 0) break;
    const removes = entries.map(({ key }) => key);
    await backend.commit({ checks: [], puts: [], removes, adds: [] });
  }
  backend.close();
}

/** Starts a denokv with an empty file, for a server that sets up its store with its own secret. */
export async function startDenokv(): Promise<
  TestServer & { readonly pid: number } & AsyncDisposable
> {
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: [new URL("../denokv.sh", import.meta.url).pathname, "0"],
    env: { AVAL_TEST_DENOKV_TOKEN: "" },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  const [url, accessToken, pid] = text.decode(stdout).trim().split(" ");
  if (code !== 0 || url === undefined || accessToken === undefined) {
    throw new Error(`No denokv:\n${text.decode(stderr)}`);
  }
  return {
    url,
    accessToken,
    pid: Number(pid),
    [Symbol.asyncDispose]: () => Promise.resolve(Deno.kill(Number(pid), "SIGTERM")),
  };
}
