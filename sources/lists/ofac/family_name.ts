import type { EntityType } from "../../../core/matching/ports.ts";
import type { WrittenName } from "../written_name.ts";

/**
 * Splits a name of OFAC's legacy files: persons are `FAMILY, Given`, sometimes with a suffix after
 * a second comma; the comma of a company does not separate parts.
 */
export function ofacName(name: WrittenName, type: EntityType): WrittenName {
  const comma = name.text.indexOf(",");
  return type === "INDIVIDUAL" && comma > 0 ? { ...name, family: name.text.slice(0, comma) } : name;
}
