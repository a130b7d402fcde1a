import type { Clock } from "../../base/clock.ts";
import type { Unit } from "../../base/unit.ts";
import type { KeptAnswer, Replays, Reservation } from "../../core/idempotency/ports.ts";
import { PledgedKey } from "../../core/idempotency/pledged_key_schema.ts";
import { type AnswerPrivacy, storedAnswer } from "./replay_answers.ts";
import { ReplayRecord } from "./replay_records.ts";
import { hasPassed, timestamp } from "../store/lifetime.ts";
import type { Entry, Store } from "../store/store.ts";
import { addTo, refuseWhenLost } from "../store/unit.ts";

/** What holding keys needs. */
export interface ReplayHoldDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly privacy: AnswerPrivacy;
  /** Hours that an answer is replayed, and a pledge stands at most. */
  readonly windowHours: number;
}

/** What may be done with a key by whoever holds it. */
export interface ReplayHolds extends Pick<Replays, "findPledge"> {
  /** The right over a reserved key. */
  reservation(held: Entry<ReplayRecord>): Reservation;
}

/** Opens what is done with keys that are held: each on condition that nobody else has them since. */
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
