import { z } from "zod";
import { parseJson } from "../../../base/json.ts";
import { UnavailableError } from "../../../base/unavailable.ts";
import { BusyError } from "../../store/backend.ts";
import type { Poster } from "./post.ts";

/** The data path of a database. */
export interface Database {
  /** URL of the data path, without a final slash. */
  readonly url: string;
  /** URL of a replica, for reads that need not see the latest commits; null: there is none. */
  readonly replicaUrl: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** End of validity, on the clock of `performance.now()`. */
  readonly until: number;
}

/** Dependencies of reading metadata. */
export interface AskMetadata {
  readonly url: string;
  readonly accessToken: string;
  readonly poster: Poster;
}

/** A server's metadata of a database, with the members that are used. */
const Metadata = z.object({
  version: z.union([z.literal(2), z.literal(3)]),
  databaseId: z.string(),
  endpoints: z.array(z.object({ url: z.string(), consistency: z.string() })),
  token: z.string(),
  expiresAt: z.iso.datetime({ offset: true }),
});

/** Milliseconds before expiry at which metadata are read again. */
const reserveMilliseconds = 10_000;
/** Minimum milliseconds for which metadata are valid, whatever the server states. */
const lifetimeMillisecondsMin = 60_000;

/** The metadata of a database, read on demand and cached while valid. */
export interface KnownDatabase {
  /** Returns the database. Concurrent callers share one request. */
  current(): Promise<Database>;
  /** Drops the cache, when the server no longer accepts the metadata. */
  forget(): void;
}

/** Opens the metadata of a database, without a request yet. */
export function openMetadata(ask: AskMetadata): KnownDatabase {
  let known: Promise<Database> | null = null;
  async function current(): Promise<Database> {
    const before = known;
    if (before !== null) {
      const database = await before;
      if (performance.now() < database.until) return database;
      if (known === before) known = null;
      return await current();
    }
    const asked = exchangeMetadata(ask);
    known = asked;
    asked.catch(() => {
      if (known === asked) known = null;
    });
    return await asked;
  }
  return {
    current,
    forget: () => {
      known = null;
    },
  };
}

/**
 * KV Connect's metadata exchange (`denokv_proto/kv-connect.md` of github.com/denoland/denokv).
 *
 * @throws BusyError when the server is unreachable or has a fault
 * @throws UnavailableError when the server does not answer in time
 * @throws Error with the remedy, when the server refuses
 */
async function exchangeMetadata(
  { url, accessToken, poster }: AskMetadata,
): Promise<Database> {
  const asked = await poster.post(url, {
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    body: JSON.stringify({ supportedVersions: [2, 3] }),
  });
  if (asked.kind === "late") {
    throw new UnavailableError("The store does not answer", { cause: asked.cause });
  }
  if (asked.kind !== "answered") {
    throw new BusyError("The store cannot be reached", { cause: asked.cause });
  }
  const { status } = asked;
  if (status >= 500) throw new BusyError(`The store answers with status ${status}`);
  if (status === 401 || status === 403) {
    throw new Error(
      "AVAL_KV_TOKEN or DENO_KV_ACCESS_TOKEN: the server that AVAL_KV names refuses it",
    );
  }
  const metadata = status === 200 ? parseMetadata(new TextDecoder().decode(asked.body)) : null;
  const endpoint = metadata?.endpoints.find(({ consistency }) => consistency === "strong");
  if (metadata === null || endpoint === undefined || poster.serverTime() === null) {
    throw new Error(`AVAL_KV: no KV Connect server answers there (status ${status})`);
  }
  const addressOf = (path: string) => new URL(path, asked.url).href.replace(/\/+$/, "");
  const replica = metadata.endpoints.find(({ consistency }) => consistency === "eventual");
  return {
    url: addressOf(endpoint.url),
    replicaUrl: replica === undefined ? null : addressOf(replica.url),
    headers: {
      authorization: `Bearer ${metadata.token}`,
      "content-type": "application/x-protobuf",
      "x-denokv-database-id": metadata.databaseId,
      "x-denokv-version": `${metadata.version}`,
    },
    until: performance.now() + Math.max(
      Date.parse(metadata.expiresAt) - (poster.serverTime() ?? 0) - reserveMilliseconds,
      lifetimeMillisecondsMin,
    ),
  };
}

function parseMetadata(text: string): z.infer<typeof Metadata> | null {
  return Metadata.safeParse(parseJson(text)).data ?? null;
}
