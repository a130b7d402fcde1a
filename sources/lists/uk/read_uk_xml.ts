import type { Result } from "../../../base/result.ts";
import { type ListReading, openReading } from "../list_reading.ts";
import type { ListContext } from "../publisher.ts";
import { unreadable } from "../refusal.ts";
import type { ListRead, ListRefusal, SourceFile } from "../schema.ts";
import {
  elementsAt,
  noteUnusedElements,
  ownText,
  textAt,
  textsAt,
  type XmlElement,
} from "../xml/element.ts";
import { readXml } from "../xml/read_xml.ts";
import { ukDate, ukDraft } from "./uk_entity.ts";

const [generated, record] = ["DateGenerated", "Designation"];

/** Elements of an entity that are read; all others with content are counted as unused. */
const used: ReadonlySet<string> = new Set([
  "UniqueID",
  "Names",
  "NonLatinNames",
  "RegimeName",
  "IndividualEntityShip",
  "IndividualDetails",
  "DateDesignated",
  "Titles",
  "OtherInformation",
  "UKStatementofReasons",
  "EntityDetails",
  "ShipDetails",
  "Websites",
]);

/**
 * Reads the UK sanctions list (FCDO, XML; root `Designations`). An alias of `Low quality a.k.a` is
 * weak. The file states its time.
 */
export function readUkXml(
  file: SourceFile,
  { source, bounds }: ListContext,
): Result<ListRead, ListRefusal> {
  const reading = openReading(source, bounds);
  const head: { generated: string | null } = { generated: null };
  const read = readXml(
    file,
    { root: "Designations", records: [generated, record], required: [record] },
    bounds,
    {
      record(element, path) {
        if (path === record) return readDesignation(reading, file, element);
        head.generated = ukDate(ownText(element));
        return head.generated !== null ? null : unreadable("value_wrong", file, {
          line: element.line,
          message: "DateGenerated is not a date",
        });
      },
    },
  );
  if (!read.ok) return read;
  const rows = read.value.get(record) ?? 0;
  const self = head.generated === null ? {} : { asOf: head.generated };
  return reading.finish([{ file: file.name, rows }], self);
}

function readDesignation(
  reading: ListReading,
  file: SourceFile,
  element: XmlElement,
): Result<never, ListRefusal> | null {
  noteUnusedElements(element, used, reading.unusedPart);
  const persons = elementsAt(element, "IndividualDetails", "Individual");
  const ofPerson = (...path: readonly string[]) =>
    persons.flatMap((person) => textsAt(person, ...path));
  const draft = ukDraft(reading, {
    place: { file, line: element.line },
    id: textAt(element, "UniqueID") ?? "",
    type: textAt(element, "IndividualEntityShip") ?? "",
    names: elementsAt(element, "Names", "Name").map(nameOf),
    namesInScript: textsAt(element, "NonLatinNames", "NonLatinName", "NameNonLatinScript"),
    births: ofPerson("DOBs", "DOB"),
    birthPlaces: persons.flatMap((person) =>
      elementsAt(person, "BirthDetails", "Location").map((location) =>
        [...textsAt(location, "TownOfBirth"), ...textsAt(location, "CountryOfBirth")].join(", ")
      )
    ),
    nationalities: ofPerson("Nationalities", "Nationality"),
    regimes: textsAt(element, "RegimeName"),
    described: {
      listed: textsAt(element, "DateDesignated"),
      positions: [...textsAt(element, "Titles", "Title"), ...ofPerson("Positions", "Position")],
      passports: ofPerson("PassportDetails", "Passport", "PassportNumber"),
      nationalIds: ofPerson(
        "NationalIdentifierDetails",
        "NationalIdentifier",
        "NationalIdentifierNumber",
      ),
      registrations: textsAt(
        element,
        ...["EntityDetails", "Entity", "BusinessRegistrationNumbers"],
        "BusinessRegistrationNumber",
      ),
      imoNumbers: textsAt(element, "ShipDetails", "Ship", "IMONumbers", "IMONumber"),
      remarks: [
        ...textsAt(element, "OtherInformation"),
        ...textsAt(element, "UKStatementofReasons"),
      ],
      websites: textsAt(element, "Websites", "Website"),
    },
  });
  return draft.ok ? reading.add(draft.value) : draft;
}

function nameOf(name: XmlElement) {
  return {
    given: ["Name1", "Name2", "Name3", "Name4", "Name5"].flatMap((part) => textsAt(name, part)),
    last: textAt(name, "Name6") ?? "",
    type: textAt(name, "NameType") ?? "",
    strength: textAt(name, "AliasStrength") ?? "",
  };
}
