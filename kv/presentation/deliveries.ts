import type { Clock } from "../../base/clock.ts";
import type { Unit } from "../../base/unit.ts";
import type { Delivered } from "../../core/presentation/ports.ts";
import type { SessionId } from "../../core/presentation/schema.ts";
import type { KeyKind } from "../store/define_key.ts";
import { hasPassed, timestamp } from "../store/lifetime.ts";
import type { RetryDependencies } from "../store/retry.ts";
import {
  type Check,
  create,
  type Entry,
  type Operation,
  type Remove,
  type Store,
  type Stored,
} from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** The state of a delivery in its session, as it was read. */
export interface DeliveryState {
  readonly state: "none" | "ready" | "delivered";
  /** The reader that received the delivery. */
  readonly claim: string | undefined;
  /** Succeeds while the session is unchanged. */
  readonly check: Check;
  /** Writes into the session that this reader receives the delivery. */
  deliverTo(claim: string): Operation;
}

/** A claim to a session's delivery. */
export interface ClaimDelivery {
  readonly id: SessionId;
  /** The state when the session was read. */
  readonly first: DeliveryState;
  /** Reads the session again; null when it is gone or not completed. */
  readonly read: () => Promise<DeliveryState | null>;
}

/** Single deliveries at the sessions of one service. */
export interface Deliveries {
  /**
   * Adds a session's delivery to the unit that completes it.
   *
   * @throws Error for a delivery of another kind
   */
  keep(unit: Unit, id: SessionId, delivered: Delivered): void;
  /** @returns the removal of the delivery; null without one */
  find(id: SessionId): Promise<{ readonly delete: Remove } | null>;
  /**
   * Takes a session's delivery: exactly one reader ever gets it. Each claim has its own name, so
   * that a claim whose commit had an unknown outcome can read whether it won.
   *
   * @returns null if there is none, or another reader has it
   * @throws errors of the store before a write, which leave the delivery, and when the store still
   *   fails at the last try
   */
  claim(asked: ClaimDelivery): Promise<Delivered | null>;
}

/** The stored form of one kind of delivery. */
export interface WaitingForm<Value extends { readonly expiresAt: string }> {
  /** `[name, sessionId]` is its key. */
  readonly key: KeyKind;
  readonly stored: Stored<Value>;
  /** Days for which it waits. */
  readonly days: number;
  /** @throws Error for a delivery of another kind */
  valueOf(delivered: Delivered, expiresAt: string): Value;
  deliveredOf(value: Value): Delivered;
}

/** The dependencies of {@link openDeliveries}. */
export interface DeliveryDependencies extends RetryDependencies {
  readonly store: Store;
  readonly clock: Clock;
}

/**
 * Maximum tries at a failing store while the holder is unknown: about 10 s in addition to the
 * store's own waits, so that a database may change its primary meanwhile.
 */
const triesMax = 10;
/** Longest wait before the next try. */
const pauseMillisecondsMax = 2_000;

/** Opens the deliveries at the sessions of a service, each delivered at most once. */
export function openDeliveries<Value extends { readonly expiresAt: string }>(
  { store, clock, random, pause }: DeliveryDependencies,
  { key, stored, days, valueOf, deliveredOf }: WaitingForm<Value>,
): Deliveries {
  const find = (id: SessionId): Promise<Entry<Value> | null> => store.get(stored, key.key(id));

  /**
   * The write that gives the delivery to this claim; null if there is no delivery, because an
   * earlier commit may have taken it.
   */
  async function takingOf(
    id: SessionId,
    seen: DeliveryState,
    claim: string,
  ): Promise<Taking | null> {
    const found = seen.state === "ready" ? await find(id) : null;
    if (found === null || hasPassed(found.value.expiresAt, clock.now())) return null;
    return {
      delivered: deliveredOf(found.value),
      operations: [seen.check, seen.deliverTo(claim), found.check, found.delete],
    };
  }

  return {
    keep: (unit, id, delivered) => {
      const expiresAt = timestamp(clock.now().add({ hours: 24 * days }));
      addTo(unit, create(stored, key.key(id), valueOf(delivered, expiresAt)));
    },
    find,
    claim: async ({ id, first, read }) => {
      const claim = random.bytes(16).toHex();
      let seen: DeliveryState | null = first;
      let sent: Delivered | null = null;
      for (let tries = 0;;) {
        try {
          seen ??= await read();
          if (seen === null) return null;
          if (seen.claim === claim) return sent;
          const taking = await takingOf(id, seen, claim);
          if (taking !== null) {
            sent = taking.delivered;
            if (await store.commit(taking.operations)) return sent;
          } else if (await store.holds(seen.check)) return null;
        } catch (fault) {
          // Nothing is written before the first commit: the next read finds it.
          if (sent === null || ++tries === triesMax) throw fault;
          await pause(Math.min(50 * 2 ** tries, pauseMillisecondsMax));
        }
        seen = null;
      }
    },
  };
}

interface Taking {
  readonly delivered: Delivered;
  readonly operations: readonly Operation[];
}
