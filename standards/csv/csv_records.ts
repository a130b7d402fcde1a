import { CsvError, parse } from "csv-parse/sync";

/** The character between the fields of a record. */
export type Delimiter = "," | ";" | "\t";

/** The form of CSV text. */
export interface CsvForm {
  /** Maximum characters of a record; a longer one is refused before it is parsed. */
  readonly recordCharactersMax: number;
  /** The delimiter; a comma by default. */
  readonly delimiter?: Delimiter;
}

/** One record of CSV text, or the problem that makes it unreadable. */
export type CsvRecord = {
  /** Line on which the record begins, from 1. */
  readonly line: number;
} & ({ readonly fields: readonly string[] } | { readonly problem: string });

/** Empty lines that are skipped in one step, which takes a millisecond. */
const emptyLinesAtOnce = 65_536;

/**
 * Reads CSV text record by record (RFC 4180; a byte order mark, LF and CRLF are tolerated). Empty
 * lines are skipped, except that every {@link emptyLinesAtOnce} of them yield a record without
 * fields, so that the caller can let other work run. A record with wrong quotes yields a problem,
 * and reading continues with the next record; a record whose quotes never close ends the reading,
 * since the start of the next one is unknown.
 */
export function* csvRecords(
  text: string,
  { recordCharactersMax, delimiter = "," }: CsvForm,
): Generator<CsvRecord, void> {
  const simple = simpleRecords[delimiter];
  let [line, emptyLines] = [1, 0];
  for (let start = text.startsWith("\ufeff") ? 1 : 0; start < text.length;) {
    const empty = emptyLineAt(text, start);
    if (empty > 0) {
      if (++emptyLines % emptyLinesAtOnce === 0) yield { line, fields: [] };
      start += empty;
      line += 1;
      continue;
    }
    const { end, next, lines } = recordAt(text, start, { recordCharactersMax, delimiter });
    if (end === null) {
      const problem = next === null
        ? "a quoted field is not closed"
        : `the row has more than ${recordCharactersMax} characters, or a quoted field is not closed`;
      yield { line, problem };
      return;
    }
    const record = text.slice(start, end);
    // A lone CR at the end of the text is a line break like others.
    if (record !== "") yield { line, ...fieldsOf(record, { delimiter, simple }) };
    start = next;
    line += lines;
  }
}

/**
 * Characters of a line break at the start of a record; millions of empty lines are skipped in one
 * step.
 */
function emptyLineAt(text: string, at: number): 0 | 1 | 2 {
  const [lineFeed, carriageReturn] = [0x0a, 0x0d];
  const code = text.charCodeAt(at);
  if (code === lineFeed) return 1;
  return code === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? 2 : 0;
}

type RecordEnd =
  | { readonly end: number; readonly next: number; readonly lines: number }
  /** `next` is null at the end of the text. */
  | { readonly end: null; readonly next: number | null; readonly lines: number };

/**
 * Finds the line break that ends a record. A quote opens a quoted field only at the start of a
 * field, so that a lone quote, as in `5" disk`, does not absorb the following rows.
 */
function recordAt(
  text: string,
  start: number,
  { recordCharactersMax: charactersMax, delimiter }: Required<CsvForm>,
): RecordEnd {
  const [lineFeed, quote, separator] = [0x0a, 0x22, delimiter.charCodeAt(0)];
  let [isQuoted, isFieldStart] = [false, true];
  let lines = 0;
  for (let at = start; at < text.length; at++) {
    if (at - start >= charactersMax) return { end: null, next: at, lines };
    const code = text.charCodeAt(at);
    if (code === lineFeed) lines += 1;
    if (isQuoted) {
      if (code !== quote) continue;
      if (text.charCodeAt(at + 1) === quote) at++;
      else isQuoted = false;
    } else if (code === lineFeed) {
      const end = text[at - 1] === "\r" && at > start ? at - 1 : at;
      return { end, next: at + 1, lines };
    } else {
      isQuoted = code === quote && isFieldStart;
      isFieldStart = code === separator;
    }
  }
  return isQuoted
    ? { end: null, next: null, lines }
    : { end: text.endsWith("\r") ? text.length - 1 : text.length, next: text.length, lines };
}

/**
 * Records that need no parser, by delimiter: each quote is at an end of a field, and no field
 * contains a delimiter or a line break. An empty row has such fields, and there may be millions of
 * empty rows.
 */
const simpleRecords: Readonly<Record<Delimiter, RegExp>> = {
  ",": /^(?:"[^",\r\n]*"|[^",\r\n]*)(?:,(?:"[^",\r\n]*"|[^",\r\n]*))*$/,
  ";": /^(?:"[^";\r\n]*"|[^";\r\n]*)(?:;(?:"[^";\r\n]*"|[^";\r\n]*))*$/,
  "\t": /^(?:"[^"\t\r\n]*"|[^"\t\r\n]*)(?:\t(?:"[^"\t\r\n]*"|[^"\t\r\n]*))*$/,
};

function fieldsOf(
  record: string,
  { delimiter, simple }: { readonly delimiter: Delimiter; readonly simple: RegExp },
): { readonly fields: readonly string[] } | { readonly problem: string } {
  if (simple.test(record)) {
    const bare = (field: string) => field.startsWith('"') ? field.slice(1, -1) : field;
    return { fields: record.split(delimiter).map(bare) };
  }
  try {
    const [fields] = parse(record, {
      delimiter,
      relax_column_count: true,
      record_delimiter: ["\u0000\n"],
    });
    return { fields: fields ?? [] };
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown;
    return { problem: "a quote is within an unquoted field, or after a quoted one" };
  }
}
