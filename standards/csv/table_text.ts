import type { Delimiter } from "./csv_records.ts";

/** The text of a table and its delimiter. */
export interface TableText {
  /** Without a byte order mark, and without a line that names the delimiter. */
  readonly text: string;
  readonly delimiter: Delimiter;
  /** Lines before the text: 1 where the first one named the delimiter. */
  readonly linesBefore: 0 | 1;
}

const delimiters: readonly Delimiter[] = [",", ";", "\t"];

/**
 * Decodes a table as spreadsheets write it: UTF-8, or UTF-16 with a byte order mark; with comma,
 * semicolon or tab as delimiter, by which one is the most frequent in its first line. A first line
 * `sep=;`, which Excel writes, names the delimiter.
 *
 * @returns null when the bytes are not text in one of these encodings
 */
export function decodeTable(bytes: Uint8Array): TableText | null {
  const text = decode(bytes);
  if (text === null) return null;
  const named = /^sep=([,;\t])\r?\n/i.exec(text);
  if (named !== null) {
    return { text: text.slice(named[0].length), delimiter: named[1] as Delimiter, linesBefore: 1 };
  }
  return { text, delimiter: delimiterIn(firstLineOf(text)), linesBefore: 0 };
}

function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe
    ? "utf-16le"
    : first === 0xfe && second === 0xff
    ? "utf-16be"
    : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (thrown) {
    if (thrown instanceof TypeError) return null;
    throw thrown;
  }
}

/** The first line that is not empty. */
function firstLineOf(text: string): string {
  return /[^\r\n]+/.exec(text)?.[0] ?? "";
}

/** The most frequent delimiter in a header, outside of quotes; a comma when there is none. */
function delimiterIn(header: string): Delimiter {
  const bare = header.replaceAll(/"[^"]*"/g, "");
  const counted = delimiters.map((delimiter) => ({
    delimiter,
    times: bare.split(delimiter).length,
  }));
  return counted.reduce((most, one) => one.times > most.times ? one : most).delimiter;
}
