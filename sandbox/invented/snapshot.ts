import published from "../../fixtures/lists/sandbox.json" with { type: "json" };
import type { SnapshotBuilder } from "../../sources/lists/build_snapshot.ts";
import { entityId } from "../../sources/lists/entity_id.ts";
import { identifyEntities, parseSandboxList } from "./list.ts";

/**
 * Builds the snapshot of the synthetic list: small enough to be built at each start from the form
 * that people read.
 *
 * @throws Error when the fixture is broken
 */
export function sandboxSnapshot(builder: SnapshotBuilder): Uint8Array<ArrayBuffer> {
  const list = parseSandboxList(published);
  if (!list.ok) throw new Error(list.refusal.problems.join("; "));
  const { lists, entities, orphanAddresses } = identifyEntities(list.value, entityId);
  builder.add(entities);
  builder.addAddresses(orphanAddresses);
  return builder.finish(lists);
}
