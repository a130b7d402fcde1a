import type {
  EntityDetails,
  EntityType,
  ListedAddress,
  ListedEntity,
  ListedIdentifier,
  ListedName,
  PepRole,
} from "../../core/matching/ports.ts";
import { entityId } from "./entity_id.ts";
import { distinctAddresses } from "./listed_address.ts";
import { tidy } from "./written_name.ts";

/** A publisher's statements about one entity, except its names. */
export interface EntityFacts {
  /** The publisher's own identifier of the entry. */
  readonly listRef: string;
  /** The type under which it is listed. */
  readonly entityType: EntityType;
  /** Dates of birth, EDTF. */
  readonly births?: readonly string[];
  /** Places of birth, as written. */
  readonly birthPlaces?: readonly string[];
  /** Nationalities, ISO 3166-1 alpha-2. */
  readonly countries?: readonly string[];
  /** Sanctions programmes, by the publisher's tags. */
  readonly programs?: readonly string[];
  /** The office or relation that makes the person politically exposed. */
  readonly pep?: PepRole | null;
  /** Wallet addresses in normal form. */
  readonly addresses?: readonly ListedAddress[];
  /** Further details for a reviewer. */
  readonly details?: Partial<EntityDetails>;
}

/** Builds the entity of a snapshot: drops duplicate and empty values. */
export function buildEntity(
  source: string,
  names: readonly ListedName[],
  facts: EntityFacts,
): ListedEntity {
  const { listRef, entityType } = facts;
  return {
    source,
    listRef,
    entityId: entityId(source, listRef),
    entityType,
    names,
    births: distinct(facts.births),
    birthPlaces: distinct(facts.birthPlaces),
    nationalities: distinct(facts.countries),
    programs: distinct(facts.programs),
    pep: facts.pep ?? null,
    addresses: distinctAddresses(facts.addresses ?? []),
    ...detailsOf(facts.details ?? {}),
  };
}

/** The details without duplicates; absent when empty. */
function detailsOf(stated: Partial<EntityDetails>): Pick<ListedEntity, "details"> {
  const details: EntityDetails = {
    listedOn: stated.listedOn ?? null,
    sourceUrl: stated.sourceUrl ?? null,
    designations: distinct(stated.designations?.map(tidy)),
    identifiers: distinctIdentifiers(stated.identifiers ?? []),
    remarks: distinct(stated.remarks?.map(tidy)),
    links: distinct(stated.links),
  };
  const isFilled = Object.values(details).some((value) => value !== null && value.length > 0);
  return isFilled ? { details } : {};
}

function distinctIdentifiers(all: readonly ListedIdentifier[]): readonly ListedIdentifier[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

function distinct(values: readonly string[] = []): readonly string[] {
  return [...new Set(values.filter((value) => value !== ""))];
}
