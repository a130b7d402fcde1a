import type { EntityDetails } from "../../../core/matching/ports.ts";
import type { Result } from "../../../base/result.ts";
import { type CsvShape, csvTable, noteUnusedColumns, rowsBy, type TableRow } from "../csv_table.ts";
import { edtfOfIso } from "../edtf.ts";
import { linksIn, listedIdentifiers } from "../identifier.ts";
import { type ListReading, openReading } from "../list_reading.ts";
import type { ListContext } from "../publisher.ts";
import { unreadable } from "../refusal.ts";
import type { ListRead, ListRefusal, SourceFile } from "../schema.ts";
import { euBirth, euNames, euType } from "./eu_entity.ts";

/** The columns that are read; the format has about ninety more. */
const columns = [
  "fileGenerationDate",
  "Entity_LogicalId",
  "Entity_SubjectType",
  "Entity_Regulation_Programme",
  "NameAlias_LastName",
  "NameAlias_FirstName",
  "NameAlias_MiddleName",
  "NameAlias_WholeName",
  "BirthDate_BirthDate",
  "BirthDate_Day",
  "BirthDate_Month",
  "BirthDate_Year",
  "BirthDate_YearRangeFrom",
  "BirthDate_YearRangeTo",
  "BirthDate_Circa",
  "BirthDate_CalendarType",
  "BirthDate_Region",
  "BirthDate_Place",
  "BirthDate_City",
  "BirthDate_CountryDescription",
  "Citizenship_CountryIso2Code",
  "Citizenship_CountryDescription",
];
const classification = "Entity_SubjectType_ClassificationCode";

/** Columns for reviewers only, which a file may lack. */
const described = [
  "Entity_DesignationDate",
  "Entity_DesignationDetails",
  "Entity_Remark",
  "Entity_Regulation_PublicationUrl",
  "NameAlias_Title",
  "NameAlias_Function",
  "Identification_Number",
  "Identification_TypeDescription",
  "Identification_CountryIso2Code",
];
const used: ReadonlySet<string> = new Set([...columns, ...described, classification]);

/** Semicolons, a header, and remarks of several lines. */
const shape: CsvShape = { delimiter: ";", linesInFields: true, columns, rowsBefore: 0 };

/**
 * Reads the consolidated financial sanctions list of the European Union (FSF, CSV format 1.1): a
 * row for each name, address, birth, document and citizenship of an entity. The format does not
 * mark weak aliases, so that all count as strong: the XML format is the better source.
 */
export function readEuCsv(
  file: SourceFile,
  { source, bounds }: ListContext,
): Result<ListRead, ListRefusal> {
  const table = csvTable(file, shape, bounds);
  if (!table.ok) return table;
  const generated = new Set(table.value.rows.map((row) => row.field("fileGenerationDate")));
  const [first = ""] = generated;
  const asOf = dateOf(first);
  const wrong = table.value.rows.find((row) => row.field("fileGenerationDate") !== first);
  if (asOf === null || wrong !== undefined) {
    return unreadable("value_wrong", file, {
      line: wrong?.line ?? 2,
      message: "fileGenerationDate is not a date, or differs between rows",
    });
  }
  const reading = openReading(source, bounds);
  for (const [id, rows] of rowsBy(table.value.rows, (row) => row.field("Entity_LogicalId"))) {
    const refused = readEntity(reading, file, { id, rows, columns: table.value.columns });
    if (refused !== null) return refused;
  }
  return reading.finish([{ file: file.name, rows: table.value.rows.length }], { asOf });
}

function readEntity(
  reading: ListReading,
  file: SourceFile,
  { id, rows, columns }: {
    readonly id: string;
    readonly rows: readonly TableRow[];
    readonly columns: readonly string[];
  },
): Result<never, ListRefusal> | null {
  const [head] = rows;
  const place = { file, line: head?.line ?? 0 };
  const code = head?.field(classification) ?? "";
  const type = euType(code === "" ? head?.field("Entity_SubjectType") ?? "" : code) ??
    euType(head?.field("Entity_SubjectType") ?? "");
  if (type === null || !/^\d{1,15}$/.test(id)) {
    return unreadable("value_wrong", file, {
      line: place.line,
      message: "Entity_LogicalId is not a number, or Entity_SubjectType is neither P nor E",
    });
  }
  noteUnusedColumns(columns, used, rows, reading.unusedPart);
  return reading.add({
    place,
    listRef: id,
    entityType: type,
    names: euNames(distinctRows(rows, "NameAlias_").map(nameOf), type),
    births: distinctRows(rows, "BirthDate_").flatMap((row) =>
      euBirth(reading, birthOf(row), { file, line: row.line })
    ),
    birthPlaces: rows.map((row) =>
      ["City", "Place", "Region", "CountryDescription"].map((part) =>
        row.field(`BirthDate_${part}`)
      ).filter((part) => part !== "").join(", ")
    ),
    countries: rows.flatMap((row) => {
      const iso = row.field("Citizenship_CountryIso2Code");
      return reading.country(iso === "" ? row.field("Citizenship_CountryDescription") : iso, {
        file,
        line: row.line,
      });
    }),
    programs: rows.map((row) => row.field("Entity_Regulation_Programme")),
    details: detailsOf(rows),
  });
}

/** The statements in an entity's rows that are not compared. */
function detailsOf(rows: readonly TableRow[]): Partial<EntityDetails> {
  const fields = (...names: readonly string[]) =>
    rows.flatMap((row) => names.map((name) => row.field(name)));
  return {
    listedOn: dateOf(fields("Entity_DesignationDate")[0] ?? ""),
    designations: fields("NameAlias_Title", "NameAlias_Function"),
    identifiers: rows.flatMap((row) =>
      listedIdentifiers({
        label: row.field("Identification_TypeDescription"),
        value: row.field("Identification_Number"),
        country: row.field("Identification_CountryIso2Code"),
      })
    ),
    remarks: fields("Entity_DesignationDetails", "Entity_Remark"),
    links: fields("Entity_Regulation_PublicationUrl").flatMap(linksIn),
  };
}

/** Rows with content in the columns of a section, without duplicates. */
function distinctRows(rows: readonly TableRow[], section: string): readonly TableRow[] {
  const read = columns.filter((column) => column.startsWith(section));
  const key = (row: TableRow) => JSON.stringify(read.map((column) => row.field(column)));
  const filled = rows.filter((row) => read.some((column) => row.field(column) !== ""));
  return [...rowsBy(filled, key).values()].flatMap(([first]) => first ?? []);
}

function nameOf(row: TableRow) {
  return {
    whole: row.field("NameAlias_WholeName"),
    first: row.field("NameAlias_FirstName"),
    middle: row.field("NameAlias_MiddleName"),
    last: row.field("NameAlias_LastName"),
    strong: true,
  };
}

function birthOf(row: TableRow) {
  return {
    date: row.field("BirthDate_BirthDate"),
    year: row.field("BirthDate_Year"),
    month: row.field("BirthDate_Month"),
    day: row.field("BirthDate_Day"),
    yearFrom: row.field("BirthDate_YearRangeFrom"),
    yearTo: row.field("BirthDate_YearRangeTo"),
    circa: row.field("BirthDate_Circa") === "true",
    calendar: row.field("BirthDate_CalendarType"),
  };
}

/** Converts `05/08/2026` (day first) or ISO 8601 to ISO 8601; null for another text. */
function dateOf(text: string): string | null {
  const [, day = "", month = "", year = ""] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  const date = edtfOfIso(year === "" ? text : `${year}-${month}-${day}`);
  return date?.length === 10 ? date : null;
}
