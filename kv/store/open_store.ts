import { dirname } from "node:path";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import type { Backend } from "./backend.ts";
import { openDenoKv } from "../backends/deno_kv.ts";
import { openKvConnect } from "../backends/kv_connect.ts";
import { openPostgres } from "../backends/postgres/open_postgres.ts";
import { assertComplete } from "../copying/incomplete.ts";
import { createStore, type StoreDependencies } from "./create_store.ts";
import { kindOf } from "./location.ts";
import { measureBackend, systemOf } from "./measured_backend.ts";
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
  /** Default: off. */
  readonly telemetry?: Telemetry;
  /** Stands between the store and its backend: for what counts or breaks what passes there. */
  readonly wrapBackend?: (backend: Backend) => Backend;
}

/**
 * Opens the store of a location. A file that is not there yet is made, with its folder, for the
 * process's own user alone.
 *
 * @throws Error that says what to do, where a restore or a copy into it broke off
 */
export async function openStore(opened: OpenStore): Promise<Store> {
  const backend = await openBackend(opened);
  try {
    await assertComplete(backend, opened);
    return createStore(measured(backend, opened), opened);
  } catch (fault) {
    backend.close();
    throw fault;
  }
}

function measured(
  backend: Backend,
  { location, telemetry, wrapBackend = (plain) => plain }: OpenStore,
): Backend {
  return telemetry === undefined
    ? wrapBackend(backend)
    : measureBackend(wrapBackend(backend), { telemetry, system: systemOf(location) });
}

/** Opens what a store stands on, also where a restore into it broke off: for backups and copies. */
export async function openBackend(opened: OpenStore): Promise<Backend> {
  const { location } = opened;
  if (location !== undefined && kindOf(location) === "file") await makeFile(location);
  // A file that another process is just creating is locked for a moment.
  return await retryWhileBusy(opened, () => connect(opened));
}

function connect({ location, accessToken, ...dependencies }: OpenStore): Promise<Backend> {
  if (location === undefined) return openDenoKv(location);
  const kind = kindOf(location);
  switch (kind) {
    case "file":
    case "memory":
      return openDenoKv(location);
    case "kv_connect":
      return openKvConnect({ url: location, accessToken: accessToken ?? tokenOf() });
    case "postgres":
      return openPostgres({ ...dependencies, location });
    default:
      return kind satisfies never;
  }
}

/** Makes a file, with its folder, for the process's own user alone; one that is there stays. */
export async function makeFile(location: string): Promise<void> {
  await Deno.mkdir(dirname(location), { recursive: true, mode: 0o700 });
  (await Deno.open(location, { create: true, append: true, mode: 0o600 })).close();
}

/** @throws Error that names the variable when it is not set */
function tokenOf(): string {
  const token = Deno.env.get("DENO_KV_ACCESS_TOKEN") ?? "";
  if (token !== "") return token;
  throw new Error(
    "DENO_KV_ACCESS_TOKEN: is not set; it is the access token of a KV Connect server",
  );
}
