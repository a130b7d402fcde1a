import { z } from "zod";
import { SigningKeyState } from "../../core/audit/event.ts";
import { Timestamp } from "../../core/nouns.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { defineKey } from "../store/define_key.ts";
import { timestamp } from "../store/lifetime.ts";
import { rewrapDataKey, WrappedKey, type WrappingKeys } from "./wrapped_key.ts";
import {
  makeWrappedSigningKey,
  type OpenSigningKey,
  openWrappedSigningKey,
} from "./wrapped_signing_key.ts";

/** A key that signs id_tokens, as stored. */
export const StoredSigningKey = z.object({
  /** RFC 7638 thumbprint of the public key. */
  kid: z.string(),
  state: SigningKeyState,
  createdAt: Timestamp,
  activatedAt: Timestamp.optional(),
  /** Time from which it signs; until then the previous one does. */
  signsFrom: Timestamp.optional(),
  /** For a `ROTATED` key: the time until which it signs. */
  signsUntil: Timestamp.optional(),
  /** For a `ROTATED` key: the time at which its last id_token has expired. */
  neededUntil: Timestamp.optional(),
  revokedAt: Timestamp.optional(),
  /** PKCS #8; deleted when the key is revoked. */
  wrapped: WrappedKey.optional(),
}).readonly();
export type StoredSigningKey = z.infer<typeof StoredSigningKey>;

/** The signing keys of the login, oldest first. Exactly one is `ACTIVE`. */
export const StoredSigningKeys = z.object({
  keys: z.array(StoredSigningKey).min(1).readonly(),
}).readonly();
export type StoredSigningKeys = z.infer<typeof StoredSigningKeys>;

/** The keys that sign id_tokens. */
export const loginSigningKeys = defineKey({
  name: "login_signing_keys",
  parts: [],
  value: "`{ keys: [{ kid, state, createdAt, ..., wrapped? }] }`",
  lifetime: "for ever; the private part until revoked",
  personal: "no",
  protected: "wrapped by `AVAL_SECRET_KEY`",
});

/** Key of the signing keys. */
export const signingKeysKey = loginSigningKeys.key();

/** The name of these keys in commands. */
export const loginSigning = "login-signing";

/** Makes a `NEW` P-256 key and wraps its private part, which is never shown in clear. */
export async function makeSigningKey(
  wrapping: WrappingKeys,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Promise<StoredSigningKey> {
  const made = await makeWrappedSigningKey(wrapping, { name: loginSigning, random });
  return { ...made, state: "NEW", createdAt: timestamp(clock.now()) };
}

/**
 * Opens a key by {@link openWrappedSigningKey}.
 *
 * @throws Error that names the variable to set, or reports a damaged key
 */
export async function openSigningKey(
  wrapping: WrappingKeys,
  { kid, wrapped }: StoredSigningKey,
): Promise<OpenSigningKey> {
  if (wrapped === undefined) throw new Error("A revoked signing key has no private part");
  return await openWrappedSigningKey(wrapping, { name: loginSigning, kid, wrapped });
}

/** Wraps again every private part that another secret than the current one wraps. */
export async function rewrapSigningKeys(
  { keys }: StoredSigningKeys,
  { wrapping, random }: { readonly wrapping: WrappingKeys; readonly random: Random },
): Promise<StoredSigningKeys> {
  return {
    keys: await Promise.all(keys.map(async (stored) => {
      const { kid: id, wrapped } = stored;
      if (wrapped === undefined) return stored;
      const named = { name: loginSigning, id, wrapped };
      return { ...stored, wrapped: await rewrapDataKey(wrapping, named, random) };
    })),
  };
}

/**
 * The current signing key: the one before the `ACTIVE` one until that was published for long
 * enough, unless it is revoked.
 */
export function signingNow(
  { keys }: StoredSigningKeys,
  now: Temporal.Instant,
): StoredSigningKey {
  const at = timestamp(now);
  const before = keys.find(({ state, signsUntil }) =>
    state === "ROTATED" && signsUntil !== undefined && at < signsUntil
  );
  const signing = before ?? keys.find(({ state }) => state === "ACTIVE");
  if (signing === undefined) throw new Error("No signing key of the login is ACTIVE");
  return signing;
}
