import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { isSecret, makeSecret, secretHash } from "../../base/secret.ts";
import { BatchId, BatchItemId } from "../../core/credentials/batch_schema.ts";
import type { CredentialTokens } from "../../core/credentials/issuance_ports.ts";
import { Mode } from "../../core/nouns.ts";
import { defineKey } from "../store/define_key.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { create, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of a wallet's unused access token, by its hash. */
export const credentialTokens = defineKey({
  name: "credential_token",
  parts: ["hex SHA-256 of token"],
  value: "the item of a batch that it is for",
  lifetime: "5 min (`credentialAccessTokenMinutes`), or one use",
  personal: "no: ids of a batch and an item",
  protected: "token by its hash",
});

/** A stored token. */
const StoredCredentialToken = z.object({
  mode: Mode,
  batchId: BatchId,
  itemId: BatchItemId,
  offerHash: z.string(),
  expiresAt: ExpiresAt,
}).readonly();

/** The dependencies of {@link openCredentialTokens}. */
export interface CredentialTokenDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** The deployment's mode: tokens of another mode do not exist here. */
  readonly mode: Mode;
  readonly tokenMinutes: number;
}

/** Opens the access tokens of wallets. */
export function openCredentialTokens(
  { store, clock, random, mode, tokenMinutes }: CredentialTokenDependencies,
): CredentialTokens {
  return {
    add: (unit, { batchId, itemId, offerHash }) => {
      const token = makeSecret(random);
      const expiresAt = timestamp(clock.now().add({ minutes: tokenMinutes }));
      const value = { mode, batchId, itemId, offerHash, expiresAt };
      addTo(unit, create(StoredCredentialToken, credentialTokens.key(secretHash(token)), value));
      return token;
    },
    find: async (token) => {
      if (!isSecret(token)) return null;
      const entry = await store.get(
        StoredCredentialToken,
        credentialTokens.key(secretHash(token)),
      );
      if (entry === null || hasPassed(entry.value.expiresAt, clock.now())) return null;
      if (entry.value.mode !== mode) return null;
      const { batchId, itemId, offerHash } = entry.value;
      return {
        value: { batchId, itemId, offerHash },
        spend: (unit) => addTo(unit, [entry.check, entry.delete]),
      };
    },
  };
}
