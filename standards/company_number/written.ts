/** Characters of a number as written beyond which it is none. */
export const charactersMax = 80;

/**
 * A number as it was written, in upper case and without separators: blanks, dots, dashes, slashes,
 * and characters that are not seen.
 */
export function withoutSeparators(written: string): string {
  return written.normalize("NFKC").toUpperCase()
    .replace(/[\p{Cc}\p{Cf}\p{Z}\p{Pd}\u2212.,:;/\\'_]/gu, "");
}

/** A scheme's name as it is compared: letters and digits alone. */
export function foldSchemeName(name: string): string {
  return name.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Words at either end that are left out at most. */
const wordsMax = 6;

/** Words for a number, which some schemes would take for letters of theirs. */
const numberWords: ReadonlySet<string> = new Set(["NO", "NR", "NUM", "NUMBER", "NUMMER", "NUMERO"]);

/**
 * A number without words at its ends, the fewest words left first: `KRS 0000012345`,
 * `552 100 554 RCS Paris`, `R.C.S. Luxembourg B 12345`. None where no word stands beside it.
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

/** Letters of a word from which on it names a kind of number and is no part of it. */
const labelLetters = String.raw`\p{L}[\p{L}\p{M}.]{2,}`;
const labelled = new RegExp(
  String.raw`^${labelLetters}(?:[\s:#№-]+${labelLetters})*[\s:#№-]*((?:\p{N}[\s.\p{Pd}/]*){4,})$`,
  "u",
);

/**
 * A number behind the words that name its kind (`CNPJ 00.000.000/0001-91`), of a country without rules:
 * digits alone. Null where no such word stands before it, or the number has letters of its own.
 */
export function withoutLabel(written: string): string | null {
  const text = written.normalize("NFKC").replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ").trim();
  const [, digits] = labelled.exec(text) ?? [];
  return digits === undefined ? null : withoutSeparators(digits);
}
