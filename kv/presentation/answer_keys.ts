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

/** Where the key of a session that asks for an encrypted answer is, apart from the session's record. */
export const answerKeys = defineKey({
  name: "answer_key",
  parts: ["sessionId"],
  value: "`{ d, expiresAt }`: private key of the session's encrypted answer, encrypted",
  lifetime: "10 min (`verificationSessionMinutes`) at most",
  personal: "no",
  protected: "encrypted",
});

/** The keys that wallets encrypt their answers to, one of each session that asks for that. */
export interface AnswerKeys {
  /** Adds the key of a session to the unit that begins it, for as long as the session waits. */
  keep(unit: Unit, session: Pick<Session, "id" | "pendingUntil">, d: string): void;
  /** @returns null where the session asks for none, or has ended or expired */
  find(id: SessionId): Promise<string | null>;
  /** What removes the key in the commit that ends its session; nothing where it asks for none. */
  removalOf(session: Pick<Session, "id" | "request">): readonly Remove[];
  /** What removes the key, whatever the session asks for, and does nothing where there is none. */
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

/** A key has no pieces: it is far shorter than what databases take. */
function removalOf(id: SessionId): Remove {
  return { kind: "remove", key: answerKeys.key(id), chunks: 0 };
}
