import { z } from "zod";
import type { Clock } from "../base/clock.ts";
import type { Random } from "../base/random.ts";
import type {
  KeptAnswer,
  ReplayOwner,
  Replays,
  ReplayScope,
  ReplayVerdict,
  Reservation,
} from "../core/idempotency/ports.ts";
import { leastRecentlyUsed } from "../base/least_recently_used.ts";
import { defineKey } from "./store/define_key.ts";
import { checksMax } from "./store/budget.ts";
import type { DataKey, KeyRing } from "./keys/key_ring.ts";
import { ExpiresAt, hasPassed, timestamp } from "./store/lifetime.ts";
import { macOf } from "./keys/mac.ts";
import type { Key } from "./store/key.ts";
import {
  absent,
  type Check,
  type Entry,
  type Put,
  put,
  type Remove,
  type Store,
} from "./store/store.ts";
import { addTo, refuseWhenLost } from "./store/unit.ts";

/** Where the record of an idempotency key stands. */
export const idempotencyRecords = defineKey({
  name: "replay",
  parts: ["service", "MAC of owner", "MAC of key"],
  value: "reserved: fingerprint MAC, holder; kept: fingerprint MAC, answer",
  lifetime: "60 s while it runs, then 24 h (`windowHours`)",
  personal: "yes: listed persons in an answer",
  protected: "owner, key and request by their MACs; the answer in clear or by reference",
});

/** How long idempotency records last: the numbers of `core/policy/idempotency.ts`. */
export interface ReplayLifetimes {
  /** Hours that an answer is replayed. */
  readonly windowHours: number;
  /** Seconds after which a reservation whose request died lapses. */
  readonly lapseSeconds: number;
}

/** What the replays stand on. */
export interface OpenReplays {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** The `idempotency` data keys. */
  readonly idempotency: KeyRing;
  readonly lifetimes: ReplayLifetimes;
}

const Kept = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()).readonly(),
  body: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("text"), text: z.string() }).readonly(),
    z.object({ kind: z.literal("reference"), reference: z.unknown() }).readonly(),
  ]),
}).readonly();

/** A key in use by a request that runs, or the answer of one that ended. */
export const ReplayRecord = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("reserved"),
    fingerprint: z.string(),
    /** Which attempt holds the key. */
    holder: z.string(),
    expiresAt: ExpiresAt,
  }).readonly(),
  z.object({
    state: z.literal("kept"),
    fingerprint: z.string(),
    answer: Kept,
    expiresAt: ExpiresAt,
  }).readonly(),
]);
export type ReplayRecord = z.infer<typeof ReplayRecord>;

/** Times that a lost race for a key is looked at again: only a release makes it more than one. */
const roundsMax = 8;

/** Owners whose MAC an instance remembers. */
const ownersMax = 1_000;

/** Hours that a record of a retired data key may outlast its window: no request runs as long. */
const graceHours = 1;

/** Where a record may stand: under each data key that has written one that still counts. */
interface Place {
  readonly key: Key;
  readonly fingerprint: string;
}

/**
 * Idempotency records. What the caller sent is kept only as MACs under a server key, so that a
 * record says nothing about a person, whatever a caller puts into a key (decisions.md part 3).
 *
 * The MACs are where a record stands, so a rotation of the data key moves the place. A record of a
 * retired one is looked up as long as it counts, and a reservation is committed on condition that
 * nothing stands at any place and that the ring is the one that was read: a server that has not
 * heard of a rotation loses that check and reads again.
 */
