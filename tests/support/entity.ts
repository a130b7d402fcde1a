import type { ListedEntity, NameStrength } from "../../core/matching/ports.ts";

/** An entity with defaults for all fields that the test does not set. */
export function entity(
  number: number,
  names: readonly (readonly [string, NameStrength, string?])[],
  rest: Partial<ListedEntity> = {},
): ListedEntity {
  return {
    source: "ofac-sdn",
    listRef: String(number),
    entityId: `00000000-0000-5000-8000-${String(number).padStart(12, "0")}`,
    entityType: "INDIVIDUAL",
    names: names.map(([text, strength, family]) => ({
      text,
      strength,
      ...(family === undefined ? {} : { family }),
    })),
    births: [],
    birthPlaces: [],
    nationalities: [],
    programs: [],
    pep: null,
    addresses: [],
    ...rest,
  };
}
