/** Hashes an entry by groups of its members. If two hashes are equal, so are the groups. */

import { createHash } from "node:crypto";
import { z } from "zod";
import type { ListEntry } from "./entry_schema.ts";

/** Groups of members of an entry, in the order of their hashes. */
export const memberGroups = [
  "names",
  "births",
  "nationalities",
  "identifiers",
  "programmes",
  "other",
] as const;

/** A group of members of an entry. */
export const MemberGroup = z.enum(memberGroups).meta({ id: "ListEntryMemberGroup" });
export type MemberGroup = z.infer<typeof MemberGroup>;

/**
 * Each group of an entry as a text. The order of several values has no meaning, except that the
 * first name is the primary one.
 */
export function groupTexts(entry: ListEntry): Readonly<Record<MemberGroup, string>> {
  const { names, datesOfBirth, countries, identifiers, programs } = entry;
  return {
    names: JSON.stringify([names.primary, names.strong.toSorted(), names.weak.toSorted()]),
    births: textOf(datesOfBirth),
    nationalities: textOf(countries),
    identifiers: textOf(
      identifiers.map(({ type, label, value, country }) =>
        JSON.stringify([type, label, value, country])
      ),
    ),
    programmes: textOf(programs),
    other: otherText(entry),
  };
}

/**
 * Hex SHA-256 of the names, births, nationalities, identifiers and programmes of an entry: the data
 * that a reviewer compares with a person. Two snapshots with the same data give the same hash.
 */
export function entryHash(entry: ListEntry): string {
  const { other: _, ...compared } = groupTexts(entry);
  return createHash("sha256").update(JSON.stringify(Object.values(compared))).digest("hex");
}

function otherText(entry: ListEntry): string {
  const { entityType, listedOn, sourceUrl, isPep, pepCategory, pepFunctionalCategory } = entry;
  const { pepStatus, pepJurisdiction } = entry;
  return JSON.stringify([
    ...[entityType, listedOn, sourceUrl],
    ...[isPep, pepCategory, pepFunctionalCategory, pepStatus, pepJurisdiction],
    entry.placesOfBirth.toSorted(),
    entry.designations.toSorted(),
    entry.remarks.toSorted(),
    entry.links.toSorted(),
    entry.walletAddresses.map(({ network, address }) => `${network} ${address}`).toSorted(),
    entry.linkedPeps.map(({ entityId, name, relation }) => `${entityId} ${relation} ${name}`)
      .toSorted(),
  ]);
}

function textOf(values: readonly string[]): string {
  return JSON.stringify(values.toSorted());
}
