import type { ClientRecord } from "./client_schema.ts";

/** The reason of a suspension: an operator, the client's KYB, or the end of the relation. */
export type Suspender = ClientRecord["suspendedBy"][number];

/**
 * Returns the reasons of a client's suspension, in a fixed order. A record with only `SUSPENDED`
 * was suspended by an operator.
 */
export function suspendersOf(
  { status, suspendedBy }: Pick<ClientRecord, "status" | "suspendedBy">,
): readonly Suspender[] {
  if (status === "ACTIVE") return [];
  return suspendedBy.length === 0 ? ["OPERATOR"] : suspendedBy;
}

/** Whether the relation with a client has ended; false for a client without a record. */
export function isOffboarded(record: ClientRecord | null): boolean {
  return record !== null && suspendersOf(record).includes("OFFBOARDING");
}

/** Returns the record with exactly these reasons of suspension; active if there are none. */
export function suspendedBy(
  record: ClientRecord,
  suspenders: readonly Suspender[],
): ClientRecord {
  return {
    ...record,
    status: suspenders.length === 0 ? "ACTIVE" : "SUSPENDED",
    suspendedBy: [...new Set(suspenders)].toSorted(),
  };
}

/** Returns the record with one more reason of suspension. */
export function suspend(record: ClientRecord, by: Suspender): ClientRecord {
  return suspendedBy(record, [...suspendersOf(record), by]);
}

/** Returns the record without one reason of suspension; others stay. */
export function lift(record: ClientRecord, by: Suspender): ClientRecord {
  return suspendedBy(record, suspendersOf(record).filter((one) => one !== by));
}
