/** An entry of a snapshot as three lines of JSON: its key, its facts, and all else. */

import type {
  AskedIdentifier,
  EntryFacts,
  EntryKey,
  ListedEntity,
  ListEntry,
} from "../core/matching/ports.ts";
import {
  normalizeIdentifier,
  withoutLabel,
  withPunctuation,
} from "../standards/identifier/normalize_identifier.ts";

/** The lines of an entry. */
export type EntryLines = readonly [key: string, facts: string, rest: string];

/** Members that are omitted if empty. */
const noFacts: Omit<EntryFacts, "entityName"> = {
  programs: [],
  datesOfBirth: [],
  countries: [],
  listedOn: null,
  sourceUrl: null,
};
const noRest = {
  names: { strong: [], weak: [] },
  placesOfBirth: [],
  designations: [],
  identifiers: [],
  remarks: [],
  walletAddresses: [],
  links: [],
  isPep: false,
  pepCategory: null,
  pepFunctionalCategory: null,
  pepStatus: null,
  pepJurisdiction: null,
  linkedPeps: [],
};

/** Key, facts and remaining members of an entity, each as one line of JSON. */
export function linesOf(entity: ListedEntity): EntryLines {
  const { entityId, entityType, names, pep, details } = entity;
  const named = (strength: string) =>
    names.filter((name) => name.strength === strength).map(({ text }) => text);
  const facts: EntryFacts = {
    entityName: names[0]?.text ?? "",
    programs: entity.programs,
    datesOfBirth: entity.births,
    countries: entity.nationalities,
    listedOn: details?.listedOn ?? null,
    sourceUrl: details?.sourceUrl ?? null,
  };
  const rest = {
    entityId,
    entityType,
    names: filled({ strong: named("strong"), weak: named("weak") }),
    placesOfBirth: entity.birthPlaces,
    designations: details?.designations ?? [],
    identifiers: details?.identifiers ?? [],
    remarks: details?.remarks ?? [],
    walletAddresses: entity.addresses.map(({ network, address }) => ({ network, address })),
    links: details?.links ?? [],
    ...(pep === null ? {} : {
      isPep: true,
      pepCategory: pep.category,
      pepFunctionalCategory: pep.functionalCategory,
      pepStatus: pep.status,
      pepJurisdiction: pep.jurisdiction,
      linkedPeps: pep.linked,
    }),
  };
  return [keyLine(entity), JSON.stringify(filled(facts)), JSON.stringify(filled(rest))];
}

/** The members that are neither null nor empty lists. */
function filled(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const isFilled = (value: unknown) => value !== null && !(Array.isArray(value) && !value.length);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => isFilled(value)));
}

/** The line with the key of an entry. */
export function keyLine({ source, listRef }: EntryKey): string {
  return JSON.stringify([source.toWellFormed(), listRef.toWellFormed()]);
}

/** Parses the key of an entry from its line. */
export function keyOf(line: string): EntryKey {
  const [source, listRef] = JSON.parse(line) as [string, string];
  return { source, listRef };
}

/** The compared members of an identifier. */
type Compared = Pick<AskedIdentifier, "type" | "value">;

/** A text that is equal for identifiers that count as the same. */
export function identifierText({ type, value }: Compared): string {
  return `${type}\n${withoutLabel(type, normalizeIdentifier(value))}`;
}

/** The texts under which an identifier is indexed: its own, and that of versions up to 0.9. */
export function indexedTexts(identifier: Compared): readonly string[] {
  const { type, value } = identifier;
  const earlier = `${type}\n${withoutLabel(type, withPunctuation(value))}`;
  return [...new Set([identifierText(identifier), earlier])];
}

/** Parses the facts of an entry from their line. */
export function factsOf(line: string): EntryFacts {
  return { entityName: "", ...noFacts, ...JSON.parse(line) } as EntryFacts;
}

/** Parses a whole entry from its lines. */
export function entryOf([key, facts, rest]: EntryLines): ListEntry {
  const { source, listRef } = keyOf(key);
  const known = factsOf(facts);
  const { entityId, entityType, names, ...others } = { ...noRest, ...JSON.parse(rest) } as
    & Omit<ListEntry, keyof EntryFacts | "names">
    & { readonly names: Partial<ListEntry["names"]> };
  return {
    ...{ entityId, source, listRef, entityType },
    ...known,
    names: { primary: known.entityName, strong: names.strong ?? [], weak: names.weak ?? [] },
    ...others,
  };
}
