import fc from "fast-check";
import type { RawRecord } from "../../../kv/store/backend.ts";
import { encodeCounter } from "../../../kv/store/counter.ts";
import type { Key } from "../../../kv/store/key.ts";

/**
 * Any key, including texts with zeros, type marks and four-byte characters. Minus zero is excluded:
 * JSON cannot express it, and no key of the service has it.
 */
export const someKey: fc.Arbitrary<Key> = fc.tuple(
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
    ),
    { maxLength: 3 },
  ),
).map(([kind, rest]) => [kind, ...rest.map((part) => Object.is(part, -0) ? 0 : part)]);

/** Any record that a backend may contain. */
export const someRecord: fc.Arbitrary<RawRecord> = fc.oneof(
  fc.record({
    key: someKey,
    bytes: fc.uint8Array({ maxLength: 40 }).map((bytes) => new Uint8Array(bytes)),
    isCounter: fc.constant(false),
    expiresAt: fc.option(fc.integer({ min: 1, max: 2 ** 45 })),
  }, { noNullPrototype: true }),
  fc.record({
    key: someKey,
    bytes: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(encodeCounter),
    isCounter: fc.constant(true),
    expiresAt: fc.constant(null),
  }, { noNullPrototype: true }),
);

/** Yields items one after the other, as if they were read. */
export async function* streamOf<T>(things: Iterable<T>): AsyncIterable<T> {
  for (const thing of things) {
    await Promise.resolve();
    yield thing;
  }
}
