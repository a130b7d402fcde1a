import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { z } from "zod";
import type {
  Edition,
  EditionEntry,
  Editions,
  EntryChange,
  KeptEntry,
} from "../../../core/publications/edition_ports.ts";
import {
  type NewEdition,
  recordEdition,
  type RecordOutcome,
} from "../../../core/publications/record_edition.ts";
import { editionEntries, lastEditions, openEditions } from "../../../kv/publications/editions.ts";
import { readEntries, writeEntry } from "../../../kv/publications/kept_entries.ts";
import type { KeyKind } from "../../../kv/store/define_key.ts";
import { removeAll } from "../../../kv/store/remove_all.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { runs } from "../../support/runs.ts";
import { type StoreInMemory, storeInMemory } from "../../support/store.ts";

/** Contents of entries by source and ref: a text for each of two groups. */
type Stated = Readonly<Record<string, Readonly<Record<string, readonly [string, string]>>>>;

const groups = ["names", "other"];

/** An edition of invented entries, in a different order. */
function editionOf(stated: Stated): NewEdition {
  const entries = Object.entries(stated).flatMap(([source, refs]) =>
    Object.entries(refs).map(([ref, texts]): EditionEntry => ({
      // Few places, so that many entries share one.
      place: ref.length % 3,
      ...{ source, ref },
      bytes: new TextEncoder().encode(JSON.stringify(texts)),
      keep: () => ({
        entityId: "00000000-0000-5000-8000-000000000001",
        listedOn: null,
        groups: new Uint8Array(texts.map((text) => hashOf(text)[0] ?? 0)),
      }),
    }))
  );
  const order = ({ place, source, ref }: EditionEntry) => [place, source, ref] as const;
  const id = hashOf(JSON.stringify(stated)).toHex();
  return {
    ...{ id, manifestAt: null },
    sources: Object.keys(stated).map((source) => ({ source, version: "1" })),
    entries: entries.toSorted((one, other) => compare(order(one), order(other))),
    differing: (before, now) => groups.filter((_, at) => before.groups[at] !== now.groups[at]),
  };
}

function hashOf(text: string): Uint8Array {
  return new Uint8Array(createHash("sha256").update(text).digest());
}

function compare<Part extends string | number>(one: readonly Part[], other: readonly Part[]) {
  const at = one.findIndex((part, number) => part !== other[number]);
  const [left, right] = [one[at], other[at]];
  return left === undefined || right === undefined ? 0 : left < right ? -1 : 1;
}

function opened({ store, clock, random }: StoreInMemory) {
  const editions = openEditions({ store, clock, random, kind: "lists", keptDays: 400 });
  const faults: Error[] = [];
  const record = (
    next: NewEdition,
    { closing = new AbortController().signal, step = () => Promise.resolve() } = {},
  ): Promise<RecordOutcome> =>
    recordEdition({
      ...{ editions, clock, closing, step },
      units: openUnits(store),
      audit: () => {},
      damaged: (fault) => void faults.push(fault),
    }, next);
  return { editions, record, faults };
}

async function changesOf(editions: Editions): Promise<readonly EntryChange[]> {
  const changes: EntryChange[] = [];
  let last: Edition | null = null;
  for await (const edition of editions.after(Temporal.Instant.fromEpochMilliseconds(0))) {
    last = edition;
  }
  for (const [part] of last?.parts.entries() ?? []) {
    changes.push(...await Array.fromAsync(editions.changes(last!, part, 0)));
  }
  return changes;
}

/** The expected changes, by a plain comparison of two maps. */
function plainChanges(before: Stated, now: Stated): readonly string[] {
  const found: string[] = [];
  for (const [source, refs] of Object.entries(before)) {
    for (const ref of Object.keys(refs)) {
      if (now[source]?.[ref] === undefined) found.push(`${source} ${ref} removed`);
    }
  }
  for (const [source, refs] of Object.entries(now)) {
    if (before[source] === undefined) continue;
    for (const [ref, texts] of Object.entries(refs)) {
      const old = before[source][ref];
      const members = groups.filter((_, at) => old?.[at] !== texts[at]);
      if (old === undefined) found.push(`${source} ${ref} added`);
      else if (members.length > 0) found.push(`${source} ${ref} changed ${members.join()}`);
    }
  }
  return found.toSorted();
}

async function countOf({ store }: StoreInMemory, kind: KeyKind): Promise<number> {
  return (await Array.fromAsync(store.removalsIn({ prefix: kind.key() }))).length;
}

