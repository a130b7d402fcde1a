import { concatBytes } from "../../base/bytes.ts";
import { tags } from "./element.ts";

/** Encodes one DER element around its parts. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return concatBytes([Uint8Array.from([tag, ...lengthOf(length)]), ...parts]);
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

/** A SEQUENCE. */
export function derSequence(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return der(tags.sequence, ...parts);
}

/** Encodes a SET OF, with the elements sorted by their bytes (X.690 §11.6). */
export function derSetOf(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return der(tags.set, ...parts.toSorted(compareBytes));
}

/** Compares by the order of a SET OF: the shorter value counts as if zeros followed it. */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Encodes a non-negative INTEGER from big-endian bytes. */
export function derInteger(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? Uint8Array.of(0) : bytes.subarray(start);
  const sign = (digits[0] ?? 0) >= 0x80 ? Uint8Array.of(0) : new Uint8Array();
  return der(tags.integer, sign, digits);
}

/** Encodes an OBJECT IDENTIFIER from its dotted form. */
export function derOid(dotted: string): Uint8Array<ArrayBuffer> {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const digits = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) {
      digits.unshift(0x80 | (left % 128));
    }
    return digits;
  });
  return der(tags.oid, Uint8Array.from(bytes));
}

/** An OCTET STRING. */
export function derOctets(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return der(tags.octetString, bytes);
}

/** NULL. */
export const derNull: Uint8Array = Uint8Array.of(5, 0);

/** TRUE. */
export const derTrue: Uint8Array = Uint8Array.of(1, 1, 0xff);
