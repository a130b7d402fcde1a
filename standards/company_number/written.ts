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

/** A German register's number out of `Amtsgericht München, HRB 12345 B`; null when there is none. */
export function germanRegisterNumber(written: string): string | null {
  const text = written.normalize("NFKC").toUpperCase().replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ");
  // A court that follows (`HRB 1 AG Köln`) is no part of the number.
  const [, register, digits, letters = ""] =
    /(?:^|[^A-Z])(HRA|HRB|GNR|PR|VR|GSR)[ .:-]{0,3}([0-9]{1,6})(?: ?(?!AG\b)([A-Z]{1,2})(?![A-Z]))?(?![0-9])/
      .exec(text) ?? [];
  return register === undefined || digits === undefined ? null : register + digits + letters;
}

/** A scheme's name as it is compared: letters and digits alone. */
export function foldSchemeName(name: string): string {
  return name.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
