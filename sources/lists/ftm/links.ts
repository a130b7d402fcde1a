import type { LinkedPep } from "../../../core/matching/ports.ts";
import { type FtmEntity, valuesOf } from "./ftm_entity.ts";
import { type Offices, openOffices } from "./offices.ts";

/** A relation between two entities, by their ids. */
export interface Relation {
  /** Id of the other entity. */
  readonly id: string;
  readonly relation: LinkedPep["relation"];
}

/** Statements of other entities of an export on persons and bodies. */
export interface Links extends Pick<Offices, "officeOf"> {
  /** Adds an entity that links others; returns false for other entities. */
  add(entity: FtmEntity): boolean;
  /** Programmes by which an entity is sanctioned; null when not sanctioned. */
  sanctionsOf(id: string): readonly string[] | null;
  /** Relatives and associates, each once. */
  relationsOf(id: string): readonly Relation[];
}

/** Opens empty links. */
export function openLinks(): Links {
  const offices = openOffices();
  const relations = new Map<string, Map<string, Relation>>();
  const sanctions = new Map<string, string[]>();

  function relate(from: string, to: string, relation: LinkedPep["relation"]): void {
    if (from === to) return;
    const known = relations.get(from) ?? new Map<string, Relation>();
    if (!known.has(to)) known.set(to, { id: to, relation });
    relations.set(from, known);
  }

  function addRelations(entity: FtmEntity, ends: readonly [string, string]): void {
    const relation = entity.schema === "Family" ? "FAMILY" : "ASSOCIATE";
    for (const one of valuesOf(entity, ends[0])) {
      for (const other of valuesOf(entity, ends[1])) {
        relate(one, other, relation);
        relate(other, one, relation);
      }
    }
  }

  function addSanction(entity: FtmEntity): void {
    const ids = valuesOf(entity, "programId");
    const named = ids.length > 0 ? ids : valuesOf(entity, "program", "authority").slice(0, 1);
    for (const id of valuesOf(entity, "entity")) {
      sanctions.set(id, [...sanctions.get(id) ?? [], ...named]);
    }
  }

  return {
    add(entity) {
      switch (entity.schema) {
        case "Position":
          offices.addPosition(entity);
          return true;
        case "Occupancy":
          offices.addOccupancy(entity);
          return true;
        case "Family":
          addRelations(entity, ["person", "relative"]);
          return true;
        case "Associate":
          addRelations(entity, ["person", "associate"]);
          return true;
        case "Sanction":
          addSanction(entity);
          return true;
        default:
          return false;
      }
    },
    sanctionsOf: (id) => sanctions.get(id) ?? null,
    relationsOf: (id) => [...(relations.get(id)?.values() ?? [])],
    officeOf: offices.officeOf,
  };
}
