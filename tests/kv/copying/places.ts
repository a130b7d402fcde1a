import { openDenoKv } from "../../../kv/backends/deno_kv.ts";
import { openPostgres } from "../../../kv/backends/postgres/open_postgres.ts";
import type { Backend } from "../../../kv/store/backend.ts";
import { namedDenokv, openPart, removePart, sayLeftOut } from "../../support/denokv.ts";
import { emptyDatabase, needsPostgres } from "../../support/postgres.ts";
import { filePause } from "../../support/store.ts";
import { postgresAt } from "../../support/store_location.ts";

/** Real time and randomness, since Deno KV expires by the machine's clock. */
export const runtime = {
  clock: { now: () => Temporal.Now.instant() },
  random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
  pause: filePause,
};

/** An empty store for one test. */
export interface Place extends AsyncDisposable {
  readonly backend: Backend;
}

/** A kind of backend. */
export interface Kind {
  readonly name: string;
  readonly open: () => Promise<Place>;
}

async function file(): Promise<Place> {
  const folder = await Deno.makeTempDir();
  const backend = await openDenoKv({ kind: "file", path: `${folder}/kv.sqlite3` });
  return {
    backend,
    [Symbol.asyncDispose]: async () => {
      backend.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function memory(): Promise<Place> {
  const backend = await openDenoKv({ kind: "memory" });
  return { backend, [Symbol.asyncDispose]: () => Promise.resolve(backend.close()) };
}

async function postgres(): Promise<Place> {
  const database = await emptyDatabase();
  const backend = await openPostgres({ ...runtime, address: postgresAt(database.url) });
  return {
    backend,
    [Symbol.asyncDispose]: async () => {
      backend.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

async function denokv(server: NonNullable<typeof namedDenokv>): Promise<Place> {
  const part = crypto.randomUUID();
  const backend = await openPart(server, part);
  return {
    backend,
    [Symbol.asyncDispose]: async () => {
      backend.close();
      await removePart(server, part);
    },
  };
}

sayLeftOut("copies between stores");

/** Every available kind, including those without snapshots. */
export const kinds: readonly Kind[] = [
  { name: "a file", open: file },
  { name: "memory", open: memory },
  ...(needsPostgres("copies between stores") === undefined
    ? []
    : [{ name: "PostgreSQL", open: postgres }]),
  ...(namedDenokv === null ? [] : [{ name: "denokv", open: () => denokv(namedDenokv!) }]),
];
