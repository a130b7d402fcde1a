import { z } from "zod";
import { Timestamp } from "../../core/nouns.ts";
import type { ClientId } from "../../core/access/schema.ts";
import { defineKey } from "../store/define_key.ts";
import { hasPassed, timestamp } from "../store/lifetime.ts";
import { type Entry, put, type Remove, type Store } from "../store/store.ts";
import {
  AccessToken,
  accessTokens,
  clientAccessTokens,
  type FiledToken,
  idDigits,
  Named,
  type OpenAccessTokens,
} from "./token_keys.ts";

/**
 * Since when the tokens of each client are complete; a server of an earlier version files tokens
 * that are in no client's list.
 */
export const accessTokensIndexed = defineKey({
  name: "access_tokens_indexed",
  parts: [],
  value: "`{ at }`: when the tokens of each client were complete",
  lifetime: "for ever",
  personal: "no",
  protected: null,
});

const Indexed = z.strictObject({ at: Timestamp });

/** Number of tokens that are read, or indexed, at once. */
const tokensAtOnce = 10;

/** The tokens of a client that have not expired, in no particular order. */
export async function* listClientTokens(
  { store, clock }: OpenAccessTokens,
  clientId: ClientId,
): AsyncIterable<FiledToken> {
  await indexTokens({ store, clock });
  for await (const hashes of hashesOf(store, clientId)) {
    const found = await store.getMany(AccessToken, hashes.map((hash) => accessTokens.key(hash)));
    for (const [at, entry] of found.entries()) {
      if (entry === null || hasPassed(entry.value.expiresAt, clock.now())) continue;
      yield { id: hashes[at]!.slice(0, idDigits), token: entry.value };
    }
  }
}

/**
 * Removals of every token of a client, including expired ones that the backend has not removed yet.
 */
export async function* clientTokenRemovals(
  store: Store,
  clientId: ClientId,
): AsyncIterable<Remove> {
  await nameMissingTokens(store);
  for await (const hashes of hashesOf(store, clientId)) {
    yield* await store.removals(hashes.map((hash) => accessTokens.key(hash)));
  }
  yield* store.removalsIn({ prefix: clientAccessTokens.key(clientId) });
}

/** Hashes of the tokens of a client, some at a time. */
async function* hashesOf(store: Store, clientId: ClientId): AsyncIterable<readonly string[]> {
  let hashes: string[] = [];
  for await (const { key } of store.list(Named, { prefix: clientAccessTokens.key(clientId) })) {
    if (hashes.push(String(key.at(-1))) < tokensAtOnce) continue;
    yield hashes;
    hashes = [];
  }
  if (hashes.length > 0) yield hashes;
}

/** Hours after which tokens of servers of an earlier version are looked for again. */
const indexHours = 1;

async function indexTokens({ store, clock }: OpenAccessTokens): Promise<void> {
  const now = clock.now();
  const indexed = await store.get(z.unknown(), accessTokensIndexed.key());
  // One from before has no time.
  const { data } = Indexed.safeParse(indexed?.value);
  if (data !== undefined && !hasPassed(data.at, now.subtract({ hours: indexHours }))) return;
  await nameMissingTokens(store);
  await store.commit([put(Indexed, accessTokensIndexed.key(), { at: timestamp(now) })]);
}

/** Adds tokens that servers of an earlier version have filed to the lists of their clients. */
export async function nameMissingTokens(store: Store): Promise<void> {
  let tokens: Entry<AccessToken>[] = [];
  const write = async () => {
    const keys = tokens.map(({ key, value }) =>
      clientAccessTokens.key(value.clientId, String(key.at(-1)))
    );
    const named = await store.getMany(Named, keys);
    const missing = tokens.flatMap(({ check, value: { expiresAt } }, at) =>
      named[at] === null ? [[check, put(Named, keys[at]!, { expiresAt })]] : []
    );
    tokens = [];
    if (missing.length === 0 || await store.commit(missing.flat())) return;
    // One was deleted meanwhile: the others are missing all the same.
    for (const one of missing) await store.commit(one);
  };
  for await (const entry of store.list(AccessToken, { prefix: accessTokens.key() })) {
    if (tokens.push(entry) === tokensAtOnce) await write();
  }
  if (tokens.length > 0) await write();
}
