import { dirname } from "node:path";
import { openDenoKv } from "./backends/deno_kv.ts";
<<<<<<< HEAD
import type { Backend } from "./backend.ts";
import { assertComplete } from "./copying/incomplete.ts";
=======
import { isPostgres } from "./backends/postgres/address.ts";
import { openPostgres } from "./backends/postgres/open_postgres.ts";
>>>>>>> i5-postgres
import { createStore, type StoreDependencies } from "./create_store.ts";
import { retryWhileBusy, type Waiting } from "./retry.ts";
import type { Store } from "./store.ts";

/** Where the store is, and what it runs on. */
export interface OpenStore extends StoreDependencies {
  /**
   * A file, `:memory:`, the URL of a KV Connect server or of PostgreSQL, or undefined: the
   * platform's own store.
   */
  readonly location: string | undefined;
}

/**
 * Opens the store of a location. A file that is not there yet is made, with its folder, for the
 * process's own user alone.
 *
 * @throws Error that says what to do, where a restore or a copy into it broke off
 */
export async function openStore({ location, ...dependencies }: OpenStore): Promise<Store> {
<<<<<<< HEAD
  const backend = await openBackend(location, dependencies);
  try {
    await assertComplete(backend, dependencies);
    return createStore(backend, dependencies);
  } catch (fault) {
    backend.close();
    throw fault;
  }
}

/** Opens what a store stands on, also where a restore into it broke off: for backups and copies. */
export async function openBackend(
  location: string | undefined,
  waiting: Waiting,
): Promise<Backend> {
=======
  if (location !== undefined && isPostgres(location)) {
    const open = () => openPostgres({ ...dependencies, location });
    return createStore(await retryWhileBusy(dependencies, open), dependencies);
  }
>>>>>>> i5-postgres
  if (location !== undefined && isFile(location)) {
    await Deno.mkdir(dirname(location), { recursive: true, mode: 0o700 });
    (await Deno.open(location, { create: true, append: true, mode: 0o600 })).close();
  }
  // A file that another process is just creating is locked for a moment.
  return await retryWhileBusy(waiting, () => openDenoKv(location));
}

/** Whether a location names a file of this machine. */
export function isFile(location: string): boolean {
  return location !== ":memory:" && !/^https?:\/\//.test(location) && !isPostgres(location);
}
