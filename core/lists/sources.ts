import type { ListDescription } from "./schema.ts";

/** The kinds of list that can be read, by their source key. */
export const listSources = ["ofac-sdn", "ofac-cons", "ofac-crypto"] as const;
/** See {@link listSources}. */
export type ListSource = (typeof listSources)[number];

const officeName = "Office of Foreign Assets Control, US Department of the Treasury";
const publicDomain = "US government work, public domain";

const descriptions: Readonly<Record<ListSource, Omit<ListDescription, "source" | "asOf">>> = {
  "ofac-sdn": {
    title: "Specially Designated Nationals and Blocked Persons List",
    publisher: officeName,
    licence: publicDomain,
  },
  "ofac-cons": {
    title: "Consolidated Sanctions List (non-SDN)",
    publisher: officeName,
    licence: publicDomain,
  },
  "ofac-crypto": {
    title: "Digital currency addresses of the SDN list (counted with ofac-sdn)",
    publisher: `Extracted from the list of the ${officeName}`,
    licence: "Facts in the public domain; the extraction MIT",
  },
};

/** What is known of a list before it is read. */
export function describeSource(source: ListSource, asOf: string): ListDescription {
  return { source, ...descriptions[source], asOf };
}
