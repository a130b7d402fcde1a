import { createHash } from "node:crypto";
import { z } from "zod";
import { ok, refuse, type Result } from "../../base/result.ts";
import { decodeJson } from "../../base/json.ts";
import { MemberGroup } from "../matching/entry_hash.ts";
import type { Mode } from "../nouns.ts";
import {
  type Edition,
  type Editions,
  type EntryChange,
  entryChanges,
} from "../publications/edition_ports.ts";
import type { ListChangesPorts, ListsInForce } from "./ports.ts";

/** One change of one entry. */
export const ListChange = z.object({
  source: z.string().meta({ description: "Key of the list", examples: ["ofac-sdn"] }),
  listRef: z.string().meta({ description: "The publisher's own identifier of the entry" }),
  entityId: z.uuid().meta({ description: "UUIDv5 of (source, listRef)" }),
  change: z.enum(entryChanges),
  members: z.array(MemberGroup).readonly().meta({
    description: "The members of a changed entry that differ; empty for other changes",
  }),
  listedOn: z.string().nullable().meta({
    description: "The listing date, if the list states it; for a removed entry the previous one",
    examples: ["2014-03-17"],
  }),
}).readonly().meta({ id: "ListChange" });
export type ListChange = z.infer<typeof ListChange>;

/** Answer of GET /v1/lists/changes. */
export const ListChangesPage = z.object({
  changes: z.array(ListChange).readonly().meta({
    description:
      "In the order in which the lists came into force, then by list. An entry that changed twice occurs twice",
  }),
  nextCursor: z.string().nullable().meta({ description: "For the next page; null at the end" }),
}).readonly().meta({ id: "ListChangesPage" });
export type ListChangesPage = z.infer<typeof ListChangesPage>;

/** Default and maximum changes of a page. */
const [pageChanges, pageChangesMax] = [100, 1_000];

/** The id of a snapshot. */
const SnapshotId = z.string().regex(/^[0-9a-f]{64}$/);
/** The id of a snapshot, a day, or an instant with its time zone. */
const Since = z.string().max(64).refine(
  (text) => isSnapshotId(text) || momentOf(text) !== null,
  "expected a snapshot id, a date (YYYY-MM-DD) or a time (RFC 3339)",
);

/** The query of the changes. */
export const ListChangesQuery = z.object({
  since: Since.optional().meta({
    description:
      "What came into force behind it: a snapshot id (`listSnapshotIds` of GET /v1/lists, or of a decision), a date or a time. Default: all that is kept",
    examples: ["2026-03-01"],
  }),
  source: z.string().min(1).max(200).optional().meta({ description: "Changes of this list alone" }),
  cursor: z.string().max(300).optional().meta({
    description: "`nextCursor` of the last page of the same query",
  }),
  limit: z.string().regex(/^[0-9]{1,9}$/, "expected a whole number in digits").transform(Number)
    .pipe(z.int().min(1).max(pageChangesMax)).default(pageChanges)
    .meta({ type: "integer", minimum: 1, maximum: pageChangesMax }),
});
export type ListChangesQuery = z.infer<typeof ListChangesQuery>;

/** An unknown snapshot, a time before the oldest record, or a cursor of another query. */
export type ListChangesRefusal = { readonly code: "bad_request"; readonly message: string };

/**
 * Lists the changes of the lists in force, as recorded by the servers of this deployment. Following
 * the cursors returns every change once, and changes that come into force meanwhile at the end.
 *
 * @see decisions-3.md part 21, Lists
 */
export async function listChanges(
  ports: ListChangesPorts,
  { mode, query }: { readonly mode: Mode; readonly query: ListChangesQuery },
): Promise<Result<ListChangesPage, ListChangesRefusal>> {
  const { cursor, limit, since, source } = query;
  const begin = await beginOf(ports, since);
  if (!begin.ok) return begin;
  const bound = digestOf([mode, since ?? null, source ?? null]);
  const place = cursor === undefined ? null : openCursor(cursor, bound);
  if (cursor !== undefined && place === null) {
    const message = 'Field "cursor" is no cursor of this query: begin again without it';
    return refuse({ code: "bad_request", message });
  }
  // Where a walk goes on does not depend on when a snapshot was in force last.
  const isKept = place !== null && !isBefore(place.at, oldestOf(ports));
  const from = isKept ? place : null;
  const changes: ListChange[] = [];
  const walk = placesOf(ports.listEditions, {
    ...{ source, from },
    behind: from?.at.subtract({ milliseconds: 1 }) ?? begin.value,
  });
  for await (const { edition, part, number, change } of walk) {
    if (changes.length === limit) {
      return ok({ changes, nextCursor: writeCursor({ at: edition.at, part, number }, bound) });
    }
    changes.push(answered(change));
  }
  return ok({ changes, nextCursor: null });
}

/**
 * Returns the instant after which changes are requested. Refuses a time before the oldest record,
 * and an unknown or too old snapshot.
 */
