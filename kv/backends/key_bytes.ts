import type { Key, KeyRange } from "../store/key.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Encodes keys as bytes in the same order: part by part, texts before numbers, texts by their
 * UTF-8, numbers by size. Every backend uses this form, which Deno KV took from FoundationDB's
 * tuples.
 *
 * | Part   | Bytes                                                                                |
 * | ------ | ------------------------------------------------------------------------------------ |
 * | text   | `02`, its UTF-8 with `00 ff` for each `00`, `00`                                     |
 * | number | `21`, its IEEE 754 double, big-endian: sign bit turned, all bits turned if negative  |
 */
const marks = { text: 0x02, number: 0x21 } as const;
const endMark = 0x00;
/** Follows a zero byte within a text; larger than any mark, which follows the end of a text. */
const escaped = 0xff;

/** Bytes from `start` (inclusive) to `end` (exclusive). */
export interface ByteRange {
  readonly start: Bytes;
  readonly end: Bytes;
}

/** Encodes a key as bytes. */
export function encodeKey(key: Key): Bytes {
  const bytes: number[] = [];
  for (const part of key) {
    if (typeof part === "number") bytes.push(marks.number, ...encodeNumber(part));
    else {
      bytes.push(marks.text);
      for (const byte of new TextEncoder().encode(part)) {
        bytes.push(byte);
        if (byte === endMark) bytes.push(escaped);
      }
      bytes.push(endMark);
    }
  }
  return Uint8Array.from(bytes);
}

/**
 * Decodes the bytes of {@link encodeKey}.
 *
 * @throws RangeError for a part that no key of the service has
 */
export function decodeKey(bytes: Uint8Array): Key {
  const parts: (string | number)[] = [];
  for (let at = 0; at < bytes.length;) {
    switch (bytes[at++]) {
      case marks.text: {
        const end = endOfText(bytes, at);
        parts.push(decodeText(bytes.subarray(at, end)));
        at = end + 1;
        break;
      }
      case marks.number:
        parts.push(decodeNumber(bytes.subarray(at, at + 8)));
        at += 8;
        break;
      default:
        throw foreign();
    }
  }
  const [kind, ...rest] = parts;
  if (typeof kind !== "string") throw foreign();
  return [kind, ...rest];
}

/** Encodes a range of keys: those under its prefix, without the prefix itself. */
export function encodeRange({ prefix, start, end }: KeyRange): ByteRange {
  const under = encodeKey(prefix);
  return {
    start: start === undefined ? following(under) : encodeKey(start),
    end: end === undefined ? withByte(under, 0xff) : encodeKey(end),
  };
}

/** The byte string that directly follows another one. */
export function following(bytes: Uint8Array): Bytes {
  return withByte(bytes, 0x00);
}

function withByte(bytes: Uint8Array, last: number): Bytes {
  const longer = new Uint8Array(bytes.length + 1);
  longer.set(bytes);
  longer[bytes.length] = last;
  return longer;
}

function foreign(): RangeError {
  return new RangeError("The store has a key that was not written by this service");
}

function endOfText(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] !== endMark) continue;
    if (bytes[at + 1] !== escaped) return at;
    at++;
  }
  throw foreign();
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeText(bytes: Uint8Array): string {
  // Nearly every part is short and ASCII, for which the decoder takes ten times as long.
  if (bytes.every((byte) => byte > 0 && byte < 128)) return String.fromCharCode(...bytes);
  // In UTF-8 there is no byte 255: one that is there stands behind a zero of the text.
  try {
    return utf8.decode(bytes.filter((byte) => byte !== escaped));
  } catch {
    throw foreign();
  }
}

const number = new DataView(new ArrayBuffer(8));

/** Encodes a number with an inverted sign bit; a negative one with all bits inverted. */
function encodeNumber(value: number): Bytes {
  const bytes = new Uint8Array(8);
  number.setFloat64(0, value);
  const mask = number.getUint8(0) < 0x80 ? 0 : 0xff;
  for (let at = 0; at < 8; at++) bytes[at] = number.getUint8(at) ^ mask;
  if (mask === 0) bytes[0]! ^= 0x80;
  return bytes;
}

function decodeNumber(bytes: Uint8Array): number {
  if (bytes.length !== 8) throw foreign();
  const mask = bytes[0]! < 0x80 ? 0xff : 0;
  for (let at = 0; at < 8; at++) number.setUint8(at, bytes[at]! ^ mask);
  if (mask === 0) number.setUint8(0, bytes[0]! ^ 0x80);
  return number.getFloat64(0);
}
