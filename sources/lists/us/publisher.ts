import { mebibyte, mediaTypes } from "../media_types.ts";
import { oneFile } from "../one_file.ts";
import type { Publisher } from "../publisher.ts";
import { readDpl } from "./read_dpl.ts";

/** Persons whom the Bureau of Industry and Security has denied export privileges. */
export const usDpl: Publisher<"us-dpl"> = {
  source: "us-dpl",
  title: "Denied Persons List",
  publisher: "Bureau of Industry and Security, US Department of Commerce",
  licence: "US government work, public domain",
  formats: [{
    id: "bis-dpl",
    label: "BIS Denied Persons List, tab-separated",
    recognition: { by: "beginning", pattern: /^"?Name"?\t"?Street_Address"?\t/ },
    isStreamed: false,
    read: oneFile(readDpl),
  }],
  filesHelp: ["Denied Persons List of the Bureau of Industry and Security, tab-separated"],
  download: {
    files: [{
      name: "dpl.txt",
      url: "https://www.bis.doc.gov/dpl/dpl.txt",
      mediaTypes: mediaTypes.tabSeparated,
      bytesMax: 16 * mebibyte,
    }],
    hosts: ["www.bis.doc.gov", "www.bis.gov", "media.bis.gov"],
  },
};
