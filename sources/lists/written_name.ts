import type { ListedName, NameStrength } from "../../core/matching/ports.ts";

/** Maximum characters of a name in a snapshot. */
const nameCharactersMax = 1_000;

/** A name as written by a publisher. */
export interface WrittenName {
  /** The name as the publisher writes it. */
  readonly text: string;
  /** The publisher's statement about its strength. */
  readonly strength: NameStrength;
  /** The part of `text` that is the family name, if stated. */
  readonly family?: string | undefined;
  /** The part of `text` with the given names, if stated. */
  readonly given?: string | undefined;
  /** The part of `text` with the patronymic, if stated. */
  readonly patronymic?: string | undefined;
}

/** Whether a name is comparable: it has a letter or digit, and is not too long. */
export function isComparable(text: string): boolean {
  return /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}]/u.test(text) && [...text].length <= nameCharactersMax;
}

/**
 * The names of an entity without duplicates, primary first, strong before weak: a repeated name
 * keeps its strongest occurrence. Letter case and runs of spaces do not distinguish names. Of
 * several primary names the first stays primary; without one, the first name becomes primary.
 */
export function distinctNames(written: readonly WrittenName[]): readonly ListedName[] {
  const byKey = new Map<string, ListedName>();
  for (const strength of ["primary", "strong", "weak"] as const) {
    for (const name of written.filter((one) => one.strength === strength)) {
      const text = tidy(name.text);
      const key = text.normalize("NFC").toUpperCase();
      if (byKey.has(key)) continue;
      const place = byKey.size === 0 ? "primary" : strength === "primary" ? "strong" : strength;
      byKey.set(key, { text, strength: place, ...partsOf(name) });
    }
  }
  return [...byKey.values()];
}

/** Collapses runs of white space, and trims the ends. */
export function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function partsOf(name: WrittenName): Omit<ListedName, "text" | "strength"> {
  const parts = (["family", "given", "patronymic"] as const).flatMap((part) => {
    const text = tidy(name[part] ?? "");
    return text === "" ? [] : [[part, text] as const];
  });
  return Object.fromEntries(parts);
}
