import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { ReplayLookup, Replays, ReplayVerdict } from "../../core/idempotency/ports.ts";
import { eraseReplays } from "./erase_replays.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { openReplayPlaces, type Place } from "./replay_places.ts";
import { readAnswer } from "./replay_answers.ts";
import { type Found, openReplayHolds } from "./replay_holds.ts";
import { ReplayRecord } from "./replay_records.ts";
import { hasPassed, timestamp } from "../store/lifetime.ts";
import {
  absent,
  type Check,
  type Entry,
  type Put,
  put,
  type Remove,
  type Store,
} from "../store/store.ts";

/** Lifetimes of idempotency records, from `core/policy/idempotency.ts`. */
export interface ReplayLifetimes {
  /** Hours that an answer is replayed. */
  readonly windowHours: number;
  /** Seconds until a reservation whose request died expires. */
  readonly lapseSeconds: number;
  /** Seconds after a pledge by which the end of an act whose process died is recorded. */
  readonly pledgeSeconds: number;
}

/** Dependencies of the idempotency records. */
export interface OpenReplays {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** The keys for MACs of callers' data, and for encrypting a private answer. */
  readonly keys: Readonly<Record<"idempotency" | "at-rest", KeyRing>>;
  readonly lifetimes: ReplayLifetimes;
}

/** Maximum reads after a lost race for a key; only a release causes more than one. */
const roundsMax = 8;

/**
 * Opens the idempotency records. Callers' data are stored only as MACs under a server key, so that
 * a record reveals nothing about a person, whatever a caller puts into a key (decisions.md part 3).
 * The MACs are part of the storage key, so that a rotation of the data key moves the record; a
 * record of a retired key is looked up while it is valid. A reservation, and an answer without one,
 * is committed on condition that the place is empty and the ring is unchanged: a server that has
 * not seen a rotation fails this check and reads again.
 */
export function openReplays(
  { store, clock, random, keys, lifetimes }: OpenReplays,
): Replays {
  const { idempotency } = keys;
  const privacy = { atRest: keys["at-rest"], random };
  const { placesOf, prefixesOf } = openReplayPlaces({ ...lifetimes, clock, idempotency });

  const { freeKey, reservation, findPledge } = openReplayHolds({
    store,
    clock,
    privacy,
    ...lifetimes,
  });

  const read = (places: readonly Place[]): Promise<readonly Found[]> =>
    store.getMany(ReplayRecord, places.map(({ key }) => key));

  async function lookAt(
    { places, ring }: ReturnType<typeof placesOf>,
    reading = read(places),
  ): Promise<ReplayLookup> {
    const found = await reading;
    const verdict = verdictOf(found, { places, holder: null, now: clock.now(), lifetimes });
    switch (verdict.kind) {
      case "kept":
        return { kind: "replay", answer: await readAnswer(privacy.atRest, verdict.record) };
      case "free":
        return { kind: "free", key: freeKey({ places, found, ring }) };
      case "ours":
        throw new Error("A request that reserves nothing holds a key");
      default:
        return verdict;
    }
  }

  return {
    findPledge,
    erase: async (owner) => {
      // Another process may keep records under a key that was made since the ring was read.
      await idempotency.reload();
      let erased = 0;
      for (const prefix of prefixesOf(owner)) {
        erased += await eraseReplays({ store, clock }, prefix);
      }
      return erased;
    },
    look: async (scope, request, { afresh }) => {
      if (afresh) await idempotency.reload();
      return await lookAt(placesOf(scope, request));
    },
    beginLook: (scope) => {
      const { places: begun, ring } = placesOf(scope, "");
      const reading = read(begun);
      // It is awaited later, or never: the request may be refused before.
      reading.catch(() => {});
      return async (request) => {
        const placed = placesOf(scope, request);
        const isSame = placed.ring === ring && placed.places.length === begun.length;
        return await lookAt(placed, isSame ? reading : undefined);
      };
    },
    reserve: async (scope, request) => {
      const holder = random.bytes(16).toHex();
      let { places, ring } = placesOf(scope, request);
      // Most keys are new: the reservation itself is the first read.
      let found: readonly Found[] = places.map(() => null);
      for (let round = 0; round < roundsMax; round++) {
        const now = clock.now();
        const verdict = verdictOf(found, { places, holder, now, lifetimes });
        if (verdict.kind === "ours") {
          return { kind: "reserved", reservation: reservation(verdict.held) };
        }
        if (verdict.kind === "kept") {
          return { kind: "replay", answer: await readAnswer(privacy.atRest, verdict.record) };
        }
        if (verdict.kind !== "free") return verdict;
        const expiresAt = timestamp(now.add({ seconds: lifetimes.lapseSeconds }));
        const { record, others } = reserving({ places, found, holder, expiresAt });
        const held = await store.write(record, [ring, ...others]);
        if (held !== null) return { kind: "reserved", reservation: reservation(held) };
        if (round > 0) {
          await idempotency.reload();
          ({ places, ring } = placesOf(scope, request));
        }
        // Reading again shows whose it is, ours too where the answer of a commit was lost.
        found = await read(places);
      }
      return { kind: "running", sinceSeconds: 0, endsInSeconds: 0, isAbandoned: false };
    },
  };
}

