import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Unit } from "../../base/unit.ts";
import type { Session, SessionId } from "../../core/presentation/schema.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted, type EncryptionKeys } from "../store/encrypted.ts";
import { ExpiresAt, hasPassed } from "../store/lifetime.ts";
import { create, type Remove, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** The private part of the key that a session's answer is encrypted to. */
const AnswerKey = z.strictObject({ d: z.string(), expiresAt: ExpiresAt });

/** Key of a session's answer key, for encrypted answers, separate from the session's record. */
export const answerKeys = defineKey({
  name: "answer_key",
  parts: ["sessionId"],
  value: "`{ d, expiresAt }`: private key of the session's encrypted answer, encrypted",
  lifetime: "10 min (`verificationSessionMinutes`) at most",
  personal: "no",
  protected: "encrypted",
});

/**
 * The keys to which wallets encrypt their answers, one for each session that requires encryption.
 */
export interface AnswerKeys {
  /** Adds the key of a session to the unit that begins it, as long as the session waits. */
  keep(unit: Unit, session: Pick<Session, "id" | "pendingUntil">, d: string): void;
  /** @returns null if the session has no key, or has ended or expired */
  find(id: SessionId): Promise<string | null>;
  /**
   * Returns the removal of the key for the commit that ends its session; empty without encryption.
   */
  removalOf(session: Pick<Session, "id" | "request">): readonly Remove[];
  /** Returns the removal of the key for any session; does nothing if there is none. */
  removal(id: SessionId): Remove;
}

/** The dependencies of {@link openAnswerKeys}. */
export interface AnswerKeyDependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** The `at-rest` data keys. */
  readonly atRest: EncryptionKeys;
}

/** Opens the keys of the sessions of every service. */
export function openAnswerKeys({ store, clock, atRest }: AnswerKeyDependencies): AnswerKeys {
  const stored = encrypted(AnswerKey, atRest);
  return {
    keep: (unit, { id, pendingUntil: expiresAt }, d) => {
      addTo(unit, create(stored, answerKeys.key(id), { d, expiresAt }));
    },
    find: async (id) => {
      const entry = await store.get(stored, answerKeys.key(id));
      // A backend cleans up late.
      return entry === null || hasPassed(entry.value.expiresAt, clock.now()) ? null : entry.value.d;
    },
    removalOf: ({ id, request: { client_metadata: metadata } }) =>
      metadata?.jwks === undefined ? [] : [removalOf(id)],
    removal: removalOf,
  };
}

/** The removal of a key, which has no pieces, since it is far shorter than the limit of a value. */
function removalOf(id: SessionId): Remove {
  return { kind: "remove", key: answerKeys.key(id), chunks: 0 };
}
