import type { EntityDetails } from "../../../core/matching/ports.ts";
import { linksIn, listedIdentifiers } from "../identifier.ts";

/** OFAC's name of a document, before its number. */
const labelled =
  /^(?:alt\.? )?((?:(?:diplomatic|stateless person|british) )?passport|SSN|C\.U\.R\.P\.|R\.F\.C\.|RFC|D\.N\.I\.|C\.U\.I\.T?\.|I\.F\.E\.|MMSI|Personal ID Card|Registration ID|Italian Fiscal Code|US FEIN|SWIFT\/BIC|BIK \(RU\)|License|ISIN|Unified Social Credit Code \(USCC\)|(?:Vessel Registration Identification|Identification Number|Company Number)(?= IMO )|[A-Z][A-Za-z.'&/() -]{0,60}?(?: No\.?| Number| #| Code| ID))(?: IMO)?:? (?=\S*\d)(.+)$/i;

/** The registration painted on an aircraft, which may have no digit. */
const tailNumber = /^(?:alt\.? )?(Aircraft Tail Number):? (.+)$/i;

/** OFAC's statements in pieces and rows without a specific place. */
export type OfacPieces = Pick<EntityDetails, "identifiers" | "remarks" | "links">;

/** Sorts pieces of remarks: documents, web pages, and all others unchanged. */
export function sortPieces(pieces: readonly string[]): OfacPieces {
  const identifiers = pieces.map(identifiersIn);
  return {
    identifiers: identifiers.flat(),
    remarks: pieces.filter((_, index) => identifiers[index]?.length === 0),
    links: pieces.flatMap(webPagesIn),
  };
}

/**
 * Reads `Passport A1234 (Iran) expires 5 May 2020`, `Vessel Registration Identification IMO
 * 9187629`.
 */
function identifiersIn(piece: string) {
  const [, name = "", rest = ""] = tailNumber.exec(piece) ?? labelled.exec(piece) ?? [];
  const [, value = "", country = ""] =
    /^([^();]+?)(?: \(([^()]+)\))?(?: (?:issued|expires)\b.*)?$/i.exec(rest) ?? [];
  // An IMO number of a company is not the one of its ships.
  const isImo = /^(?:Vessel Registration|Identification Number IMO)/i.test(piece);
  const label = isImo ? `${name} IMO` : name;
  return name === "" ? [] : listedIdentifiers({ label, value, country });
}

/** Reads `Website www.example.org`, and URLs in other words. */
export function webPagesIn(piece: string): readonly string[] {
  const [, site] = /^(?:alt\.? )?Website:? (?:https?:\/\/)?(\S+)$/i.exec(piece) ?? [];
  if (site === undefined) return linksIn(piece);
  return URL.canParse(`https://${site}`) ? [`https://${site}`] : [];
}
