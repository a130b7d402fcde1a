/** Encodes many entries of an edition in one value. */

import type { KeptEntry } from "../../core/publications/edition_ports.ts";

/**
 * Version of these bytes, of the hashed content and of the order of places: after a change of any
 * of them the next edition is compared with nothing.
 */
export const entriesForm = 1;

/** Maximum bytes of a source or a reference. */
const keyBytesMax = 0xffff;
/** Bytes of a UUID. */
const uuidBytes = 16;

/**
 * Encodes an entry: place (4), source and ref (length 2, UTF-8 each), listedOn (length 1, ASCII;
 * none: 0), entity id (1, then 16 if there is one), digest and groups (length 1 each, bytes).
 * Numbers are little-endian.
 */
export function writeEntry(entry: KeptEntry): Uint8Array<ArrayBuffer> {
  const [source, ref] = [encode(entry.source), encode(entry.ref)];
  const listedOn = encode(entry.listedOn ?? "");
  const id = entry.entityId === null
    ? new Uint8Array()
    : Uint8Array.fromHex(entry.entityId.replaceAll("-", ""));
  if (source.length > keyBytesMax || ref.length > keyBytesMax) {
    throw new Error("An entry's source or reference is too long to be kept");
  }
  const parts = [source, ref, listedOn, id, entry.digest, entry.groups];
  const bytes = new Uint8Array(4 + 2 * 2 + 4 + parts.reduce((sum, part) => sum + part.length, 0));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, entry.place, true);
  let at = 4;
  for (const [number, part] of parts.entries()) {
    if (number < 2) view.setUint16(at, part.length, true);
    else view.setUint8(at, part.length);
    at += number < 2 ? 2 : 1;
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Decodes consecutive entries. */
export function* readEntries(bytes: Uint8Array<ArrayBuffer>): Generator<KeptEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const take = (width: 1 | 2) => {
    const length = width === 2 ? view.getUint16(at, true) : view.getUint8(at);
    const start = at + width;
    at = start + length;
    if (at > bytes.length) throw new Error("Entries of an edition are cut off");
    return bytes.subarray(start, at);
  };
  while (at < bytes.length) {
    const place = view.getUint32(at, true);
    at += 4;
    const [source, ref] = [decode(take(2)), decode(take(2))];
    const listedOn = decode(take(1));
    const entityId = uuidOf(take(1));
    const [digest, groups] = [take(1), take(1)];
    yield {
      ...{ place, source, ref, entityId, digest, groups },
      listedOn: listedOn === "" ? null : listedOn,
    };
  }
}

function uuidOf(bytes: Uint8Array): string | null {
  if (bytes.length !== uuidBytes) return null;
  const hex = bytes.toHex();
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function encode(text: string): Uint8Array {
  return encoder.encode(text);
}

function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}
