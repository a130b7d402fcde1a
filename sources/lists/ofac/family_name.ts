import type { EntityType } from "../../../core/matching/ports.ts";
import type { WrittenName } from "../written_name.ts";

/**
 * A name as OFAC's legacy files write it: persons as `FAMILY, Given`, with a suffix after a second
 * comma at times; the comma of a company is no such sign.
 */
export function ofacName(name: WrittenName, type: EntityType): WrittenName {
  const comma = name.text.indexOf(",");
  return type === "INDIVIDUAL" && comma > 0 ? { ...name, family: name.text.slice(0, comma) } : name;
}
