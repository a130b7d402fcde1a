import type { EntityType } from "../../../core/matching/ports.ts";

const entityTypes: ReadonlyMap<string, EntityType> = new Map([
  ["individual", "INDIVIDUAL"],
  ["vessel", "VESSEL"],
  ["aircraft", "AIRCRAFT"],
]);

/** The value of a field, or null: OFAC's null is `-0-`, often with a trailing space. */
export function nullable(field: string | undefined): string | null {
  const text = field?.trim() ?? "";
  return text === "" || text === "-0-" ? null : text;
}

/** The type of an entity, an organisation if the field is null; null for an unknown one. */
export function entityTypeOf(field: string | undefined): EntityType | null {
  const type = nullable(field);
  return type === null ? "ORGANISATION" : entityTypes.get(type.toLowerCase()) ?? null;
}

/** The programmes in a field, which OFAC joins as `SDGT] [IFSR`. */
export function programsOf(field: string | undefined): readonly string[] {
  const programs = (nullable(field) ?? "").split(/\]\s*\[/)
    .map((one) => one.replace(/^\[|\]$/g, "").trim());
  return [...new Set(programs.filter((one) => one !== ""))];
}
