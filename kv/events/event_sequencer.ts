import type { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { jitter } from "../../base/jitter.ts";
import type { KeptEvent } from "../../core/events/event_schema.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { encrypted } from "../store/encrypted.ts";
import type { KeyRange } from "../store/key.ts";
import { behind, firstKey } from "../store/first_key.ts";
import { timestamp } from "../store/lifetime.ts";
import type { RetryDependencies } from "../store/retry.ts";
import { absent, type Entry, type Operation, put, type Store } from "../store/store.ts";
import {
  eventHeads,
  EventNumber,
  eventPlaces,
  keptEvents,
  NumberedEvent,
  type OwnerParts,
} from "./event_feed.ts";
import { eventOutbox, OutgoingEvents } from "./event_outbox.ts";

/** Maximum mutations of a commit: their keys fill half of its limit. */
const mutationsMax = 200;
/** Number of values of the outbox that are read at once. */
const readAtOnce = 20;
/**
 * Maximum commits for one client before others have their turn, so that a batch of matches does not
 * delay them.
 */
const commitsMax = 5;
/**
 * Maximum successive commits that other servers may win; after that, the sequencer assumes a fault.
 */
const lossesMax = 50;
/** Longest wait after a lost commit. */
const pauseMilliseconds = 50;

/** Dependencies of numbering events. */
export interface EventSequencing extends RetryDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly atRest: KeyRing;
  /** Days that an event is kept. */
  readonly eventDays: number;
  /** The additions of each event to the commit that numbers it. */
  readonly fanOut: (owner: OwnerParts) => Promise<FanOut>;
  /** Reports that events of a client could not be numbered. */
  readonly failed: (fault: unknown) => void;
}

/** The effects of numbering an event. */
export interface FanOut {
  /** Maximum mutations for each event. */
  readonly mutations: number;
  writes(numbered: NumberedAs): readonly Operation[];
}

/** An event and its number. */
export interface NumberedAs {
  readonly number: number;
  readonly event: KeptEvent;
}

/**
 * Numbers every raised event, in its client's order, and queues its deliveries in the same commit.
 * Any number of servers may do so at the same time: a commit checks and moves the client's last
 * number, so that each event gets one number, and a reader that has seen a number has missed no
 * lower one.
 *
 * @returns how many events this call has numbered, and whether some are left
 */
export async function numberEvents(
  sequencing: EventSequencing,
): Promise<{ readonly numbered: number; readonly isMore: boolean }> {
  let [numbered, isMore] = [0, false];
  const prefix = eventOutbox.key();
  for (let range: KeyRange = { prefix };;) {
    const key = await firstKey(sequencing.store, range);
    if (key === null) return { numbered, isMore };
    const owner = [String(key[1]), String(key[2])] as const;
    try {
      const some = await numberSome(sequencing, owner);
      numbered += some.numbered;
      isMore ||= some.isMore;
    } catch (fault) {
      // One client's damage is not another's.
      sequencing.failed(fault);
    }
    range = { prefix, start: behind([...prefix, ...owner]) };
  }
}

async function numberSome(
  { store, clock, random, pause, atRest, eventDays, fanOut }: EventSequencing,
  owner: OwnerParts,
): Promise<{ readonly numbered: number; readonly isMore: boolean }> {
  const SealedOutgoing = encrypted(OutgoingEvents, atRest);
  const SealedEvent = encrypted(NumberedEvent, atRest);
  const headKey = eventHeads.key(...owner);
  let [numbered, commits] = [0, 0];
  for (let losses = 0; losses < lossesMax;) {
    // The head first: an event that is listed after it is numbered by moving this head.
    const head = await store.get(EventNumber, headKey);
    const fan = await fanOut(owner);
    const outgoing = await Array.fromAsync(
      store.list(SealedOutgoing, { prefix: eventOutbox.key(...owner) }, { limit: readAtOnce }),
    );
    const [first] = outgoing;
    if (first === undefined) return { numbered, isMore: false };
    if (commits === commitsMax) return { numbered, isMore: true };
    const { events, operations } = take(outgoing, Math.floor(mutationsMax / (3 + fan.mutations)));
    const kept = timestamp(clock.now().add({ hours: 24 * eventDays }));
    const last = head?.value.expiresAt ?? kept;
    const expiresAt = last > kept ? last : kept;
    const before = head?.value.number ?? 0;
    const next = { number: before + events.length, expiresAt };
    const committed = await store.commit([
      head?.check ?? absent(headKey),
      // Lost where its client was offboarded meanwhile.
      first.check,
      head?.set(next) ?? put(EventNumber, headKey, next),
      ...operations,
      ...events.flatMap((event, at) => {
        const number = before + at + 1;
        return [
          put(SealedEvent, keptEvents.key(...owner, number), { event, expiresAt }),
          put(EventNumber, eventPlaces.key(...owner, event.id), { number, expiresAt }),
          ...fan.writes({ number, event }),
        ];
      }),
    ]);
    if (committed) {
      numbered += events.length;
      losses = 0;
      commits++;
    } else {
      losses++;
      await pause(jitter(random, pauseMilliseconds));
    }
  }
  throw new Error(`The last number of a client's events has moved ${lossesMax} times in a row`);
}

/** The first events of the outbox, and the writes that take them from it. */
function take(
  outgoing: readonly Entry<z.infer<typeof OutgoingEvents>>[],
  most: number,
): { readonly events: readonly KeptEvent[]; readonly operations: readonly Operation[] } {
  const events: KeptEvent[] = [];
  const operations: Operation[] = [];
  for (const entry of outgoing) {
    const room = Math.max(1, most) - events.length;
    if (room <= 0) break;
    const rest = entry.value.events.slice(room);
    events.push(...entry.value.events.slice(0, room));
    operations.push(rest.length === 0 ? entry.delete : entry.set({ events: rest }));
  }
  return { events, operations };
}
