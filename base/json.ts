/** A JSON value. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Whether a value is a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a JSON array. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/**
 * Maximum nesting levels of objects and arrays in parsed JSON: twice the levels of the deepest
 * permitted template schema. Recursive functions over such a value do not overflow the stack.
 */
export const jsonLevelsMax = 128;

/**
 * Parses JSON text.
 *
 * @returns undefined when the text is not JSON, or nests more than {@link jsonLevelsMax} levels
 */
export function parseJson(text: string): Json | undefined {
  if (isNestedDeeper(text, jsonLevelsMax)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether an object in a JSON text repeats a member name; a parser keeps only the last one.
 * Compares the number of members in the text with the number in the value.
 *
 * @param text JSON that {@link parseJson} accepted
 * @param value the parsed text
 */
export function hasRepeatedMember(text: string, value: Json): boolean {
  const written = membersWritten(text);
  return written > 0 && membersOf(value) !== written;
}

/**
 * Counts the members in a JSON text: each has one colon, and no other colon occurs outside a
 * string.
 */
function membersWritten(text: string): number {
  const [quote, colon] = [0x22, 0x3a];
  let members = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at + 1);
    else if (code === colon) members++;
  }
  return members;
}

/**
 * Whether a JSON text has more than a given number of values. Counts separators without parsing, so
 * that a text that would occupy a parser for long is refused first.
 */
export function hasMoreValues(text: string, valuesMax: number): boolean {
  // Each value but the last has a character of its own and one behind it.
  if (text.length < 2 * valuesMax) return false;
  const [quote, comma, array, object] = [0x22, 0x2c, 0x5b, 0x7b];
  let values = 1;
  for (let at = 0; at < text.length && values <= valuesMax; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at + 1);
    else if (code === comma || code === array || code === object) values++;
  }
  return values > valuesMax;
}

/**
 * Whether a JSON text nests objects and arrays deeper than a given number of levels. Stops at the
 * first level that is too deep.
 */
export function isNestedDeeper(text: string, levelsMax: number): boolean {
  if (text.length <= levelsMax) return false;
  const [quote, array, arrayEnd, object, objectEnd] = [0x22, 0x5b, 0x5d, 0x7b, 0x7d];
  let level = 0;
  for (let at = 0; at < text.length && level <= levelsMax; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at + 1);
    else if (code === array || code === object) level++;
    else if (code === arrayEnd || code === objectEnd) level--;
  }
  return level > levelsMax;
}

/** Finds the quote that ends a string: the first one after an even number of backslashes. */
function endOfString(text: string, from: number): number {
  const backslash = 0x5c;
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text.charCodeAt(before - 1) === backslash) before--;
    if ((at - before) % 2 === 0) return at;
  }
  return text.length;
}

/** Counts members without recursion, since the caller chooses the nesting. */
function membersOf(value: Json): number {
  const open: Json[] = [value];
  let members = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === null || typeof next !== "object") continue;
    const values = isArray(next) ? next : Object.values(next);
    if (!isArray(next)) members += values.length;
    for (const each of values) if (typeof each === "object") open.push(each);
  }
  return members;
}

/**
 * Whether the shortest JSON text of a value exceeds a number of characters. A number counts as one
 * character, and so does an escaped character. Stops at the value that exceeds the number.
 */
export function hasMoreCharacters(value: Json, charactersMax: number): boolean {
  const open: Json[] = [value];
  let characters = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    characters += 1;
    if (typeof next === "string") {
      characters += next.length + 1;
    } else if (isArray(next)) {
      // Each element has a comma or the bracket behind it, and at least one character.
      if (characters + 2 * next.length > charactersMax) return true;
      characters += Math.max(1, next.length);
      for (const each of next) open.push(each);
    } else if (isObject(next)) {
      // Each member has the quotes of its name and a colon, too.
      const names = Object.keys(next);
      if (characters + 5 * names.length > charactersMax) return true;
      characters += Math.max(1, 4 * names.length);
      for (const name of names) {
        characters += name.length;
        open.push(next[name] ?? null);
      }
    }
    if (characters > charactersMax) return true;
  }
  return false;
}

/**
 * Decodes JSON from base64url without padding.
 *
 * @returns undefined when the bytes are not JSON in valid UTF-8
 */
export function decodeJson(encoded: string): Json | undefined {
  const bytes = decodeBase64Url(encoded);
  if (bytes === null) return undefined;
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * Decodes base64url without padding. Accepts only the canonical form: white space and non-zero
 * spare bits are refused. Uses the platform's decoder, which is ten times as fast as one in
 * JavaScript.
 *
 * @returns null when the text is not canonical base64url
 */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  // What is strict about spare bits wants padding as well.
  const padded = text.padEnd(Math.ceil(text.length / 4) * 4, "=");
  try {
    return Uint8Array.fromBase64(padded, { alphabet: "base64url", lastChunkHandling: "strict" });
  } catch {
    return null;
  }
}
