import type { ListFileBounds } from "../../../core/policy/list_files.ts";
import type { EntityDetails, EntityType } from "../../../core/matching/ports.ts";
import type { Result } from "../../../base/result.ts";
import { parseBirth } from "../birth.ts";
import { identifierType, listedIdentifiers } from "../identifier.ts";
import { type ListReading, openReading } from "../list_reading.ts";
import type { OfacSource } from "./legacy_files.ts";
import { ofacName } from "./family_name.ts";
import { entityTypeOf } from "./legacy_values.ts";
import { webPagesIn } from "./pieces.ts";
import { unreadable } from "../refusal.ts";
import type { ListRead, ListRefusal, SourceFile } from "../schema.ts";
import type { Place } from "../tally.ts";
import type { WrittenName } from "../written_name.ts";
import {
  elementsAt,
  noteUnusedElements,
  textAt,
  textsAt,
  type XmlElement,
} from "../xml/element.ts";
import { readXml } from "../xml/read_xml.ts";
import { isoOfAmerican } from "../american_date.ts";

const information = "publshInformation";
const entry = "sdnEntry";

/** Elements of an entry that are read; all others with content are counted as unused. */
const used: ReadonlySet<string> = new Set([
  "uid",
  "firstName",
  "lastName",
  "sdnType",
  "programList",
  "akaList",
  "dateOfBirthList",
  "placeOfBirthList",
  "nationalityList",
  "citizenshipList",
  "idList",
  "title",
  "remarks",
  "vesselInfo",
]);

/** Elements about a vessel, with their names. */
const vesselParts = [
  ["vesselType", "Vessel type"],
  ["tonnage", "Tonnage"],
  ["grossRegisteredTonnage", "Gross registered tonnage"],
  ["vesselFlag", "Vessel flag"],
  ["vesselOwner", "Vessel owner"],
] as const;

/** OFAC's document type for a wallet, followed by the currency code. */
const walletType = /^Digital Currency Address - ([A-Z0-9]{2,10})$/;

/**
 * Reads one of OFAC's lists in its XML format (`SDN.XML`, `CONS_PRIM.XML`; root `sdnList`). Names
 * are joined as in the legacy files, `FAMILY, Given`. The file states the number of its entries;
 * another number is refused.
 */
export function readOfacXml(
  source: OfacSource,
  file: SourceFile,
  bounds: ListFileBounds,
): Result<ListRead, ListRefusal> {
  const reading = openReading(source, bounds);
  const head: { published: string | null; entries: number | null } = {
    published: null,
    entries: null,
  };
  const read = readXml(file, { root: "sdnList", records: [information, entry] }, bounds, {
    record(record, path) {
      if (path === entry) return readEntry(reading, file, record);
      const [published, entries] = [textAt(record, "Publish_Date"), textAt(record, "Record_Count")];
      head.published = published === null ? null : isoOfAmerican(published);
      head.entries = entries !== null && /^\d{1,9}$/.test(entries) ? Number(entries) : null;
      return head.published !== null && head.entries !== null
        ? null
        : unreadable("value_wrong", file, {
          line: record.line,
          message: "Publish_Date or Record_Count is missing, or no date or number",
        });
    },
  });
  if (!read.ok) return read;
  const entries = read.value.get(entry) ?? 0;
  if (head.published === null || head.entries !== entries || entries === 0) {
    return unreadable("file_truncated", file, {
      message: head.entries === null
        ? "publshInformation is missing"
        : `File has ${entries} entries, but states ${head.entries}`,
    });
  }
  const finished = reading.finish([{ file: file.name, rows: entries }], { asOf: head.published });
  if (!finished.ok) return finished;
  return isOfList(source, finished.value) ? finished : unreadable("files_mismatched", file, {
    message:
      `By the programmes of its entries the file is not of ${source}, but of OFAC's other list`,
  });
}

/** Programmes whose entries are almost all on the consolidated list and not on that of SDNs. */
const consolidatedProgram = /^(?:561-Related|CMIC-.*|FSE-.*|NS-.*|UKRAINE-EO13662)$/;

/**
 * Whether a file belongs to the given list. The format does not name its list; nine in ten entries
 * of the consolidated list have such a programme, and one in a hundred of SDNs.
 */
