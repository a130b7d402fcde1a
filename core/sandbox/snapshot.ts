import published from "../../fixtures/lists/sandbox.json" with { type: "json" };
import { entityId } from "../lists/entity_id.ts";
import type { SnapshotBuilder } from "../lists/build_snapshot.ts";
import type { ListedEntity, OrphanAddress } from "../ports/matcher.ts";

export function sandboxSnapshot(builder: SnapshotBuilder): Uint8Array<ArrayBuffer> {
  // deno-lint-ignore no-explicit-any
  const { lists, entities, orphanAddresses } = published as any;
  // deno-lint-ignore no-explicit-any
  const byRef = new Map(entities.map((entity: any) => [entity.listRef, entity]));
  // deno-lint-ignore no-explicit-any
  builder.add(entities.map((entity: any) => ({
    ...entity,
    entityId: entityId(entity.source, entity.listRef),
    pep: entity.pep === null ? null : {
      ...entity.pep,
      // deno-lint-ignore no-explicit-any
      linked: entity.pep.linked.map(({ listRef, relation }: any) => ({
        entityId: entityId(entity.source, listRef),
        // deno-lint-ignore no-explicit-any
        name: (byRef.get(listRef) as any).names[0].text,
        relation,
      })),
    },
  })) as ListedEntity[]);
  builder.addAddresses(orphanAddresses as OrphanAddress[]);
  return builder.finish(lists);
}
