import { mebibyte, mediaTypes } from "../media_types.ts";
import { oneFile } from "../one_file.ts";
import type { Publisher } from "../publisher.ts";
import { readEuCsv } from "./read_eu_csv.ts";
import { readEuXml } from "./read_eu_xml.ts";

/** The financial sanctions files of the European Commission. */
export const euFsf: Publisher<"eu-fsf"> = {
  source: "eu-fsf",
  title: "Consolidated list of persons, groups and entities subject to EU financial sanctions",
  publisher: "European Commission, Financial Sanctions Files",
  licence: "Reuse with attribution, Commission Decision 2011/833/EU",
  formats: [
    {
      id: "eu-xml",
      label: "EU FSF XML 1.1 (root export)",
      recognition: { by: "root", root: "export" },
      isStreamed: true,
      read: oneFile(readEuXml),
    },
    {
      id: "eu-csv",
      label: "EU FSF CSV 1.1",
      recognition: { by: "beginning", pattern: /^fileGenerationDate;/ },
      isStreamed: false,
      read: oneFile(readEuCsv),
    },
  ],
  filesHelp: [
    "EU financial sanctions files, XML 1.1 or CSV 1.1 (which marks no weak aliases)",
  ],
  download: {
    files: [{
      name: "xmlFullSanctionsList_1_1.xml",
      // The token is the public one of the Commission.
      url:
        "https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw",
      mediaTypes: mediaTypes.xml,
      bytesMax: 256 * mebibyte,
    }],
    hosts: ["webgate.ec.europa.eu"],
  },
};
