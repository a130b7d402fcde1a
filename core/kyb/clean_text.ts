/** Characters that are invisible within a word: format characters (bidi, zero width), lone surrogates. */
const hidden = /[\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Text without invisible characters, and whether there were any. */
export interface CleanText {
  readonly text: string;
  readonly hadHidden: boolean;
}

/**
 * Normalises text: NFC, trimmed, single spaces, without bidi and zero-width characters. A control
 * character counts as a space between words.
 */
export function cleanText(written: string): CleanText {
  const spaced = written.replace(/\s/gu, " ");
  const shown = spaced.replace(/\p{Cc}/gu, " ").replace(hidden, "");
  return {
    text: shown.normalize("NFC").replace(/ +/g, " ").trim(),
    hadHidden: shown !== spaced,
  };
}

/** Returns the comparison form of a name: NFKC, without case and punctuation. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim();
}

/** Returns the letters and digits of a number, in upper case. */
export function foldNumber(number: string): string {
  return number.normalize("NFKC").toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
}
