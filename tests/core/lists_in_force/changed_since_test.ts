import assert from "node:assert/strict";
import { changedSince } from "../../../core/lists_in_force/changed_since.ts";
import { listEdition } from "../../../core/lists_in_force/list_edition.ts";
import type { ListsInForce } from "../../../core/lists_in_force/ports.ts";
import { defaultWeights } from "../../../core/matching/weights.ts";
import type { ListedEntity } from "../../../core/matching/ports.ts";
import { noEditions } from "../../../core/publications/no_editions.ts";
import { recordEdition } from "../../../core/publications/record_edition.ts";
import { openEditions } from "../../../kv/publications/editions.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { openMatcher } from "../../../wasm/matcher.ts";
import { entity } from "../../support/entity.ts";
import { snapshotOf } from "../../support/published_lists.ts";
import { storeInMemory } from "../../support/store.ts";

const matcher = openMatcher(defaultWeights);
const listRules = { changesKeptDays: 400 };

function inForce(entities: readonly ListedEntity[]): ListsInForce {
  const list = { source: "ofac-sdn", asOf: "2026-03-01", entities };
  const snapshot = matcher.load(snapshotOf([list]).bytes);
  return {
    ...{ snapshot, snapshotIds: [snapshot.id], staleAfterHours: null, manifestAt: null },
    checkedAt: new Map(),
  };
}

const people = [1, 2, 3, 4].map((number) => entity(number, [["DOE, Jane", "primary"]]));
const [one, two, three, four] = people;
assert(one !== undefined && two !== undefined && three !== undefined && four !== undefined);
const first = inForce([one, two, three]);
const second = inForce([{ ...one, births: ["1970"] }, three]);
const third = inForce([{ ...one, births: ["1970"] }, three, four]);

/** Opens ports over a store, and a function that records an edition in it. */
async function opened() {
  const at = await storeInMemory();
  const listEditions = openEditions({ ...at, kind: "lists", keptDays: 400 });
  const use = (lists: ListsInForce) => ({
    clock: at.clock,
    lists: {
      current: () => lists,
      use: <Value>(run: (data: ListsInForce) => Value) => run(lists),
      lastUpdate: () => null,
    },
    ...{ listEditions, listRules },
  });
  const record = (lists: ListsInForce) =>
    recordEdition({
      ...{ editions: listEditions, clock: at.clock, units: openUnits(at.store) },
      ...{ audit: () => {}, damaged: assert.fail, step: () => Promise.resolve() },
      closing: new AbortController().signal,
    }, listEdition(matcher, lists));
  return { use, record, [Symbol.asyncDispose]: () => at[Symbol.asyncDispose]() };
}

Deno.test("changedSince() names the entities that were added or changed, not those that were removed", async () => {
  await using at = await opened();
  for (const lists of [first, second, third]) await at.record(lists);
  const cases = [
    { since: first, expected: [one.entityId, four.entityId] },
    { since: second, expected: [four.entityId] },
    { since: third, expected: [] },
  ];
  for (const { since: { snapshot: { id: since } }, expected } of cases) {
    const changed = await changedSince(at.use(third), { since, inForce: third });
    assert(changed.ok);
    assert.deepEqual([...changed.value.entityIds].toSorted(), expected.toSorted());
  }
});

Deno.test("changedSince() waits for what is in force to be recorded, and refuses what it does not know", async () => {
  await using at = await opened();
  const codeOf = async (since: string, lists: ListsInForce) => {
    const changed = await changedSince(at.use(lists), { since, inForce: lists });
    return changed.ok ? [...changed.value.entityIds] : changed.refusal.code;
  };
  await at.record(first);
  const { snapshot: { id } } = first;
  assert.equal(await codeOf(id, second), "not_recorded");
  assert.equal(await codeOf("0".repeat(64), first), "bad_request");
  assert.equal(await codeOf("2020-01-01", first), "bad_request");
  assert.equal(await codeOf(second.snapshot.id, second), "not_recorded");
  await at.record(second);
  assert.deepEqual(await codeOf(second.snapshot.id, second), []);
  assert.deepEqual(await codeOf(id, second), [one.entityId]);
});

Deno.test("changedSince() waits for lists that come into force again", async () => {
  await using at = await opened();
  await at.record(first);
  await at.record(second);
  const asked = { since: second.snapshot.id, inForce: first };
  const early = await changedSince(at.use(first), asked);
  assert(!early.ok);
  assert.equal(early.refusal.code, "not_recorded");
  await at.record(first);
  const changed = await changedSince(at.use(first), asked);
  assert(changed.ok);
  assert.deepEqual(
    [...changed.value.entityIds].toSorted(),
    [one.entityId, two.entityId].toSorted(),
  );
});

Deno.test("changedSince() finds nothing of invented lists", async () => {
  await using at = await opened();
  const invented = { ...first, snapshotIds: [] };
  const ports = { ...at.use(invented), listEditions: noEditions };
  const changed = await changedSince(ports, { since: "2026-03-01", inForce: invented });
  assert(changed.ok);
  assert.deepEqual([changed.value.entityIds.size, changed.value.sources.size], [0, 0]);
});
