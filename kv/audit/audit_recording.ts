import { AuditEvent } from "../../core/audit/event.ts";
import type { Audit } from "../../core/audit/ports.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { timestamp } from "../store/lifetime.ts";
import { type Put, put } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import { auditOutbox, Outgoing } from "./audit_records.ts";
import { openAuditSealing, type SealKeys } from "./audit_sealing.ts";

/** Dependencies of recording events. */
export interface RecordingDependencies {
  readonly clock: Clock;
  readonly random: Random;
  /** Their `at-rest` keys seal recorded events. */
  readonly dataKeys: SealKeys;
}

/** Opens the writes that record events, each under a key of its own. */
export function openOutgoing(
  { clock, random, dataKeys }: RecordingDependencies,
): (event: AuditEvent, now: Temporal.Instant) => Put {
  const { sealEvent } = openAuditSealing({ keys: dataKeys, clock });
  let recorded = 0;
  return (event, now) => {
    const id = random.bytes(16).toHex();
    // The count keeps the order of events of one millisecond; the id keeps instances apart.
    const key = auditOutbox.key(now.epochMilliseconds, recorded++, id);
    const outgoing = { id, at: timestamp(now), event: AuditEvent.parse(event) };
    return put(Outgoing, key, sealEvent(key, outgoing));
  };
}

/**
 * Opens the recording of operators' acts, each in the commit of the act. A running server, or the
 * next one that starts, assigns positions on the chain.
 */
export function openOperatorAudit(dependencies: RecordingDependencies): Pick<Audit, "record"> {
  const outgoing = openOutgoing(dependencies);
  return { record: (unit, event) => addTo(unit, [outgoing(event, dependencies.clock.now())]) };
}
