import type { Key } from "../key.ts";

/** What stands before a part of a key, after FoundationDB's tuple layer, as Deno KV writes it. */
const marks = { text: 0x02, number: 0x21 } as const;

/**
 * A key as Deno KV keeps it: texts as UTF-8 with an end of zero (a zero within is followed by 255),
 * numbers as doubles whose bits are turned so that bytes sort as the numbers do.
 *
 * @throws Error where it has a part that no key of the service has
 */
export function decodeDenoKvKey(bytes: Uint8Array): Key {
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

function foreign(): Error {
  return new Error("The store has a key that was not written by this service");
}

function endOfText(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] !== 0) continue;
    if (bytes[at + 1] !== 255) return at;
    at++;
  }
  throw foreign();
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeText(escaped: Uint8Array): string {
  if (!escaped.includes(0)) return utf8.decode(escaped);
  return utf8.decode(escaped.filter((byte, at) => !(byte === 255 && escaped[at - 1] === 0)));
}

function decodeNumber(bytes: Uint8Array): number {
  if (bytes.length !== 8) throw foreign();
  const turned = bytes.slice();
  // Of positive numbers only the sign was turned, of negative ones every bit.
  if (turned[0]! & 0x80) turned[0]! ^= 0x80;
  else for (let at = 0; at < 8; at++) turned[at]! ^= 0xff;
  return new DataView(turned.buffer).getFloat64(0);
}
