import { countriesOf } from "../../standards/country/country.ts";
import type { IdentifierType, ListedIdentifier } from "../../core/matching/ports.ts";
import { tidy } from "./written_name.ts";

/**
 * The identifier type of publishers' labels; the first match counts. Compiled from the labels on
 * lists of 2021 to 2026.
 */
const types: readonly (readonly [RegExp, IdentifierType])[] = [
  [/\bIMO\b/i, "imo"],
  [/\bMMSI\b/i, "mmsi"],
  [/\bcall ?sign\b/i, "call_sign"],
  [/\btail number\b/i, "tail_number"],
  [/\b(?:LEI|legal entity identifier)\b/i, "lei"],
  [/pass(?:port|eport)|pasaporte/i, "passport"],
  [
    /\btax|fiscal|\bV\.?A\.?T\b|\bNIT\b|\bR\.?F\.?C\b|\bRUC\b|\bRIF\b|\bC\.?U\.?I\.?T\b|\bFEIN\b|\bINN\b/i,
    "tax",
  ],
  [
    /national (?:foreign )?id|national insurance|identity card|\bid card|identification card|personal id|cedula|\bD\.?N\.?I\b|\bC\.?U\.?R\.?P\b|\bSSN\b|\bC\.?U\.?I\b|residency n/i,
    "national_id",
  ],
  [
    /registr|company n|\bC\.R\. No|enterprise n|commercial|matricula|folio mercantil|chamber of comm|social credit|trade license|\bOGRN\b|gazette/i,
    "registration",
  ],
];

/** The type of a publisher's label for an identifier; null when no request can name it. */
export function identifierType(label: string): IdentifierType | null {
  return types.find(([pattern]) => pattern.test(label))?.[1] ?? null;
}

/**
 * The type of an identifier: `IMO 9187629` is a ship's number under any label, except a company's.
 */
function typeOf(label: string, value: string): IdentifierType | null {
  return /^\s*IMO\b/i.test(value) && !/company/i.test(label) ? "imo" : identifierType(label);
}

/** An identifier in the publisher's own words; none if blank. */
export function listedIdentifiers(
  { label, value, country = "", type = typeOf(label, value ?? "") }: {
    readonly label: string;
    readonly value: string | null;
    /** As written; unknown ones are omitted. */
    readonly country?: string | null;
    readonly type?: IdentifierType | null;
  },
): readonly ListedIdentifier[] {
  const written = tidy(value ?? "");
  if (!/[\p{L}\p{N}]/u.test(written)) return [];
  const codes = countriesOf(country ?? "");
  const [code = null] = codes.length === 1 ? codes : [];
  return [{ type, label: tidy(label), value: written, country: code }];
}

/** Splits several values in one field: `(1) AB123 (2) CD456`, or separated by semicolons. */
export function numberedValues(text: string): readonly string[] {
  return text.split(/(?<![^\s-])\(?\d{1,2}\)-?\s|;|\|/).map(tidy).filter((one) => one !== "");
}

/** URLs of web pages in a text. */
export function linksIn(text: string): readonly string[] {
  const found = text.match(/\bhttps?:\/\/[^\s<>"']+/g) ?? [];
  return found.map((link) => link.replace(/[.,;:)\]]+$/, "")).filter((link) => URL.canParse(link));
}
