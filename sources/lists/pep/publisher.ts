import { mebibyte, mediaTypes } from "../media_types.ts";
import type { Publisher } from "../publisher.ts";
import { readLegislators } from "./read_legislators.ts";

/** Politically exposed persons of the United States, maintained by volunteers. */
export const usPep: Publisher<"us-pep"> = {
  source: "us-pep",
  title: "Members of the United States Congress, presidents and vice presidents",
  publisher: "unitedstates/congress-legislators",
  licence: "CC0 1.0, public domain",
  formats: [{
    id: "legislators-yaml",
    label: "unitedstates/congress-legislators YAML",
    recognition: { by: "beginning", pattern: /^(?:\s*(?:#[^\n]*|---)?\n)*- id:/ },
    isStreamed: false,
    read: readLegislators,
  }],
  filesHelp: [
    "legislators-current.yaml, legislators-historical.yaml, executive.yaml of",
    "unitedstates/congress-legislators, any of them",
  ],
  entryUrl: ({ listRef }) =>
    /^[A-Z]\d{6}$/.test(listRef) ? `https://bioguide.congress.gov/search/bio/${listRef}` : null,
  download: {
    files: ["legislators-current", "legislators-historical", "executive"].map((part) => ({
      name: `${part}.yaml`,
      url: `https://unitedstates.github.io/congress-legislators/${part}.yaml`,
      mediaTypes: mediaTypes.yaml,
      bytesMax: 64 * mebibyte,
    })),
    hosts: ["unitedstates.github.io"],
  },
};
