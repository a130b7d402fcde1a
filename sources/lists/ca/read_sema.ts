import type { EntityType } from "../../../core/matching/ports.ts";
import type { Result } from "../../../base/result.ts";
import { parseBirth } from "../birth.ts";
import { edtfOfIso } from "../edtf.ts";
import { listedIdentifiers } from "../identifier.ts";
import { type ListReading, openReading } from "../list_reading.ts";
import type { ListContext } from "../publisher.ts";
import { unreadable } from "../refusal.ts";
import type { ListRead, ListRefusal, SourceFile } from "../schema.ts";
import type { WrittenName } from "../written_name.ts";
import { noteUnusedElements, textAt, type XmlElement } from "../xml/element.ts";
import { readXml } from "../xml/read_xml.ts";
import { dividedAliases } from "./aliases.ts";

const record = "record";

/** Elements of a record that are read; all others with content are counted as unused. */
const used: ReadonlySet<string> = new Set([
  "Country",
  "LastName",
  "GivenName",
  "EntityOrShip",
  "Aliases",
  "DateOfBirthOrShipBuildDate",
  "Schedule",
  "Item",
  "ShipIMONumber",
  "TitleOrShip",
  "DateOfListing",
]);

/**
 * Reads Canada's consolidated autonomous sanctions list (SEMA and JVCFOA, XML; root `data-set`).
 * The publisher numbers entries within the schedule of a regulation, so that the identifier
 * consists of all three: `Belarus / 1, Part 1 / 12`. `Country` names the regulations, not a
 * nationality. The file contains no date.
 */
export function readSema(
  file: SourceFile,
  { source, bounds }: ListContext,
): Result<ListRead, ListRefusal> {
  const reading = openReading(source, bounds);
  const read = readXml(file, { root: "data-set", records: [record], required: [record] }, bounds, {
    record: (element) => readRecord(reading, file, element),
  });
  if (!read.ok) return read;
  const rows = read.value.get(record) ?? 0;
  return reading.finish([{ file: file.name, rows }], {});
}

function readRecord(
  reading: ListReading,
  file: SourceFile,
  element: XmlElement,
): Result<never, ListRefusal> | null {
  const place = { file, line: element.line };
  const text = (name: string) => textAt(element, name) ?? "";
  const [regulations = ""] = text("Country").split(" / ");
  const [last, given, body] = [text("LastName"), text("GivenName"), text("EntityOrShip")];
  const isPerson = last !== "" || given !== "";
  if (isPerson === (body !== "") || regulations === "" || text("Item") === "") {
    return unreadable("value_wrong", file, {
      line: element.line,
      message:
        "Record has not exactly one of a person's name and EntityOrShip, or no Country or Item",
    });
  }
  noteUnusedElements(element, used, reading.unusedPart);
  const type: EntityType = isPerson
    ? "INDIVIDUAL"
    : text("ShipIMONumber") === ""
    ? "ORGANISATION"
    : "VESSEL";
  const date = text("DateOfBirthOrShipBuildDate");
  if (date !== "" && !isPerson) reading.note("build_date", place, date);
  const aliases = dividedAliases(text("Aliases"));
  if (aliases.length > 1) reading.note("name_divided", place, text("Aliases"));
  const primary: WrittenName = isPerson
    ? {
      text: [given, last].filter((part) => part !== "").join(" "),
      strength: "primary",
      family: last,
      given,
    }
    : { text: body, strength: "primary" };
  return reading.add({
    place,
    listRef: [regulations, text("Schedule"), text("Item")].filter((part) => part !== "")
      .join(" / "),
    entityType: type,
    names: [primary, ...aliases.map((text) => ({ text, strength: aliasStrength(text, isPerson) }))],
    births: isPerson && date !== ""
      ? date.split(/\s+or\s+/i).flatMap((one) => reading.birth(birthOf(one), place, one))
      : [],
    programs: [regulations],
    details: {
      listedOn: edtfOfIso(text("DateOfListing").slice(0, 10)),
      designations: [text("TitleOrShip")],
      identifiers: listedIdentifiers({ label: "IMO number", value: text("ShipIMONumber") }),
    },
  });
}

/**
 * The strength of an alias: a single word besides a person's name is a variant of a part of it
 * (`Andrei`), which many people share.
 */
function aliasStrength(text: string, isPerson: boolean): "strong" | "weak" {
  return isPerson && !text.includes(" ") ? "weak" : "strong";
}

/** Reads a birth in ISO 8601 or in words; `Sep-99` is a spreadsheet's form of a month. */
function birthOf(text: string): string | null {
  return edtfOfIso(text) ??
    parseBirth(text.replace(/^born in /i, "").replace(/^([a-z]{3})-([4-9]\d)$/i, "$1 19$2"));
}
