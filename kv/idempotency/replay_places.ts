import type { Clock } from "../../base/clock.ts";
import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import type { ReplayOwner, ReplayScope } from "../../core/idempotency/ports.ts";
import type { DataKey, KeyRing } from "../keys/key_ring.ts";
import { macOf } from "../keys/mac.ts";
import { idempotencyRecords } from "./replay_records.ts";
import type { Key } from "../store/key.ts";
import { hasPassed, timestamp } from "../store/lifetime.ts";
import type { Check } from "../store/store.ts";

/** Maximum owners whose MAC an instance caches. */
const ownersMax = 1_000;

/** Hours that a record of a retired data key may outlast its window: no request runs as long. */
const graceHours = 1;

/** A place of a record: one for each data key under which valid records may exist. */
export interface Place {
  readonly key: Key;
  readonly fingerprint: string;
}

/** The places of one idempotency key. */
export interface Places {
  /** The place of a new record first. */
  readonly places: readonly Place[];
  /** Succeeds while no other data key has become active. */
  readonly ring: Check;
}

/** Finds the places of records. */
export interface ReplayPlaces {
  placesOf(scope: ReplayScope, request: string): Places;
  /** The ranges of an owner's records, for every data key. */
  prefixesOf(owner: ReplayOwner): Iterable<Key>;
}

/** Dependencies of finding places. */
export interface ReplayPlaceDependencies {
  readonly clock: Clock;
  /** The `idempotency` data keys. */
  readonly idempotency: KeyRing;
  /** Hours that an answer is replayed. */
  readonly windowHours: number;
}

/**
 * Opens the search for records at MACs of what the caller sent, so that a rotation of the data key
 * moves the place. The place of a retired key is searched as long as its records are valid.
 */
export function openReplayPlaces(
  { clock, idempotency, windowHours }: ReplayPlaceDependencies,
): ReplayPlaces {
  /** MACs of owners, which recur with every request. */
  const owners = leastRecentlyUsed<string>(ownersMax);

  function ownerMacOf({ id, cryptoKey }: DataKey, { service, owner }: ReplayOwner): string {
    const name = JSON.stringify([id, service, owner]);
    const mac = owners.get(name) ?? macOf(cryptoKey, ["owner", service, owner]);
    owners.set(name, mac);
    return mac;
  }

  function placeOf(dataKey: DataKey, scope: ReplayScope, request: string): Place {
    const { service, owner, operation, key } = scope;
    const { cryptoKey } = dataKey;
    const keyMac = macOf(cryptoKey, ["key", service, owner, operation, key]);
    return {
      key: idempotencyRecords.key(service, ownerMacOf(dataKey, scope), keyMac),
      // With the key in it, equal requests under two keys do not show that they are equal.
      fingerprint: macOf(cryptoKey, ["fingerprint", service, owner, operation, key, request]),
    };
  }

  return {
    placesOf: (scope, request) => {
      const { active, byId, check } = idempotency;
      const now = clock.now();
      const hours = windowHours + graceHours;
      const counting = [...byId.values()].filter(({ id, retiredAt }) =>
        id !== active.id && retiredAt !== undefined &&
        !hasPassed(timestamp(Temporal.Instant.from(retiredAt).add({ hours })), now)
      );
      const places = [active, ...counting].map((dataKey) => placeOf(dataKey, scope, request));
      return { places, ring: check };
    },
    prefixesOf: function* (owner) {
      for (const dataKey of idempotency.byId.values()) {
        yield idempotencyRecords.key(owner.service, ownerMacOf(dataKey, owner));
      }
    },
  };
}
