import { z } from "zod";
import { Mode } from "../nouns.ts";
import { ListEntry } from "../matching/entry_schema.ts";
import type { EntryKey } from "../matching/ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { ListEntryPorts } from "./ports.ts";

/** Answer of GET /v1/lists/{source}/entries/{listRef}. */
export const ListEntryResponse = ListEntry.unwrap().extend({
  mode: Mode,
  listTitle: z.string(),
  asOf: z.iso.date().meta({ description: "The date of the list" }),
  listSnapshotIds: z.array(z.string()).readonly().meta({
    description:
      "The snapshot that contains this form of the entry; empty in sandbox, whose list is invented",
  }),
}).readonly().meta({ id: "ListEntryResponse" });
export type ListEntryResponse = z.infer<typeof ListEntryResponse>;

/** There is no list in force with this key, or the list has no such entry. */
export type EntryRefusal = { readonly code: "not_found" };

/**
 * Reads one entry of the lists in force, from the current snapshot: a decision may pin an older one
 * (decisions-2.md part 19).
 */
export function readEntry(
  { lists, matcher }: ListEntryPorts,
  { mode, ...key }: EntryKey & { readonly mode: Mode },
): Result<ListEntryResponse, EntryRefusal> {
  return lists.use(({ snapshot, snapshotIds }) => {
    const entry = matcher.entry(snapshot, key);
    const list = snapshot.lists.find(({ source }) => source === key.source);
    if (entry === null || list === undefined) return refuse({ code: "not_found" });
    const { title: listTitle, asOf } = list;
    return ok({ ...entry, mode, listTitle, asOf, listSnapshotIds: snapshotIds });
  });
}
