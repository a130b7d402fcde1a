import type { RegistryCheck } from "../registry_schema.ts";
import { dateOf } from "./reasons.ts";

/** The oldest date of a register's evidence: of the record, of the snapshot, or of the look-up. */
export function oldestDate(evidence: RegistryCheck): string {
  const { checkedAt } = evidence;
  const { recordUpdatedAt, snapshotAt } = datesOf(evidence);
  const [oldest = checkedAt] = [checkedAt, recordUpdatedAt, snapshotAt]
    .filter((date) => date !== undefined)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b));
  return oldest;
}

/**
 * The end of a sentence about when a statement was valid: `on 2026-03-01`, or `in its record of
 * 2018-05-01 in the snapshot of 2023-04-25, read on 2026-03-01`.
 */
export function whenPhrase(evidence: RegistryCheck): string {
  const { recordUpdatedAt, snapshotAt } = datesOf(evidence);
  const sources = [
    ...(recordUpdatedAt === undefined ? [] : [`in its record of ${dateOf(recordUpdatedAt)}`]),
    ...(snapshotAt === undefined ? [] : [`in the snapshot of ${dateOf(snapshotAt)}`]),
  ];
  const asked = `on ${dateOf(evidence.checkedAt)}`;
  return sources.length === 0 ? asked : `${sources.join(" ")}, read ${asked}`;
}

function datesOf(evidence: RegistryCheck) {
  return "evidenceHash" in evidence
    ? { recordUpdatedAt: evidence.recordUpdatedAt, snapshotAt: evidence.snapshotAt }
    : { recordUpdatedAt: undefined, snapshotAt: undefined };
}
