import { type ListSource, listSources, type NamedSource } from "./describe_list.ts";

/** One file, as its publisher offers it. */
export interface PublishedFile {
  /** What it is called here: readers know some files by their names. */
  readonly name: string;
  /** The publisher's own address of it. */
  readonly url: string;
  /** Media types that it has been seen with, and those of a host that does not say. */
  readonly mediaTypes: readonly string[];
  /** Several times its size of 2026: what is larger is something else. */
  readonly bytesMax: number;
}

/** Where the files of a list are had from. */
export interface Publisher {
  readonly files: readonly PublishedFile[];
  /** Hosts that may give them: of the addresses, and of those they redirect to. */
  readonly hosts: readonly string[];
  /** What whoever fetches them should know beside the licence. */
  readonly note?: string;
}

const mebibyte = 1024 * 1024;
const untold = ["application/octet-stream", "binary/octet-stream"];
const xml = ["application/xml", "text/xml", ...untold];
const yaml = ["text/yaml", "text/x-yaml", "application/yaml", "application/x-yaml", "text/plain"];
const json = ["application/json", "application/json+ftm", "application/x-ndjson", "text/plain"];

const exportsOfOfac = "https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports";
const hostsOfOfac = [
  "sanctionslistservice.ofac.treas.gov",
  "wc2h-sls-prod-public-published.s3.us-gov-west-1.amazonaws.com",
];
const legislators = "https://unitedstates.github.io/congress-legislators";
const openSanctions = "https://data.opensanctions.org/datasets/latest";

/**
 * Every list that is published where it can be fetched without an account. OFAC's XML holds what its
 * legacy CSV set holds and more, so that one file is enough. `ofac-crypto` is an extraction of
 * others, which nobody needs who has the XML.
 */
const publishers: Readonly<Record<Exclude<NamedSource, "ofac-crypto">, Publisher>> = {
  "ofac-sdn": {
    files: [{
      name: "SDN.XML",
      url: `${exportsOfOfac}/SDN.XML`,
      mediaTypes: xml,
      bytesMax: 256 * mebibyte,
    }],
    hosts: hostsOfOfac,
  },
  "ofac-cons": {
    files: [{
      name: "CONS_PRIM.XML",
      url: `${exportsOfOfac}/CONS_PRIM.XML`,
      mediaTypes: xml,
      bytesMax: 64 * mebibyte,
    }],
    hosts: hostsOfOfac,
  },
  "un-sc": {
    files: [{
      name: "consolidated.xml",
      url: "https://scsanctions.un.org/resources/xml/en/consolidated.xml",
      mediaTypes: xml,
      bytesMax: 64 * mebibyte,
    }],
    hosts: ["scsanctions.un.org", "unsolprodfiles.blob.core.windows.net"],
  },
  "eu-fsf": {
    files: [{
      name: "xmlFullSanctionsList_1_1.xml",
      // The token is the one that the Commission publishes for everybody.
      url:
        "https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw",
      mediaTypes: xml,
      bytesMax: 256 * mebibyte,
    }],
    hosts: ["webgate.ec.europa.eu"],
  },
  // Since 28 January 2026 the one list of the United Kingdom; OFSI's own is no longer updated.
  "uk-sl": {
    files: [{
      name: "UK-Sanctions-List.xml",
      url: "https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.xml",
      mediaTypes: xml,
      bytesMax: 512 * mebibyte,
    }],
    hosts: ["sanctionslist.fcdo.gov.uk"],
  },
  "ca-sema": {
    files: [{
      name: "sema-lmes.xml",
      url:
        "https://www.international.gc.ca/world-monde/assets/office_docs/international_relations-relations_internationales/sanctions/sema-lmes.xml",
      mediaTypes: xml,
      bytesMax: 64 * mebibyte,
    }],
    hosts: ["www.international.gc.ca"],
  },
  "us-dpl": {
    files: [{
      name: "dpl.txt",
      url: "https://www.bis.doc.gov/dpl/dpl.txt",
      mediaTypes: ["text/plain", "text/tab-separated-values", ...untold],
      bytesMax: 16 * mebibyte,
    }],
    hosts: ["www.bis.doc.gov", "www.bis.gov", "media.bis.gov"],
  },
  "us-pep": {
    files: ["legislators-current", "legislators-historical", "executive"].map((part) => ({
      name: `${part}.yaml`,
      url: `${legislators}/${part}.yaml`,
      mediaTypes: [...yaml, ...untold],
      bytesMax: 64 * mebibyte,
    })),
    hosts: ["unitedstates.github.io"],
  },
};

/** Lists that are fetched when none is named: all that are free to use for everybody. */
export const fetchedSources: readonly NamedSource[] = listSources.filter((source) =>
  source !== "ofac-crypto"
);

/** Every host of the table: the network permission of the `lists` task. */
export const publisherHosts: readonly string[] = [
  ...new Set([
    ...fetchedSources.flatMap((source) => publisherOf(source)?.hosts ?? []),
    ...openSanctionsPublisher("peps").hosts,
  ]),
];

/** Where a list is had from, or null for one that nobody publishes by itself. */
export function publisherOf(source: ListSource): Publisher | null {
  if (source.startsWith("ftm:")) return openSanctionsPublisher(source.slice("ftm:".length));
  return Object.hasOwn(publishers, source)
    ? publishers[source as Exclude<NamedSource, "ofac-crypto">]
    : null;
}

/** Whose index comes first: it dates the entities that follow, and counts them. */
function openSanctionsPublisher(dataset: string): Publisher {
  const files = [
    { name: "index.json", bytesMax: 64 * mebibyte },
    { name: "entities.ftm.json", bytesMax: 8 * 1024 * mebibyte },
  ];
  return {
    files: files.map(({ name, bytesMax }) => ({
      name,
      url: `${openSanctions}/${dataset}/${name}`,
      mediaTypes: [...json, ...untold],
      bytesMax,
    })),
    hosts: ["data.opensanctions.org"],
    note: "CC BY-NC 4.0: a business needs a licence of OpenSanctions, however it screens",
  };
}
