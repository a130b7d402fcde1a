import type { ListedName, NameStrength } from "../../core/matching/ports.ts";

/** Characters of the longest name that a snapshot takes. */
const nameCharactersMax = 1_000;

/** A name as a publisher gives it. */
export interface WrittenName {
  /** As written. */
  readonly text: string;
  /** By what the publisher says of it. */
  readonly strength: NameStrength;
  /** The part of `text` that is the family name, where the publisher states it. */
  readonly family?: string | undefined;
  /** The part of `text` that are the given names, where the publisher states it. */
  readonly given?: string | undefined;
  /** The part of `text` that is the name after the father, where the publisher states it. */
  readonly patronymic?: string | undefined;
}

/** Whether anything of a name can be compared: a letter or digit, and no more than a name's length. */
export function isComparable(text: string): boolean {
  return /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}]/u.test(text) && [...text].length <= nameCharactersMax;
}

/**
 * The names of an entity without repetition, primary first, strong before weak: a repeated name
 * keeps its strongest mention. Letter case and runs of blanks make no second name. Of several
 * primary names the first stays primary; where there is none, the first name becomes it.
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

/** Runs of blanks as one, none at the ends. */
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
