/**
 * The part of a snapshot for reviewers, with which no query is compared: each whole entry. It
 * follows the part of the matching core, stays outside the module's memory, and is read one entry
 * at a time.
 *
 * ```text
 * offset  bytes  what
 *      0      8  magic "AVALENTR"
 *      8      4  format version
 *     12      4  entries
 *     16      4  rows of identifiers: two for one with a dot or a slash (see indexedTexts)
 *     20      4  entries that are politically exposed persons
 *     24      8  length of the part
 *     32     32  SHA-256 of all but these bytes
 *     64      4  length of the dictionary
 *     68      4  spare
 *     72    n*8  by entry, in the core's order: offset in the texts (4), length (4)
 *      .    n*8  by hash of source and listRef, rising: hash (4), entry (4)
 *      .    m*8  by hash of type and value of an identifier, rising: hash (4), entry (4)
 *      .      .  dictionary of the texts
 *      .      .  texts: an entry is three lines of JSON: its key, its facts, the rest; coded as
 *                described in `entry_texts.ts`
 * ```
 *
 * All numbers are little-endian.
 */

import { createHash } from "node:crypto";
import type {
  AskedIdentifier,
  EntryFacts,
  EntryKey,
  HeldKinds,
  IdentifierFact,
  ListedEntity,
  ListedIdentifier,
  ListEntry,
  WalkedEntry,
} from "../core/matching/ports.ts";
import {
  type EntryLines,
  entryOf,
  factsOf,
  identifierText,
  indexedTexts,
  keyLine,
  keyOf,
  linesOf,
} from "./entry_lines.ts";
import { decodeText, dictionaryOf, openTextEncoder } from "./entry_texts.ts";

const magic = "AVALENTR";
/**
 * Version of the format in this file. A change of compared data raises the core's version instead.
 */
const version = 2;
const headBytes = 72;
const rowBytes = 8;
const newline = 10;

/** Writes the part, one entry after the other, in the order of the core. */
export interface EntryPartWriter {
  add(entities: readonly ListedEntity[]): void;
  finish(): Uint8Array<ArrayBuffer>;
}

/** The entries of one snapshot. */
export interface EntryPart {
  /** The number of entries. */
  readonly count: number;
  /** Whether any entry is a politically exposed person, and whether any is not. */
  kinds(): HeldKinds;
  /** The number of an entry, which is also its number in the core; null if there is none. */
  find(key: EntryKey): number | null;
  facts(entry: number): EntryFacts;
  entry(entry: number): ListEntry;
  /** Every entry, ordered by the hash of its key, then by the key. */
  walk(): Iterable<WalkedEntry>;
  /** The numbers of every entry with this identifier. */
  bearers(asked: AskedIdentifier): readonly number[];
  /** How an entry compares with each requested identifier. */
  relate(entry: number, asked: readonly AskedIdentifier[]): readonly IdentifierFact[];
}

/** Opens an empty part. */
export function openEntryPartWriter(): EntryPartWriter {
  const encoder = new TextEncoder();
  const texts: Uint8Array[] = [];
  const keys: Row[] = [];
  const identifiers: Row[] = [];
  let peps = 0;
  return {
    add(entities) {
      for (const entity of entities) {
        if (entity.pep !== null) peps++;
        const [key, facts, rest] = linesOf(entity);
        const entry = texts.push(encoder.encode(`${key}\n${facts}\n${rest}\n`)) - 1;
        keys.push([hashOf(key), entry]);
        for (const { type, value } of entity.details?.identifiers ?? []) {
          if (type === null) continue;
          for (const text of indexedTexts({ type, value })) identifiers.push([hashOf(text), entry]);
        }
      }
    },
    finish: () => assemble({ texts, peps, keys: sorted(keys), identifiers: sorted(identifiers) }),
  };
}

/**
 * Opens the part that follows the core's.
 *
 * @throws Error if the bytes are of another kind or version, incomplete or damaged
 */
export function openEntryPart(bytes: Uint8Array<ArrayBuffer>): EntryPart {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkPart(bytes, view);
  const [count, identifiers] = [view.getUint32(12, true), view.getUint32(16, true)];
  const keysAt = headBytes + count * rowBytes;
  const identifiersAt = keysAt + count * rowBytes;
  const dictionaryAt = identifiersAt + identifiers * rowBytes;
  const textsAt = dictionaryAt + view.getUint32(64, true);
  const dictionary = bytes.subarray(dictionaryAt, textsAt);

  function textOf(entry: number): Uint8Array<ArrayBuffer> {
    const at = headBytes + entry * rowBytes;
    const start = textsAt + view.getUint32(at, true);
    return decodeText(bytes.subarray(start, start + view.getUint32(at + 4, true)), dictionary);
  }
  /** The lines of an entry: its key, its facts, the rest. */
  function textLines(entry: number): EntryLines {
    const [key = "", facts = "", rest = ""] = decoder.decode(textOf(entry)).split("\n");
    return [key, facts, rest];
  }
  const wholeEntry = (entry: number) => entryOf(textLines(entry));
  return {
    count,
    kinds() {
      const peps = view.getUint32(20, true);
      return { peps: peps > 0, sanctioned: peps < count };
    },
    find(key) {
      const text = keyLine(key);
      const rows = rowsOf(view, { at: keysAt, count }, hashOf(text));
      return rows.find((entry) => textLines(entry)[0] === text) ?? null;
    },
    facts: (entry) => factsOf(textLines(entry)[1]),
    entry: wholeEntry,
    walk: function* () {
      for (let row = 0; row < count;) {
        const place = view.getUint32(keysAt + row * rowBytes, true);
        const here: WalkedEntry[] = [];
        for (; row < count && view.getUint32(keysAt + row * rowBytes, true) === place; row++) {
          const entry = view.getUint32(keysAt + row * rowBytes + 4, true);
          const text = textOf(entry);
          const key = keyOf(decoder.decode(text.subarray(0, text.indexOf(newline))));
          here.push({ ...key, place, bytes: text, read: () => wholeEntry(entry) });
        }
        yield* here.length === 1 ? here : here.toSorted(byKey);
      }
    },
    bearers(asked) {
      const index = { at: identifiersAt, count: identifiers };
      const rows = indexedTexts(asked).flatMap((text) => rowsOf(view, index, hashOf(text)));
      return [...new Set(rows)].filter((entry) =>
        relate(asked, wholeEntry(entry).identifiers).relation === "same"
      );
    },
    relate: (entry, asked) => {
      const { identifiers: listed } = wholeEntry(entry);
      return asked.map((one, query) => ({ query, type: one.type, ...relate(one, listed) }));
    },
  };
}