function isOfList(source: OfacSource, { entities }: ListRead): boolean {
  const some = entities.filter(({ programs }) =>
    programs.some((one) => consolidatedProgram.test(one))
  );
  const share = some.length / entities.length;
  return source === "ofac-sdn" ? share < 0.5 : share > 0.1;
}

function readEntry(
  reading: ListReading,
  file: SourceFile,
  record: XmlElement,
): Result<never, ListRefusal> | null {
  const place = { file, line: record.line };
  const type = entityTypeOf(noEntity(textAt(record, "sdnType")));
  if (type === null) {
    return unreadable("value_wrong", file, {
      line: record.line,
      message: "sdnType is not Individual, Entity, Vessel or Aircraft",
    });
  }
  noteUnusedElements(record, used, reading.unusedPart);
  const countries = (list: string, one: string) =>
    textsAt(record, list, one, "country").flatMap((text) => reading.country(text, place));
  return reading.add({
    place,
    listRef: textAt(record, "uid") ?? "",
    entityType: type,
    names: [
      nameOf(record, type, "primary"),
      ...elementsAt(record, "akaList", "aka").map((aka) =>
        nameOf(aka, type, textAt(aka, "category")?.toLowerCase() === "weak" ? "weak" : "strong")
      ),
    ],
    births: textsAt(record, "dateOfBirthList", "dateOfBirthItem", "dateOfBirth")
      .flatMap((text) => reading.birth(parseBirth(text), place, text)),
    birthPlaces: textsAt(record, "placeOfBirthList", "placeOfBirthItem", "placeOfBirth"),
    countries: [
      ...countries("nationalityList", "nationality"),
      ...countries("citizenshipList", "citizenship"),
    ],
    programs: textsAt(record, "programList", "program"),
    addresses: elementsAt(record, "idList", "id").flatMap((id) => walletOf(reading, place, id)),
    details: detailsOf(record),
  });
}

/** The statements of an entry that are not compared. */
function detailsOf(record: XmlElement): Partial<EntityDetails> {
  const ids = elementsAt(record, "idList", "id").map((id) => ({
    label: textAt(id, "idType") ?? "",
    value: textAt(id, "idNumber"),
    country: textAt(id, "idCountry"),
  })).filter(({ label }) => !walletType.test(label));
  const isDocument = ({ label }: { readonly label: string }) =>
    identifierType(label) !== null || /(?:No\.|Number|#|Code|ID|BIC|ISIN|License)$/.test(label);
  const texts = ids.filter((id) => !isDocument(id)).map(({ label, value }) =>
    `${label.replace(/:$/, "")} ${value ?? ""}`.trim()
  );
  const remarks = textsAt(record, "remarks");
  return {
    designations: textsAt(record, "title"),
    identifiers: [
      ...ids.filter(isDocument).flatMap(listedIdentifiers),
      ...listedIdentifiers({ label: "Call sign", value: textAt(record, "vesselInfo", "callSign") }),
    ],
    remarks: [
      ...vesselParts.flatMap(([part, label]) =>
        textsAt(record, "vesselInfo", part).map((text) => `${label}: ${text}`)
      ),
      ...texts,
      ...remarks,
    ],
    links: [...texts, ...remarks].flatMap(webPagesIn),
  };
}

/** The type as the legacy files write it: empty for `Entity`. */
function noEntity(type: string | null): string | undefined {
  return type === null ? "?" : type.toLowerCase() === "entity" ? "" : type;
}

function nameOf(
  element: XmlElement,
  type: EntityType,
  strength: WrittenName["strength"],
): WrittenName {
  const [last, first] = [textAt(element, "lastName"), textAt(element, "firstName")];
  const text = [last, first].filter((part) => part !== null).join(", ");
  // Weak aliases of persons stand in lastName whole, as `ZAHAR, Mahmoud`.
  return type === "INDIVIDUAL" && last !== null && first !== null
    ? { text, strength, family: last, given: first }
    : ofacName({ text, strength }, type);
}

function walletOf(reading: ListReading, place: Place, id: XmlElement) {
  const [, currency] = walletType.exec(textAt(id, "idType") ?? "") ?? [];
  const address = textAt(id, "idNumber");
  return currency === undefined || address === null ? [] : reading.wallet(currency, address, place);
}
