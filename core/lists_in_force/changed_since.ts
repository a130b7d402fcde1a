import { ok, refuse, type Result } from "../../base/result.ts";
import { beginOfSnapshot, type ListChangesRefusal } from "./list_changes.ts";
import type { ListChangesPorts, ListsInForce } from "./ports.ts";

/** The lists in force are not recorded yet, or those of another server were recorded since. */
export type NotRecorded = { readonly code: "not_recorded" };

/** Entries that are new or changed on the lists. */
export interface ChangedEntities {
  readonly entityIds: ReadonlySet<string>;
  /** Lists of which any entry may be new, because no earlier record exists to compare with. */
  readonly sources: ReadonlySet<string>;
}

/**
 * Finds the entities that were added or changed since a snapshot was in force; removed entities may
 * be among them. Changes of the lists in force are known only once they are recorded, some seconds
 * after they came into force; until then the answer is `not_recorded`.
 *
 * @param asked.since a snapshot id, or the name of a sandbox's invented lists
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
