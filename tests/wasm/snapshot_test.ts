import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { defaultWeights } from "../../core/matching/weights.ts";
import { openMatcher, openSnapshotBuilder } from "../../wasm/matcher.ts";
import { entity } from "../support/entity.ts";
import { buildSmallList, entities, lists, matcher, screen } from "./small_list.ts";

const bytes = buildSmallList();

Deno.test("finish() makes the same bytes of the same entries", () => {
  assert.deepEqual(buildSmallList(), bytes);
  const inBatches = openSnapshotBuilder();
  for (const one of entities) inBatches.add([one]);
  inBatches.addAddresses([{ source: "ofac-sdn", network: "XBT", address: "1OrphanAddress" }]);
  assert.deepEqual(inBatches.finish(lists), bytes);
});

Deno.test("load() returns id, lists and counts", () => {
  const loaded = matcher.load(bytes);
  assert.equal(loaded.id, createHash("sha256").update(bytes).digest("hex"));
  assert.deepEqual(
    loaded.lists.map(({ source, entities, names, addresses }) => ({
      ...{ source, entities, names, addresses },
    })),
    [
      { source: "ofac-sdn", entities: 10, names: 14, addresses: 2 },
      { source: "us-pep", entities: 1, names: 1, addresses: 0 },
    ],
  );
  matcher.unload(loaded);
});

Deno.test("load() refuses what is cut off, damaged or foreign, and goes on working", () => {
  fc.assert(fc.property(fc.nat(bytes.length - 1), (length) => {
    assert.throws(() => matcher.load(bytes.slice(0, length)), /^Error: snapshot: expected/);
  }));
  fc.assert(fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
    const damaged = bytes.with(at, bytes[at]! ^ flip);
    assert.throws(() => matcher.load(damaged), /^Error: snapshot: /);
  }));
  assert.throws(() => matcher.load(new Uint8Array(100)), /expected the bytes of a list snapshot/);
  assert.equal(screen("Vladimir Putin").candidates.length, 1);
});

Deno.test("several snapshots are held apart", () => {
  const builder = openSnapshotBuilder();
  builder.add([entity(1, [["DOE, Jane", "primary", "DOE"]])]);
  const other = matcher.load(builder.finish(lists.slice(0, 1)));
  const query = { name: "Jane Doe", dob: null, nationalities: [], addresses: [] };
  assert.equal(matcher.match(other, query).candidates.length, 1);
  assert.equal(screen("Jane Doe").candidates.length, 0);
  matcher.unload(other);
});

Deno.test("a handle that is unloaded, foreign or made up throws", () => {
  const query = { name: "x", dob: null, nationalities: [], addresses: [] };
  const loaded = matcher.load(bytes);
  matcher.unload(loaded);
  const madeUp = { ...loaded };
  const foreign = openMatcher(defaultWeights).load(bytes);
  for (const handle of [loaded, madeUp, foreign]) {
    assert.throws(() => matcher.match(handle, query), /not one of this matcher, or was unloaded/);
    assert.throws(() => matcher.unload(handle), /not one of this matcher, or was unloaded/);
  }
});

Deno.test("add() names the entity that is not as the contract says", async (t) => {
  const good = entities[0]!;
  const cases = [
    { why: "no names", change: { names: [] }, says: /one primary name/ },
    {
      why: "the alias first",
      change: { names: [{ text: "A B", strength: "strong" as const }, ...good.names] },
      says: /one primary name/,
    },
    {
      why: "a name without letters",
      change: { names: [{ text: "?!", strength: "primary" as const }] },
      says: /letter or digit/,
    },
    { why: "a birth in another form", change: { births: ["7 Oct 1952"] }, says: /births/ },
    { why: "a country's name", change: { nationalities: ["Russia"] }, says: /nationality/ },
    { why: "no UUID", change: { entityId: "35096" }, says: /UUID/ },
    { why: "an unknown type", change: { entityType: "PERSON" as never }, says: /PERSON/ },
    {
      why: "an endless name",
      change: {
        names: [{ text: "a".repeat(1001), strength: "primary" as const }],
      },
      says: /1000 characters/,
    },
  ];
  for (const { why, change, says } of cases) {
    await t.step(why, () => {
      const add = () => openSnapshotBuilder().add([{ ...good, ...change }]);
      assert.throws(add, /entity ofac-sdn 35096: /);
      assert.throws(add, says);
    });
  }
  await t.step("an entity twice", () => {
    assert.throws(() => openSnapshotBuilder().add([good, good]), /35096: .* twice/);
  });
});

Deno.test("finish() wants every list described, and only once", () => {
  const builder = () => {
    const open = openSnapshotBuilder();
    open.add(entities);
    return open;
  };
  assert.throws(() => builder().finish(lists.slice(1)), /description of ofac-sdn/);
  assert.throws(() => builder().finish([...lists, ...lists]), /ofac-sdn once/);
  const closed = builder();
  closed.finish(lists);
  assert.throws(() => closed.add(entities), /finish\(\) was called before/);
});

Deno.test("an empty list loads and matches nothing", () => {
  const empty = matcher.load(openSnapshotBuilder().finish(lists));
  const found = matcher.match(empty, {
    ...{ name: "Vladimir Putin", dob: null, nationalities: [], addresses: ["x"] },
  });
  assert.deepEqual([found.candidates, found.addresses], [[], []]);
  matcher.unload(empty);
});

Deno.test("match() says which part of a query is not in the agreed form", () => {
  assert.throws(() => screen("x", { dob: "7 Oct 1952" }), /dob as 1969/);
  assert.throws(() => screen("x", { nationality: "Russia" }), /nationalities as two letters/);
});
