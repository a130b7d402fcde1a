import type { Unit } from "../../base/unit.ts";
import type { Decided } from "../screening/decide.ts";
import type { SubjectRef } from "../screening/request_schema.ts";
import { bookToWrite, type Monitored } from "./enabled.ts";
import { hitsOf } from "./hits.ts";
import type { MonitoringPorts } from "./ports.ts";
import type { MonitoredRequest } from "./schema.ts";

/** A customer, and the decision about it in the same unit. */
export interface DecidedCustomer {
  readonly subjectRef: SubjectRef;
  readonly request: MonitoredRequest;
  readonly decided: Decided;
}

/**
 * Puts customers into the book for which the unit has decisions: a few, such as the first ones of a
 * sandbox.
 */
export async function monitorDecided(
  ports: MonitoringPorts,
  { unit, customers, ...monitored }: Monitored & {
    readonly unit: Unit;
    readonly customers: readonly DecidedCustomer[];
  },
): Promise<void> {
  const book = await bookToWrite(ports, monitored);
  const many = await book.many(customers.map(({ subjectRef }) => subjectRef));
  const putAt = ports.clock.now().toString({ smallestUnit: "millisecond" });
  const puts = customers.map(({ subjectRef, request, decided }) => ({
    subject: {
      ...{ subjectRef, request, putAt, decisionId: decided.response.meta.decisionId },
      hits: hitsOf(decided),
    },
    generation: null,
  }));
  if (many.put(unit, puts) < puts.length) {
    throw new Error("The customers are too many for a commit");
  }
  ports.audit.record(unit, {
    ...{ kind: "MONITORED_SUBJECT_PUT", clientId: monitored.caller.clientId },
    ...{ mode: monitored.mode, subjects: puts.length },
  });
}
