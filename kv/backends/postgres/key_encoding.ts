import type { Key, KeyRange } from "../../key.ts";

/**
 * Keys as bytes whose order is that of the keys: part by part, strings before numbers, strings by
 * their UTF-8, numbers by size. The order is Deno KV's own.
 *
 * | Part   | Bytes                                                                                |
 * | ------ | ------------------------------------------------------------------------------------ |
 * | string | `02`, its UTF-8 with `00 ff` for each `00`, `00`                                     |
 * | number | `05`, its IEEE 754 double, big-endian: sign bit turned, all bits turned if negative  |
 */

const stringMark = 0x02;
const numberMark = 0x05;
const end = 0x00;
/** Follows a zero byte that is part of a string: larger than any mark, which follows an end. */
const escaped = 0xff;

/** Bytes from `start` (included) to `end` (left out). */
export interface ByteRange {
  readonly start: Uint8Array;
  readonly end: Uint8Array;
}

/** The bytes of a key. */
export function encodeKey(key: Key): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (const part of key) {
    if (typeof part === "number") bytes.push(numberMark, ...encodeNumber(part));
    else bytes.push(stringMark, ...encodeString(part), end);
  }
  return Uint8Array.from(bytes);
}

/**
 * The key of bytes that {@link encodeKey} made.
 *
 * @throws Error when they are no such bytes
 */
export function decodeKey(bytes: Uint8Array): Key {
  const parts: (string | number)[] = [];
  for (let at = 0; at < bytes.length;) {
    const mark = bytes[at];
    if (mark === numberMark && at + 9 <= bytes.length) {
      parts.push(decodeNumber(bytes.subarray(at + 1, at + 9)));
      at += 9;
    } else if (mark === stringMark) {
      const [text, next] = decodeString(bytes, at + 1);
      parts.push(text);
      at = next;
    } else throw new Error("A key of the database is not one of this service");
  }
  const [first, ...others] = parts;
  if (typeof first !== "string") {
    throw new Error("A key of the database is not one of this service");
  }
  return [first, ...others];
}

/** The bytes of all keys of a range: those under its prefix, without the prefix itself. */
export function encodeRange({ prefix, start, end }: KeyRange): ByteRange {
  const under = encodeKey(prefix);
  return {
    start: start === undefined ? withByte(under, 0x00) : encodeKey(start),
    end: end === undefined ? withByte(under, 0xff) : encodeKey(end),
  };
}

/** The first bytes after these. */
export function following(bytes: Uint8Array): Uint8Array {
  return withByte(bytes, 0x00);
}

function withByte(bytes: Uint8Array, last: number): Uint8Array {
  const longer = new Uint8Array(bytes.length + 1);
  longer.set(bytes);
  longer[bytes.length] = last;
  return longer;
}

function* encodeString(text: string): Iterable<number> {
  for (const byte of new TextEncoder().encode(text)) {
    yield byte;
    if (byte === end) yield escaped;
  }
}

function decodeString(bytes: Uint8Array, from: number): [string, number] {
  const text: number[] = [];
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] ?? end;
    if (byte === end) {
      if (bytes[at + 1] !== escaped) {
        return [
          new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(text)),
          at + 1,
        ];
      }
      at++;
    }
    text.push(byte);
  }
  throw new Error("A key of the database is not one of this service");
}

function encodeNumber(number: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, number);
  return turned(bytes, (bytes[0] ?? 0) >= 0x80);
}

function decodeNumber(encoded: Uint8Array): number {
  const bytes = turned(encoded, (encoded[0] ?? 0) < 0x80);
  return new DataView(bytes.buffer).getFloat64(0);
}

function turned(bytes: Uint8Array, negative: boolean): Uint8Array {
  return bytes.map((byte, at) => byte ^ (negative ? 0xff : at === 0 ? 0x80 : 0));
}
