import type { RecordedAuditEvent } from "../../core/audit/event.ts";
import type { Audit } from "../../core/audit/ports.ts";
import type { Unit } from "../../base/unit.ts";
import type { Result } from "../../base/result.ts";
import { recordingsOf } from "./audit_reading.ts";
import { openOutgoing } from "./audit_recording.ts";
import { type Draining, type OpenDraining, openDraining } from "./audit_draining.ts";
import { openAuditSealing, type SealKeys } from "./audit_sealing.ts";
import { type BadBeside, type VerifiedChain, verifyStoredChain } from "./audit_verification.ts";
import { countDecision } from "./decision_counts.ts";
import type { Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Dependencies of the audit log. */
export interface OpenAuditLog extends Omit<OpenDraining, "sealing"> {
  /** Their `at-rest` keys seal recorded events. */
  readonly dataKeys: SealKeys;
}

/** One recorded event, with its position if it has one. */
export interface RecordedEvent {
  readonly id: string;
  readonly at: string;
  readonly event: RecordedAuditEvent;
  /** Null while the event waits for its position. */
  readonly seq: number | null;
}

/** The audit log, for operators and exports. */
export interface AuditLog extends Audit, Draining {
  /** Whether an event was recorded in the unit; after the commit the log then needs a nudge. */
  recordsIn(unit: Unit): boolean;
  /**
   * Yields every event of a client: events on the chain in its order, then those without a
   * position.
   */
  eventsOf(clientId: string): AsyncIterable<RecordedEvent>;
  /** Computes the whole chain again. */
  verify(): Promise<Result<VerifiedChain, BadBeside>>;
}

/**
 * Opens the audit log. Each recorded event gets its own key in the commit of the recorded act, so
 * that no act is without its event, and requests never wait for each other at the head of the
 * chain. The sequencer assigns positions later (decisions.md part 6).
 */
export function openAuditLog(dependencies: OpenAuditLog): AuditLog {
  const { store, clock, dataKeys: keys } = dependencies;
  const recording = new WeakSet<Unit>();
  const outgoing = openOutgoing(dependencies);
  const sealing = openAuditSealing({ keys, clock });
  const { drain, nudge } = openDraining({ ...dependencies, sealing });

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
