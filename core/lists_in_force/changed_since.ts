import { ok, refuse, type Result } from "../../base/result.ts";
import { beginOfSnapshot, type ListChangesRefusal } from "./list_changes.ts";
import type { ListChangesPorts, ListsInForce } from "./ports.ts";

/** The lists in force are not recorded yet, or another server's have been recorded since. */
export type NotRecorded = { readonly code: "not_recorded" };

/** Entries that are new on the lists, or are not as they were. */
export interface ChangedEntities {
  readonly entityIds: ReadonlySet<string>;
  /** Lists of which any entry may be new: nothing was on record that they could be compared with. */
  readonly sources: ReadonlySet<string>;
}

/**
 * Finds the entities that were added or changed since a snapshot was in force. One that was removed
 * again may be among them. What changed with the lists in force is known only once they are recorded,
 * some seconds after they came into force: the answer is `not_recorded` until then.
 *
 * @param asked.since a snapshot id, or what names the invented lists of a sandbox
 * @param asked.inForce the lists to compare with
 * @see decisions-3.md part 21, Batches (`changedSince`)
 */
export async function changedSince(
  ports: ListChangesPorts,
  { since, inForce }: { readonly since: string; readonly inForce: ListsInForce },
): Promise<Result<ChangedEntities, ListChangesRefusal | NotRecorded>> {
  const { listEditions } = ports;
  const begin = await beginOfSnapshot(ports, { since, field: "changedSince" });
  if (!begin.ok) return begin;
  const { snapshot, snapshotIds } = inForce;
  // Invented lists are not recorded: they do not change.
  if (snapshotIds.length > 0 && (await listEditions.last())?.id !== snapshot.id) {
    return refuse({ code: "not_recorded" });
  }
  const [entityIds, sources] = [new Set<string>(), new Set<string>()];
  for await (const edition of listEditions.after(begin.value)) {
    for (const [part, { source, isBaseline }] of edition.parts.entries()) {
      if (isBaseline === true) sources.add(source);
      for await (const { entityId, change } of listEditions.changes(edition, part, 0)) {
        if (change !== "removed" && entityId !== null) entityIds.add(entityId);
      }
    }
  }
  return ok({ entityIds, sources });
}
