import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { Sha256, Timestamp } from "../../core/nouns.ts";
import { secretHash } from "../../base/secret.ts";
import { defineKey } from "../store/define_key.ts";
import { hasPassed } from "../store/lifetime.ts";
import type { Entry, Store } from "../store/store.ts";

/**
 * Key of a login client's secrets, stored by hash and separate from the client's record, which
 * operators print, edit and replace.
 */
export const loginClientSecrets = defineKey({
  name: "login_client_secret",
  parts: ["clientId"],
  value: "`{ secrets: [{ sha256, createdAt, holdsUntil? }] }`: one, or two during a rotation",
  lifetime: "until the login client is removed",
  personal: "no",
  protected: "secrets by their hashes",
});

const LoginClientSecret = z.object({
  /** SHA-256 of the secret in hex. */
  sha256: Sha256,
  createdAt: Timestamp,
  /** End of the grace period of a rotated secret; absent: unlimited. */
  holdsUntil: Timestamp.optional(),
}).readonly();

/** Secrets of one login client: the unlimited one first, then the one in its grace period. */
export const LoginClientSecrets = z.object({
  secrets: z.array(LoginClientSecret).min(1).max(2).readonly(),
}).readonly();
export type LoginClientSecrets = z.infer<typeof LoginClientSecrets>;

/** A stored secret, without the secret itself. */
export interface FiledSecret {
  readonly createdAt: string;
  /** The time until which the secret is valid; null if unlimited. */
  readonly holdsUntil: string | null;
}

/** The current secrets; null when the client has none. @param clientId an id, or any other text */
export function findSecrets(
  store: Store,
  clientId: string,
): Promise<Entry<LoginClientSecrets> | null> {
  return store.get(LoginClientSecrets, secretsKey(clientId));
}

/** Key of the secrets of a client. */
export function secretsKey(clientId: string) {
  return loginClientSecrets.key(clientId);
}

/** The secrets that are valid at an instant, without their hashes. */
export function heldSecrets(
  found: LoginClientSecrets | null,
  now: Temporal.Instant,
): readonly FiledSecret[] {
  return (found?.secrets ?? [])
    .filter(({ holdsUntil }) => holdsUntil === undefined || !hasPassed(holdsUntil, now))
    .map(({ createdAt, holdsUntil }) => ({ createdAt, holdsUntil: holdsUntil ?? null }));
}

/** A placeholder for a missing secret, which takes the same comparison and never matches. */
const nothing = "0".repeat(64);

/**
 * Whether a secret is valid. Always compares two digests, so that its time reveals neither whether
 * there are secrets nor how many.
 */
export function isHeldSecret(
  secret: string,
  found: LoginClientSecrets | null,
  now: Temporal.Instant,
): boolean {
  const given = Uint8Array.fromHex(secretHash(secret));
  let isHeld = false;
  for (const at of [0, 1]) {
    const { sha256, holdsUntil } = found?.secrets[at] ?? { sha256: null };
    const isSame = timingSafeEqual(given, Uint8Array.fromHex(sha256 ?? nothing));
    const holds = sha256 !== null && (holdsUntil === undefined || !hasPassed(holdsUntil, now));
    isHeld = (isSame && holds) || isHeld;
  }
  return isHeld;
}
