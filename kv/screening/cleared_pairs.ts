import { z } from "zod";
import type { ClientId } from "../../core/access/schema.ts";
import type { Clock } from "../../base/clock.ts";
import { type Mode, Timestamp } from "../../core/nouns.ts";
import { ClearedPair, StandingPair } from "../../core/screening/cleared_schema.ts";
import type { ClearedPairs, PairChange, SubjectOf } from "../../core/screening/ports.ts";
import type { PairId } from "../../core/screening/candidate_schema.ts";
import type { DataKey, KeyRing } from "../keys/key_ring.ts";
import { derivedMacOf } from "../keys/mac.ts";
import { keysReadMax } from "../store/budget.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted } from "../store/encrypted.ts";
import { behind } from "../store/first_key.ts";
import type { Key } from "../store/key.ts";
import { hasPassed, timestamp } from "../store/lifetime.ts";
import { absent, type Entry, type Operation, put, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import { queueOwner } from "./review_queue.ts";

/** Days for which a pair is kept after its end, so that the next yearly screening reports it. */
const keptDays = 400;
/** Maximum days of a pair, which a review may request. */
const pairDaysMax = 365;

/** Key of a pair for listing. */
export const clearedPairs = defineKey({
  name: "cleared_pair",
  parts: ["hash of clientId", "mode", "pairId"],
  value: "customer's pseudonym, entity, decision, reviewer, reason, end, encrypted",
  lifetime: `${keptDays} days after its end`,
  personal: "yes: as `decision`, and the reviewer's id",
  protected: "encrypted; client by its hash",
});

/** Key of a customer's pairs for its screenings. */
export const clearedSubjects = defineKey({
  name: "cleared_subject",
  parts: ["hash of clientId", "mode", "MAC of subjectRef"],
  value:
    "pairs of one customer: entity, digest of its entry, MAC of the customer's data, encrypted",
  lifetime: `${keptDays} days after the end of the last pair`,
  personal: "yes: as `cleared_pair`",
  protected: "encrypted; client hashed, customer as MAC",
});

const KeptPair = ClearedPair.unwrap().extend({ expiresAt: Timestamp }).readonly();
const KeptSubject = z.object({
  pairs: z.array(StandingPair).readonly(),
  expiresAt: Timestamp,
}).readonly();
type KeptSubject = z.infer<typeof KeptSubject>;

/** The purpose of the keys derived here. */
const use = "aval/cleared-pairs/v1";

/** Dependencies of the pairs. */
export interface OpenClearedPairs {
  readonly store: Store;
  readonly clock: Clock;
  /** The `at-rest` data keys, for encryption and MACs. */
  readonly atRest: KeyRing;
}

/**
 * Opens cleared pairs. One value contains all pairs of a customer, so that a screening needs one
 * read and one check; each pair also has its own value for listing. A MAC identifies the customer:
 * after a rotation of the data key the value moves with its next change, and until then is found
 * under the retired key.
 */
export function openClearedPairs({ store, clock, atRest }: OpenClearedPairs): ClearedPairs {
  const SealedPair = encrypted(KeptPair, atRest);
  const SealedSubject = encrypted(KeptSubject, atRest);

  function placeOf({ cryptoKey }: DataKey, { owner, mode, subjectRef }: SubjectOf): Key {
    const mac = derivedMacOf(cryptoKey, { use: `${use}/subject`, parts: [owner, subjectRef] });
    return clearedSubjects.key(queueOwner(owner), mode, mac);
  }

  /** The possible places of a customer, the place of a new value first. */
  function placesOf(subject: SubjectOf): readonly Key[] {
    const now = clock.now();
    const hours = (pairDaysMax + keptDays + 1) * 24;
    const { active, byId } = atRest;
    const retired = [...byId.values()].filter(({ id, retiredAt }) =>
      id !== active.id && retiredAt !== undefined &&
      !hasPassed(timestamp(Temporal.Instant.from(retiredAt).add({ hours })), now)
    );
    return [active, ...retired].map((key) => placeOf(key, subject));
  }

  async function readSubject(places: readonly Key[]): Promise<readonly Entry<KeptSubject>[]> {
    const found: (Entry<KeptSubject> | null)[] = [];
    for (let at = 0; at < places.length; at += keysReadMax) {
      found.push(...await store.getMany(SealedSubject, places.slice(at, at + keysReadMax)));
    }
    return found.filter((entry) => entry !== null);
  }

  async function written(
    { owner, mode }: SubjectOf,
    changes: readonly PairChange[],
  ): Promise<readonly Operation[]> {
    const operations: Operation[] = [];
    for (const change of changes) {
      switch (change.kind) {
        case "begin": {
          const { pair } = change;
          const value = { ...pair, expiresAt: expiryOf(pair) };
          operations.push(put(SealedPair, pairKey(owner, mode, pair.pairId), value));
          break;
        }
        case "end":
          operations.push(...await store.removals([pairKey(owner, mode, change.pairId)]));
          break;
        case "lapse": {
          const found = await store.get(SealedPair, pairKey(owner, mode, change.pairId));
          if (found !== null) operations.push(found.set({ ...found.value, lapse: change.lapse }));
          break;
        }
        default:
          change satisfies never;
      }
    }
    return operations;
  }

  return {
    ofSubject: async (subject) => {
      const places = placesOf(subject);
      const found = await readSubject(places);
      const now = clock.now();
      const standing = found.flatMap(({ value }) => value.pairs)
        .filter((pair) => !hasPassed(expiryOf(pair), now));
      // A MAC of a key that another process has made since is no change of the customer.
      if (standing.some(({ subject }) => !atRest.byId.has(subject.keyId))) await atRest.reload();
      return {
        standing,
        // Of each place where the customer stands, and of the one where it will.
        checks: found.length + 1,
        change: async (unit, { standing, changes, isChecked }) => {
          const [place] = places;
          if (place === undefined) throw new Error("A customer has a place");
          const isThere = (entry: Entry<KeptSubject>) => entry.key.at(-1) === place.at(-1);
          const there = found.find(isThere);
          const others = found.filter((entry) => entry !== there);
          if (isChecked) {
            const checks = [there?.check ?? absent(place), ...others.map(({ check }) => check)];
            addTo(unit, checks);
          }
          addTo(unit, others.map((entry) => entry.delete));
          const ends = standing.map(expiryOf).toSorted();
          const expiresAt = ends.at(-1);
          if (expiresAt !== undefined) {
            const value = { pairs: standing, expiresAt };
            addTo(unit, [there?.set(value) ?? put(SealedSubject, place, value)]);
          } else if (there !== undefined) addTo(unit, [there.delete]);
          addTo(unit, await written(subject, changes));
        },
      };
    },
    find: async (owner, mode, id) => {
      const found = await store.get(SealedPair, pairKey(owner, mode, id));
      return found === null || hasPassed(found.value.expiresAt, clock.now())
        ? null
        : withoutExpiry(found);
    },
    list: async function* (owner, mode, after) {
      const prefix = clearedPairs.key(queueOwner(owner), mode);
      const start = after === null ? {} : { start: behind([...prefix, after]) };
      for await (const entry of store.list(SealedPair, { prefix, ...start })) {
        if (!hasPassed(entry.value.expiresAt, clock.now())) yield withoutExpiry(entry);
      }
    },
    macOf: (owner, text) => {
      const { id, cryptoKey } = atRest.active;
      return { keyId: id, mac: subjectMac(cryptoKey, owner, text) };
    },
    isMacOf: ({ keyId, mac }, owner, text) => {
      const key = atRest.byId.get(keyId);
      return key !== undefined && subjectMac(key.cryptoKey, owner, text) === mac;
    },
  };
}

function pairKey(owner: ClientId, mode: Mode, pairId: PairId): Key {
  return clearedPairs.key(queueOwner(owner), mode, pairId);
}

function subjectMac(key: CryptoKey, owner: ClientId, text: string): string {
  return derivedMacOf(key, { use: `${use}/data`, parts: [owner, text] });
}

/** The end of a pair's storage. */
function expiryOf({ until }: Pick<ClearedPair, "until">): string {
  return timestamp(Temporal.Instant.from(until).add({ hours: keptDays * 24 }));
}

function withoutExpiry({ value: { expiresAt: _, ...pair } }: Entry<z.infer<typeof KeptPair>>) {
  return pair;
}
