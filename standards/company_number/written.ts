/** Maximum characters of a written number; longer text is not a number. */
export const charactersMax = 80;

/**
 * Converts a written number to upper case without separators: white space, dots, dashes, slashes
 * and invisible characters.
 */
export function withoutSeparators(written: string): string {
  return written.normalize("NFKC").toUpperCase()
    .replace(/[\p{Cc}\p{Cf}\p{Z}\p{Pd}\u2212.,:;/\\'_]/gu, "");
}

/** Normalises a scheme's name for comparison: letters and digits only. */
export function foldSchemeName(name: string): string {
  return name.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Maximum words that are removed at either end. */
const wordsMax = 6;

/** Words for "number", which some schemes would read as letters of a number. */
const numberWords: ReadonlySet<string> = new Set(["NO", "NR", "NUM", "NUMBER", "NUMMER", "NUMERO"]);

/**
 * Returns a number without words at its ends, with the fewest words removed first: `KRS
 * 0000012345`, `552 100 554 RCS Paris`, `R.C.S. Luxembourg B 12345`. Empty when the number has no
 * words around it.
 */
export function withoutWords(written: string): readonly string[] {
  const text = written.normalize("NFKC").toUpperCase();
  // Words may stand at a number without a blank: `IČO25123891`.
  const apart = text.replace(/^(\P{N}*\p{L}{3,})(?=\p{N})/u, "$1 ");
  const words = apart.split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== "" && !numberWords.has(word));
  const isWord = (word: string) => !/\p{N}/u.test(word);
  const first = words.findIndex((word) => !isWord(word));
  if (first < 0) return [];
  const last = words.findLastIndex((word) => !isWord(word));
  const [before, after] = [first, words.length - 1 - last].map((n) => Math.min(n, wordsMax));
  const texts: string[] = [];
  for (let left = 0; left < before! + after!; left++) {
    for (let ahead = Math.min(left, before!); ahead >= 0; ahead--) {
      const behind = left - ahead;
      if (behind > after!) continue;
      texts.push(words.slice(first - ahead, last + 1 + behind).join(" "));
    }
  }
  return texts;
}

/**
 * Letters that a word must have to count as the name of a kind of number instead of a part of the
 * number.
 */
const labelLetters = String.raw`\p{L}[\p{L}\p{M}.]{2,}`;
const labelled = new RegExp(
  String.raw`^${labelLetters}(?:[\s:#№-]+${labelLetters})*[\s:#№-]*((?:\p{N}[\s.\p{Pd}/]*){4,})$`,
  "u",
);

/**
 * Returns the digits of a number after the words that name its kind (`CNPJ 00.000.000/0001-91`),
 * for a country without rules. Null when no such word precedes the number, or the number has
 * letters of its own.
 */
export function withoutLabel(written: string): string | null {
  const text = written.normalize("NFKC").replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ").trim();
  const [, digits] = labelled.exec(text) ?? [];
  return digits === undefined ? null : withoutSeparators(digits);
}
