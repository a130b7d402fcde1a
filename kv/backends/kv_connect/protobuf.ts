/**
 * The part of the Protocol Buffers wire format (protobuf.dev/programming-guides/encoding) that KV
 * Connect's messages need: varints and length-delimited bytes.
 */

import { concatBytes } from "../../../base/bytes.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A part of a message, as byte arrays in sequence. */
export type Part = readonly Bytes[];

const varintType = 0;
const fixed64Type = 1;
const bytesType = 2;
const fixed32Type = 5;

/** A number field: a whole number from 0 to 2^53 - 1. */
export function numberField(field: number, value: number): Part {
  return [Uint8Array.from([...varint(field << 3 | varintType), ...varint(value)])];
}

/** A bytes field; also used for a nested message. */
export function bytesField(field: number, ...parts: readonly Part[]): Part {
  const content = parts.flat();
  const length = content.reduce((sum, { length }) => sum + length, 0);
  return [Uint8Array.from([...varint(field << 3 | bytesType), ...varint(length)]), ...content];
}

/** The bytes of a message. */
export function message(...parts: readonly Part[]): Bytes {
  return concatBytes(parts.flat());
}

/** A decoded field. */
export type Field =
  | { readonly field: number; readonly number: number }
  | { readonly field: number; readonly bytes: Bytes };

/**
 * Yields the fields of a message in their order, without those of other types.
 *
 * @throws RangeError when the message ends within a field
 */
export function* fieldsOf(message: Bytes): Generator<Field> {
  const reader = { message, at: 0 };
  while (reader.at < message.length) {
    const tag = readVarint(reader);
    const field = Math.floor(tag / 8);
    switch (tag % 8) {
      case varintType:
        yield { field, number: readVarint(reader) };
        break;
      case bytesType:
        yield { field, bytes: take(reader, readVarint(reader)) };
        break;
      case fixed64Type:
        take(reader, 8);
        break;
      case fixed32Type:
        take(reader, 4);
        break;
      default:
        throw new RangeError("A message has a field of an unknown type");
    }
  }
}

/** The messages, bytes or texts of a repeated field. */
export function repeated(message: Bytes, field: number): readonly Bytes[] {
  return [...fieldsOf(message)].flatMap((found) =>
    found.field === field && "bytes" in found ? [found.bytes] : []
  );
}

/** A field's bytes; empty when absent. */
export function bytesOf(message: Bytes, field: number): Bytes {
  return repeated(message, field).at(-1) ?? new Uint8Array();
}

/** A field's number; 0 when absent. */
export function numberOf(message: Bytes, field: number): number {
  let number = 0;
  for (const found of fieldsOf(message)) {
    if (found.field === field && "number" in found) number = found.number;
  }
  return number;
}

interface Reader {
  readonly message: Bytes;
  at: number;
}

function take(reader: Reader, length: number): Bytes {
  const end = reader.at + length;
  if (end > reader.message.length) throw new RangeError("A message ends within a field");
  const bytes = reader.message.subarray(reader.at, end);
  reader.at = end;
  return bytes;
}

function readVarint(reader: Reader): number {
  let number = 0;
  for (let scale = 1;; scale *= 0x80) {
    const [byte = 0] = take(reader, 1);
    number += (byte & 0x7f) * scale;
    if (byte < 0x80) return number;
  }
}

function varint(value: number): readonly number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push(left % 0x80 | 0x80);
  return [...bytes, left];
}
