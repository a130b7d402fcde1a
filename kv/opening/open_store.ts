import { dirname } from "node:path";
import type { Log } from "../../base/log.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import type { Backend } from "../store/backend.ts";
import { openDenoKv } from "../backends/deno_kv.ts";
import { openKvConnect } from "../backends/kv_connect.ts";
import { openPostgres } from "../backends/postgres/open_postgres.ts";
import { assertComplete, incompleteKey } from "../copying/incomplete.ts";
import { createStore, type StoreDependencies } from "../store/create_store.ts";
import { embeddedGroups, groupCommits } from "../store/group_commits.ts";
import type { StoreLocation } from "../backends/location.ts";
import type { Key } from "../store/key.ts";
import { measureBackend, systemOf } from "./measured_backend.ts";
import { readAhead } from "./read_ahead.ts";
import { retryWhileBusy } from "../store/retry.ts";
import type { Store } from "../store/store.ts";

/** The location of the store, and the dependencies of opening it. */
export interface OpenStore extends StoreDependencies {
  readonly location: StoreLocation;
  /** Default: nothing is logged. */
  readonly log?: Pick<Log, "warn">;
  /** Default: off. */
  readonly telemetry?: Telemetry;
  /** At most nine keys that are read right after the opening, together in one call. */
  readonly firstKeys?: readonly Key[];
  /** Wraps the backend below the store, for tests that count calls or inject faults. */
  readonly wrapBackend?: (backend: Backend) => Backend;
}

/**
 * Opens the store of a location. A missing file is made, with its folder, readable only for the
 * process's user.
 *
 * @throws Error with the remedy, after an interrupted restore or copy into it
 */
export async function openStore(opened: OpenStore): Promise<Store> {
  const backend = await openBackend(opened);
  try {
    const ahead = await readAhead(backend, [incompleteKey, ...opened.firstKeys ?? []], opened);
    await assertComplete(ahead, opened);
    return createStore(measured(ahead, opened), opened);
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

/** Opens only the backend, even after an interrupted restore into it, for backups and copies. */
export async function openBackend(opened: OpenStore): Promise<Backend> {
  const { location } = opened;
  if (location.kind === "file") await makeFile(location.path);
  // A file that another process is just creating is locked for a moment.
  return await retryWhileBusy(opened, () => connect(opened));
}

async function connect({ location, ...dependencies }: OpenStore): Promise<Backend> {
  switch (location.kind) {
    case "file":
    case "memory":
      return groupCommits(await openDenoKv(location), embeddedGroups);
    case "platform":
      return await openDenoKv(location);
    case "kv_connect":
      return await openKvConnect(location);
    case "postgres":
      return await openPostgres({ ...dependencies, address: location.address });
    default:
      return location satisfies never;
  }
}

/** Makes a file with its folder, only for the process's user; an existing one stays. */
export async function makeFile(path: string): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  (await Deno.open(path, { create: true, append: true, mode: 0o600 })).close();
}
