import assert from "node:assert/strict";
import { z } from "zod";
import { absent, create, put } from "../../../kv/store/store.ts";
import { addTo, openUnits, refuseWhenLost } from "../../../kv/store/unit.ts";
import { storeInMemory } from "../../support/store.ts";

const Text = z.string();

Deno.test("commit() makes everything of a unit visible at once", async () => {
  await using service = await storeInMemory();
  const units = openUnits(service.store);
  const unit = units.begin();
  addTo(unit, create(Text, ["a"], "one"));
  addTo(unit, [put(Text, ["b"], "two")]);
  assert.equal(await service.store.get(Text, ["a"]), null);
  assert.deepEqual(await units.commit(unit), { kind: "committed" });
  assert.equal((await service.store.get(Text, ["b"]))?.value, "two");
});

Deno.test("commit() of a unit without writes is committed", async () => {
  await using service = await storeInMemory();
  const units = openUnits(service.store);
  assert.deepEqual(await units.commit(units.begin()), { kind: "committed" });
});

Deno.test("commit() distinguishes a lost check without a name from one that has one", async () => {
  await using service = await storeInMemory();
  const { store } = service;
  const units = openUnits(store);
  await store.commit([put(Text, ["taken"], "x"), put(Text, ["also taken"], "x")]);

  const nameless = units.begin();
  refuseWhenLost(nameless, absent(["free"]), "free_is_taken");
  addTo(nameless, [...create(Text, ["taken"], "y"), put(Text, ["never"], "y")]);
  assert.deepEqual(await units.commit(nameless), { kind: "lost" });

  const named = units.begin();
  refuseWhenLost(named, absent(["free"]), "free_is_taken");
  refuseWhenLost(named, absent(["also taken"]), "also_taken");
  refuseWhenLost(named, absent(["taken"]), "taken");
  addTo(named, [put(Text, ["never"], "y")]);
  assert.deepEqual(await units.commit(named), { kind: "refused", code: "also_taken" });
  assert.equal(await store.get(Text, ["never"]), null);
});

Deno.test("a unit is committed once and not written to afterwards", async () => {
  await using service = await storeInMemory();
  const units = openUnits(service.store);
  const unit = units.begin();
  await units.commit(unit);
  await assert.rejects(units.commit(unit), /committed already/);
  assert.throws(() => addTo(unit, []), /committed already/);
});

Deno.test("commit() throws when the unit is over the budget", async () => {
  await using service = await storeInMemory();
  const units = openUnits(service.store);
  const unit = units.begin();
  for (let n = 0; n < 11; n++) addTo(unit, [absent(["n", n])]);
  await assert.rejects(units.commit(unit), /11 checks in one commit: the budget is 10/);
});
