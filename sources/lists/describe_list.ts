import type { AsOfFrom } from "../../core/nouns.ts";
import type { Publisher } from "./publisher.ts";
import type { ListDescription, ListSelf } from "./schema.ts";

/** A date that holds where the files of a list state none, and who says so. */
export interface GivenDate {
  readonly asOf: string;
  readonly asOfFrom?: AsOfFrom | undefined;
}

/** Describes a list by its record and what its own files say. */
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
