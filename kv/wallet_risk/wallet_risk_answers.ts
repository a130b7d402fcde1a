import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { uuidV7 } from "../../base/uuid.ts";
import type { KeptScores } from "../../core/wallet_risk/ports.ts";
import { WalletRiskResponse } from "../../core/wallet_risk/schema.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted } from "../store/encrypted.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { removeAll } from "../store/remove_all.ts";
import { create, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of a score that may be replayed. */
export const walletRiskAnswers = defineKey({
  name: "wallet_risk_answer",
  parts: ["clientId", "answerId"],
  value: "the answer of a score under an idempotency key, encrypted",
  lifetime: "24 h (`windowHours`), as its idempotency record",
  personal: "yes: the address may point to a person",
  protected: "encrypted",
});

const Kept = z.strictObject({ response: WalletRiskResponse, expiresAt: ExpiresAt }).readonly();

/** The dependencies of {@link openWalletRiskAnswers}. */
export interface WalletRiskAnswerDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** The `at-rest` data keys. */
  readonly atRest: KeyRing;
  /** Hours that an idempotency record lasts. */
  readonly windowHours: number;
}

/** Opens the scores stored for replay. */
export function openWalletRiskAnswers(
  { store, clock, random, atRest, windowHours }: WalletRiskAnswerDependencies,
): KeptScores {
  const stored = encrypted(Kept, atRest);
  return {
    add: (unit, client, response) => {
      const id = uuidV7({ clock, random });
      const expiresAt = timestamp(clock.now().add({ hours: windowHours }));
      addTo(unit, create(stored, walletRiskAnswers.key(client, id), { response, expiresAt }));
      return id;
    },
    find: async (client, id) => {
      const kept = (await store.get(stored, walletRiskAnswers.key(client, id)))?.value ?? null;
      return kept === null || hasPassed(kept.expiresAt, clock.now()) ? null : kept.response;
    },
    erase: async (client) => {
      await removeAll(store, store.removalsIn({ prefix: walletRiskAnswers.key(client) }));
    },
  };
}
