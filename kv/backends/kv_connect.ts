import { UnavailableError } from "../../base/unavailable.ts";
import {
  type Backend,
  BusyError,
  type Page,
  type RawCommit,
  type Versioned,
} from "../store/backend.ts";
import type { Key } from "../store/key.ts";
import {
  atomicWrite,
  decodeSnapshot,
  decodeWritten,
  entriesOf,
  pageOf,
  readKeys,
  readRange,
} from "./kv_connect/messages.ts";
import { type KnownDatabase, openMetadata } from "./kv_connect/metadata.ts";
import { openPoster, type Poster } from "./kv_connect/post.ts";

/** A KV Connect server, from the operator's configuration. */
export interface KvConnectServer {
  readonly url: string;
  readonly accessToken: string;
  /** Milliseconds that a call may take; default: {@link callMilliseconds}. */
  readonly callMilliseconds?: number;
}

/** Longer than a commit waits at a loaded server, shorter than clients wait for this service. */
const callMilliseconds = 5_000;
/** Milliseconds that a nearby replica may take before the primary store is read. */
const replicaMilliseconds = 500;
/** Milliseconds for which a failed replica is not used. */
const replicaRestMilliseconds = 30_000;
/** Maximum entries that a server reads for one call (`denokv_proto/limits.rs`). */
const rangeEntriesMax = 1_000;
/** Maximum characters of a server's text in an error. */
const quotedCharactersMax = 200;

/**
 * Opens a KV Connect server as a backend: Deno Deploy's KV, or a self-hosted `denokv`, over https
 * or, on this machine, http.
 *
 * Does not use the runtime's own client, which sends an atomic write again whenever its answer was
 * lost, as long as the process lives (`denokv_remote` 0.12 to 0.14, `call_raw`). A commit without
 * checks could happen twice, one with checks could happen and be reported as failed, and an
 * abandoned one could happen minutes later. This client sends a commit once: after a refused
 * connection nothing happened, so that the store retries; after any other failure the outcome is
 * reported as unknown. Reads are retried.
 *
 * @throws BusyError while the server is unreachable
 * @throws UnavailableError when the server does not answer in time
 * @throws Error with the remedy, when it is not a KV Connect server, or refuses the access token
 */
export async function openKvConnect(server: KvConnectServer): Promise<Backend> {
  const { url, accessToken } = server;
  const poster = openPoster(server.callMilliseconds ?? callMilliseconds);
  const database = openMetadata({ url, accessToken, poster });
  const path: DataPath = { poster, database };
  let hasReplica: boolean;
  try {
    hasReplica = (await database.current()).replicaUrl !== null;
  } catch (fault) {
    poster.close();
    throw fault;
  }
  const replica = hasReplica ? openReplica(path) : null;
  return {
    read: (keys) => readOf(path, keys),
    ...(replica === null ? {} : { readEventually: replica.read }),
    page: async (range, options): Promise<Page> => {
      const limit = Math.min(options.limit, rangeEntriesMax);
      const [page] = await snapshot(path, readRange(range, { ...options, limit }));
      if (page === undefined) throw new Error("The store did not read the requested range");
      return pageOf(page, limit);
    },
    commit: (commit) => write(path, commit),
    close: () => {
      replica?.close();
      poster.close();
    },
  };
}

/** Opens reads at the replica, which returns nothing for a while after a failure. */
function openReplica({ database }: DataPath) {
  const poster = openPoster(replicaMilliseconds);
  let restsUntil = 0;
  return {
    read: async (keys: readonly Key[]): Promise<readonly (Versioned | null)[]> => {
      if (performance.now() < restsUntil) return keys.map(() => null);
      try {
        return await readOf({ poster, database }, keys, { eventual: true });
      } catch (fault) {
        restsUntil = performance.now() + replicaRestMilliseconds;
        throw fault;
      }
    },
    close: () => poster.close(),
  };
}

