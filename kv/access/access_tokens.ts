import { z } from "zod";
import { ClientId } from "../../core/access/schema.ts";
import { Timestamp } from "../../core/nouns.ts";
import type { Clock } from "../../base/clock.ts";
import type { Introspector } from "../../core/access/ports.ts";
import type { Random } from "../../base/random.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { isSecret, makeSecret, secretHash } from "../../base/secret.ts";
import { defineKey } from "../store/define_key.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import type { Key } from "../store/key.ts";
import type { Unit } from "../../base/unit.ts";
import { create, type Entry, put, type Remove, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of an access token: its hash, never the token itself. */
export const accessTokens = defineKey({
  name: "access_token",
  parts: ["hex SHA-256 of token"],
  value: "client, roles, scopes, `expiresAt`",
  lifetime: "until the token expires",
  personal: "no",
  protected: "token by its hash",
});

/** The tokens of a client that have not expired, in no particular order. */
export const clientAccessTokens = defineKey({
  name: "client_access_token",
  parts: ["clientId", "hex SHA-256 of token"],
  value: "`{ expiresAt }`: a token of the client",
  lifetime: "as the token",
  personal: "no",
  protected: "token by its hash",
});

/**
 * Marks that every token is in its client's index; servers of an earlier version store some that
 * are not.
 */
export const accessTokensIndexed = defineKey({
  name: "access_tokens_indexed",
  parts: [],
  value: "`{ at }`: when the tokens of each client were complete",
  lifetime: "for ever",
  personal: "no",
  protected: null,
});

const Named = z.object({ expiresAt: ExpiresAt }).readonly();
const Indexed = z.strictObject({ at: Timestamp });

/** Dependencies of access tokens. */
export interface OpenAccessTokens {
  readonly store: Store;
  readonly clock: Clock;
}

/** The meaning of a new token. */
export interface MintToken {
  readonly clientId: ClientId;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  /** Seconds until it expires. */
  readonly seconds: number;
}

/** The meaning of a token, stored under its hash. */
export const AccessToken = z.object({
  clientId: ClientId,
  roles: z.array(z.string()).readonly(),
  scopes: z.array(z.string()).readonly(),
  createdAt: z.string(),
  expiresAt: ExpiresAt,
}).readonly();
export type AccessToken = z.infer<typeof AccessToken>;

/**
 * Looks up local bearer tokens. A token is found by its hash, so that the duration of a look-up can
 * reveal only the hash, from which no token can be derived.
 */
export function openAccessTokens({ store, clock }: OpenAccessTokens): Introspector {
  return {
    introspect: async (token) => {
      if (!isSecret(token)) return { kind: "inactive" };
      const found = await store.get(AccessToken, keyOf(token));
      if (found === null || hasPassed(found.value.expiresAt, clock.now())) {
        return { kind: "inactive" };
      }
      const { clientId, roles, scopes, expiresAt } = found.value;
      return {
        kind: "active",
        clientId,
        roles,
        scopes,
        expiresAt: Temporal.Instant.from(expiresAt),
      };
    },
  };
}

/**
 * Makes a token and stores its hash.
 *
 * @returns the token in clear: it cannot be read again
 */
export async function mintAccessToken(
  dependencies: OpenAccessTokens & { readonly random: Random },
  asked: MintToken,
): Promise<string> {
  const { token, filing } = newToken(dependencies, asked);
  const filed = await dependencies.store.commit(filing);
  if (!filed) throw new Error("The source of randomness has repeated itself");
  return token;
}

/**
 * Makes a token that is stored with the unit.
 *
 * @returns the token in clear, and its id
 */
export function mintIn(
  unit: Unit,
  dependencies: OpenAccessTokens & { readonly random: Random },
  asked: MintToken,
): { readonly id: string; readonly token: string } {
  const { token, filing } = newToken(dependencies, asked);
  addTo(unit, filing);
  return { id: secretHash(token).slice(0, idDigits), token };
}

function newToken(
  { clock, random }: OpenAccessTokens & { readonly random: Random },
  { clientId, roles, scopes, seconds }: MintToken,
) {
  const token = makeSecret(random);
  const now = clock.now();
  const expiresAt = timestamp(now.add({ seconds }));
  const filing = [
    ...create(AccessToken, keyOf(token), {
      ...{ clientId, roles, scopes, expiresAt },
      createdAt: timestamp(now),
    }),
    put(Named, clientAccessTokens.key(clientId, secretHash(token)), { expiresAt }),
  ];
  return { token, filing };
}

/** A stored token: never the token itself. */
export interface FiledToken {
  /** The first 64 bits of its hash, hex. */
  readonly id: string;
  readonly token: AccessToken;
}

/** The id of a stored token: the beginning of its hash. */
export const tokenIdForm = /^[0-9a-f]{8,64}$/;
/** Hex digits of {@link FiledToken.id}. */
const idDigits = 16;
/**
 * Maximum tokens with the same beginning of the hash that are read. Two valid tokens hardly share
 * 32 bits, but expired ones are read too.
 */
const idsReadMax = 100;

/** Every token that has not expired, in no particular order. */
export async function* listAccessTokens(
  { store, clock }: OpenAccessTokens,
): AsyncIterable<FiledToken> {
  for await (const { key, value } of store.list(AccessToken, { prefix: accessTokens.key() })) {
    if (hasPassed(value.expiresAt, clock.now())) continue;
    yield { id: String(key.at(-1)).slice(0, idDigits), token: value };
  }
}

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

/** Hours between two searches for tokens of servers without an index. */
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

/**
 * Adds missing tokens to the indexes of their clients: servers of a version without an index store
 * some.
 */
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

/** Why no token was revoked. */
export interface RevocationRefusal {
  readonly code: "unknown_token" | "ambiguous_token";
  /** Message for the operator, without a full stop. */
  readonly message: string;
}

/**
 * Deletes a token by the beginning of its hash. From the next request on it is refused.
 *
 * @returns the meaning that the token had
 */
export async function revokeAccessToken(
  dependencies: OpenAccessTokens,
  id: string,
): Promise<Result<AccessToken, RevocationRefusal>> {
  const found = await findOne(dependencies, id);
  if (!found.ok) return found;
  const deleted = await dependencies.store.commit(revocationOf(found.value));
  return deleted ? ok(found.value.value) : unknownToken(id);
}

/**
 * Deletes a client's token with the unit. The token is named by the beginning of its hash; another
 * client's token is answered as an unknown one.
 */
export async function revokeIn(
  unit: Unit,
  dependencies: OpenAccessTokens,
  { clientId, id }: { readonly clientId: ClientId; readonly id: string },
): Promise<Result<undefined, RevocationRefusal>> {
  const found = await findOne(dependencies, id);
  if (!found.ok) return found;
  if (found.value.value.clientId !== clientId) return unknownToken(id);
  addTo(unit, revocationOf(found.value));
  return ok(undefined);
}

function revocationOf({ key, value, check, delete: removal }: Entry<AccessToken>) {
  const named = clientAccessTokens.key(value.clientId, String(key.at(-1)));
  return [check, removal, { kind: "remove", key: named, chunks: 0 }] as const;
}

async function findOne(
  { store, clock }: OpenAccessTokens,
  id: string,
): Promise<Result<Entry<AccessToken>, RevocationRefusal>> {
  const range = {
    prefix: accessTokens.key(),
    start: accessTokens.key(id),
    // After every hash that begins so: "g" follows the hex digits.
    end: accessTokens.key(`${id}g`),
  };
  const alive = (await Array.fromAsync(store.list(AccessToken, range, { limit: idsReadMax })))
    .filter(({ value }) => !hasPassed(value.expiresAt, clock.now()));
  const [found, another] = alive;
  if (another !== undefined) {
    return refuse({ code: "ambiguous_token", message: `More than one token begins with ${id}` });
  }
  return found === undefined ? unknownToken(id) : ok(found);
}

function unknownToken(id: string): Result<never, RevocationRefusal> {
  return refuse({ code: "unknown_token", message: `No token begins with ${id}` });
}

function keyOf(token: string): Key {
  return accessTokens.key(secretHash(token));
}
