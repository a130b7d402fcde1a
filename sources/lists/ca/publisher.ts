import { mebibyte, mediaTypes } from "../media_types.ts";
import { oneFile } from "../one_file.ts";
import type { Publisher } from "../publisher.ts";
import { readSema } from "./read_sema.ts";

/** Canada's sanctions under SEMA and JVCFOA. */
export const caSema: Publisher<"ca-sema"> = {
  source: "ca-sema",
  title: "Consolidated Canadian Autonomous Sanctions List",
  publisher: "Global Affairs Canada",
  licence: "Open Government Licence - Canada",
  formats: [{
    id: "sema-xml",
    label: "Canada SEMA XML (root data-set)",
    recognition: { by: "root", root: "data-set" },
    isStreamed: true,
    read: oneFile(readSema),
  }],
  filesHelp: ["Canada's consolidated autonomous sanctions list, XML"],
  download: {
    files: [{
      name: "sema-lmes.xml",
      url:
        "https://www.international.gc.ca/world-monde/assets/office_docs/international_relations-relations_internationales/sanctions/sema-lmes.xml",
      mediaTypes: mediaTypes.xml,
      bytesMax: 64 * mebibyte,
    }],
    hosts: ["www.international.gc.ca"],
  },
};