/** A record's answer to a request that does not hold it. */
type ForeignVerdict =
  | Exclude<ReplayVerdict, { readonly kind: "reserved" | "replay" }>
  | { readonly kind: "kept"; readonly record: Entry<ReplayRecord> };

type Verdict =
  | ForeignVerdict
  | { readonly kind: "ours"; readonly held: Entry<ReplayRecord> }
  | { readonly kind: "free" };

/** The verdict for the places, at most one of which has a valid record. */
function verdictOf(
  found: readonly Found[],
  { places, holder, now, lifetimes }: {
    readonly places: readonly Place[];
    /** Null: the request reserves nothing, so that no record is its own. */
    readonly holder: string | null;
    readonly now: Temporal.Instant;
    readonly lifetimes: ReplayLifetimes;
  },
): Verdict {
  for (const [index, { fingerprint }] of places.entries()) {
    const entry = found[index] ?? null;
    if (entry === null || hasPassed(entry.value.expiresAt, now)) continue;
    const verdict = judge(entry, { holder, fingerprint, now, lifetimes });
    return verdict === "ours" ? { kind: "ours", held: entry } : verdict;
  }
  return { kind: "free" };
}

/**
 * Takes the first place, and removes expired records elsewhere, whose holder may not keep an answer
 * any more.
 */
function reserving(
  { places: [first, ...others], found: [stands = null, ...elsewhere], holder, expiresAt }: {
    readonly places: readonly Place[];
    readonly found: readonly Found[];
    readonly holder: string;
    readonly expiresAt: string;
  },
): { readonly record: Put<ReplayRecord>; readonly others: readonly (Check | Remove)[] } {
  if (first === undefined) throw new Error("A ring has an active key");
  const { key, fingerprint } = first;
  const record: ReplayRecord = { state: "reserved", fingerprint, holder, expiresAt };
  return {
    record: stands?.set(record) ?? put(ReplayRecord, key, record),
    others: [
      stands?.check ?? absent(key),
      ...others.flatMap((place, index) => {
        const lapsed = elsewhere[index] ?? null;
        return lapsed === null ? [absent(place.key)] : [lapsed.check, lapsed.delete];
      }),
    ],
  };
}

interface Attempt {
  readonly holder: string | null;
  readonly fingerprint: string;
  readonly now: Temporal.Instant;
  readonly lifetimes: ReplayLifetimes;
}

function judge(
  record: Entry<ReplayRecord>,
  { holder, fingerprint, now, lifetimes }: Attempt,
): ForeignVerdict | "ours" {
  const { value } = record;
  if (value.fingerprint !== fingerprint) return { kind: "conflict" };
  if (value.state === "kept") return { kind: "kept", record };
  if (value.state === "reserved" && value.holder === holder) return "ours";
  const { windowHours, lapseSeconds, pledgeSeconds } = lifetimes;
  // A pledge stands for the whole window, and is answered sooner: by its act, or by housekeeping.
  const [stands, ends] = value.state === "reserved"
    ? [lapseSeconds, lapseSeconds]
    : [windowHours * 3_600, pledgeSeconds];
  const left = (Date.parse(value.expiresAt) - now.epochMilliseconds) / 1_000;
  const sinceSeconds = Math.max(0, stands - left);
  return {
    kind: "running",
    sinceSeconds,
    endsInSeconds: Math.max(0, ends - sinceSeconds),
    isAbandoned: sinceSeconds >= lapseSeconds,
  };
}
