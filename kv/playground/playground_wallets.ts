import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { ClientId } from "../../core/access/schema.ts";
import type { PlaygroundWallets } from "../../sandbox/playground/ports.ts";
import { StoredWallet } from "../../sandbox/wallet/wallet_schema.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted, type EncryptionKeys } from "../store/encrypted.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { create, type Store } from "../store/store.ts";

/** Key of a prospect's wallet; each prospect is a client. */
export const playgroundWallets = defineKey({
  name: "playground_wallet",
  parts: ["clientId"],
  value: "`{ wallet, expiresAt }`: keys and credentials of invented persons, encrypted",
  lifetime: "24 h past a change (`playgroundWalletHours`)",
  personal: "no: invented persons",
  protected: "encrypted",
});

const KeptWallet = z.strictObject({ wallet: StoredWallet, expiresAt: ExpiresAt });

/** Maximum attempts when another change of the same prospect is committed first. */
const attemptsMax = 20;

/** The dependencies of {@link openPlaygroundWallets}. */
export interface PlaygroundWalletDependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** The `at-rest` data keys. */
  readonly atRest: EncryptionKeys;
  readonly hours: number;
}

/** Opens the wallets of a sandbox's prospects. */
export function openPlaygroundWallets(
  { store, clock, atRest, hours }: PlaygroundWalletDependencies,
): PlaygroundWallets {
  const stored = encrypted(KeptWallet, atRest);
  const read = async (clientId: ClientId) => {
    const entry = await store.get(stored, playgroundWallets.key(clientId));
    const isOver = entry === null || hasPassed(entry.value.expiresAt, clock.now());
    return { entry, wallet: isOver ? null : entry.value.wallet };
  };
  return {
    find: async (clientId) => (await read(clientId)).wallet,
    change: async (clientId, change) => {
      for (let attempt = 1; attempt <= attemptsMax; attempt++) {
        const { entry, wallet: found } = await read(clientId);
        const wallet = await change(found);
        const expiresAt = timestamp(clock.now().add({ hours }));
        const kept = { wallet, expiresAt };
        const written = await store.commit(
          entry === null
            ? create(stored, playgroundWallets.key(clientId), kept)
            : [entry.check, entry.set(kept)],
        );
        if (written) return wallet;
      }
      throw new Error("The wallet of a prospect is being changed all the time");
    },
  };
}
