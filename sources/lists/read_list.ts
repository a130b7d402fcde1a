import type { ListFileBounds } from "../../core/policy/list_files.ts";
import type { Result } from "../../base/result.ts";
import { readSema } from "./ca/read_sema.ts";
import { readEuCsv } from "./eu/read_eu_csv.ts";
import { readEuXml } from "./eu/read_eu_xml.ts";
import { readFtm } from "./ftm/read_ftm.ts";
import type { OfacSource } from "./ofac/legacy_files.ts";
import { readOfacAdvanced } from "./ofac/read_ofac_advanced.ts";
import { readOfacXml } from "./ofac/read_ofac_xml.ts";
import type { PepPolicy } from "./pep_category.ts";
import { readLegislators } from "./pep/read_legislators.ts";
import { readOfac } from "./ofac/read_ofac.ts";
import { unreadable } from "./refusal.ts";
import type { ListRead, ListRefusal, SourceFile } from "./schema.ts";
import { type ListShape, shapeOf, shapes } from "./format_of.ts";
import { type ListSource, shapesOf } from "./describe_list.ts";
import { readUn } from "./un/read_un.ts";
import { readOfsiXml } from "./uk/read_ofsi_xml.ts";
import { readOfsiCsv, readUkCsv } from "./uk/read_uk_csv.ts";
import { readUkXml } from "./uk/read_uk_xml.ts";
import { readDpl } from "./us/read_dpl.ts";

/** The files of one list. */
export interface ListFiles {
  /** Which list. */
  readonly source: ListSource;
  /** ISO 8601 calendar date that holds where the files tell none. */
  readonly asOf: string;
  /** All of it, in any order. */
  readonly files: readonly SourceFile[];
}

/** How a file of one shape that is a whole list is read. */
type ReadFile = (
  source: string,
  file: SourceFile,
  bounds: ListFileBounds,
) => Result<ListRead, ListRefusal>;

const readers: Readonly<Partial<Record<ListShape, ReadFile>>> = {
  "un-xml": readUn,
  "eu-xml": readEuXml,
  "eu-csv": readEuCsv,
  "uk-xml": readUkXml,
  "uk-csv": readUkCsv,
  "ofsi-xml": readOfsiXml,
  "ofsi-csv": readOfsiCsv,
  "sema-xml": readSema,
  "bis-dpl": readDpl,
};

/** Reads one list whole, in the shape that its files have. A list in two shapes is refused. */
export function readList(
  { source, asOf, files }: ListFiles,
  bounds: ListFileBounds,
  policy: PepPolicy,
): Result<ListRead, ListRefusal> {
  const shape = oneShape(source, files);
  if (!shape.ok) return shape;
  switch (shape.value) {
    case "ofac-csv":
      return readOfac(source as OfacSource, files, bounds);
    case "legislators-yaml":
      return readLegislators(source, files, bounds, { ...policy, asOf });
    case "ftm-lines":
    case "ftm-index":
      return readFtm(source, files, bounds, policy);
  }
  const [file, second] = files;
  if (file === undefined) return missing(source);
  if (second !== undefined) {
    return unreadable("file_duplicate", second, {
      message: `${file.name} already is all of ${source}`,
    });
  }
  switch (shape.value) {
    case "ofac-xml":
      return readOfacXml(source as OfacSource, file, bounds);
    case "ofac-advanced":
      return readOfacAdvanced(source as OfacSource, file, bounds);
  }
  const read = readers[shape.value];
  return read === undefined ? missing(source) : read(source, file, bounds);
}

/** The shape that all files of a list have; those of FollowTheMoney are two of one. */
function oneShape(
  source: ListSource,
  files: readonly SourceFile[],
): Result<ListShape, ListRefusal> {
  const [usual = "ftm-lines", ...others] = shapesOf(source);
  const told: { readonly file: SourceFile; readonly shape: ListShape }[] = [];
  for (const file of files) {
    const shape = shapeOf(file);
    if (shape === null && usual === "ofac-csv") return { ok: true, value: usual };
    if (shape === null || ![usual, ...others].includes(shape)) {
      const expected = [usual, ...others].map((one) => shapes[one]).join("; ");
      const found = shape === null ? "of no known shape" : shapes[shape];
      return unreadable("file_unknown", file, {
        message: `File is ${found}; of ${source} expected: ${expected}`,
      });
    }
    told.push({ file, shape });
  }
  const [first] = told;
  if (first === undefined) {
    return usual === "ofac-csv" ? { ok: true, value: usual } : missing(source);
  }
  const other = told.find(({ shape }) =>
    shape !== first.shape && !(shape.startsWith("ftm-") && first.shape.startsWith("ftm-"))
  );
  return other === undefined ? { ok: true, value: first.shape } : unreadable(
    "files_mismatched",
    other.file,
    {
      message:
        `${source} would be read twice: this is ${shapes[other.shape]}, and ${first.file.name} ` +
        `is ${shapes[first.shape]}; name the one to read`,
    },
  );
}

function missing(source: ListSource): Result<never, ListRefusal> {
  const expected = shapesOf(source).map((one) => shapes[one]).join("; ");
  return unreadable("file_missing", null, {
    message: `No file of ${source}; expected: ${expected}`,
  });
}