/** Keys of all editions' records in the store. */
async function keysOf({ store }: StoreInMemory): Promise<readonly string[]> {
  const kinds = ["edition_entries", "edition_changes", "edition_generation"];
  const keys: string[] = [];
  for (const kind of kinds) {
    for await (const { key } of store.removalsIn({ prefix: [kind] })) keys.push(key.join(" "));
  }
  return keys;
}

const small: Stated = { a: { x: ["1", "1"], yy: ["1", "1"] }, b: { x: ["1", "1"] } };
const other: Stated = { a: { x: ["2", "1"] }, b: { x: ["1", "1"], z: ["1", "1"] } };
const third: Stated = { a: { x: ["2", "2"] }, b: {} };

Deno.test("a recording that another server has taken for dead loses, and the next one goes on", async () => {
  await using memory = await storeInMemory();
  const [slow, fast] = [opened(memory), opened(memory)];
  assert.equal((await slow.record(editionOf(small))).kind, "recorded");
  let isSuspended = false;
  const many: Stated = {
    a: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`r${n}`, ["1", "1"]])),
  };
  const outcome = await slow.record(editionOf(many), {
    step: async () => {
      if (isSuspended) return;
      isSuspended = true;
      memory.clock.advance({ hours: 2 });
      await fast.editions.removeLeft();
    },
  });
  assert.deepEqual([isSuspended, outcome.kind], [true, "lost"]);
  assert.equal((await fast.record(editionOf(other))).kind, "recorded");
  assert.equal((await fast.record(editionOf(third))).kind, "recorded");
  assert.deepEqual(fast.faults, []);
});

Deno.test("an edition whose entries are lost is reported once, and what comes next is a baseline", async () => {
  await using memory = await storeInMemory();
  const { store } = memory;
  const { record, faults, editions } = opened(memory);
  await record(editionOf(small));
  await removeAll(store, store.removalsIn({ prefix: editionEntries.key() }));
  assert.equal((await record(editionOf(other))).kind, "recorded");
  assert.equal(faults.length, 1);
  assert.deepEqual(await changesOf(editions), []);
  assert.equal((await record(editionOf(third))).kind, "recorded");
  assert.equal(faults.length, 1);
  assert((await changesOf(editions)).length > 0);
});

