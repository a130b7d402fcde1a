import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { isSecret, makeSecret, secretHash } from "../../base/secret.ts";
import type { CredentialNonces } from "../../core/credentials/issuance_ports.ts";
import { defineKey } from "../store/define_key.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { create, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of an unused nonce for a wallet's key proof, by its hash. */
export const credentialNonces = defineKey({
  name: "credential_nonce",
  parts: ["hex SHA-256 of c_nonce"],
  value: "that it was given out, and until when it holds",
  lifetime: "5 min (`credentialNonceMinutes`) or one use",
  personal: "no",
  protected: "nonce by its hash",
});

/** A stored nonce. */
const StoredCredentialNonce = z.object({ expiresAt: ExpiresAt }).readonly();

/** The dependencies of {@link openCredentialNonces}. */
export interface CredentialNonceDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly nonceMinutes: number;
}

/** Opens the nonces of wallets' key proofs. */
export function openCredentialNonces(
  { store, clock, random, nonceMinutes }: CredentialNonceDependencies,
): CredentialNonces {
  return {
    add: (unit) => {
      const nonce = makeSecret(random);
      const expiresAt = timestamp(clock.now().add({ minutes: nonceMinutes }));
      const key = credentialNonces.key(secretHash(nonce));
      addTo(unit, create(StoredCredentialNonce, key, { expiresAt }));
      return nonce;
    },
    find: async (nonce) => {
      if (!isSecret(nonce)) return null;
      const key = credentialNonces.key(secretHash(nonce));
      const entry = await store.get(StoredCredentialNonce, key);
      if (entry === null || hasPassed(entry.value.expiresAt, clock.now())) return null;
      return { value: null, spend: (unit) => addTo(unit, [entry.check, entry.delete]) };
    },
  };
}
