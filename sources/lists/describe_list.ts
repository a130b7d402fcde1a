import type { ListDescription, ListSelf } from "./schema.ts";
import type { ListShape } from "./format_of.ts";

/** The kinds of list that can be read, by their source key; beside them `ftm:<dataset>`. */
export const listSources = [
  "ofac-sdn",
  "ofac-cons",
  "ofac-crypto",
  "un-sc",
  "eu-fsf",
  "uk-sl",
  "ca-sema",
  "us-dpl",
  "us-pep",
] as const;
/** A list whose publisher is known. */
export type NamedSource = (typeof listSources)[number];
/** Any list by its source key: a named one, or a dataset of FollowTheMoney. */
export type ListSource = NamedSource | `ftm:${string}`;

/** What is known of a kind of list before it is read. */
interface Kind extends Omit<ListDescription, "source" | "asOf"> {
  /** The shapes in which it is issued. */
  readonly shapes: readonly ListShape[];
}

const officeName = "Office of Foreign Assets Control, US Department of the Treasury";
const publicDomain = "US government work, public domain";
const ofacShapes = ["ofac-csv", "ofac-xml", "ofac-advanced"] as const;

const kinds: Readonly<Record<NamedSource, Kind>> = {
  "ofac-sdn": {
    title: "Specially Designated Nationals and Blocked Persons List",
    publisher: officeName,
    licence: publicDomain,
    shapes: ofacShapes,
  },
  "ofac-cons": {
    title: "Consolidated Sanctions List (non-SDN)",
    publisher: officeName,
    licence: publicDomain,
    shapes: ofacShapes,
  },
  "ofac-crypto": {
    title: "Digital currency addresses of the SDN list (counted with ofac-sdn)",
    publisher: `Extracted from the list of the ${officeName}`,
    licence: "Facts in the public domain; the extraction MIT",
    shapes: ["ofac-addresses"],
  },
  "un-sc": {
    title: "United Nations Security Council Consolidated List",
    publisher: "United Nations Security Council",
    licence: "United Nations terms of use: reproduced with its source named, without endorsement",
    shapes: ["un-xml"],
  },
  "eu-fsf": {
    title: "Consolidated list of persons, groups and entities subject to EU financial sanctions",
    publisher: "European Commission, Financial Sanctions Files",
    licence: "Reuse with attribution, Commission Decision 2011/833/EU",
    shapes: ["eu-xml", "eu-csv"],
  },
  "uk-sl": {
    title: "UK Sanctions List",
    publisher: "Foreign, Commonwealth and Development Office; HM Treasury (OFSI)",
    licence: "Open Government Licence v3.0",
    shapes: ["uk-xml", "uk-csv", "ofsi-xml", "ofsi-csv"],
  },
  "ca-sema": {
    title: "Consolidated Canadian Autonomous Sanctions List",
    publisher: "Global Affairs Canada",
    licence: "Open Government Licence - Canada",
    shapes: ["sema-xml"],
  },
  "us-dpl": {
    title: "Denied Persons List",
    publisher: "Bureau of Industry and Security, US Department of Commerce",
    licence: publicDomain,
    shapes: ["bis-dpl"],
  },
  "us-pep": {
    title: "Members of the United States Congress, presidents and vice presidents",
    publisher: "unitedstates/congress-legislators",
    licence: "CC0 1.0, public domain",
    shapes: ["legislators-yaml"],
  },
};

/** The source key that was written, or null when it names no list that can be read. */
export function listSource(written: string): ListSource | null {
  const named = listSources.find((known) => known === written);
  if (named !== undefined) return named;
  return /^ftm:[a-z0-9_-]{1,100}$/.test(written) ? written as `ftm:${string}` : null;
}

/** The shapes in which a list is issued. */
export function shapesOf(source: ListSource): readonly ListShape[] {
  return isNamed(source) ? kinds[source].shapes : ["ftm-lines", "ftm-index"];
}

/**
 * What is known of a list, by what it is and what its own files say.
 *
 * @param asOf the date that holds where the files tell none
 */
export function describeSource(
  source: ListSource,
  asOf: string,
  self: ListSelf = {},
): ListDescription {
  if (!isNamed(source)) {
    const dataset = source.slice("ftm:".length);
    return {
      source,
      title: self.title ?? `Dataset ${dataset} in FollowTheMoney`,
      publisher: self.publisher ?? "Not told by the file",
      licence: self.licence ?? "Not told by the file",
      asOf: self.asOf ?? asOf,
    };
  }
  const { title, publisher, licence } = kinds[source];
  return { source, title, publisher, licence, asOf: self.asOf ?? asOf };
}

function isNamed(source: ListSource): source is NamedSource {
  return (listSources as readonly string[]).includes(source);
}
