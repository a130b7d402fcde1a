import { dirname } from "node:path";
import type { Telemetry } from "../core/ports/telemetry.ts";
import { openDenoKv } from "./backends/deno_kv.ts";
import { createStore, type StoreDependencies } from "./create_store.ts";
import { measureBackend, systemOf } from "./measured_backend.ts";
import { retryWhileBusy } from "./retry.ts";
import type { Store } from "./store.ts";

/** Where the store is, and what it runs on. */
export interface OpenStore extends StoreDependencies {
  /** A file, `:memory:`, the URL of a KV Connect server, or undefined: the platform's own store. */
  readonly location: string | undefined;
  /** Default: off. */
  readonly telemetry?: Telemetry;
}

/**
 * Opens the store of a location. A file that is not there yet is made, with its folder, for the
 * process's own user alone.
 */
export async function openStore(
  { location, telemetry, ...dependencies }: OpenStore,
): Promise<Store> {
  if (location !== undefined && isFile(location)) {
    await Deno.mkdir(dirname(location), { recursive: true, mode: 0o700 });
    (await Deno.open(location, { create: true, append: true, mode: 0o600 })).close();
  }
  // A file that another process is just creating is locked for a moment.
  const backend = await retryWhileBusy(dependencies, () => openDenoKv(location));
  const measured = telemetry === undefined
    ? backend
    : measureBackend(backend, { telemetry, system: systemOf(location) });
  return createStore(measured, dependencies);
}

/** Whether a location names a file of this machine. */
export function isFile(location: string): boolean {
  return location !== ":memory:" && !/^https?:\/\//.test(location);
}
