import type { EntityDetails } from "../../../core/matching/ports.ts";
import type { Result } from "../../../base/result.ts";
import { circa, edtfDate, edtfOfIso, edtfRange } from "../edtf.ts";
import { parseBirth } from "../birth.ts";
import { edtfOfHijriNote } from "../hijri.ts";
import { linksIn, listedIdentifiers } from "../identifier.ts";
import { type ListReading, openReading } from "../list_reading.ts";
import type { ListContext } from "../publisher.ts";
import { unreadable } from "../refusal.ts";
import type { ListRead, ListRefusal, SourceFile } from "../schema.ts";
import type { Place } from "../tally.ts";
import type { WrittenName } from "../written_name.ts";
import {
  attributeOf,
  elementsAt,
  hasContent,
  noteUnusedElements,
  textAt,
  textsAt,
  type XmlElement,
} from "../xml/element.ts";
import { readXml } from "../xml/read_xml.ts";
import { divideAlias } from "./alias.ts";

const individual = "INDIVIDUALS/INDIVIDUAL";
const entity = "ENTITIES/ENTITY";

/** Elements of a record that are read; all others with content are counted as unused. */
const used: ReadonlySet<string> = new Set([
  "FIRST_NAME",
  "SECOND_NAME",
  "THIRD_NAME",
  "FOURTH_NAME",
  "NAME_ORIGINAL_SCRIPT",
  "UN_LIST_TYPE",
  "REFERENCE_NUMBER",
  "NATIONALITY",
  "INDIVIDUAL_ALIAS",
  "ENTITY_ALIAS",
  "INDIVIDUAL_DATE_OF_BIRTH",
  "INDIVIDUAL_PLACE_OF_BIRTH",
  "LISTED_ON",
  "TITLE",
  "DESIGNATION",
  "COMMENTS1",
  "INDIVIDUAL_DOCUMENT",
]);

/**
 * Reads the consolidated list of the United Nations Security Council (XML after
 * `sc-sanctions.xsd`). FIRST to FOURTH_NAME are in the order of the person's own culture, so that
 * the family name is unknown. Aliases of QUALITY `Low` are weak.
 */
export function readUn(
  file: SourceFile,
  { source, bounds }: ListContext,
): Result<ListRead, ListRefusal> {
  const reading = openReading(source, bounds);
  let generated: string | null = null;
  const read = readXml(
    file,
    {
      root: "CONSOLIDATED_LIST",
      records: [individual, entity],
      required: [individual, entity],
    },
    bounds,
    {
      root(root) {
        generated = attributeOf(root, "dateGenerated")?.slice(0, 10) ?? null;
        return generated !== null && /^\d{4}-\d{2}-\d{2}$/.test(generated)
          ? null
          : unreadable("value_wrong", file, {
            line: root.line,
            message: "CONSOLIDATED_LIST has no dateGenerated",
          });
      },
      record: (record, path) => readRecord(reading, file, record, path === individual),
    },
  );
  if (!read.ok) return read;
  const rows = [...read.value].map(([path, count]) => ({
    file: `${file.name} (${path})`,
    rows: count,
  }));
  return reading.finish(rows, generated === null ? {} : { asOf: generated });
}

function readRecord(
  reading: ListReading,
  file: SourceFile,
  record: XmlElement,
  isPerson: boolean,
): Result<never, ListRefusal> | null {
  const place = { file, line: record.line };
  const aliases = elementsAt(record, isPerson ? "INDIVIDUAL_ALIAS" : "ENTITY_ALIAS");
  noteUnusedElements(record, used, reading.unusedPart);
  return reading.add({
    place,
    listRef: textAt(record, "REFERENCE_NUMBER") ?? "",
    entityType: isPerson ? "INDIVIDUAL" : "ORGANISATION",
    names: [
      ...nameOf(record).split(/\s+; /).map((text, index) => ({
        text,
        strength: index === 0 ? "primary" as const : "strong" as const,
      })),
      ...textsAt(record, "NAME_ORIGINAL_SCRIPT").map((text) => ({
        text,
        strength: "strong" as const,
      })),
      ...aliases.flatMap((alias) => aliasNames(reading, place, alias)),
    ],
    births: [
      ...elementsAt(record, "INDIVIDUAL_DATE_OF_BIRTH").flatMap((one) =>
        births(reading, place, one)
      ),
      ...aliases.flatMap((alias) => birthsOfAlias(reading, place, alias)),
    ],
    birthPlaces: elementsAt(record, "INDIVIDUAL_PLACE_OF_BIRTH").map((one) =>
      ["CITY", "STATE_PROVINCE", "COUNTRY"].flatMap((part) => textsAt(one, part)).join(", ")
    ),
    countries: textsAt(record, "NATIONALITY", "VALUE").flatMap((one) =>
      reading.country(one, place)
    ),
    programs: textsAt(record, "UN_LIST_TYPE"),
    details: detailsOf(record),
  });
}

