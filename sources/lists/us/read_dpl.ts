import type { EntityType } from "../../../core/matching/ports.ts";
import type { Result } from "../../../base/result.ts";
import { type CsvShape, csvTable, noteUnusedColumns, rowsBy } from "../csv_table.ts";
import { openReading } from "../list_reading.ts";
import { isoOfAmerican } from "../american_date.ts";
import type { ListContext } from "../publisher.ts";
import { unreadable } from "../refusal.ts";
import type { ListRead, ListRefusal, SourceFile } from "../schema.ts";

const columns = ["Name", "Effective_Date"];
const described = ["Expiration_Date", "Standard_Order", "Action", "FR_Citation"];
const others = ["Street_Address", "City", "Country", "Expiration_Date", "Standard_Order"];

/** Tabs, quotes and a header. */
const shape: CsvShape = {
  delimiter: "\t",
  linesInFields: false,
  columns: [...columns, ...others],
  rowsBefore: 0,
};

/** Words that mark a name as that of a body, which the list itself does not state. */
const bodyWords = new RegExp(
  `\\b(?:${
    [
      "air",
      "airlines?",
      "airways",
      "anstalt",
      "associates",
      "aviation",
      "bank",
      "branch",
      "center",
      "cargo",
      "co",
      "company",
      "computers?",
      "contracting",
      "corp",
      "corporation",
      "electronics",
      "engineering",
      "enterprises?",
      "est",
      "establishment",
      "foundation",
      "freight",
      "fzc",
      "fzco",
      "fze",
      "general",
      "gmbh",
      "group",
      "inc",
      "incorporated",
      "industr(?:y|ies)",
      "institute",
      "international",
      "internacional",
      "invest",
      "jsc",
      "kg",
      "laborator(?:y|ies)",
      "limited",
      "llc",
      "llp",
      "logistics",
      "ltd",
      "metals?",
      "network",
      "ojsc",
      "optics?",
      "organization",
      "pjsc",
      "plc",
      "products",
      "pty",
      "results",
      "sdn",
      "services?",
      "ship(?:ping)?",
      "solutions",
      "supply",
      "support",
      "systems?",
      "technik",
      "technolog(?:y|ies)",
      "telecom",
      "trade",
      "trading",
      "university",
      "ventures",
      "vertriebs",
    ].join("|")
  })\\b|\\b(?:[al]\\.g|s\\.[al]|s\\.r\\.l|l\\.l\\.c|d/b/a)\\b|\\b(?:AB|AG)$|\\.(?:com|net)$`,
  "i",
);

/**
 * Reads the Denied Persons List of the US Bureau of Industry and Security (tab-separated, with a
 * header): a row for each address of a denied person. The publisher gives no identifier; the denied
 * person and the start date identify an order, so that the identifier consists of both: `2003-06-19
 * I. ASH`. The words of a name decide whether it is a body.
 */
export function readDpl(
  file: SourceFile,
  { source, bounds }: ListContext,
): Result<ListRead, ListRefusal> {
  const table = csvTable(file, shape, bounds);
  if (!table.ok) return table;
  const { rows } = table.value;
  const wrong = rows.find((row) => isoOfAmerican(row.field("Effective_Date")) === null);
  if (wrong !== undefined) {
    return unreadable("value_wrong", file, {
      line: wrong.line,
      message: "Effective_Date is not a date such as 06/19/2003",
    });
  }
  const reading = openReading(source, bounds);
  const used: ReadonlySet<string> = new Set([...columns, ...described]);
  const orders = rowsBy(
    rows,
    (row) => `${isoOfAmerican(row.field("Effective_Date"))} ${row.field("Name").toUpperCase()}`,
  );
  for (const [order, [first, ...more]] of orders) {
    if (first === undefined) continue;
    noteUnusedColumns(table.value.columns, used, [first, ...more], reading.unusedPart);
    const name = first.field("Name");
    const place = { file, line: first.line };
    const entityType: EntityType = bodyWords.test(name) ? "ORGANISATION" : "INDIVIDUAL";
    reading.note("type_guessed", place, `${name}: ${entityType}`);
    const refused = reading.add({
      place,
      listRef: order,
      entityType,
      names: name.split(/\s+[ADF]\/[BK]\/A\s+/i).map((text, index) => ({
        text,
        strength: index === 0 ? "primary" : "strong",
      })),
      details: {
        listedOn: isoOfAmerican(first.field("Effective_Date")),
        remarks: [first, ...more].flatMap((row) =>
          described.map((column) => [column.replaceAll("_", " "), row.field(column)] as const)
            .filter(([, text]) => text !== "").map(([label, text]) => `${label}: ${text}`)
        ),
      },
    });
    if (refused !== null) return refused;
  }
  return reading.finish([{ file: file.name, rows: rows.length }], {});
}
