import assert from "node:assert/strict";
import { buildSnapshot, type SnapshotBuilder } from "../../../sources/lists/build_snapshot.ts";
import { entityId } from "../../../sources/lists/entity_id.ts";
import { describeList } from "../../../sources/lists/describe_list.ts";
import { ofacCrypto, ofacSdn } from "../../../sources/lists/ofac/publisher.ts";
import type { ListedEntity, OrphanAddress } from "../../../core/matching/ports.ts";

function entity(listRef: string): ListedEntity {
  return {
    source: "ofac-sdn",
    listRef,
    entityId: entityId("ofac-sdn", listRef),
    entityType: "ORGANISATION",
    names: [{ text: `ENTITY ${listRef}`, strength: "primary" }],
    births: [],
    birthPlaces: [],
    nationalities: [],
    programs: [],
    pep: null,
    addresses: [],
  };
}

/** A builder that records its input as JSON. */
function recorder(): { builder: SnapshotBuilder; batches: number[]; entities: ListedEntity[] } {
  const [batches, entities, orphans]: [number[], ListedEntity[], OrphanAddress[]] = [[], [], []];
  const builder: SnapshotBuilder = {
    add: (batch) => {
      batches.push(batch.length);
      entities.push(...batch);
    },
    addAddresses: (addresses) => void orphans.push(...addresses),
    finish: (lists) => new TextEncoder().encode(JSON.stringify({ entities, orphans, lists })),
  };
  return { builder, batches, entities };
}

Deno.test("buildSnapshot() adds every entity once, in order and in batches", () => {
  const entities = Array.from({ length: 4_321 }, (_, index) => entity(String(index + 1)));
  const { builder, batches, entities: taken } = recorder();
  const description = describeList(ofacSdn, { asOf: "2026-06-02" });
  buildSnapshot(builder, [{ description, entities, orphans: [] }]);
  assert.deepEqual(taken, entities);
  assert(batches.every((size) => size <= 2_000));
});

Deno.test("buildSnapshot() takes an address that two lists hold without an entity once", () => {
  const orphan = { source: "ofac-sdn", network: "BTC", address: "1abc" };
  const lists = [ofacSdn, ofacCrypto].map((publisher) => ({
    description: describeList(publisher, { asOf: "2026-06-02" }),
    entities: [],
    orphans: [orphan],
  }));
  const bytes = buildSnapshot(recorder().builder, lists);
  const written = JSON.parse(new TextDecoder().decode(bytes));
  assert.deepEqual(written.orphans, [orphan]);
  assert.deepEqual(written.lists, lists.map(({ description }) => description));
});

Deno.test("buildSnapshot() describes the list that address files alone are of", () => {
  const bytes = buildSnapshot(recorder().builder, [{
    description: describeList(ofacCrypto, { asOf: "2024-09-27" }),
    entities: [],
    orphans: [{ source: "ofac-sdn", network: "BTC", address: "1abc" }],
  }]);
  const { lists } = JSON.parse(new TextDecoder().decode(bytes));
  assert.deepEqual(
    lists.map(({ source, asOf }: { source: string; asOf: string }) => [source, asOf]),
    [["ofac-sdn", "2024-09-27"], ["ofac-crypto", "2024-09-27"]],
  );
});
