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

/** The state of a delivery at its session, as it was read. */
export interface DeliveryState {
  readonly state: "none" | "ready" | "delivered";
  /** Which reader it was delivered to. */
  readonly claim: string | undefined;
  /** Holds while the session is the one that was read. */
  readonly check: Check;
  /** Writes at the session that this reader has it. */
  deliverTo(claim: string): Operation;
}

/** A claim for what waits at a session. */
export interface ClaimDelivery {
  readonly id: SessionId;
  /** As the session was read. */
  readonly first: DeliveryState;
  /** Reads the session again; null when it is gone, or not completed. */
  readonly read: () => Promise<DeliveryState | null>;
}

/** What waits for its one delivery, at the sessions of one service. */
export interface Deliveries {
  /** Adds what waits at a session to the unit that completes it. @throws Error for another kind of thing */
  keep(unit: Unit, id: SessionId, delivered: Delivered): void;
  /** @returns what removes it; null when nothing waits */
  find(id: SessionId): Promise<{ readonly delete: Remove } | null>;
  /**
   * Takes what waits at a session: of any number of readers, ever, one gets it. Each claims under a
   * name of its own, so that one whose commit was cut off reads whether it had won.
   *
   * @returns null where there is nothing, or another reader has it
   * @throws whatever the store throws before anything was written, and it is left; and when the
   * store still fails at the last try
   */
  claim(asked: ClaimDelivery): Promise<Delivered | null>;
}

/** How one kind of thing waits in the store. */
export interface WaitingForm<Value extends { readonly expiresAt: string }> {
  /** `[name, sessionId]` holds it. */
  readonly key: KeyKind;
  readonly stored: Stored<Value>;
  /** Days that it waits. */
  readonly days: number;
  /** @throws Error for another kind of thing */
  valueOf(delivered: Delivered, expiresAt: string): Value;
  deliveredOf(value: Value): Delivered;
}

/** The dependencies of {@link openDeliveries}. */
export interface DeliveryDependencies extends RetryDependencies {
  readonly store: Store;
  readonly clock: Clock;
}

/**
 * Tries at a store that fails while it is unknown who holds it: about 10 s of waiting, and what
 * the store itself waits besides, so that a database may change its primary meanwhile.
 */
const triesMax = 10;
/** Longest wait before the next try. */
const pauseMillisecondsMax = 2_000;

/** Opens what waits at the sessions of a service, each delivered once at most. */
export function openDeliveries<Value extends { readonly expiresAt: string }>(
  { store, clock, random, pause }: DeliveryDependencies,
  { key, stored, days, valueOf, deliveredOf }: WaitingForm<Value>,
): Deliveries {
  const find = (id: SessionId): Promise<Entry<Value> | null> => store.get(stored, key.key(id));

  /** What makes it this claim's; null where nothing is there, which a commit since may have taken. */
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
