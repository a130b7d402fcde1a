import type { Key } from "../../key.ts";

/**
 * Keys in the order-preserving form that Deno KV has taken over from FoundationDB's tuples: a mark
 * before each part, so that texts sort before numbers, and numbers as their IEEE 754 bits, turned
 * so that bytes sort as the numbers do.
 */

type Bytes = Uint8Array<ArrayBuffer>;

const textMark = 0x02;
const numberMark = 0x21;
/** Stands after a 0 byte within a text, which a 0 byte alone ends. */
const escape = 0xff;

/** The bytes of a key. */
export function encodeKey(key: Key): Bytes {
  const bytes: number[] = [];
  for (const part of key) {
    if (typeof part === "number") bytes.push(numberMark, ...encodeNumber(part));
    else {
      bytes.push(textMark);
      for (const byte of new TextEncoder().encode(part)) {
        bytes.push(byte);
        if (byte === 0) bytes.push(escape);
      }
      bytes.push(0);
    }
  }
  return Uint8Array.from(bytes);
}

/**
 * The key of bytes that {@link encodeKey} made.
 *
 * @throws RangeError when they are of another's key, whose parts are of other kinds
 */
export function decodeKey(bytes: Bytes): Key {
  const parts: (string | number)[] = [];
  let at = 0;
  while (at < bytes.length) {
    const mark = bytes[at++];
    if (mark === numberMark) {
      parts.push(decodeNumber(bytes.slice(at, at += 8)));
    } else if (mark === textMark) {
      const text: number[] = [];
      for (; bytes[at] !== 0 || bytes[at + 1] === escape; at++) {
        const byte = bytes[at];
        if (byte === undefined) throw new RangeError("A key ends within a text");
        text.push(byte);
        if (byte === 0) at++;
      }
      at++;
      parts.push(new TextDecoder().decode(Uint8Array.from(text)));
    } else throw new RangeError("A key has a part that is neither text nor number");
  }
  const [kind, ...others] = parts;
  if (typeof kind !== "string") throw new RangeError("A key does not begin with a text");
  return [kind, ...others];
}

/** The first bytes after all that a key is a prefix of, its own left out. */
export function afterPrefix(prefix: Key): Bytes {
  return Uint8Array.from([...encodeKey(prefix), 0xff]);
}

/** The first bytes after a key itself. */
export function afterKey(key: Bytes): Bytes {
  return Uint8Array.from([...key, 0]);
}

function encodeNumber(number: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, number);
  return turn(bytes, number < 0 || Object.is(number, -0));
}

function decodeNumber(bytes: Bytes): number {
  if (bytes.length < 8) throw new RangeError("A key ends within a number");
  const negative = ((bytes[0] ?? 0) & 0x80) === 0;
  return new DataView(turn(bytes, negative).buffer).getFloat64(0);
}

/** Turns the sign of a number, and all of its bits when it is negative. */
function turn(bytes: Bytes, negative: boolean): Bytes {
  return bytes.map((byte, at) => negative ? byte ^ 0xff : at === 0 ? byte ^ 0x80 : byte);
}
