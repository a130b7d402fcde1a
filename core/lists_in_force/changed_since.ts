import { ok, refuse, type Result } from "../../base/result.ts";
import { beginOf, type ListChangesRefusal } from "./list_changes.ts";
import type { ListChangesPorts, ListsInForce } from "./ports.ts";

/** Entities that are new on the lists, or are not as they were. */
export interface ChangedEntities {
  /** Ids of those that were added or changed, and may have been removed again. */
  readonly entityIds: ReadonlySet<string>;
  /** The last snapshot whose changes are in it. */
  readonly until: string | null;
}

/**
 * Finds the entities that were added or changed since a snapshot was in force, for a comparison with
 * these alone (`changedSince` of a batch). Changes of the lists in force count only once they are
 * recorded, some seconds after they came into force: `not_recorded` until then.
 *
 * @param since as of GET /v1/lists/changes
 * @param lists those that will be compared with
 */
export async function changedSince(
  ports: ListChangesPorts,
  { since, lists: { snapshot, snapshotIds } }: {
    readonly since: string;
    readonly lists: ListsInForce;
  },
): Promise<Result<ChangedEntities, ListChangesRefusal | { readonly code: "not_recorded" }>> {
  const begin = await beginOf(ports, since);
  if (!begin.ok) return begin;
  const { listEditions } = ports;
  // Invented lists never change.
  const isRecorded = snapshotIds.length === 0 || since === snapshot.id ||
    await listEditions.timeOf(snapshot.id) !== null;
  if (!isRecorded) return refuse({ code: "not_recorded" });
  const entityIds = new Set<string>();
  let until: string | null = null;
  for await (const edition of listEditions.after(begin.value)) {
    until = edition.id;
    for (const part of edition.parts.keys()) {
      for await (const { entityId, change } of listEditions.changes(edition, part, 0)) {
        if (change !== "removed" && entityId !== null) entityIds.add(entityId);
      }
    }
  }
  return ok({ entityIds, until });
}