/** The statements of a record that are not compared. */
function detailsOf(record: XmlElement): Partial<EntityDetails> {
  const remarks = textsAt(record, "COMMENTS1");
  return {
    listedOn: edtfOfIso((textAt(record, "LISTED_ON") ?? "").slice(0, 10)),
    designations: [
      ...textsAt(record, "TITLE", "VALUE"),
      ...textsAt(record, "DESIGNATION", "VALUE"),
    ],
    identifiers: elementsAt(record, "INDIVIDUAL_DOCUMENT").flatMap((document) => {
      const [kind, finer] = [
        textAt(document, "TYPE_OF_DOCUMENT") ?? "",
        textAt(document, "TYPE_OF_DOCUMENT2") ?? "",
      ];
      return listedIdentifiers({
        label: [kind, finer].filter((part) => part !== "").join(", "),
        value: textAt(document, "NUMBER"),
        country: textAt(document, "ISSUING_COUNTRY") ?? textAt(document, "COUNTRY_OF_ISSUE"),
      });
    }),
    remarks,
    links: remarks.flatMap(linksIn),
  };
}

function nameOf(record: XmlElement): string {
  return ["FIRST_NAME", "SECOND_NAME", "THIRD_NAME", "FOURTH_NAME"]
    .flatMap((part) => textsAt(record, part)).join(" ");
}

function aliasNames(
  reading: ListReading,
  place: Place,
  alias: XmlElement,
): readonly WrittenName[] {
  const written = textAt(alias, "ALIAS_NAME");
  if (written === null) return [];
  const strength = textAt(alias, "QUALITY")?.toLowerCase() === "low" ? "weak" : "strong";
  const { names, note } = divideAlias(written);
  if (names.length > 1) reading.note("name_divided", place, written);
  if (note !== null) reading.note("name_note_cut", place, written);
  return names.map((text) => ({ text, strength }));
}

/** The births that the list states with an alias, which are as valid as any other. */
function birthsOfAlias(
  reading: ListReading,
  place: Place,
  alias: XmlElement,
): readonly string[] {
  return textsAt(alias, "DATE_OF_BIRTH").flatMap((text) => {
    reading.note("birth_of_alias", place, `${text} (${textAt(alias, "ALIAS_NAME") ?? ""})`);
    return reading.birth(edtfOfIso(text), place, text);
  });
}

function births(reading: ListReading, place: Place, element: XmlElement): readonly string[] {
  if (!hasContent(element)) return [];
  const text = (name: string) => textAt(element, name);
  const [type, date, year, note] = [text("TYPE_OF_DATE"), text("DATE"), text("YEAR"), text("NOTE")];
  const written = element.children.map((child) => child.text.trim()).join(" ");
  if (type === null && date === null && year === null && note === null) return [];
  const edtf = date !== null
    ? edtfOfIso(date)
    : year !== null
    ? edtfOfYear(year, note)
    : text("FROM_YEAR") !== null
    ? edtfRange(
      edtfDate({ year: text("FROM_YEAR") ?? "" }),
      edtfDate({ year: text("TO_YEAR") ?? "" }),
    )
    : edtfOfHijriNote(note ?? "") ?? parseBirth((note ?? "").replaceAll(".", ""));
  const isRough = type === "APPROXIMATELY" || /^approx/i.test(note ?? "");
  return reading.birth(isRough ? circa(edtf) : edtf, place, written);
}

/** Reads a year; the note next to it may name the month. */
function edtfOfYear(year: string, note: string | null): string | null {
  const month = note === null ? null : parseBirth(`${note.replaceAll(".", "")} ${year}`);
  return month ?? edtfDate({ year });
}
