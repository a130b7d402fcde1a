import type { ClientRecord } from "./client_schema.ts";

/** What suspends a client: an operator, its KYB, or that the relation has ended. */
export type Suspender = ClientRecord["suspendedBy"][number];

/**
 * What suspends a client, in one order. A record of an operator who said no more than `SUSPENDED`
 * is suspended by the operator.
 */
export function suspendersOf(
  { status, suspendedBy }: Pick<ClientRecord, "status" | "suspendedBy">,
): readonly Suspender[] {
  if (status === "ACTIVE") return [];
  return suspendedBy.length === 0 ? ["OPERATOR"] : suspendedBy;
}

/** The record, suspended by exactly these. It is active where there are none. */
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

/** The record, suspended by one more. */
export function suspend(record: ClientRecord, by: Suspender): ClientRecord {
  return suspendedBy(record, [...suspendersOf(record), by]);
}

/** The record without one suspension: others stay. */
export function lift(record: ClientRecord, by: Suspender): ClientRecord {
  return suspendedBy(record, suspendersOf(record).filter((one) => one !== by));
}
