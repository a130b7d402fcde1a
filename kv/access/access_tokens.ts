import { z } from "zod";
import { ClientId } from "../../core/access/schema.ts";
import type { Clock } from "../../base/clock.ts";
import type { Introspector } from "../../core/access/ports.ts";
import type { Random } from "../../base/random.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { isSecret, makeSecret, secretHash } from "../../base/secret.ts";
import { defineKey } from "../store/define_key.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import type { Key } from "../store/key.ts";
import type { Unit } from "../../base/unit.ts";
import { create, type Entry, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of a token's record: the hash of the token, never the token itself. */
export const accessTokens = defineKey({
  name: "access_token",
  parts: ["hex SHA-256 of token"],
  value: "client, roles, scopes, `expiresAt`",
  lifetime: "until the token expires",
  personal: "no",
  protected: "token by its hash",
});

/** Dependencies of the tokens. */
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
 * Opens the look-up of local bearer tokens by hash: the timing of a look-up can only reveal the
 * hash, from which no token can be derived.
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
 * Makes a token and stores its meaning under its hash.
 *
 * @returns the token in clear: it cannot be read later
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
  const filing = create(AccessToken, keyOf(token), {
    clientId,
    roles,
    scopes,
    createdAt: timestamp(now),
    expiresAt: timestamp(now.add({ seconds })),
  });
  return { token, filing };
}

/** A stored token, without the token itself. */
export interface FiledToken {
  /** The first 64 bits of its hash, hex. */
  readonly id: string;
  readonly token: AccessToken;
}

/** An identifier of a stored token: the start of its hash. */
export const tokenIdForm = /^[0-9a-f]{8,64}$/;
/** Hex digits of {@link FiledToken.id}. */
const idDigits = 16;
/**
 * Maximum tokens read for one prefix: prefixes of 32 bits rarely collide, except with expired
 * tokens.
 */
const idsReadMax = 100;

/** Yields every token that has not expired, in an arbitrary order. */
export async function* listAccessTokens(
  { store, clock }: OpenAccessTokens,
): AsyncIterable<FiledToken> {
  for await (const { key, value } of store.list(AccessToken, { prefix: accessTokens.key() })) {
    if (hasPassed(value.expiresAt, clock.now())) continue;
    yield { id: String(key.at(-1)).slice(0, idDigits), token: value };
  }
}

/** The reason why no token was revoked. */
export interface RevocationRefusal {
  readonly code: "unknown_token" | "ambiguous_token";
  /** A message for the operator, without a full stop. */
  readonly message: string;
}

/**
 * Deletes a token by the start of its hash; later requests with the token are refused.
 *
 * @returns the deleted token's meaning
 */
export async function revokeAccessToken(
  dependencies: OpenAccessTokens,
  id: string,
): Promise<Result<AccessToken, RevocationRefusal>> {
  const found = await findOne(dependencies, id);
  if (!found.ok) return found;
  const deleted = await dependencies.store.commit([found.value.check, found.value.delete]);
  return deleted ? ok(found.value.value) : unknownToken(id);
}

/**
 * Deletes a client's token with the unit, by the start of its hash. A token of another client
 * counts as unknown.
 */
export async function revokeIn(
  unit: Unit,
  dependencies: OpenAccessTokens,
  { clientId, id }: { readonly clientId: ClientId; readonly id: string },
): Promise<Result<undefined, RevocationRefusal>> {
  const found = await findOne(dependencies, id);
  if (!found.ok) return found;
  if (found.value.value.clientId !== clientId) return unknownToken(id);
  addTo(unit, [found.value.check, found.value.delete]);
  return ok(undefined);
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
