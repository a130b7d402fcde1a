import type { AsOfFrom } from "../../core/nouns.ts";
import { ok, type Result } from "../../base/result.ts";
import { formatOf } from "./format_of.ts";
import type { ListFormat, Publisher, ReadRules } from "./publisher.ts";
import { type ListSource, publisherOf } from "./publishers.ts";
import { unreadable } from "./refusal.ts";
import type { ListRead, ListRefusal, SourceFile } from "./schema.ts";

/** The files of one list. */
export interface ListFiles {
  /** The key of the list. */
  readonly source: ListSource;
  /** ISO 8601 calendar date for files that state none. */
  readonly asOf: string;
  /** The source of the date; absent if unknown. */
  readonly asOfFrom?: AsOfFrom;
  /** All files, in any order. */
  readonly files: readonly SourceFile[];
}

/** Reads one whole list in the format of its files. Refuses a list in two formats. */
export function readList(
  { source, asOf, files }: ListFiles,
  rules: ReadRules,
): Result<ListRead, ListRefusal> {
  const format = commonFormat(publisherOf(source), files);
  return format.ok ? format.value.read(files, { ...rules, source, asOf }) : format;
}

/** The common format of all files of a list; the formats of a set count as one. */
function commonFormat(
  publisher: Publisher,
  files: readonly SourceFile[],
): Result<ListFormat, ListRefusal> {
  const { source, formats: [usual, ...others] } = publisher;
  // A reader that knows its files by their names names them when it refuses others.
  const isByName = usual.recognition.by === "name";
  if (isByName && (others.length === 0 || files.length === 0)) return ok(usual);
  const found: { readonly file: SourceFile; readonly format: ListFormat }[] = [];
  for (const file of files) {
    const seen = formatOf(file);
    if (seen === null && isByName) return ok(usual);
    const format = [usual, ...others].find(({ id }) => id === seen?.id);
    if (format === undefined) {
      const what = seen === null ? "of no known shape" : seen.label;
      return unreadable("file_unknown", file, {
        message: `File is ${what}; of ${source} expected: ${labelsOf(publisher)}`,
      });
    }
    found.push({ file, format });
  }
  const [first] = found;
  if (first === undefined) {
    return unreadable("file_missing", null, {
      message: `No file of ${source}; expected: ${labelsOf(publisher)}`,
    });
  }
  const other = found.find(({ format }) => setOf(format) !== setOf(first.format));
  return other === undefined ? ok(first.format) : unreadable("files_mismatched", other.file, {
    message:
      `${source} would be read twice: this is ${other.format.label}, and ${first.file.name} ` +
      `is ${first.format.label}; name the one to read`,
  });
}

function setOf({ id, set }: ListFormat): string {
  return set ?? id;
}

function labelsOf({ formats }: Publisher): string {
  return formats.map(({ label }) => label).join("; ");
}
