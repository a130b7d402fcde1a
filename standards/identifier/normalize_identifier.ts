/**
 * Returns the form of an identifier for comparison: upper case, without white space, hyphens, dots,
 * slashes and invisible characters, with wide letters and digits as plain ones (NFKC). `5.892.464`
 * is `5892464`, and `IMO 9187629` is `IMO9187629`; {@link withoutLabel} removes such a label.
 *
 * @see decisions-3.md part 20, identifiers
 */
export function normalizeIdentifier(value: string): string {
  return withPunctuation(value).replace(/[./\\\u00B7\u2044\u2215\u3002]/gu, "");
}

/**
 * Returns the form with dots and slashes, which versions up to 0.9 compared. List snapshots of
 * those versions are indexed by this form alone, and those versions use it to read snapshots of
 * this version.
 */
export function withPunctuation(value: string): string {
  return value.normalize("NFKC").toUpperCase().replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, "");
}

/** Labels that people write into the value itself, by kind of identifier. */
const labels: Readonly<Record<string, RegExp>> = {
  imo: /^IMO[.:#]*(?=\d)/,
  mmsi: /^MMSI[.:#]*(?=\d)/,
  lei: /^LEI[.:#]*(?=\d)/,
};

/**
 * Removes the name of its own kind from the start of a normal form: `IMO9187629` of kind `imo` is
 * `9187629`.
 */
export function withoutLabel(kind: string, normalized: string): string {
  const label = labels[kind];
  return label === undefined ? normalized : normalized.replace(label, "");
}
