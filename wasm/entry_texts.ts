/**
 * The texts of entries, coded with a dictionary of entries from the same lists: most of an entry is
 * names of members, types and remarks that others have as well.
 *
 * A byte from 0x0B to 0x1F, which no line of JSON contains, starts a copy: with the two bytes after
 * it, it gives the place in the dictionary (lower 15 bits) and the length. Every other byte is
 * itself. This is written here, as the output of a runtime's compressor changes with its version,
 * and equal lists must give equal snapshots.
 */

/** Length of the dictionary; places have 15 bits. */
const dictionaryBytesMax = 1 << 15;
const firstCode = 0x0b;
const lastCode = 0x1f;
const codeBytes = 3;
/** Shortest copy, which must save more than a byte. */
const copyMin = 5;
const copyMax = copyMin + (((lastCode - firstCode + 1) << 1) - 1);
/** Places that are tried for a copy. */
const triesMax = 32;
const hashBits = 15;

/** The dictionary of texts: some of them, at equal distances. */
export function dictionaryOf(texts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  const step = Math.max(1, Math.floor(bytes / dictionaryBytesMax));
  const dictionary = new Uint8Array(Math.min(bytes, dictionaryBytesMax));
  let length = 0;
  for (let at = 0; at < texts.length && length < dictionary.length; at += step) {
    const text = texts[at]!.subarray(0, dictionary.length - length);
    dictionary.set(text, length);
    length += text.length;
  }
  return dictionary.slice(0, length);
}

/** Returns a function that codes a text with a dictionary. */
export function openTextEncoder(dictionary: Uint8Array): (text: Uint8Array) => Uint8Array {
  const heads = new Int32Array(1 << hashBits).fill(-1);
  const next = new Int32Array(dictionary.length).fill(-1);
  for (let at = dictionary.length - copyMin; at >= 0; at--) {
    const hash = hashAt(dictionary, at);
    next[at] = heads[hash]!;
    heads[hash] = at;
  }

  /** The longest copy that a text has at a place; the first of those. */
  function longest(text: Uint8Array, at: number): { readonly place: number; readonly of: number } {
    let [place, of] = [0, 0];
    if (at + copyMin > text.length) return { place, of };
    let tried = heads[hashAt(text, at)]!;
    for (let tries = 0; tried >= 0 && tries < triesMax; tries++, tried = next[tried]!) {
      let same = 0;
      while (
        same < copyMax && at + same < text.length && text[at + same] === dictionary[tried + same]
      ) same++;
      if (same > of) [place, of] = [tried, same];
    }
    return { place, of };
  }

  return (text) => {
    const coded = new Uint8Array(text.length);
    let length = 0;
    for (let at = 0; at < text.length;) {
      const { place, of } = longest(text, at);
      if (of < copyMin) coded[length++] = text[at++]!;
      else {
        const code = (of - copyMin) * dictionaryBytesMax + place;
        coded[length++] = firstCode + (code >>> 16);
        coded[length++] = code >>> 8;
        coded[length++] = code;
        at += of;
      }
    }
    return coded.slice(0, length);
  };
}

/** Decodes a text with the dictionary that it was coded with. */
export function decodeText(coded: Uint8Array, dictionary: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new Uint8Array(lengthOf(coded));
  let length = 0;
  for (let at = 0; at < coded.length; at++) {
    if (!isCode(coded[at]!)) text[length++] = coded[at]!;
    else {
      const { place, of } = copyAt(coded, at);
      text.set(dictionary.subarray(place, place + of), length);
      length += of;
      at += codeBytes - 1;
    }
  }
  return text;
}

function lengthOf(coded: Uint8Array): number {
  let length = 0;
  for (let at = 0; at < coded.length; at++) {
    if (!isCode(coded[at]!)) length++;
    else {
      length += copyAt(coded, at).of;
      at += codeBytes - 1;
    }
  }
  return length;
}

function copyAt(coded: Uint8Array, at: number): { readonly place: number; readonly of: number } {
  const code = (coded[at]! - firstCode) << 16 | coded[at + 1]! << 8 | coded[at + 2]!;
  return { place: code % dictionaryBytesMax, of: copyMin + Math.floor(code / dictionaryBytesMax) };
}

function isCode(byte: number): boolean {
  return byte >= firstCode && byte <= lastCode;
}

/** FNV-1a of the shortest copy at a place. */
function hashAt(text: Uint8Array, at: number): number {
  let hash = 0x811c9dc5;
  for (let offset = 0; offset < copyMin; offset++) {
    hash = Math.imul(hash ^ text[at + offset]!, 0x01000193);
  }
  return (hash ^ hash >>> hashBits) & ((1 << hashBits) - 1);
}
