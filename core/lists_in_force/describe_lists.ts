import { z } from "zod";
import { AsOfFrom, Mode } from "../nouns.ts";
import type { Update } from "../publications/ports.ts";
import type { ListsInForcePorts } from "./ports.ts";
import { isStale, secondsSinceDate } from "./list_age.ts";

/** One list in force. */
const ListInForce = z.object({
  source: z.string().meta({ description: "Stable list key", examples: ["ofac-sdn"] }),
  title: z.string(),
  publisher: z.string(),
  licence: z.string(),
  asOf: z.iso.date().meta({ description: "The publisher's date, or the day it was obtained" }),
  asOfFrom: AsOfFrom.optional().meta({
    description:
      "Source of the date. `file`: no publisher stated it; the date is that of a file's last change, and the list counts as stale",
  }),
  ageHours: z.int().nonnegative().meta({ description: "Whole hours since asOf began, UTC" }),
  checkedAt: z.iso.datetime().nullable().meta({
    description:
      "When it was last known to be the publisher's newest; null where that is not known",
  }),
  stale: z.boolean().meta({
    description:
      "Whether the list is older than the policy allows, by checkedAt if known, else by asOf; or asOf is a guess",
  }),
  entities: z.int().nonnegative(),
  names: z.int().nonnegative(),
  addresses: z.int().nonnegative(),
}).readonly().meta({ id: "ListInForce" });

/** The last poll of the manifest. */
export const LastUpdate = z.object({
  at: z.iso.datetime(),
  outcome: z.enum(["taken", "unchanged", "refused"]),
  reason: z.string().nullable().meta({
    description:
      "The reason why the published data are not in force; null unless they were refused",
    examples: ["shrunken"],
  }),
}).readonly().meta({ id: "ListsUpdate" });

/** The list members in the answer of GET /v1/lists. */
export const listsMembers = {
  mode: Mode,
  listSnapshotIds: z.array(z.string()).readonly().meta({
    description: "The ids that decisions pin; empty in sandbox, whose list is invented",
  }),
  manifestAt: z.iso.datetime().nullable().meta({
    description:
      "Signing time of the manifest that put the lists in force; null without a manifest",
  }),
  lastUpdate: LastUpdate.nullable(),
  lists: z.array(ListInForce).readonly(),
};

/** The description of the lists in force. */
const ListsDescription = z.object(listsMembers).readonly();
type ListsDescription = z.infer<typeof ListsDescription>;

/** Describes the lists in force, their publishers' dates and their age (decisions.md part 6). */
export function describeLists(
  { lists, clock }: ListsInForcePorts,
  mode: Mode,
): ListsDescription {
  const inForce = lists.current();
  const { snapshot, snapshotIds, manifestAt, checkedAt } = inForce;
  const now = clock.now();
  return {
    mode,
    listSnapshotIds: snapshotIds,
    manifestAt: manifestAt === null ? null : timestamp(manifestAt),
    lastUpdate: describeUpdate(lists.lastUpdate()),
    lists: snapshot.lists.map((list) => {
      const checked = checkedAt.get(list.source);
      return {
        ...list,
        ageHours: Math.floor(secondsSinceDate(list, now) / 3_600),
        checkedAt: checked === undefined ? null : timestamp(checked),
        stale: isStale(list, inForce, now),
      };
    }),
  };
}

/** Describes the last poll of a manifest; null before the first. */
export function describeUpdate(update: Update | null): z.infer<typeof LastUpdate> | null {
  return update === null ? null : {
    at: timestamp(update.at),
    outcome: update.outcome.kind,
    reason: update.outcome.kind === "refused" ? update.outcome.reason : null,
  };
}

function timestamp(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: "millisecond" });
}
