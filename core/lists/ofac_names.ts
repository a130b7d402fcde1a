import type { EntityType, ListedName, NameStrength } from "../ports/matcher.ts";

/** A name as the files give it. */
export interface WrittenName {
  /** As written. */
  readonly text: string;
  /** By where it is written: entity row, alias row or remark. */
  readonly strength: NameStrength;
}

/**
 * The names of an entity without repetition, primary first, strong before weak: a repeated name
 * keeps its strongest mention. Letter case and runs of blanks make no second name.
 */
export function distinctNames(
  written: readonly WrittenName[],
  type: EntityType,
): readonly ListedName[] {
  const byKey = new Map<string, ListedName>();
  for (const strength of ["primary", "strong", "weak"] as const) {
    for (const name of written.filter((one) => one.strength === strength)) {
      const text = tidy(name.text);
      const key = text.normalize("NFC").toUpperCase();
      if (!byKey.has(key)) byKey.set(key, { text, strength, ...familyOf(text, type) });
    }
  }
  return [...byKey.values()];
}

/** OFAC writes persons as `FAMILY, Given`; the comma of a company is no such sign. */
function familyOf(text: string, type: EntityType): { readonly family?: string } {
  const comma = text.indexOf(",");
  return type === "INDIVIDUAL" && comma > 0 ? { family: text.slice(0, comma).trimEnd() } : {};
}

function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
