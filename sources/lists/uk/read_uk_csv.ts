import type { Result } from "../../../base/result.ts";
import { type CsvShape, csvTable, noteUnusedColumns, rowsBy, type TableRow } from "../csv_table.ts";
import { openReading } from "../list_reading.ts";
import type { ListContext } from "../publisher.ts";
import { unreadable } from "../refusal.ts";
import type { ListRead, ListRefusal, SourceFile } from "../schema.ts";
import { ukDate, type UkDescription, ukDraft, type UkName } from "./uk_entity.ts";

const given = ["Name 1", "Name 2", "Name 3", "Name 4", "Name 5"];

/** The column names of one of the two British CSV formats. */
interface Columns {
  readonly head: RegExp;
  readonly id: string;
  readonly type: string;
  readonly nameType: string;
  readonly strength: string;
  readonly script: string;
  readonly regime: string;
  readonly birth: string;
  readonly nationality: string;
  readonly town: string;
  readonly country: string;
  /** The column with the number on the UK sanctions list, if not in `id`. */
  readonly remark: string | null;
  /** Columns for reviewers only, by their meaning; a file may lack them. */
  readonly described: Readonly<Record<keyof UkDescription, readonly string[]>>;
}

/** The UK sanctions list of the FCDO (`UK-Sanctions-List.csv`). */
const ukColumns: Columns = {
  head: /^Report Date:\s*(.+)$/i,
  id: "Unique ID",
  type: "Designation Type",
  nameType: "Name type",
  strength: "Alias strength",
  script: "Name non-latin script",
  regime: "Regime Name",
  birth: "D.O.B",
  nationality: "Nationality(/ies)",
  town: "Town of birth",
  country: "Country of birth",
  remark: null,
  described: {
    listed: ["Date Designated"],
    positions: ["Title", "Position"],
    passports: ["Passport number"],
    nationalIds: ["National Identifier number"],
    registrations: ["Business registration number (s)"],
    imoNumbers: ["IMO number"],
    remarks: ["Other Information", "UK Statement of Reasons"],
    websites: ["Website"],
  },
};

/** The consolidated list of OFSI (`ConList.csv`), closed in January 2026. */
const ofsiColumns: Columns = {
  head: /^Last Updated\s*,?\s*(.*)$/i,
  id: "Group ID",
  type: "Group Type",
  nameType: "Alias Type",
  strength: "Alias Quality",
  script: "Name Non-Latin Script",
  regime: "Regime",
  birth: "DOB",
  nationality: "Nationality",
  town: "Town of Birth",
  country: "Country of Birth",
  remark: "Other Information",
  described: {
    listed: ["Listed On", "UK Sanctions List Date Designated"],
    positions: ["Title", "Position"],
    passports: ["Passport Number"],
    nationalIds: ["National Identification Number"],
    registrations: [],
    imoNumbers: [],
    remarks: ["Other Information"],
    websites: [],
  },
};

/**
 * Reads the UK sanctions list in CSV: a row with the date, a header, and for each entity a row for
 * every combination of its names and addresses.
 */
export function readUkCsv(
  file: SourceFile,
  context: ListContext,
): Result<ListRead, ListRefusal> {
  return readTable(file, context, ukColumns);
}

/** Reads OFSI's consolidated list in CSV. An entity's identifier is its number on the UK list. */
export function readOfsiCsv(
  file: SourceFile,
  context: ListContext,
): Result<ListRead, ListRefusal> {
  return readTable(file, context, ofsiColumns);
}

/** The number on the UK sanctions list in OFSI's remarks; or null. */
export function ukListRef(remark: string): string | null {
  return /\(UK Sanctions List Ref\):?\s*([A-Z]{2,}\d{4,})/i.exec(remark)?.[1] ?? null;
}

function readTable(
  file: SourceFile,
  { source, bounds }: ListContext,
  columns: Columns,
): Result<ListRead, ListRefusal> {
  const { head, remark, described, ...named } = columns;
  const read = ["Name 6", ...given, ...Object.values(named), ...(remark === null ? [] : [remark])];
  const shape: CsvShape = {
    delimiter: ",",
    linesInFields: true,
    columns: read.filter((column) => column !== columns.strength),
    rowsBefore: 1,
  };
  const table = csvTable(file, shape, bounds);
  if (!table.ok) return table;
  const first = (table.value.before[0]?.fields ?? []).filter((one) => one.trim() !== "").join(",");
  const asOf = ukDate(head.exec(first.trim())?.[1]?.trim() ?? "");
  if (asOf === null) {
    return unreadable("value_wrong", file, { line: 1, message: "The first row states no date" });
  }
  const reading = openReading(source, bounds);
  const used: ReadonlySet<string> = new Set([...read, ...Object.values(described).flat()]);
  for (const rows of rowsBy(table.value.rows, (row) => row.field(columns.id)).values()) {
    const [top] = rows;
    if (top === undefined) continue;
    const fields = (column: string) =>
      rows.map((row) => row.field(column)).filter((text) => text !== "");
    const types = new Set(fields(columns.type).map((type) => type.toLowerCase()));
    if (types.size > 1) {
      return unreadable("value_wrong", file, {
        line: top.line,
        message: `The rows of ${top.field(columns.id)} are of several types`,
      });
    }
    noteUnusedColumns(table.value.columns, used, rows, reading.unusedPart);
    const refs = remark === null ? [] : fields(remark).flatMap((text) => ukListRef(text) ?? []);
    const draft = ukDraft(reading, {
      place: { file, line: top.line },
      id: refs[0] ?? top.field(columns.id),
      type: fields(columns.type)[0] ?? "",
      names: rows.map((row) => nameOf(row, columns)),
      namesInScript: fields(columns.script),
      births: fields(columns.birth),
      birthPlaces: rows.map((row) =>
        [row.field(columns.town), row.field(columns.country)].filter((part) => part !== "")
          .join(", ")
      ),
      nationalities: fields(columns.nationality),
      regimes: fields(columns.regime),
      described: mapValues(described, (own) => [...new Set(own.flatMap(fields))]),
    });
    if (!draft.ok) return draft;
    const refused = reading.add(draft.value);
    if (refused !== null) return refused;
  }
  return reading.finish([{ file: file.name, rows: table.value.rows.length }], { asOf });
}

function mapValues<Key extends string, From, To>(
  members: Readonly<Record<Key, From>>,
  change: (value: From) => To,
): Readonly<Record<Key, To>> {
  const entries = Object.entries(members) as [Key, From][];
  return Object.fromEntries(entries.map(([key, value]) => [key, change(value)])) as Record<Key, To>;
}

function nameOf(row: TableRow, columns: Columns): UkName {
  return {
    given: given.map((column) => row.field(column)),
    last: row.field("Name 6"),
    type: row.field(columns.nameType),
    strength: row.field(columns.strength),
  };
}
