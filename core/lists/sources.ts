import type { ListDescription } from "./schema.ts";

/** The kinds of list that can be read, by their source key. */
export const SOURCES = ["ofac-sdn", "ofac-cons", "ofac-crypto"] as const;
/** See {@link SOURCES}. */
export type ListSource = (typeof SOURCES)[number];

const OFAC = "Office of Foreign Assets Control, US Department of the Treasury";
const PUBLIC_DOMAIN = "US government work, public domain";

const DESCRIPTIONS: Readonly<Record<ListSource, Omit<ListDescription, "source" | "asOf">>> = {
  "ofac-sdn": {
    title: "Specially Designated Nationals and Blocked Persons List",
    publisher: OFAC,
    licence: PUBLIC_DOMAIN,
  },
  "ofac-cons": {
    title: "Consolidated Sanctions List (non-SDN)",
    publisher: OFAC,
    licence: PUBLIC_DOMAIN,
  },
  "ofac-crypto": {
    title: "Digital currency addresses of the SDN list (counted with ofac-sdn)",
    publisher: `Extracted from the list of the ${OFAC}`,
    licence: "Facts in the public domain; the extraction MIT",
  },
};

/** What is known of a list before it is read. */
export function describeSource(source: ListSource, asOf: string): ListDescription {
  return { source, ...DESCRIPTIONS[source], asOf };
}
