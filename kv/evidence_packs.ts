import { z } from "zod";
import type { Clock } from "../base/clock.ts";
import type { SessionId } from "../core/verification/schema.ts";
import type { Session } from "../core/presentation/schema.ts";
import type { Key } from "./store/key.ts";
import { ExpiresAt, hasPassed } from "./store/lifetime.ts";
import type { RetryDependencies } from "./store/retry.ts";
import type { Entry, Operation, Store } from "./store/store.ts";

/** What waits for its one delivery: a JWE that only its client opens. */
export const Pack = z.strictObject({ ciphertext: z.string(), expiresAt: ExpiresAt });

/** First part of the keys of packs; a restore leaves them out. */
export const packKind = "evidence_pack";

/** Where the pack of a session waits. */
export function packKey(id: SessionId): Key {
  return [packKind, id];
}

/** What a claim stands on. */
export interface Claiming extends RetryDependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** Reads a session as it stands now. */
  readonly read: (id: SessionId) => Promise<Entry<Session> | null>;
}

/**
 * Looks at a store that fails while nobody knows who has the pack: about 10 s of waiting, and what
 * the store itself waits besides, so that a database may change its primary meanwhile.
 */
const looksMax = 10;
/** Longest wait between two looks. */
const pauseMillisecondsMax = 2_000;

/**
 * Takes a session's pack: of any number of readers, ever, one gets it. Each claims under a name of
 * its own, so that one whose commit was cut off reads whether it had won.
 *
 * @returns null where there is none, or another reader has it
 * @throws whatever the store throws before anything was written, and the pack is left; and when the
 * store still fails at the last look
 */
export async function claimPack(entry: Entry<Session>, claiming: Claiming): Promise<string | null> {
  const { store, read, random, pause } = claiming;
  const claim = random.bytes(16).toHex();
  let seen: Entry<Session> | null = entry;
  let sent: string | null = null;
  for (let looks = 0;;) {
    try {
      seen ??= await read(entry.value.id);
      if (seen?.value.outcome.status !== "completed") return null;
      if (seen.value.outcome.claim === claim) return sent;
      const taking = await takingOf(seen, claim, claiming);
      if (taking !== null) {
        sent = taking.ciphertext;
        if (await store.commit(taking.operations)) return sent;
      } else if (await store.holds(seen.check)) return null;
    } catch (fault) {
      // Nothing is written before the first commit: whoever asks again finds the pack.
      if (sent === null || ++looks === looksMax) throw fault;
      await pause(Math.min(50 * 2 ** looks, pauseMillisecondsMax));
    }
    seen = null;
  }
}

/** What makes a pack this claim's; null where none is there, which a commit since may have taken. */
async function takingOf(
  seen: Entry<Session>,
  claim: string,
  { store, clock }: Pick<Claiming, "store" | "clock">,
): Promise<{ readonly ciphertext: string; readonly operations: readonly Operation[] } | null> {
  const { id, outcome } = seen.value;
  if (outcome.status !== "completed" || outcome.pack !== "ready") return null;
  const pack = await store.get(Pack, packKey(id));
  if (pack === null || hasPassed(pack.value.expiresAt, clock.now())) return null;
  const taken = seen.set({ ...seen.value, outcome: { ...outcome, pack: "delivered", claim } });
  return {
    ciphertext: pack.value.ciphertext,
    operations: [seen.check, taken, pack.check, pack.delete],
  };
}
