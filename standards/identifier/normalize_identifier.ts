/**
 * The form of an identifier that is compared: upper case, without blanks, hyphens, dots, slashes and
 * what is invisible, wide letters and digits as plain ones (NFKC). `5.892.464` is `5892464`, and
 * `IMO 9187629` is `IMO9187629`; {@link withoutLabel} takes such a label off.
 *
 * @see decisions-3.md part 20, identifiers
 */
export function normalizeIdentifier(value: string): string {
  return withPunctuation(value).replace(/[./\\\u00B7\u2044\u2215\u3002]/gu, "");
}

/**
 * The form with its dots and slashes, which versions up to 0.9 compared: a list snapshot of theirs is
 * indexed by it alone, and they read a snapshot of this version by it.
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

/** A normal form without the name of its own kind before it: `IMO9187629` of kind `imo` is `9187629`. */
export function withoutLabel(kind: string, normalized: string): string {
  const label = labels[kind];
  return label === undefined ? normalized : normalized.replace(label, "");
}
