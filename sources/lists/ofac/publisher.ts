import type { ListedEntity } from "../../../core/matching/ports.ts";
import { mebibyte, mediaTypes } from "../media_types.ts";
import { oneFile } from "../one_file.ts";
import type { ListDownload, ListFormat, Publisher } from "../publisher.ts";
import { ofacRole, type OfacSource } from "./legacy_files.ts";
import { addressFileCurrency, readAddressFiles } from "./read_addresses.ts";
import { readOfac } from "./read_ofac.ts";
import { readOfacAdvanced } from "./read_ofac_advanced.ts";
import { readOfacXml } from "./read_ofac_xml.ts";

const office = "Office of Foreign Assets Control, US Department of the Treasury";
const licence = "US government work, public domain";

/** Specially designated nationals: the list of fully blocked parties. */
export const ofacSdn: Publisher<"ofac-sdn"> = {
  source: "ofac-sdn",
  title: "Specially Designated Nationals and Blocked Persons List",
  publisher: office,
  licence,
  formats: formatsOf("ofac-sdn"),
  filesHelp: [
    "SDN.XML, or SDN_ADVANCED.XML, or the legacy CSV set by these names:",
    "sdn.csv, alt.csv, sdn_comments.csv; add.csv (or sdn_address.csv) may be missing",
  ],
  entryUrl,
  download: downloadOf("SDN.XML", 256 * mebibyte),
};

/** All other lists of the office. */
export const ofacCons: Publisher<"ofac-cons"> = {
  source: "ofac-cons",
  title: "Consolidated Sanctions List (non-SDN)",
  publisher: office,
  licence,
  formats: formatsOf("ofac-cons"),
  filesHelp: [
    "CONS_PRIM.XML, or CONS_ADVANCED.XML, or the legacy CSV set by these names:",
    "cons_prim.csv, cons_alt.csv, cons_comments.csv; cons_add.csv may be missing",
  ],
  entryUrl,
  download: downloadOf("CONS_PRIM.XML", 64 * mebibyte),
};

/**
 * A third party's extraction, not needed with the XML format, which contains the same addresses.
 */
export const ofacCrypto: Publisher<"ofac-crypto"> = {
  source: "ofac-crypto",
  title: "Digital currency addresses of the SDN list (counted with ofac-sdn)",
  publisher: `Extracted from the list of the ${office}`,
  licence: "Facts in the public domain; the extraction MIT",
  formats: [{
    id: "ofac-addresses",
    label: "one address a line",
    recognition: { by: "name", matches: (name) => addressFileCurrency(name) !== null },
    isStreamed: false,
    read: (files, { held, bounds }) => readAddressFiles(files, held, bounds),
  }],
  filesHelp: ["sanctioned_addresses_CUR.txt, one file for each currency, one address a line"],
  download: null,
  extractedFrom: ofacSdn,
};

function formatsOf(source: OfacSource): readonly [ListFormat, ...ListFormat[]] {
  const isLegacy = (name: string) => ofacRole(source, name) !== null;
  return [
    {
      id: "ofac-csv",
      label: "OFAC's legacy CSV",
      recognition: { by: "name", matches: isLegacy },
      isStreamed: false,
      isTaken: isLegacy,
      read: (files, { bounds }) => readOfac(source, files, bounds),
    },
    {
      id: "ofac-xml",
      label: "OFAC's XML (root sdnList)",
      recognition: { by: "root", root: "sdnList" },
      isStreamed: true,
      read: oneFile((file, { bounds }) => readOfacXml(source, file, bounds)),
    },
    {
      id: "ofac-advanced",
      label: "OFAC's advanced XML (root Sanctions)",
      recognition: { by: "root", root: "Sanctions" },
      isStreamed: true,
      read: oneFile((file, { bounds }) => readOfacAdvanced(source, file, bounds)),
    },
  ];
}

/** The page of an entry in OFAC's own search. */
function entryUrl({ listRef }: Pick<ListedEntity, "listRef">): string {
  return `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${encodeURIComponent(listRef)}`;
}

/** The XML file contains everything in the legacy CSV set and more, so that one file is enough. */
function downloadOf(name: string, bytesMax: number): ListDownload {
  return {
    files: [{
      name,
      url: `https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/${name}`,
      mediaTypes: mediaTypes.xml,
      bytesMax,
    }],
    hosts: [
      "sanctionslistservice.ofac.treas.gov",
      "wc2h-sls-prod-public-published.s3.us-gov-west-1.amazonaws.com",
    ],
  };
}