async function beginOf(
  ports: ListChangesPorts,
  since: string | undefined,
): Promise<Result<Temporal.Instant, ListChangesRefusal>> {
  const { clock, lists, listEditions, listRules: { changesKeptDays } } = ports;
  const oldest = oldestOf(ports);
  if (since === undefined || namesInvented(lists.current(), since)) return ok(oldest);
  if (!isSnapshotId(since)) {
    const at = momentOf(since) ?? oldest;
    if (isBefore(at, oldest)) {
      return no(
        `Field "since" is more than ${changesKeptDays} days ago, for which changes are kept`,
      );
    }
    if (lists.current().snapshotIds.length === 0) return ok(at);
    const recordedSince = (await listEditions.last())?.recordedSince ?? clock.now();
    // A day is asked for whole, the one on which it began too.
    const firstDay = momentOf(recordedSince.toString().slice(0, 10)) ?? recordedSince;
    return isBefore(at, firstDay)
      ? no(
        `Field "since" is before ${recordedSince.toString()}, since when changes are recorded here`,
      )
      : ok(at);
  }
  return await beginOfSnapshot(ports, { field: "since", since });
}

/**
 * Returns the instant after which a snapshot of the lists may have changed.
 *
 * @param asked.since a snapshot id, or the name of a sandbox's invented lists
 * @param asked.field the request member with the id, for the refusal
 */
export async function beginOfSnapshot(
  ports: ListChangesPorts,
  { since, field }: { readonly since: string; readonly field: string },
): Promise<Result<Temporal.Instant, ListChangesRefusal>> {
  const { clock, lists, listEditions, listRules: { changesKeptDays } } = ports;
  if (namesInvented(lists.current(), since)) return ok(oldestOf(ports));
  const at = isSnapshotId(since) ? await listEditions.timeOf(since) : null;
  if (at !== null) return ok(at);
  // In force here, and about to be recorded: nothing has changed since.
  if (lists.current().snapshotIds.includes(since)) return ok(clock.now());
  return no(
    `Field "${field}" is not a list snapshot that was in force here in the last ${changesKeptDays} days`,
  );
}

function isSnapshotId(text: string): boolean {
  return SnapshotId.safeParse(text).success;
}

/** The first moment of which changes are kept. */
function oldestOf(
  { clock, listRules: { changesKeptDays } }: Pick<ListChangesPorts, "clock" | "listRules">,
): Temporal.Instant {
  return clock.now().subtract({ hours: 24 * changesKeptDays });
}

/** Whether a date names the invented lists of the sandbox, whatever its age. */
function namesInvented({ snapshot, snapshotIds }: ListsInForce, since: string): boolean {
  return snapshotIds.length === 0 && snapshot.lists.some(({ asOf }) => asOf === since);
}

function no(message: string): Result<never, ListChangesRefusal> {
  return refuse({ code: "bad_request", message });
}

/** The position of a walk: the next change of a part of an edition. */
interface Place {
  readonly at: Temporal.Instant;
  readonly part: number;
  readonly number: number;
}

/** Yields every change after an instant, starting at a place. */
async function* placesOf(
  editions: Editions,
  { source, behind, from }: {
    readonly source: string | undefined;
    readonly behind: Temporal.Instant;
    readonly from: Place | null;
  },
): AsyncGenerator<{
  readonly edition: Edition;
  readonly part: number;
  readonly number: number;
  readonly change: EntryChange;
}> {
  for await (const edition of editions.after(behind)) {
    const begun = from !== null && edition.at.equals(from.at) ? from : null;
    for (const [part, { source: of, added, changed, removed }] of edition.parts.entries()) {
      if (source !== undefined && of !== source) continue;
      if (begun !== null && part < begun.part) continue;
      if (added + changed + removed === 0) continue;
      let number = part === begun?.part ? begun.number : 0;
      for await (const change of editions.changes(edition, part, number)) {
        yield { edition, part, number: number++, change };
      }
    }
  }
}

function answered({ source, ref, entityId, change, members, listedOn }: EntryChange): ListChange {
  return ListChange.parse({ source, listRef: ref, entityId, change, members, listedOn });
}

/** The instant that a text names; for a day its start in UTC; null for other text. */
function momentOf(text: string): Temporal.Instant | null {
  try {
    return Temporal.Instant.from(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
  } catch {
    return null;
  }
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}

/** The binding of the cursor, then a {@link Place}. */
const Cursor = z.tuple([
  z.string(),
  z.int().min(1).max(8_640_000_000_000_000),
  z.int().nonnegative(),
  z.int().nonnegative(),
]);

/** Writes a cursor. It is no secret: a forged one shows only what the same query shows anyway. */
function writeCursor({ at, part, number }: Place, bound: string): string {
  const text = JSON.stringify([bound, at.epochMilliseconds, part, number]);
  return new TextEncoder().encode(text).toBase64({ alphabet: "base64url", omitPadding: true });
}

function openCursor(cursor: string, bound: string): Place | null {
  const parsed = Cursor.safeParse(decodeJson(cursor));
  if (!parsed.success || parsed.data[0] !== bound) return null;
  const [, at, part, number] = parsed.data;
  return { at: Temporal.Instant.fromEpochMilliseconds(at), part, number };
}

function digestOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
