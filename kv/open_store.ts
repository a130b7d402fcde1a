import { dirname } from "node:path";
import { openDenoKv } from "./backends/deno_kv.ts";
import { openKvConnect } from "./backends/kv_connect.ts";
import { isPostgres } from "./backends/postgres/address.ts";
import { openPostgres } from "./backends/postgres/open_postgres.ts";
import type { Backend } from "./backend.ts";
import { createStore, type StoreDependencies } from "./create_store.ts";
import { retryWhileBusy } from "./retry.ts";
import type { Store } from "./store.ts";

/** Where the store is, and what it runs on. */
export interface OpenStore extends StoreDependencies {
  /**
   * A file, `:memory:`, the URL of a KV Connect server or of PostgreSQL, or undefined: the
   * platform's own store.
   */
  readonly location: string | undefined;
  /** Of a KV Connect server; by default what `DENO_KV_ACCESS_TOKEN` holds, as Deno's client has it. */
  readonly accessToken?: string;
  /** Stands between the store and its backend: for what counts or breaks what passes there. */
  readonly between?: (backend: Backend) => Backend;
}

/**
 * Opens the store of a location. A file that is not there yet is made, with its folder, for the
 * process's own user alone.
 */
export async function openStore(
  { location, accessToken, between = (backend) => backend, ...dependencies }: OpenStore,
): Promise<Store> {
  if (location !== undefined && isPostgres(location)) {
    const open = () => openPostgres({ ...dependencies, location });
    return createStore(between(await retryWhileBusy(dependencies, open)), dependencies);
  }
  if (location !== undefined && isFile(location)) {
    await Deno.mkdir(dirname(location), { recursive: true, mode: 0o700 });
    (await Deno.open(location, { create: true, append: true, mode: 0o600 })).close();
  }
  const open = location !== undefined && isKvConnect(location)
    ? () => openKvConnect({ url: location, accessToken: accessToken ?? tokenOf() })
    : () => openDenoKv(location);
  // A file that another process is just creating is locked for a moment.
  return createStore(between(await retryWhileBusy(dependencies, open)), dependencies);
}

function tokenOf(): string {
  return Deno.env.get("DENO_KV_ACCESS_TOKEN") ?? "";
}

/** Whether a location names a file of this machine. */
export function isFile(location: string): boolean {
  return location !== ":memory:" && !isKvConnect(location) && !isPostgres(location);
}

/** Whether a location is the URL of a KV Connect server. */
function isKvConnect(location: string): boolean {
  return /^https?:\/\//.test(location);
}
