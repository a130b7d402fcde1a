import { z } from "zod";
import { Mode } from "../access/caller.ts";
import type { Ports } from "../ports/ports.ts";

/** One list in force. */
const ListInForce = z.object({
  source: z.string().meta({ description: "Stable list key", examples: ["ofac-sdn"] }),
  title: z.string(),
  publisher: z.string(),
  licence: z.string(),
  asOf: z.iso.date().meta({ description: "The publisher's date, or the day it was obtained" }),
  ageHours: z.int().nonnegative().meta({ description: "Whole hours since asOf began, UTC" }),
  stale: z.boolean(),
  entities: z.int().nonnegative(),
  names: z.int().nonnegative(),
  addresses: z.int().nonnegative(),
}).readonly().meta({ id: "ListInForce" });

/** What GET /v1/lists answers. */
export const ListsResponse = z.object({
  mode: Mode,
  listSnapshotIds: z.array(z.string()).readonly().meta({
    description: "What decisions pin; empty in sandbox, whose list is invented",
  }),
  lists: z.array(ListInForce).readonly(),
}).readonly().meta({ id: "ListsResponse" });
/** See {@link ListsResponse}. */
export type ListsResponse = z.infer<typeof ListsResponse>;

/** Tells which lists are in force, their publishers' dates and their age (decisions.md part 6). */
export function describeLists(
  { lists, clock }: Pick<Ports, "lists" | "clock">,
  mode: Mode,
): ListsResponse {
  const { snapshot, snapshotIds, staleAfterHours } = lists.current();
  const now = clock.now();
  return {
    mode,
    listSnapshotIds: snapshotIds,
    lists: snapshot.lists.map((list) => {
      const ageHours = hoursSince(list.asOf, now);
      return { ...list, ageHours, stale: staleAfterHours !== null && ageHours > staleAfterHours };
    }),
  };
}

/** Whole hours since a calendar date began, UTC; 0 for a date to come. */
function hoursSince(date: string, now: Temporal.Instant): number {
  const began = Temporal.Instant.from(`${date}T00:00Z`);
  return Math.max(0, Math.floor((now.epochMilliseconds - began.epochMilliseconds) / 3_600_000));
}
