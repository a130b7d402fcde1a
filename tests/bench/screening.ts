import { runCli } from "../support/cli.ts";
import { type ServerProcess, startPermissions, startServer } from "../support/server.ts";
import { fullestOfacSnapshot } from "./lists.ts";
import type { PlainRequest } from "./load.ts";
import { type NameRequest, someNames } from "./names.ts";

/** The queried names: an ordinary mix, or only listed names with a typing error. */
export type NameMix = "mixed" | "misspelt";

/** A live server over a file, and requests to screen with everything on. */
export interface Screening {
  /** Its environment, and the token of its client. */
  readonly env: Readonly<Record<string, string>>;
  readonly token: string;
  readonly server: ServerProcess;
  /** The n-th request of a run; each has an idempotency key of its own. */
  readonly request: (mix: NameMix) => (n: number) => PlainRequest;
}

/**
 * Starts a live server with OFAC's list, over a file in the folder.
 *
 * @param runtimeFlags flags for Deno
 * @param more further variables
 */
export async function openScreening(
  folder: string,
  runtimeFlags: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Promise<Screening> {
  const env = {
    ...more,
    AVAL_MODE: "live",
    AVAL_KV: `${folder}/kv.sqlite3`,
    AVAL_LISTS: await fullestOfacSnapshot(folder),
    AVAL_SECRET_KEY: crypto.getRandomValues(new Uint8Array(32)).toBase64(),
  };
  const minted = await runCli("admin", ["token", "mint", "--client", "bench"], env);
  if (minted.code !== 0) throw new Error(minted.stderr);
  const token = minted.stdout.trim().split("\n").at(-1) ?? "";
  const mixed = await someNames(2000);
  const names = { mixed, misspelt: misspeltOf(mixed) };
  let runs = 0;
  return {
    env,
    token,
    server: await startServer(env, [...startPermissions, ...runtimeFlags]),
    request: (mix) => {
      const run = ++runs;
      return (n) => ({
        method: "POST",
        path: "/v1/screen",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "idempotency-key": `${run}-${n}`,
        },
        body: JSON.stringify(names[mix][n % names[mix].length]),
      });
    },
  };
}

/** Every tenth name is a listed one; every second of these lacks a vowel. */
function misspeltOf(names: readonly NameRequest[]): readonly NameRequest[] {
  return names.filter((_, n) => n % 20 === 10);
}