Deno.test("recordEdition() finds what a comparison of both editions finds, and keeps one edition's entries", async () => {
  const ref = fc.string({ minLength: 1, maxLength: 4, unit: "grapheme" });
  // Texts whose hashes begin differently.
  const text = fc.constantFrom("1", "2", "3");
  const refs = fc.dictionary(ref, fc.tuple(text, text), { noNullPrototype: true });
  const stated = fc.dictionary(fc.constantFrom("a", "b", "c"), refs, { noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(stated, stated, async (before, now) => {
      await using at = await storeInMemory();
      const { editions, record } = opened(at);
      assert.equal((await record(editionOf(before))).kind, "recorded");
      assert.deepEqual(await changesOf(editions), []);
      const outcome = await record(editionOf(now));
      if (outcome.kind === "known") return assert.deepEqual(before, now);
      assert.equal(outcome.kind, "recorded");
      const found = (await changesOf(editions)).map(({ source, ref, change, members }) =>
        [source, ref, change, ...members.length > 0 ? [members.join()] : []].join(" ")
      );
      assert.deepEqual(found.toSorted(), plainChanges(before, now));
      const last = await editions.last();
      const kept = await Array.fromAsync(last?.entries() ?? []);
      const keys = kept.map(({ source, ref }) => `${source} ${ref}`).toSorted();
      const expected = Object.entries(now)
        .flatMap(([source, refs]) => Object.keys(refs).map((ref) => `${source} ${ref}`));
      assert.deepEqual(keys, expected.toSorted());
      const pages = await countOf(at, editionEntries);
      assert.equal(pages, expected.length === 0 ? 0 : 1);
    }),
    { numRuns: runs(30) },
  );
});

Deno.test("a recording that is stopped leaves nothing, and the next one finds the same", async () => {
  await using at = await storeInMemory();
  const { editions, record } = opened(at);
  await record(editionOf(small));
  const before = await keysOf(at);
  const many = Object.fromEntries(
    Array.from({ length: 500 }, (_, number) => [`r${number}`, ["1", "1"] as const]),
  );
  const grown = { ...small, b: many };
  const closing = new AbortController();
  let steps = 0;
  const step = () => {
    if (++steps === 3) closing.abort();
    return Promise.resolve();
  };
  const stopped = await record(editionOf(grown), { closing: closing.signal, step });
  assert.deepEqual([stopped.kind, steps], ["stopped", 3]);
  assert.deepEqual(await keysOf(at), before);
  assert.deepEqual(await changesOf(editions), []);
  const again = await record(editionOf(grown), { step });
  assert.equal(again.kind, "recorded");
  assert.equal((await changesOf(editions)).length, 501);
  assert.ok(steps >= 10, "other work goes on between entries");
});

Deno.test("what a recording that died has written is removed an hour later, and is never read", async () => {
  await using at = await storeInMemory();
  const { editions, record } = opened(at);
  await record(editionOf(small));
  const before = await keysOf(at);
  // It dies behind its first entries: nothing of it is finished or tidied.
  const dying = await editions.begin(await editions.last());
  for (let number = 0; number < 2_000; number++) {
    await dying.keep({
      ...{ place: number, source: "a", ref: `r${number}`, entityId: null, listedOn: null },
      digest: new Uint8Array(8),
      groups: new Uint8Array(36),
    });
    await dying.note(0, {
      ...{ source: "a", ref: `r${number}`, entityId: null, change: "added", listedOn: null },
      members: [],
    });
  }
  assert.ok((await keysOf(at)).length > before.length + 20);
  await editions.removeLeft();
  assert.ok((await keysOf(at)).length > before.length + 20, "it may be under way");
  at.clock.advance({ minutes: 61 });
  assert.equal((await record(editionOf(small))).kind, "known");
  assert.deepEqual(await keysOf(at), before);
});

Deno.test("of two recordings at once one wins, and the other is compared with it then", async () => {
  await using at = await storeInMemory();
  const { editions, record } = opened(at);
  await record(editionOf(small));
  const outcomes = await Promise.all([record(editionOf(other)), record(editionOf(third))]);
  assert.deepEqual(outcomes.map(({ kind }) => kind).toSorted(), ["lost", "recorded"]);
  const [won, lost] = outcomes[0].kind === "recorded" ? [other, third] : [third, other];
  assert.deepEqual(
    (await changesOf(editions)).length,
    plainChanges(small, won).length,
  );
  assert.equal(await countOf(at, editionEntries), 1);
  assert.equal((await record(editionOf(lost))).kind, "recorded");
  assert.equal((await changesOf(editions)).length, plainChanges(won, lost).length);
  const times = await Array.fromAsync(
    editions.after(Temporal.Instant.fromEpochMilliseconds(0)),
    ({ at }) => at.epochMilliseconds,
  );
  assert.equal(new Set(times).size, 3, "no two editions have one moment, though the clock stands");
});

Deno.test("what another version keeps in another form is a baseline, and no error", async () => {
  await using at = await storeInMemory();
  const { editions, record } = opened(at);
  await record(editionOf(small));
  const anything = z.looseObject({ form: z.int() });
  const found = await at.store.get(anything, lastEditions.key("lists"));
  await at.store.commit([found!.set({ ...found!.value, form: 99 })]);
  assert.equal((await record(editionOf(other))).kind, "recorded");
  assert.deepEqual(await changesOf(editions), []);
  assert.equal((await record(editionOf(third))).kind, "recorded");
  assert.equal((await changesOf(editions)).length, plainChanges(other, third).length);
});

Deno.test("readEntries() reads what writeEntry() wrote, and refuses what is cut off", () => {
  const bytes = (length: number) =>
    fc.uint8Array({ minLength: length, maxLength: length }).map((some) => new Uint8Array(some));
  const entry: fc.Arbitrary<KeptEntry> = fc.record({
    place: fc.nat({ max: 0xffff_ffff }),
    source: fc.string({ unit: "grapheme" }),
    ref: fc.string({ unit: "grapheme", maxLength: 400 }),
    entityId: fc.option(fc.uuid()),
    listedOn: fc.option(fc.constantFrom("2014", "2014-03", "2014-03-17")),
    digest: bytes(8),
    groups: bytes(36),
  }, { noNullPrototype: true });
  fc.assert(
    fc.property(fc.array(entry), fc.nat(), (entries, cut) => {
      const written = entries.map(writeEntry);
      const all = new Uint8Array(written.flatMap((one) => [...one]));
      assert.deepEqual([...readEntries(all)], entries);
      const [first] = written;
      if (first === undefined) return;
      const short = first.slice(0, 1 + cut % (first.length - 1));
      assert.throws(() => [...readEntries(short)]);
    }),
    { numRuns: runs(100) },
  );
});
