import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeKey, encodeKey, encodeRange, following } from "../../../kv/backends/key_bytes.ts";
import type { Key } from "../../../kv/store/key.ts";
import { runs } from "../../support/runs.ts";

/** Text of few letters, including edge cases of UTF-8 and of the escape, so that keys collide. */
const text = fc.string({
  unit: fc.constantFrom("a", "b", "\u0000", "\u0001", "ÿ", "\ufeff", "€", "😀"),
  maxLength: 4,
});
const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true }),
  fc.constantFrom(0, 256, 2 ** 40, -(2 ** 40), Number.MIN_VALUE, Infinity, -Infinity),
);
const someKey: fc.Arbitrary<Key> = fc.tuple(
  text,
  fc.array(fc.oneof(text, number), { maxLength: 3 }),
)
  .map(([first, others]): Key => [first, ...others]);

Deno.test("decodeKey() gives back what encodeKey() was given", () => {
  fc.assert(fc.property(someKey, (key) => assert.deepEqual(decodeKey(encodeKey(key)), key)));
});

Deno.test("encodeKey() is as long as the budget counts", () => {
  // kv/store/budget.ts: a mark before each part, an end after each text; nine bytes a number.
  assert.equal(encodeKey(["k".repeat(1_013), 7]).length, 1_024);
});

Deno.test("encoded keys have the order that Deno KV gives the keys", async () => {
  const byBytes = (a: Key, b: Key) => encodeKey(a).toHex() < encodeKey(b).toHex() ? -1 : 1;
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(someKey, { maxLength: 12, selector: nameOf }), async (keys) => {
      const kv = await Deno.openKv(":memory:");
      try {
        for (const key of keys) await kv.set(key, 0);
        const ordered = keys.toSorted(byBytes);
        const [lowest, highest] = [ordered[0], ordered.at(-1)];
        if (lowest === undefined || highest === undefined) return;
        const listed = await Array.fromAsync(
          kv.list({ start: lowest, end: [...highest, ""] }),
          ({ key }) => key as unknown as Key,
        );
        assert.deepEqual(listed, ordered);
      } finally {
        kv.close();
      }
    }),
    { numRuns: runs(150) },
  );
});

Deno.test("encodeRange() holds the keys that Deno KV lists, under any prefix and bounds", async () => {
  const kv = await Deno.openKv(":memory:");
  const keys: Key[] = [];
  const parts = ["", "a", "a\u0000", "a\u0001", "b", "ÿ", -1, 0, 1, Infinity];
  for (const one of parts) {
    if (typeof one === "string") keys.push([one]);
    for (const two of parts) if (typeof one === "string") keys.push([one, two], [one, two, "a"]);
  }
  for (const key of keys) await kv.set(key, 0);
  const within = (key: Key, { start, end }: ReturnType<typeof encodeRange>) => {
    const name = encodeKey(key).toHex();
    return start.toHex() <= name && name < end.toHex();
  };
  const part = fc.constantFrom(...parts);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("", "a", "b"),
      fc.option(part),
      fc.option(part),
      async (first, from, to) => {
        const prefix: Key = [first];
        const start = from === null ? {} : { start: [first, from] as Key };
        const end = to === null ? {} : { end: [first, to] as Key };
        if (from !== null && to !== null && !before([first, from], [first, to])) return;
        const selector = from !== null && to !== null
          ? { start: [first, from], end: [first, to] }
          : { prefix, ...start, ...end };
        const listed = await Array.fromAsync(
          kv.list(selector as Deno.KvListSelector),
          ({ key }) => nameOf(key as unknown as Key),
        );
        const range = encodeRange({ prefix, ...start, ...end });
        const ours = keys.filter((key) => within(key, range)).map(nameOf);
        assert.deepEqual(ours.sort(), listed.sort());
      },
    ),
  );
  kv.close();
});

Deno.test("following() is the first key after another: nothing lies between", () => {
  fc.assert(fc.property(someKey, someKey, (one, other) => {
    const [key, next] = [encodeKey(one).toHex(), following(encodeKey(one)).toHex()];
    const between = encodeKey(other).toHex();
    assert(key < next && !(key < between && between < next));
  }));
});

Deno.test("encodeKey() writes the bytes of FoundationDB's tuples, as Deno KV has them", () => {
  // A mark, the bytes and a 0 that ends them; a 0 within is followed by 0xff.
  assert.equal(encodeKey(["a", "b\0c"]).toHex(), "026100" + "026200ff6300");
  // 1 is 3ff0... and -1 is bff0... (IEEE 754): the sign turned, or every bit of what is negative.
  assert.equal(encodeKey(["", 1]).toHex(), "0200" + "21bff0000000000000");
  assert.equal(encodeKey(["", -1]).toHex(), "0200" + "21400fffffffffffff");
  assert.equal(encodeKey(["", 0]).toHex(), "0200" + "218000000000000000");
});

Deno.test("encodeKey() keeps the order of keys", () => {
  const bytes = (key: Key) => encodeKey(key).toHex();
  fc.assert(fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
    if (a < b) assert(bytes(["n", a]) < bytes(["n", b]));
  }));
  assert(bytes(["n", "z"]) < bytes(["n", -Infinity]), "texts before numbers");
  assert(bytes(["n", "a"]) < bytes(["n", "a\0"]) && bytes(["n", "a\0"]) < bytes(["n", "aa"]));
});

Deno.test("decodeKey() refuses keys of others", () => {
  const cut = ["", "0261", "026100" + "2100", "21bff0000000000000", "0261006100"];
  const unknown = ["01", "07", "026100" + "27", "026100" + "050000000000000000"];
  const notText = ["02c300", "02ff00ff"];
  for (const hex of [...cut, ...unknown, ...notText]) {
    assert.throws(() => decodeKey(Uint8Array.fromHex(hex)), RangeError, hex);
  }
});

function before(one: Key, other: Key): boolean {
  return encodeKey(one).toHex() < encodeKey(other).toHex();
}

/** A key's name, which distinguishes -0 from 0, as both sides of the comparison do. */
function nameOf(key: Key): string {
  return key.map((part) => Object.is(part, -0) ? "-0" : `${typeof part} ${part}`).join("|");
}
