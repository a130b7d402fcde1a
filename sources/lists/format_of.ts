import { piecesOf } from "./file_pieces.ts";
import { isFtmIndex } from "./ftm/ftm_index.ts";
import { ofacRole } from "./ofac/legacy_files.ts";
import { addressFileCurrency } from "./ofac/read_addresses.ts";
import type { SourceFile } from "./schema.ts";

/** The shapes in which publishers issue lists, with what reports call them. */
export const shapes = {
  "ofac-csv": "OFAC's legacy CSV",
  "ofac-xml": "OFAC's XML (root sdnList)",
  "ofac-advanced": "OFAC's advanced XML (root Sanctions)",
  "ofac-addresses": "one address a line",
  "un-xml": "UN Security Council XML (root CONSOLIDATED_LIST)",
  "eu-xml": "EU FSF XML 1.1 (root export)",
  "eu-csv": "EU FSF CSV 1.1",
  "uk-xml": "UK sanctions list XML (root Designations)",
  "uk-csv": "UK sanctions list CSV",
  "ofsi-xml": "OFSI consolidated list XML (root ArrayOfFinancialSanctionsTarget)",
  "ofsi-csv": "OFSI consolidated list CSV",
  "sema-xml": "Canada SEMA XML (root data-set)",
  "bis-dpl": "BIS Denied Persons List, tab-separated",
  "legislators-yaml": "unitedstates/congress-legislators YAML",
  "ftm-lines": "FollowTheMoney JSON lines",
  "ftm-index": "index.json of an OpenSanctions dataset",
} as const;
/** One of the names of {@link shapes}. */
export type ListShape = keyof typeof shapes;

/** Declaration, comments and a document type, which readers refuse, before the root of an XML file. */
const beforeRoot =
  /^\s*(?:<\?xml[^>]*\?>)?(?:\s|<!--[^]*?-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>)*<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)/;

/** Characters of a file that tell its shape. */
const headCharacters = 8_192;

const roots: ReadonlyMap<string, ListShape> = new Map([
  ["sdnList", "ofac-xml"],
  ["Sanctions", "ofac-advanced"],
  ["CONSOLIDATED_LIST", "un-xml"],
  ["export", "eu-xml"],
  ["Designations", "uk-xml"],
  ["ArrayOfFinancialSanctionsTarget", "ofsi-xml"],
  ["data-set", "sema-xml"],
]);

/** How the first lines of files that are no XML begin. */
const beginnings: readonly (readonly [RegExp, ListShape])[] = [
  [/^fileGenerationDate;/, "eu-csv"],
  [/^"?Report Date:/i, "uk-csv"],
  [/^"?Last Updated"?,"?\d[^\n]*\n"?Name 6"?,/i, "ofsi-csv"],
  [/^"?Name"?\t"?Street_Address"?\t/, "bis-dpl"],
  [/^(?:\s*(?:#[^\n]*|---)?\n)*- id:/, "legislators-yaml"],
  [/^\s*\{/, "ftm-lines"],
];

/**
 * The shape of a file by its content, or null when it is none known. Only the parts of OFAC's
 * legacy set and the address files, which look alike, are told by name.
 */
export function shapeOf(file: SourceFile): ListShape | null {
  const head = headOf(file);
  const root = beforeRoot.exec(head)?.[1];
  if (root !== undefined) return roots.get(root) ?? null;
  const named = namedShape(file.name);
  if (named !== null) return named;
  const told = beginnings.find(([beginning]) => beginning.test(head))?.[1] ?? null;
  return told === "ftm-lines" && isFtmIndex(file) ? "ftm-index" : told;
}

/** Whether files of a shape are read piece by piece, and may be as large as they like. */
export function isStreamed(shape: ListShape | null): boolean {
  return shape === "ofac-advanced" || shape === "ftm-lines" || (shape?.endsWith("-xml") ?? false);
}

function namedShape(name: string): ListShape | null {
  if (ofacRole("ofac-sdn", name) !== null || ofacRole("ofac-cons", name) !== null) {
    return "ofac-csv";
  }
  return addressFileCurrency(name) === null ? null : "ofac-addresses";
}

function headOf(file: SourceFile): string {
  const [first = new Uint8Array()] = piecesOf(file);
  // Whether all of it is UTF-8 is the reader's to tell; here the begin must be known again.
  return new TextDecoder().decode(first.subarray(0, headCharacters));
}