/** Compares keys by their code units, source first. */
function byKey(one: EntryKey, other: EntryKey): number {
  return compareTexts(one.source, other.source) || compareTexts(one.listRef, other.listRef);
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Compares listed identifiers with a requested one. */
function relate(
  asked: AskedIdentifier,
  listed: readonly ListedIdentifier[],
): Pick<IdentifierFact, "relation" | "listed"> {
  const text = identifierText(asked);
  const ofType = listed.filter(({ type }) => type === asked.type);
  const same = ofType.filter(({ value }) => identifierText({ ...asked, value }) === text);
  const mayBe = ({ country }: ListedIdentifier) =>
    country === null || asked.countries.length === 0 || asked.countries.includes(country);
  const [found] = same.filter(mayBe);
  if (found !== undefined) return { relation: "same", listed: found.value };
  const relation = same.length > 0 ? "other_country" : ofType.length > 0 ? "different" : "absent";
  return { relation, listed: null };
}

/** A hash, and the entry that has it. */
type Row = readonly [hash: number, entry: number];

const decoder = new TextDecoder();

/**
 * FNV-1a, 32 bits, over UTF-16 code units. It only spreads rows: every hit is read and compared.
 */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

function sorted(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted(([a, first], [b, second]) => a - b || first - second);
}

/** The entries of the rows with this hash. */
function rowsOf(
  view: DataView,
  { at, count }: { readonly at: number; readonly count: number },
  hash: number,
): readonly number[] {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (view.getUint32(at + middle * rowBytes, true) < hash) low = middle + 1;
    else high = middle;
  }
  const entries: number[] = [];
  for (; low < count && view.getUint32(at + low * rowBytes, true) === hash; low++) {
    entries.push(view.getUint32(at + low * rowBytes + 4, true));
  }
  return entries;
}

/** All that is written. */
interface Collected {
  readonly texts: readonly Uint8Array[];
  readonly peps: number;
  readonly keys: readonly Row[];
  readonly identifiers: readonly Row[];
}

function assemble({ texts, peps, keys, identifiers }: Collected): Uint8Array<ArrayBuffer> {
  const dictionary = dictionaryOf(texts);
  const coded = texts.map(openTextEncoder(dictionary));
  const rows = [...keys, ...identifiers];
  const dictionaryAt = headBytes + (coded.length + rows.length) * rowBytes;
  const textsAt = dictionaryAt + dictionary.length;
  const bytes = new Uint8Array(coded.reduce((sum, text) => sum + text.length, textsAt));
  const view = new DataView(bytes.buffer);
  let at = headBytes;
  const row = (first: number, second: number) => {
    view.setUint32(at, first, true);
    view.setUint32(at + 4, second, true);
    at += rowBytes;
  };
  let offset = 0;
  for (const text of coded) {
    row(offset, text.length);
    bytes.set(text, textsAt + offset);
    offset += text.length;
  }
  for (const [hash, entry] of rows) row(hash, entry);
  bytes.set(dictionary, dictionaryAt);
  bytes.set(new TextEncoder().encode(magic));
  view.setUint32(8, version, true);
  view.setUint32(12, coded.length, true);
  view.setUint32(16, identifiers.length, true);
  view.setUint32(20, peps, true);
  view.setBigUint64(24, BigInt(bytes.length), true);
  view.setUint32(64, dictionary.length, true);
  bytes.set(digestOf(bytes), 32);
  return bytes;
}

function digestOf(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes.subarray(0, 32)).update(bytes.subarray(64))
    .digest();
}

function checkPart(bytes: Uint8Array, view: DataView): void {
  const fail = (what: string) => {
    throw new Error(`snapshot: expected ${what} after the index`);
  };
  if (bytes.length < headBytes || decoder.decode(bytes.subarray(0, 8)) !== magic) {
    return fail("the entries");
  }
  const got = view.getUint32(8, true);
  if (got !== version) return fail(`entries of version ${version}, got ${got},`);
  const stated = view.getBigUint64(24, true);
  if (stated !== BigInt(bytes.length)) return fail(`${stated} bytes, got ${bytes.length},`);
  const isSame = digestOf(bytes).every((byte, index) => byte === bytes[32 + index]);
  const rows = 2 * view.getUint32(12, true) + view.getUint32(16, true);
  const textsAt = headBytes + rows * rowBytes + view.getUint32(64, true);
  if (!isSame || view.getUint32(68, true) !== 0 || textsAt > bytes.length) {
    return fail("undamaged entries");
  }
}
