import type {
  EntityType,
  ListedAddress,
  ListedEntity,
  ListedName,
  PepRole,
} from "../../core/matching/ports.ts";
import { entityId } from "./entity_id.ts";
import { distinctAddresses } from "./listed_address.ts";

/** Everything that a publisher states of one entity but its names. */
export interface EntityFacts {
  /** The publisher's own identifier of the entry. */
  readonly listRef: string;
  /** How it is listed. */
  readonly entityType: EntityType;
  /** EDTF. */
  readonly births?: readonly string[];
  /** As written. */
  readonly birthPlaces?: readonly string[];
  /** ISO 3166-1 alpha-2. */
  readonly countries?: readonly string[];
  /** The publisher's tags. */
  readonly programs?: readonly string[];
  /** The office or relation that makes the person politically exposed. */
  readonly pep?: PepRole | null;
  /** Normal forms. */
  readonly addresses?: readonly ListedAddress[];
}

/** Builds the entity of a snapshot; every value is kept once, empty ones are dropped. */
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
  };
}

function distinct(values: readonly string[] = []): readonly string[] {
  return [...new Set(values.filter((value) => value !== ""))];
}
