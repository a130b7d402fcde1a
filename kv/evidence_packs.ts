import { z } from "zod";
import type { Clock } from "../base/clock.ts";
import type { Unit } from "../base/unit.ts";
import type { SessionId } from "../core/presentation/schema.ts";
import { defineKey } from "./store/define_key.ts";
import type { Key } from "./store/key.ts";
import { ExpiresAt, hasPassed, timestamp } from "./store/lifetime.ts";
import type { RetryDependencies } from "./store/retry.ts";
import { type Check, create, type Entry, type Operation, type Store } from "./store/store.ts";
import { addTo } from "./store/unit.ts";

/** A pack that waits for its one delivery: a JWE that only its client opens. */
export const Pack = z.strictObject({ ciphertext: z.string(), expiresAt: ExpiresAt });
export type Pack = z.infer<typeof Pack>;

/** Where the evidence pack of a session waits for its delivery; a restore leaves packs out. */
export const evidencePacks = defineKey({
  name: "evidence_pack",
  parts: ["sessionId"],
  value: "`{ ciphertext, expiresAt }`: a JWE to the client",
  lifetime: "until its delivery, 30 days at most (`evidencePackDays`)",
  personal: "yes: the claims of the check",
  protected: "encrypted to the client's own key: nobody else opens it",
});

/** The key of the pack of a session. */
export function packKey(id: SessionId): Key {
  return evidencePacks.key(id);
}

/** The state of a pack at its session, as it was read. */
export interface Delivery {
  readonly pack: "none" | "ready" | "delivered";
  /** Which reader it was delivered to. */
  readonly claim: string | undefined;
  /** Holds while the session is the one that was read. */
  readonly check: Check;
  /** Writes at the session that this reader has the pack. */
  deliverTo(claim: string): Operation;
}

/** A claim for the pack of a session. */
export interface ClaimPack {
  readonly id: SessionId;
  /** As the session was read. */
  readonly first: Delivery;
  /** Reads the session again; null when it is gone, or not completed. */
  readonly read: () => Promise<Delivery | null>;
}

/** Packs that wait for their one delivery. */
export interface EvidencePacks {
  /** Adds the pack of a session to the unit that completes it. */
  keep(unit: Unit, id: SessionId, ciphertext: string): void;
  /** @returns null when none waits */
  find(id: SessionId): Promise<Entry<Pack> | null>;
  /**
   * Takes a session's pack: of any number of readers, ever, one gets it. Each claims under a name of
   * its own, so that one whose commit was cut off reads whether it had won.
   *
   * @returns null where there is none, or another reader has it
   * @throws whatever the store throws before anything was written, and the pack is left; and when the
   * store still fails at the last try
   */
  claim(asked: ClaimPack): Promise<string | null>;
}

/** The dependencies of {@link openEvidencePacks}. */
export interface EvidencePackDependencies extends RetryDependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** Days that a pack waits for its delivery. */
  readonly packDays: number;
}

/**
 * Tries at a store that fails while nobody knows who has the pack: about 10 s of waiting, and what
 * the store itself waits besides, so that a database may change its primary meanwhile.
 */
const triesMax = 10;
/** Longest wait before the next try. */
const pauseMillisecondsMax = 2_000;

/** Opens the evidence packs of sessions, each delivered once at most. */
export function openEvidencePacks(
  { store, clock, random, pause, packDays }: EvidencePackDependencies,
): EvidencePacks {
  const find = (id: SessionId) => store.get(Pack, packKey(id));

  /** What makes a pack this claim's; null where none is there, which a commit since may have taken. */
  async function takingOf(id: SessionId, seen: Delivery, claim: string): Promise<Taking | null> {
    const pack = seen.pack === "ready" ? await find(id) : null;
    if (pack === null || hasPassed(pack.value.expiresAt, clock.now())) return null;
    return {
      ciphertext: pack.value.ciphertext,
      operations: [seen.check, seen.deliverTo(claim), pack.check, pack.delete],
    };
  }

  return {
    keep: (unit, id, ciphertext) => {
      const expiresAt = timestamp(clock.now().add({ hours: 24 * packDays }));
      addTo(unit, create(Pack, packKey(id), { ciphertext, expiresAt }));
    },
    find,
    claim: async ({ id, first, read }) => {
      const claim = random.bytes(16).toHex();
      let seen: Delivery | null = first;
      let sent: string | null = null;
      for (let tries = 0;;) {
        try {
          seen ??= await read();
          if (seen === null) return null;
          if (seen.claim === claim) return sent;
          const taking = await takingOf(id, seen, claim);
          if (taking !== null) {
            sent = taking.ciphertext;
            if (await store.commit(taking.operations)) return sent;
          } else if (await store.holds(seen.check)) return null;
        } catch (fault) {
          // Nothing is written before the first commit: whoever asks again finds the pack.
          if (sent === null || ++tries === triesMax) throw fault;
          await pause(Math.min(50 * 2 ** tries, pauseMillisecondsMax));
        }
        seen = null;
      }
    },
  };
}

interface Taking {
  readonly ciphertext: string;
  readonly operations: readonly Operation[];
}
