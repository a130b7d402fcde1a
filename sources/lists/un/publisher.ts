import { mebibyte, mediaTypes } from "../media_types.ts";
import { oneFile } from "../one_file.ts";
import type { Publisher } from "../publisher.ts";
import { readUn } from "./read_un.ts";

/** The consolidated list of the Security Council, which every member state applies. */
export const unSc: Publisher<"un-sc"> = {
  source: "un-sc",
  title: "United Nations Security Council Consolidated List",
  publisher: "United Nations Security Council",
  licence: "United Nations terms of use: reproduced with its source named, without endorsement",
  formats: [{
    id: "un-xml",
    label: "UN Security Council XML (root CONSOLIDATED_LIST)",
    recognition: { by: "root", root: "CONSOLIDATED_LIST" },
    isStreamed: true,
    read: oneFile(readUn),
  }],
  filesHelp: ["consolidated list of the UN Security Council, XML"],
  download: {
    files: [{
      name: "consolidated.xml",
      url: "https://scsanctions.un.org/resources/xml/en/consolidated.xml",
      mediaTypes: mediaTypes.xml,
      bytesMax: 64 * mebibyte,
    }],
    hosts: ["scsanctions.un.org", "unsolprodfiles.blob.core.windows.net"],
  },
};
