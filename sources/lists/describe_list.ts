import type { Publisher } from "./publisher.ts";
import type { ListDescription, ListSelf } from "./schema.ts";

/**
 * Describes a list by its record and what its own files say.
 *
 * @param asOf the date that holds where the files state none
 */
export function describeList(
  { source, title, publisher, licence }: Publisher,
  asOf: string,
  self: ListSelf = {},
): ListDescription {
  return { source, title, publisher, licence, asOf, ...self };
}
