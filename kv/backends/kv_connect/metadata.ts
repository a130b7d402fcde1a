import { z } from "zod";
import { parseJson } from "../../../base/json.ts";
import { UnavailableError } from "../../../base/unavailable.ts";
import { BusyError } from "../../store/backend.ts";
import type { Poster } from "./post.ts";

/** A database as calls of its data path need it. */
export interface Database {
  /** Address of the data path, without a slash at its end. */
  readonly url: string;
  /** The same of a replica, for reads that need not see the latest commits; null: there is none. */
  readonly replicaUrl: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Until when it counts, on the clock of `performance.now()`. */
  readonly until: number;
}

/** What asking for metadata needs. */
export interface AskMetadata {
  readonly url: string;
  readonly accessToken: string;
  readonly poster: Poster;
}

/** What a server states of a database, in the parts that we use. */
const Metadata = z.object({
  version: z.union([z.literal(2), z.literal(3)]),
  databaseId: z.string(),
  endpoints: z.array(z.object({ url: z.string(), consistency: z.string() })),
  token: z.string(),
  expiresAt: z.iso.datetime({ offset: true }),
});

/** How long before they expire metadata are asked for anew. */
const reserveMilliseconds = 10_000;
/** How long they count at least, whatever the server says. */
const lifetimeMillisecondsMin = 60_000;

/** The metadata of a database, asked for when they are needed and kept while they count. */
export interface KnownDatabase {
  /** The database. All callers that wait for it share one request. */
  current(): Promise<Database>;
  /** Asks anew next time: the server no longer takes what it gave us. */
  forget(): void;
}

/** Opens the metadata of a database; nothing is asked yet. */
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
 * @throws BusyError when the server is not there or has a fault
 * @throws UnavailableError when it does not answer in time
 * @throws Error that says what to do, when it refuses
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
