import type { Result } from "../../../base/result.ts";
import { edtfOfIso } from "../edtf.ts";
import { linksIn, listedIdentifiers } from "../identifier.ts";
import { type ListReading, openReading } from "../list_reading.ts";
import type { ListContext } from "../publisher.ts";
import { unreadable } from "../refusal.ts";
import type { ListRead, ListRefusal, SourceFile } from "../schema.ts";
import {
  attributeOf,
  elementsAt,
  noteUnusedElements,
  textsAt,
  type XmlElement,
} from "../xml/element.ts";
import { readXml } from "../xml/read_xml.ts";
import { euBirth, euNames, euType } from "./eu_entity.ts";

const record = "sanctionEntity";

/** Elements of an entity that are read; all others with content are counted as unused. */
const used: ReadonlySet<string> = new Set([
  "subjectType",
  "nameAlias",
  "birthdate",
  "citizenship",
  "regulation",
  "remark",
  "identification",
]);

/**
 * Reads the consolidated financial sanctions list of the European Union (FSF, XML format 1.1; root
 * `export`). An alias with `strong="false"` is weak. The file states its number and its time, but
 * not the number of its entities.
 */
export function readEuXml(
  file: SourceFile,
  { source, bounds }: ListContext,
): Result<ListRead, ListRefusal> {
  const reading = openReading(source, bounds);
  let generated = "";
  const read = readXml(file, { root: "export", records: [record], required: [record] }, bounds, {
    root(root) {
      generated = attributeOf(root, "generationDate")?.slice(0, 10) ?? "";
      return /^\d{4}-\d{2}-\d{2}$/.test(generated) ? null : unreadable("value_wrong", file, {
        line: root.line,
        message: "export has no generationDate",
      });
    },
    record: (entity) => readEntity(reading, file, entity),
  });
  if (!read.ok) return read;
  const rows = read.value.get(record) ?? 0;
  return reading.finish([{ file: file.name, rows }], { asOf: generated });
}

function readEntity(
  reading: ListReading,
  file: SourceFile,
  entity: XmlElement,
): Result<never, ListRefusal> | null {
  const place = { file, line: entity.line };
  const [subject] = elementsAt(entity, "subjectType");
  const type = subject === undefined
    ? null
    : euType(attributeOf(subject, "classificationCode") ?? attributeOf(subject, "code") ?? "");
  if (type === null) {
    return unreadable("value_wrong", file, {
      line: entity.line,
      message: "subjectType is neither person (P) nor enterprise (E)",
    });
  }
  noteUnusedElements(entity, used, reading.unusedPart);
  const births = elementsAt(entity, "birthdate");
  return reading.add({
    place,
    listRef: attributeOf(entity, "logicalId") ?? "",
    entityType: type,
    names: euNames(elementsAt(entity, "nameAlias").map(nameOf), type),
    births: births.flatMap((birth) => euBirth(reading, birthOf(birth), { file, line: birth.line })),
    birthPlaces: births.map((birth) =>
      ["city", "place", "region", "countryDescription"]
        .flatMap((part) => attributeOf(birth, part) ?? []).join(", ")
    ),
    countries: elementsAt(entity, "citizenship").flatMap((one) =>
      reading.country(
        attributeOf(one, "countryIso2Code") ?? attributeOf(one, "countryDescription") ?? "",
        place,
      )
    ),
    programs: elementsAt(entity, "regulation").flatMap((one) =>
      attributeOf(one, "programme") ?? []
    ),
    details: {
      listedOn: edtfOfIso(attributeOf(entity, "designationDate")?.slice(0, 10) ?? ""),
      designations: elementsAt(entity, "nameAlias").flatMap((alias) =>
        ["title", "function"].flatMap((name) => attributeOf(alias, name) ?? [])
      ),
      identifiers: elementsAt(entity, "identification").flatMap((one) =>
        listedIdentifiers({
          label: attributeOf(one, "identificationTypeDescription") ??
            attributeOf(one, "identificationTypeCode") ?? "",
          value: attributeOf(one, "number") ?? attributeOf(one, "latinNumber"),
          country: attributeOf(one, "countryIso2Code"),
        })
      ),
      remarks: [attributeOf(entity, "designationDetails") ?? "", ...textsAt(entity, "remark")],
      links: textsAt(entity, "regulation", "publicationUrl").flatMap(linksIn),
    },
  });
}

function nameOf(alias: XmlElement) {
  const text = (name: string) => attributeOf(alias, name) ?? "";
  return {
    whole: text("wholeName"),
    first: text("firstName"),
    middle: text("middleName"),
    last: text("lastName"),
    strong: text("strong") !== "false",
  };
}

function birthOf(birth: XmlElement) {
  const text = (name: string) => attributeOf(birth, name) ?? "";
  return {
    date: text("birthdate"),
    year: text("year"),
    month: text("monthOfYear"),
    day: text("dayOfMonth"),
    yearFrom: text("yearRangeFrom"),
    yearTo: text("yearRangeTo"),
    circa: text("circa") === "true",
    calendar: text("calendarType"),
  };
}
