import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { isSecret, secretHash } from "../../base/secret.ts";
import type { LoginAttempts } from "../../core/console/ports.ts";
import { attemptMinutes, LoginAttempt } from "../../core/console/schema.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted, type EncryptionKeys } from "../store/encrypted.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { create, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of a login that a browser has begun at the identity provider: the hash of its `state`. */
export const loginAttempts = defineKey({
  name: "console_login",
  parts: ["hex SHA-256 of state"],
  value: "`{ attempt, expiresAt }`: nonce, PKCE verifier, page to go on to, encrypted",
  lifetime: "10 min, or until its browser comes back",
  personal: "no",
  protected: "encrypted, state and cookie by their hashes",
});

/** A stored attempt. */
const StoredAttempt = z.strictObject({ attempt: LoginAttempt, expiresAt: ExpiresAt });

/** The dependencies of {@link openLoginAttempts}. */
export interface LoginAttemptDependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** The `at-rest` data keys. */
  readonly atRest: EncryptionKeys;
}

/** Opens the logins that have begun. */
export function openLoginAttempts(
  { store, clock, atRest }: LoginAttemptDependencies,
): LoginAttempts {
  const stored = encrypted(StoredAttempt, atRest);
  const keyOf = (state: string) => loginAttempts.key(secretHash(state));
  return {
    add: (unit, state, attempt) => {
      const expiresAt = timestamp(clock.now().add({ minutes: attemptMinutes }));
      addTo(unit, create(stored, keyOf(state), { attempt, expiresAt }));
    },
    take: async (state) => {
      if (!isSecret(state)) return null;
      const found = await store.get(stored, keyOf(state));
      if (found === null || !await store.commit([found.check, found.delete])) return null;
      return hasPassed(found.value.expiresAt, clock.now()) ? null : found.value.attempt;
    },
  };
}
