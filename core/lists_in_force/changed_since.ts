import { ok, refuse, type Result } from "../../base/result.ts";
import { beginOfSnapshot, type ListChangesRefusal } from "./list_changes.ts";
import type { ListChangesPorts, ListsInForce } from "./ports.ts";

/** The lists in force are not recorded yet, or another server's have been recorded since. */
export type NotRecorded = { readonly code: "not_recorded" };

/**
 * Finds the entities that were added or changed since a snapshot was in force. One that was removed
 * again may be among them. What changed with the lists in force is known only once they are recorded,
 * some seconds after they came into force: the answer is `not_recorded` until then.
 *
 * @param asked.since a snapshot id, or what names the invented lists of a sandbox
 * @param asked.inForce the lists to compare with
 * @returns entity ids
 * @see decisions-3.md part 21, Batches (`changedSince`)
 */
export async function changedSince(
  ports: ListChangesPorts,
  { since, inForce }: { readonly since: string; readonly inForce: ListsInForce },
): Promise<Result<ReadonlySet<string>, ListChangesRefusal | NotRecorded>> {
  const { listEditions } = ports;
  const begin = await beginOfSnapshot(ports, { since, field: "changedSince" });
  if (!begin.ok) return begin;
  const { snapshot, snapshotIds } = inForce;
  // Invented lists are not recorded: they do not change.
  if (snapshotIds.length > 0 && (await listEditions.last())?.id !== snapshot.id) {
    return refuse({ code: "not_recorded" });
  }
  const changed = new Set<string>();
  for await (const edition of listEditions.after(begin.value)) {
    for (const part of edition.parts.keys()) {
      for await (const { entityId, change } of listEditions.changes(edition, part, 0)) {
        if (change !== "removed" && entityId !== null) changed.add(entityId);
      }
    }
  }
  return ok(changed);
}
