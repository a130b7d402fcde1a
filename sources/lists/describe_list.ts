import type { AsOfFrom } from "../../core/nouns.ts";
import type { Publisher } from "./publisher.ts";
import type { ListDescription, ListSelf } from "./schema.ts";

/** A date for a list whose files state none, with its source. */
export interface GivenDate {
  readonly asOf: string;
  readonly asOfFrom?: AsOfFrom | undefined;
}

/** Describes a list by its record and its own files. */
export function describeList(
  { source, title, publisher, licence }: Publisher,
  { asOf, asOfFrom }: GivenDate,
  self: ListSelf = {},
): ListDescription {
  const from = self.asOf === undefined ? asOfFrom : "publisher";
  return {
    ...{ source, title, publisher, licence, asOf },
    ...(from === undefined ? {} : { asOfFrom: from }),
    ...self,
  };
}
