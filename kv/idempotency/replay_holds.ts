import type { Clock } from "../../base/clock.ts";
import type { Unit } from "../../base/unit.ts";
import type { FreeKey, KeptAnswer, Replays, Reservation } from "../../core/idempotency/ports.ts";
import { PledgedKey } from "../../core/idempotency/pledged_key_schema.ts";
import { type AnswerPrivacy, storedAnswer } from "./replay_answers.ts";
import { ReplayRecord } from "./replay_records.ts";
import type { Places } from "./replay_places.ts";
import { hasPassed, timestamp } from "../store/lifetime.ts";
import { absent, type Check, type Entry, put, type Remove, type Store } from "../store/store.ts";
import { addTo, refuseWhenLost } from "../store/unit.ts";

/** Dependencies of holding keys. */
export interface ReplayHoldDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly privacy: AnswerPrivacy;
  /** Hours for which an answer is replayed, and the maximum duration of a pledge. */
  readonly windowHours: number;
}

/** The record at a place; null if there is none. */
export type Found = Entry<ReplayRecord> | null;

/** The places of a key, with their records, none of which is still valid. */
export interface FreePlaces extends Places {
  readonly found: readonly Found[];
}

/** The operations of the holder of a key, or of the request that finds it free. */
export interface ReplayHolds extends Pick<Replays, "findPledge"> {
  freeKey(free: FreePlaces): FreeKey;
  /** The right over a reserved key. */
  reservation(held: Entry<ReplayRecord>): Reservation;
}

/** Opens the operations on held keys. Each is conditional on the key's holder being unchanged. */
export function openReplayHolds(
  { store, clock, privacy, windowHours }: ReplayHoldDependencies,
): ReplayHolds {
  const untilForgotten = () => timestamp(clock.now().add({ hours: windowHours }));

  function keep(held: Entry<ReplayRecord>, unit: Unit, answer: KeptAnswer): void {
    const { key, value: { fingerprint } } = held;
    const expiresAt = untilForgotten();
    const kept = storedAnswer(privacy, { key, expiresAt, answer });
    refuseWhenLost(unit, held.check, "idempotency_key_in_progress");
    addTo(unit, [held.set({ state: "kept", fingerprint, answer: kept, expiresAt })]);
  }

  return {
    freeKey: ({ places: [first], found: [stands = null, ...elsewhere], ring }) => ({
      keep: (unit, answer) => {
        if (first === undefined) throw new Error("A ring has an active key");
        const { key, fingerprint } = first;
        const expiresAt = untilForgotten();
        const kept = storedAnswer(privacy, { key, expiresAt, answer });
        const record: ReplayRecord = { state: "kept", fingerprint, answer: kept, expiresAt };
        addTo(unit, [
          ring,
          stands?.check ?? absent(key),
          stands?.set(record) ?? put(ReplayRecord, key, record),
          ...takeLapsed(elsewhere),
        ]);
      },
    }),
    reservation: (held) => ({
      keep: (unit, answer) => keep(held, unit, answer),
      release: async () => {
        // Lost: the key is pledged, or another request has taken the lapsed one over: not ours to give back.
        await store.commit([held.check, held.delete]);
      },
      pledge: (unit) => {
        refuseWhenLost(unit, held.check, "idempotency_key_in_progress");
        const { fingerprint } = held.value;
        addTo(unit, [held.set({ state: "pledged", fingerprint, expiresAt: untilForgotten() })]);
        return PledgedKey.parse(held.key);
      },
    }),
    findPledge: async (key) => {
      const held = await store.get(ReplayRecord, key);
      if (held?.value.state !== "pledged" || hasPassed(held.value.expiresAt, clock.now())) {
        return null;
      }
      return {
        keep: (unit, answer) => keep(held, unit, answer),
        giveBack: (unit) => addTo(unit, [held.check, held.delete]),
      };
    },
  };
}

/**
 * Removes expired records under retired data keys, whose holder may not keep an answer any more. An
 * empty place stays empty, since a write under a retired key fails the check of the ring.
 */
function takeLapsed(elsewhere: readonly Found[]): readonly (Check | Remove)[] {
  return elsewhere.flatMap((lapsed) => lapsed === null ? [] : [lapsed.check, lapsed.delete]);
}
