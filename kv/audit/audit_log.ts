import { AuditEvent, type RecordedAuditEvent } from "../../core/audit/event.ts";
import type { BadEntry } from "../../core/audit/chain.ts";
import type { Audit } from "../../core/audit/ports.ts";
import type { Unit } from "../../base/unit.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import type { Result } from "../../base/result.ts";
import { recordingsOf } from "./audit_reading.ts";
import { auditOutbox, Outgoing } from "./audit_records.ts";
import { moveToChain } from "./audit_sequencer.ts";
import type { BadCheckpoint } from "./audit_checkpoints.ts";
import { type VerifiedChain, verifyStoredChain } from "./audit_verification.ts";
import { countDecision } from "../decision_counts.ts";
import { timestamp } from "../store/lifetime.ts";
import type { RetryDependencies } from "../store/retry.ts";
import { type Put, put, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** What the audit log stands on. */
export interface OpenAuditLog extends RetryDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** Default: off. */
  readonly telemetry?: Telemetry;
}

/** One recorded event, with its position once it has one. */
export interface RecordedEvent {
  readonly id: string;
  readonly at: string;
  readonly event: RecordedAuditEvent;
  /** Null while the event waits for its position. */
  readonly seq: number | null;
}

/** The audit log, as operators and exports see it. */
export interface AuditLog extends Audit {
  /** Whether something was recorded in the unit: once it is committed, the log wants a nudge. */
  recordsIn(unit: Unit): boolean;
  /** Moves what is recorded onto the chain. @returns how many events this call has moved */
  drain(): Promise<number>;
  /**
   * Has the chain drained soon; many calls make one drain. Requests do not wait for it. Its promise
   * never rejects: what goes wrong is logged, and the events stay recorded. Shutdown awaits it.
   */
  nudge(): Promise<void>;
  /** Every event of a client, on the chain or not: in their order on it, those without one last. */
  eventsOf(clientId: string): AsyncIterable<RecordedEvent>;
  /** Computes the whole chain again. */
  verify(): Promise<Result<VerifiedChain, BadEntry | BadCheckpoint>>;
}

/** How long a nudge waits for more to come: a batch of many costs what a batch of one does. */
const gatherMilliseconds = 25;
/** The same while others move what this instance records: each look at the outbox costs them, too. */
const gatherMillisecondsMax = 400;

/**
 * The audit log. What a request records gets a key of its own in the same commit, so that no event
 * is without what it tells of, and requests never wait for each other at the chain's head. The
 * sequencer gives events their position later (decisions.md part 6).
 */
export function openAuditLog({ store, clock, log, telemetry, ...waiting }: OpenAuditLog): AuditLog {
  const { random, pause } = waiting;
  const recording = new WeakSet<Unit>();
  let recorded = 0;
  let draining: Promise<void> | null = null;
  let nudged = false;

  let gather = gatherMilliseconds;

  /** Of many sequencers at one chain, the one that wins keeps its pace, and the others slow down. */
  async function moveWaiting(): Promise<number> {
    const { events, losses } = await moveToChain(store, waiting);
    gather = losses > 0
      ? Math.min(gather * 2, gatherMillisecondsMax)
      : Math.max(gather / 2, gatherMilliseconds);
    return events;
  }

  const drain = () =>
    telemetry === undefined ? moveWaiting() : telemetry.rootSpan("sequence", async (span) => {
      const events = await moveWaiting();
      span.set({ "aval.events": events });
      return events;
    });

  async function drainWhileNudged(): Promise<void> {
    try {
      while (nudged) {
        await pause(gather);
        nudged = false;
        await drain();
      }
    } catch (cause) {
      log.error("audit_drain_failed", cause);
    } finally {
      draining = null;
    }
  }

  function outgoing(event: AuditEvent, now: Temporal.Instant): Put {
    const id = random.bytes(16).toHex();
    // The count keeps the order of events of one millisecond; the id keeps instances apart.
    const key = auditOutbox.key(now.epochMilliseconds, recorded++, id);
    return put(Outgoing, key, { id, at: timestamp(now), event: AuditEvent.parse(event) });
  }

  function nudge(): Promise<void> {
    nudged = true;
    draining ??= drainWhileNudged();
    return draining;
  }

  return {
    record: (unit, event) => {
      const now = clock.now();
      addTo(unit, [outgoing(event, now), ...countDecision(event, now)]);
      recording.add(unit);
    },
    recordNow: async (event) => {
      await store.commit([outgoing(event, clock.now())]);
      void nudge();
    },
    recordsIn: (unit) => recording.has(unit),
    drain,
    nudge,
    eventsOf: (clientId) => eventsOf(store, clientId),
    verify: () => verifyStoredChain(store),
  };
}

async function* eventsOf(store: Store, clientId: string): AsyncIterable<RecordedEvent> {
  for await (const recording of recordingsOf(store, clientId)) {
    if (recording.kind === "pending") {
      yield { ...recording.outgoing, seq: null };
    } else {
      const { id, at, event, seq } = recording.linked.entry;
      yield { id, at, event, seq };
    }
  }
}
