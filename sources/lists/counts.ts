import type { EntityType, ListedEntity, NameStrength } from "../../core/matching/ports.ts";
import type { ListReport } from "./schema.ts";

/** The totals of a report, without rows and findings. */
export type ReportTotals = Omit<ListReport, "rows" | "findings">;

/** Statements in an entity's rows that are counted, used or not. */
export interface EntityMarks {
  readonly hasAlias: boolean;
  readonly hasNationality: boolean;
}

/** Sums the values that a reader takes. */
export interface Counts {
  /** Counts an address as written by its publisher; a repeated one counts once. */
  addAddress(written: string): void;
  /** Counts a part with content that a snapshot does not store. */
  addUnusedPart(part: string): void;
  /** Counts one entity. */
  addEntity(entity: ListedEntity, marks: EntityMarks): void;
  /** The sums so far. */
  total(): ReportTotals;
}

/** Opens counts at zero. */
export function openCounts(): Counts {
  const entities: Record<EntityType, number> = {
    INDIVIDUAL: 0,
    ORGANISATION: 0,
    VESSEL: 0,
    AIRCRAFT: 0,
  };
  const names: Record<NameStrength, number> = { primary: 0, strong: 0, weak: 0 };
  const written = new Set<string>();
  const sums = {
    entitiesWithAlias: 0,
    births: 0,
    entitiesWithBirth: 0,
    birthPlaces: 0,
    entitiesWithNationality: 0,
    entitiesWithCountry: 0,
    peps: 0,
  };
  const unused = new Map<string, number>();
  return {
    addAddress: (address) => void written.add(address),
    addUnusedPart: (part) => void unused.set(part, (unused.get(part) ?? 0) + 1),
    addEntity(entity, { hasAlias, hasNationality }) {
      entities[entity.entityType] += 1;
      for (const { strength } of entity.names) names[strength] += 1;
      sums.entitiesWithAlias += Number(hasAlias);
      sums.births += entity.births.length;
      sums.entitiesWithBirth += Number(entity.births.length > 0);
      sums.birthPlaces += entity.birthPlaces.length;
      sums.entitiesWithNationality += Number(hasNationality);
      sums.entitiesWithCountry += Number(entity.nationalities.length > 0);
      sums.peps += Number(entity.pep !== null);
    },
    total: () => ({
      entities,
      names,
      ...sums,
      addresses: written.size,
      unused: [...unused].sort(([a], [b]) => a < b ? -1 : 1)
        .map(([part, count]) => ({ part, count })),
    }),
  };
}
