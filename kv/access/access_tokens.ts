import type { ClientId } from "../../core/access/schema.ts";
import type { Introspector } from "../../core/access/ports.ts";
import type { Random } from "../../base/random.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { isSecret, makeSecret, secretHash } from "../../base/secret.ts";
import { hasPassed, timestamp } from "../store/lifetime.ts";
import type { Key } from "../store/key.ts";
import type { Unit } from "../../base/unit.ts";
import { create, type Entry, put } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import {
  AccessToken,
  accessTokens,
  clientAccessTokens,
  type FiledToken,
  idDigits,
  Named,
  type OpenAccessTokens,
} from "./token_keys.ts";

/** The meaning of a new token. */
export interface MintToken {
  readonly clientId: ClientId;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  /** Seconds until it expires. */
  readonly seconds: number;
}

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
 * @returns the token in clear, its id and its expiry
 */
export function mintIn(
  unit: Unit,
  dependencies: OpenAccessTokens & { readonly random: Random },
  asked: MintToken,
): { readonly id: string; readonly token: string; readonly expiresAt: string } {
  const { token, expiresAt, filing } = newToken(dependencies, asked);
  addTo(unit, filing);
  return { id: secretHash(token).slice(0, idDigits), token, expiresAt };
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
  return { token, expiresAt, filing };
}

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

/** Deletes a client's token with the unit, by the beginning of its hash. One of another client reads as unknown. */
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
