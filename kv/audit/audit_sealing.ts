import canonicalize from "canonicalize";
import type { ChainHead } from "../../core/audit/entry.ts";
import type { Clock } from "../../base/clock.ts";
import { isSameSecret } from "../../base/constant_time.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import {
  AuditSeal,
  firstState,
  partsOf,
  type SealedParts,
  type SealedState,
  sealKey,
  type SealMac,
  sealOf,
  sealState,
} from "../keys/audit_seal.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { exactJson } from "../store/codec.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import type { Key } from "../store/key.ts";
import { absent, type Entry, type Operation, put, type Store } from "../store/store.ts";
import type { Outgoing } from "./audit_records.ts";

/** The keys of the seals. */
export interface SealKeys {
  readonly "at-rest": KeyRing;
}

/** A seal that no server wrote there. */
export interface BadSeal {
  readonly code:
    /** A sealed log has no seal. */
    | "seal_missing"
    /** None of the service's keys made it. */
    | "seal_mismatch"
    /** It is older than a seal that this server has seen. */
    | "seal_set_back"
    /** The chain does not end where the seal states. */
    | "head_unsealed"
    /** The checkpoints do not end where the seal states. */
    | "checkpoint_unsealed"
    /** An event without a position has no seal, or another event's seal. */
    | "outbox_unsealed";
  /** The entry, checkpoint or waiting event concerned; 0: none. */
  readonly seq: number;
}

/** A verified seal; null: the store is of a version without seals. */
export type ReadSeal = Entry<AuditSeal> | null;

/** Seals the extent of the audit log, and events without a position. */
export interface AuditSealing {
  /** Whether a version with seals created the store, so that nothing in it is without a seal. */
  isBorn(): boolean;
  /** Seals an event for its storage key. */
  sealEvent(key: Key, outgoing: Outgoing): Outgoing;
  /** Whether the seal of an event matches its key; null: it has none. */
  verifyEvent(key: Key, outgoing: Outgoing): Promise<boolean | null>;
  /** Reads and verifies the seal. */
  read(store: Store): Promise<Result<ReadSeal, BadSeal>>;
  /**
   * Makes the writes that advance the seal, on condition that the stored one is the one that was
   * read.
   */
  advance(found: ReadSeal, change: Partial<Pick<SealedState, "head" | "signed">>): SealAdvance;
  /** Replaces a seal that cannot be verified, accepted by an operator. */
  replace(
    store: Store,
    change: Pick<SealedState, "head" | "signed">,
  ): Promise<SealAdvance>;
}

/** A seal to be written. */
export interface SealAdvance {
  readonly operations: readonly Operation[];
  /** Must be called after the commit. */
  committed(): void;
}

/** Opens the seals of a log. A server that has seen one accepts no older one. */
export function openAuditSealing(
  { keys, clock }: { readonly keys: SealKeys; readonly clock: Clock },
): AuditSealing {
  // Read late: some open this that never seal.
  const ring = () => keys["at-rest"];
  let seen = { n: 0, mac: "" };

  const note = ({ state: { n }, seal: { mac } }: AuditSeal) => {
    if (n >= seen.n) seen = { n, mac };
  };

  async function verifies({ keyId, mac }: SealMac, parts: SealedParts): Promise<boolean> {
    if (!ring().byId.has(keyId)) await ring().reload();
    const key = ring().byId.get(keyId);
    return key !== undefined && isSameSecret(sealOf(key, parts).mac, mac);
  }

  async function readOnce(store: Store): Promise<Result<ReadSeal, BadSeal>> {
    const before = seen;
    const found = await readRaw(store);
    if (found === undefined) return refuse({ code: "seal_mismatch", seq: 0 });
    if (found === null) {
      const isGone = before.n > 0 || isBorn();
      return isGone ? refuse({ code: "seal_missing", seq: 0 }) : ok(null);
    }
    const parsed = AuditSeal.safeParse(found.value);
    if (!parsed.success || !await verifies(parsed.data.seal, partsOf(parsed.data.state))) {
      return refuse({ code: "seal_mismatch", seq: 0 });
    }
    const { state: { n }, seal: { mac } } = parsed.data;
    if (n < before.n || (n === before.n && mac !== before.mac)) {
      return refuse({ code: "seal_set_back", seq: 0 });
    }
    note(parsed.data);
    return ok({ ...found, value: parsed.data, set: (next) => put(AuditSeal, sealKey, next) });
  }

  const isBorn = () => [...ring().byId.values()].some(({ isMarked }) => isMarked === true);

  const write = (state: SealedState): { readonly next: AuditSeal; committed(): void } => {
    const next = sealState(ring().active, state);
    return { next, committed: () => note(next) };
  };

  return {
    isBorn,
    sealEvent: (key, outgoing) => ({
      ...outgoing,
      seal: sealOf(ring().active, partsOfEvent(key, outgoing)),
    }),
    verifyEvent: async (key, outgoing) =>
      outgoing.seal === undefined
        ? null
        : await verifies(outgoing.seal, partsOfEvent(key, outgoing)),
    read: async (store) => {
      const read = await readOnce(store);
      // A read that began before this server's last commit may end after it.
      return read.ok || read.refusal.code !== "seal_set_back" ? read : await readOnce(store);
    },
    advance: (found, change) => {
      const before = found?.value.state ?? firstState(clock.now());
      const { next, committed } = write({ ...before, ...change, n: before.n + 1 });
      return {
        operations: found === null
          ? [absent(sealKey), put(AuditSeal, sealKey, next)]
          : [found.check, found.set(next)],
        committed,
      };
    },
    replace: async (store, change) => {
      const found = await readRaw(store);
      const first = firstState(clock.now());
      const known = AuditSeal.safeParse(found?.value);
      const n = Math.max(first.n, seen.n, known.success ? known.data.state.n : 0) + 1;
      const { next, committed } = write({ ...first, ...change, n });
      return {
        // One that is not JSON has no check: it is overwritten.
        operations: [
          ...found === undefined ? [] : [found?.check ?? absent(sealKey)],
          put(AuditSeal, sealKey, next),
        ],
        committed,
      };
    },
  };
}

/** @returns undefined for a value that is not JSON */
async function readRaw(store: Store): Promise<Entry<unknown> | null | undefined> {
  try {
    return await store.get(exactJson, sealKey);
  } catch (cause) {
    if (cause instanceof DamagedValueError) return undefined;
    throw cause;
  }
}

/** Whether a chain ends where its seal states. */
export function isSealedHead(found: ReadSeal, { seq, hash }: ChainHead): boolean {
  const head = found?.value.state.head;
  return head?.seq === seq && head.hash === hash;
}

/** Whether servers of a version without seals may still write to the store. */
export function isUpgrading(
  found: ReadSeal,
  { sealing, clock, upgradeHours }: {
    readonly sealing: AuditSealing;
    readonly clock: Clock;
    readonly upgradeHours: number;
  },
): boolean {
  if (sealing.isBorn()) return false;
  if (found === null) return true;
  const until = Temporal.Instant.from(found.value.state.since).add({ hours: upgradeHours });
  return Temporal.Instant.compare(clock.now(), until) < 0;
}

/**
 * The sealed parts of an event: the key is included, so that the event cannot be moved to another
 * time or duplicated.
 */
function partsOfEvent(key: Key, { id, at, event }: Outgoing): SealedParts {
  return { of: "event", parts: [JSON.stringify(key), id, at, canonicalize(event) ?? ""] };
}
