/** What an entry states, hashed by groups of its members: equal hashes, an unchanged group. */

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
 * Each group of an entry as a text. The order in which a publisher writes several values states
 * nothing, but for the name that comes first.
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
 * SHA-256, hex, of the names, births, nationalities, identifiers and programmes of an entry: what a
 * reviewer has compared with a person. It is the same in every snapshot that states the same.
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
