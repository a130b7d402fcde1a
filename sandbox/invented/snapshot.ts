import published from "../../fixtures/lists/sandbox.json" with { type: "json" };
import behind from "../../fixtures/lists/sandbox_next.json" with { type: "json" };
import type { SnapshotBuilder } from "../../sources/lists/build_snapshot.ts";
import { entityId } from "../../sources/lists/entity_id.ts";
import { identifyEntities, parseSandboxList } from "./list.ts";

/** Versions of the invented lists: the common one, and the one for a client that advanced them. */
export type InventedVersion = "first" | "next";

/** The lists of the next version. */
function advancedList(): unknown {
  const { asOf, added, programs, removed } = behind;
  const changed = new Map(Object.entries(programs));
  return {
    ...published,
    lists: published.lists.map((list) => ({ ...list, asOf })),
    entities: [
      ...published.entities.filter(({ listRef }) => !removed.includes(listRef)).map((entity) => ({
        ...entity,
        programs: changed.get(entity.listRef) ?? entity.programs,
      })),
      ...added,
    ],
  };
}

/**
 * Builds the snapshot of the synthetic list, which is small enough to be built at each start from
 * its readable form.
 *
 * @throws Error when the fixture is broken
 */
export function sandboxSnapshot(
  builder: SnapshotBuilder,
  version: InventedVersion = "first",
): Uint8Array<ArrayBuffer> {
  const list = parseSandboxList(version === "first" ? published : advancedList());
  if (!list.ok) throw new Error(list.refusal.problems.join("; "));
  const { lists, entities, orphanAddresses } = identifyEntities(list.value, entityId);
  builder.add(entities);
  builder.addAddresses(orphanAddresses);
  return builder.finish(lists);
}
