import type { EntityType } from "../../../core/matching/ports.ts";
import { mebibyte, mediaTypes } from "../media_types.ts";
import { oneFile } from "../one_file.ts";
import type { Publisher } from "../publisher.ts";
import { readOfsiXml } from "./read_ofsi_xml.ts";
import { readOfsiCsv, readUkCsv } from "./read_uk_csv.ts";
import { readUkXml } from "./read_uk_xml.ts";

/** The list's words for types in the URLs of its search. */
const pages: Partial<Record<EntityType, string>> = {
  INDIVIDUAL: "Individual",
  ORGANISATION: "Entity",
  VESSEL: "Ship",
};

/**
 * The sanctions list of the United Kingdom, and as its substitute the consolidated list of OFSI,
 * which is not updated since 28 January 2026.
 */
export const ukSl: Publisher<"uk-sl"> = {
  source: "uk-sl",
  title: "UK Sanctions List",
  publisher: "Foreign, Commonwealth and Development Office; HM Treasury (OFSI)",
  licence: "Open Government Licence v3.0",
  formats: [
    {
      id: "uk-xml",
      label: "UK sanctions list XML (root Designations)",
      recognition: { by: "root", root: "Designations" },
      isStreamed: true,
      read: oneFile(readUkXml),
    },
    {
      id: "uk-csv",
      label: "UK sanctions list CSV",
      recognition: { by: "beginning", pattern: /^"?Report Date:/i },
      isStreamed: false,
      read: oneFile(readUkCsv),
    },
    {
      id: "ofsi-xml",
      label: "OFSI consolidated list XML (root ArrayOfFinancialSanctionsTarget)",
      recognition: { by: "root", root: "ArrayOfFinancialSanctionsTarget" },
      isStreamed: true,
      read: oneFile(readOfsiXml),
    },
    {
      id: "ofsi-csv",
      label: "OFSI consolidated list CSV",
      recognition: {
        by: "beginning",
        pattern: /^"?Last Updated"?,"?\d[^\n]*\n"?Name 6"?,/i,
      },
      isStreamed: false,
      read: oneFile(readOfsiCsv),
    },
  ],
  entryUrl: ({ listRef, entityType }) => {
    const page = pages[entityType];
    return page !== undefined && /^[A-Z]{3}\d{4,}$/.test(listRef)
      ? `https://search-uk-sanctions-list.service.gov.uk/designations/${listRef}/${page}`
      : null;
  },
  filesHelp: [
    "UK sanctions list, XML or CSV; OFSI's consolidated list (to January 2026), likewise",
  ],
  download: {
    files: [{
      name: "UK-Sanctions-List.xml",
      url: "https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.xml",
      mediaTypes: mediaTypes.xml,
      bytesMax: 512 * mebibyte,
    }],
    hosts: ["sanctionslist.fcdo.gov.uk"],
  },
};