async function readOf(
  path: DataPath,
  keys: readonly Key[],
  options?: Consistency,
): Promise<readonly (Versioned | null)[]> {
  const ranges = await snapshot(path, readKeys(keys), options);
  return keys.map((_, at) => {
    const range = ranges[at];
    if (range === undefined) throw new Error("The store did not read the requested range");
    return entriesOf(range)[0] ?? null;
  });
}

/** Whether a replica may answer, which may lack the latest commits. */
interface Consistency {
  readonly eventual: boolean;
}

/** Dependencies of a call to the server. */
interface DataPath {
  readonly poster: Poster;
  readonly database: KnownDatabase;
}

async function call(
  { poster, database }: DataPath,
  method: string,
  body: Uint8Array<ArrayBuffer>,
  { eventual }: Consistency = { eventual: false },
): Promise<Called> {
  const { url, replicaUrl, headers } = await database.current();
  const at = eventual ? replicaUrl ?? url : url;
  const posted = await poster.post(`${at}/${method}`, { headers, body, redirect: "manual" });
  if (posted.kind !== "answered") return posted;
  const { status, body: answer } = posted;
  if (status === 200) return { kind: "answered", answer };
  const words = new TextDecoder().decode(answer).slice(0, quotedCharactersMax);
  const cause = new Error(`The store answers with status ${status}: ${words}`);
  if (status >= 500) return { kind: "broken", cause };
  // Too many requests: this one was not taken (RFC 6585 §4).
  if (status === 429) return { kind: "not sent", cause };
  if (status !== 401 && status !== 403) throw cause;
  // What a replica refuses says nothing of the store.
  if (!eventual) database.forget();
  return { kind: "not sent", cause };
}

async function snapshot(
  path: DataPath,
  message: Uint8Array<ArrayBuffer>,
  consistency: Consistency = { eventual: false },
) {
  const called = await call(path, "snapshot_read", message, consistency);
  switch (called.kind) {
    case "answered":
      break;
    case "not sent":
    case "broken":
      throw new BusyError("The store could not be read", { cause: called.cause });
    case "late":
      throw new UnavailableError("The store does not answer", { cause: called.cause });
    default:
      called satisfies never;
  }
  const read = decodeSnapshot(called.answer, consistency);
  if (read.kind === "read") return read.ranges;
  if (!consistency.eventual) path.database.forget();
  throw new BusyError("The store may not be read there at the moment");
}

async function write(path: DataPath, commit: RawCommit): Promise<string | null> {
  const message = atomicWrite(commit, path.poster.serverTime() ?? 0);
  const called = await call(path, "atomic_write", message);
  if (called.kind === "not sent") {
    throw new BusyError("The store cannot be reached", { cause: called.cause });
  }
  if (called.kind !== "answered") throw unknownOutcome(called.cause);
  const written = decodeOrUnknown(called.answer);
  switch (written.kind) {
    case "committed":
      return written.versionstamp;
    case "check lost":
      return null;
    case "disabled":
      path.database.forget();
      throw new BusyError("The store may not be written there at the moment");
    case "unknown":
      throw unknownOutcome(new Error("The store reports an unknown outcome"));
    default:
      return written satisfies never;
  }
}

/** The result of a data path call that the server did not refuse. */
type Called =
  | { readonly kind: "answered"; readonly answer: Uint8Array<ArrayBuffer> }
  /** Nothing has happened. */
  | { readonly kind: "not sent"; readonly cause: unknown }
  /** It may have happened. */
  | { readonly kind: "broken"; readonly cause: unknown }
  /** It may have happened, or may still happen. */
  | { readonly kind: "late"; readonly cause: unknown };

function decodeOrUnknown(answer: Uint8Array<ArrayBuffer>) {
  try {
    return decodeWritten(answer);
  } catch (cause) {
    throw unknownOutcome(cause);
  }
}

function unknownOutcome(cause: unknown): UnavailableError {
  return new UnavailableError("It is not known whether the store took a commit", { cause });
}
