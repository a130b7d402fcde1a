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
  // Nearly every part is short and ASCII, for which the decoder takes ten times as long.
  if (escaped.every((byte) => byte > 0 && byte < 128)) return String.fromCharCode(...escaped);
  // In UTF-8 there is no byte 255: one that is there stands behind a zero of the text.
  return utf8.decode(escaped.filter((byte) => byte !== 255));
}

const turned = new DataView(new ArrayBuffer(8));

function decodeNumber(bytes: Uint8Array): number {
  if (bytes.length !== 8) throw foreign();
  // Of positive numbers only the sign was turned, of negative ones every bit.
  const isPositive = (bytes[0]! & 0x80) !== 0;
  for (let at = 0; at < 8; at++) turned.setUint8(at, bytes[at]! ^ (isPositive ? 0 : 0xff));
  if (isPositive) turned.setUint8(0, bytes[0]! ^ 0x80);
  return turned.getFloat64(0);
}