export function openReplays(
  { store, clock, random, idempotency, lifetimes }: OpenReplays,
): Replays {
  /** MACs of owners, which come again with every request. */
  const owners = leastRecentlyUsed<string>(ownersMax);

  async function ownerMacOf({ id, cryptoKey }: DataKey, { service, owner }: ReplayOwner) {
    const name = JSON.stringify([id, service, owner]);
    const mac = owners.get(name) ?? await macOf(cryptoKey, ["owner", service, owner]);
    owners.set(name, mac);
    return mac;
  }

  async function placeOf(dataKey: DataKey, scope: ReplayScope, request: string): Promise<Place> {
    const { service, owner, operation, key } = scope;
    const [ownerMac, keyMac, fingerprint] = await Promise.all([
      ownerMacOf(dataKey, scope),
      macOf(dataKey.cryptoKey, ["key", service, owner, operation, key]),
      // With the key in it, equal requests under two keys cannot be told to be equal.
      macOf(dataKey.cryptoKey, ["fingerprint", service, owner, operation, key, request]),
    ]);
    return { key: idempotencyRecords.key(service, ownerMac, keyMac), fingerprint };
  }

  /** The place of a new record first. */
  async function placesOf(scope: ReplayScope, request: string): Promise<Places> {
    const { active, byId, check } = idempotency;
    const now = clock.now();
    const hours = lifetimes.windowHours + graceHours;
    const counting = [...byId.values()].filter(({ id, retiredAt }) =>
      id !== active.id && retiredAt !== undefined &&
      !hasPassed(timestamp(Temporal.Instant.from(retiredAt).add({ hours })), now)
    );
    const places = await Promise.all(
      [active, ...counting].map((dataKey) => placeOf(dataKey, scope, request)),
    );
    return { places, ring: check };
  }

  function reservation(held: Entry<ReplayRecord>): Reservation {
    const { fingerprint } = held.value;
    return {
      keep: (unit, answer: KeptAnswer) => {
        const expiresAt = timestamp(clock.now().add({ hours: lifetimes.windowHours }));
        refuseWhenLost(unit, held.check, "idempotency_key_in_progress");
        addTo(unit, [held.set({ state: "kept", fingerprint, answer, expiresAt })]);
      },
      release: async () => {
        // Lost: another request has taken the lapsed key over, and it is no longer ours to give back.
        await store.commit([held.check, held.delete]);
      },
    };
  }

  async function erase({ service, owner }: ReplayOwner): Promise<number> {
    // Another process may keep records under a key that was made since the ring was read.
    await idempotency.reload();
    let erased = 0;
    for (const dataKey of idempotency.byId.values()) {
      const ownerMac = await ownerMacOf(dataKey, { service, owner });
      erased += await eraseUnder(idempotencyRecords.key(service, ownerMac));
    }
    return erased;
  }

  async function eraseUnder(prefix: Key): Promise<number> {
    let erased = 0;
    let batch: Entry<ReplayRecord>[] = [];
    for await (const entry of store.list(ReplayRecord, { prefix })) {
      batch.push(entry);
      if (batch.length < checksMax) continue;
      erased += await eraseBatch(batch);
      batch = [];
    }
    return erased + await eraseBatch(batch);
  }

  /** Each by its check: one that has lapsed and is taken over meanwhile belongs to a new request. */
  async function eraseBatch(batch: readonly Entry<ReplayRecord>[]): Promise<number> {
    let left = batch;
    for (let round = 0; round < roundsMax; round++) {
      const now = clock.now();
      const alive = (entry: Entry<ReplayRecord>) => !hasPassed(entry.value.expiresAt, now);
      const idle = left.filter((entry) => entry.value.state === "kept" || !alive(entry));
      if (idle.length === 0) return 0;
      const erased = await store.commit(idle.flatMap((entry) => [entry.check, entry.delete]));
      if (erased) return idle.filter(alive).length;
      const again = await store.getMany(ReplayRecord, idle.map((entry) => entry.key));
      left = again.filter((entry) => entry !== null);
    }
    throw new Error(`Idempotency records have changed ${roundsMax} times while they were erased`);
  }

  return {
    erase,
    reserve: async (scope, request) => {
      const holder = random.bytes(16).toHex();
      let { places, ring } = await placesOf(scope, request);
      // Most keys are new: the reservation itself is the first look.
      let found: readonly Found[] = places.map(() => null);
      for (let round = 0; round < roundsMax; round++) {
        const now = clock.now();
        const verdict = verdictOf(found, { places, holder, now });
        if (verdict.kind === "ours") {
          return { kind: "reserved", reservation: reservation(verdict.held) };
        }
        if (verdict.kind !== "free") return verdict;
        const expiresAt = timestamp(now.add({ seconds: lifetimes.lapseSeconds }));
        const { record, others } = reserving({ places, found, holder, expiresAt });
        const held = await store.write(record, [ring, ...others]);
        if (held !== null) return { kind: "reserved", reservation: reservation(held) };
        if (round > 0) {
          await idempotency.reload();
          ({ places, ring } = await placesOf(scope, request));
        }
        // Reading again tells whose it is, ours too where the answer of a commit was lost.
        found = await store.getMany(ReplayRecord, places.map(({ key }) => key));
      }
      return { kind: "running" };
    },
  };
}

interface Places {
  readonly places: readonly Place[];
  readonly ring: Check;
}

type Found = Entry<ReplayRecord> | null;

/** What a record says to a request that does not hold it. */
type ForeignVerdict = Exclude<ReplayVerdict, { readonly kind: "reserved" }>;

type Verdict =
  | ForeignVerdict
  | { readonly kind: "ours"; readonly held: Entry<ReplayRecord> }
  | { readonly kind: "free" };

/** At most one place holds a record that is alive. */
function verdictOf(
  found: readonly Found[],
  { places, holder, now }: {
    readonly places: readonly Place[];
    readonly holder: string;
    readonly now: Temporal.Instant;
  },
): Verdict {
  for (const [index, { fingerprint }] of places.entries()) {
    const entry = found[index] ?? null;
    if (entry === null || hasPassed(entry.value.expiresAt, now)) continue;
    const verdict = judge(entry, { holder, fingerprint });
    return verdict === "ours" ? { kind: "ours", held: entry } : verdict;
  }
  return { kind: "free" };
}

/** Takes the first place, and takes away what has lapsed elsewhere: its holder may not keep any more. */
function reserving(
  { places: [first, ...rest], found: [stands = null, ...elsewhere], holder, expiresAt }: {
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
      ...rest.flatMap((place, index) => {
        const lapsed = elsewhere[index] ?? null;
        return lapsed === null ? [absent(place.key)] : [lapsed.check, lapsed.delete];
      }),
    ],
  };
}

interface Attempt {
  readonly holder: string;
  readonly fingerprint: string;
}

function judge(
  { value }: Entry<ReplayRecord>,
  { holder, fingerprint }: Attempt,
): ForeignVerdict | "ours" {
  if (value.fingerprint !== fingerprint) return { kind: "conflict" };
  if (value.state === "kept") return { kind: "replay", answer: value.answer };
  return value.holder === holder ? "ours" : { kind: "running" };
}
