import { countriesOf } from "../../../standards/country/country.ts";
import type { EntityDetails, ListedAddress } from "../../../core/matching/ports.ts";
import { buildEntity } from "../build_entity.ts";
import type { ListReading } from "../list_reading.ts";
import { listedIdentifiers } from "../identifier.ts";
import type { OfacSource } from "./legacy_files.ts";
import { ofacName } from "./family_name.ts";
import type { OfacRow } from "./legacy_table.ts";
import { entityTypeOf, nullable, programsOf } from "./legacy_values.ts";
import { parseRemark, type Remark, type RemarkText } from "./remark.ts";
import { sortPieces } from "./pieces.ts";
import type { SourceFile } from "../schema.ts";
import type { Place } from "../tally.ts";
import { distinctNames, type WrittenName } from "../written_name.ts";

/** Characters at which OFAC cuts a remark; the rest follows in the file of comments. */
const remarkCharacters = 1_000;

/** A legacy set being read. */
export interface OfacReading extends ListReading {
  /** The list of the set. */
  readonly source: OfacSource;
  /** The files, named in reports. */
  readonly files: Readonly<Record<"entities" | "aliases" | "comments", SourceFile>>;
}

/** The rows about one entity. */
export interface OfacEntry {
  /** Its row in the entity file. */
  readonly row: OfacRow;
  /** In the order of their numbers. */
  readonly aliases: readonly OfacRow[];
  /** Its row in the file of comments. */
  readonly comment: OfacRow | null;
}

/** A remark and its place. */
interface PlacedRemark {
  readonly place: Place;
  readonly remark: Remark;
}

/** Adds one entity from its rows; unused content is noted. */
export function takeOfacEntity(reading: OfacReading, entry: OfacEntry): void {
  const { entNum, fields } = entry.row;
  const entityType = entityTypeOf(fields[2]) ?? "ORGANISATION";
  const remarks = remarksOf(reading, entry);
  const nationalities = remarks.flatMap((one) => codesOf(reading, one, "nationalities"));
  const citizenships = remarks.flatMap((one) => codesOf(reading, one, "citizenships"));
  const written = namesOf(reading, entry, remarks);
  const names = distinctNames(written.map((name) => ofacName(name, entityType)));
  for (let repeated = written.length - names.length; repeated > 0; repeated--) {
    reading.note("name_repeated", placeOf(reading, entry), fields[1] ?? "");
  }
  const entity = buildEntity(reading.source, names, {
    listRef: entNum,
    entityType,
    births: remarks.flatMap(({ remark }) => remark.births),
    birthPlaces: remarks.flatMap(({ remark }) => remark.birthPlaces),
    countries: [...nationalities, ...citizenships],
    programs: programsOf(fields[3]),
    addresses: remarks.flatMap((one) => addressesOf(reading, one)),
    details: detailsOf(entry, remarks),
  });
  const hasNationality = nationalities.length > 0;
  reading.take(entity, { hasAlias: entry.aliases.length > 0, hasNationality });
}

/**
 * Reads the wallets of a comment whose entity is missing in the list. They stay as the publisher's,
 * without an entity; the rest of the comment is dropped.
 */
export function readForeignComment(reading: OfacReading, row: OfacRow): readonly ListedAddress[] {
  const place = { file: reading.files.comments, line: row.line };
  const text = row.fields[1] ?? "";
  reading.note("comment_without_entity", place, text);
  const placed = readRemark(reading, place, { text, startsCut: true, endsCut: false });
  for (const { currency, address } of placed.remark.addresses) {
    reading.note("address_without_entity", place, `${currency} ${address}`);
  }
  return addressesOf(reading, placed);
}

/** Columns of the entity file about a vessel, with their names. */
const vesselColumns = [
  [6, "Vessel type"],
  [7, "Tonnage"],
  [8, "Gross registered tonnage"],
  [9, "Vessel flag"],
  [10, "Vessel owner"],
] as const;

/** The statements of the row and its remarks that are not compared. */
function detailsOf(
  { row: { fields } }: OfacEntry,
  remarks: readonly PlacedRemark[],
): Partial<EntityDetails> {
  const pieces = sortPieces(remarks.flatMap(({ remark }) => remark.others));
  const linked = remarks.flatMap(({ remark }) => remark.linkedTo);
  const vessel = vesselColumns.flatMap(([column, label]) => {
    const text = nullable(fields[column]);
    return text === null ? [] : [`${label}: ${text}`];
  });
  const callSign = nullable(fields[5]);
  return {
    designations: [nullable(fields[4]) ?? ""],
    identifiers: [
      ...pieces.identifiers,
      ...listedIdentifiers({ label: "Call sign", value: callSign }),
    ],
    remarks: [...vessel, ...pieces.remarks, ...linked.map((name) => `Linked To: ${name}`)],
    links: pieces.links,
  };
}

function namesOf(
  { files, note }: OfacReading,
  { row, aliases }: OfacEntry,
  remarks: readonly PlacedRemark[],
): readonly WrittenName[] {
  const names: WrittenName[] = [{ text: row.fields[1] ?? "", strength: "primary" }];
  for (const alias of aliases) {
    const [, , type = "", text = ""] = alias.fields;
    if (!/^[afn]ka$/i.test(type.trim())) {
      note("alias_type_unknown", { file: files.aliases, line: alias.line }, `${type} ${text}`);
    }
    names.push({ text, strength: "strong" });
  }
  for (const { remark } of remarks) {
    for (const text of remark.weakAliases) names.push({ text, strength: "weak" });
  }
  return names;
}

/** The remark with its continuation, or remark and comment separately. */
function remarksOf(reading: OfacReading, entry: OfacEntry): readonly PlacedRemark[] {
  const text = entry.row.fields[11] ?? "";
  const isFull = [...text].length === remarkCharacters;
  const place = placeOf(reading, entry);
  const { comment } = entry;
  if (comment === null) {
    return [readRemark(reading, place, { text, startsCut: false, endsCut: isFull })];
  }
  const continued = comment.fields[1] ?? "";
  if (isFull) {
    const whole = text + continued;
    return [readRemark(reading, place, { text: whole, startsCut: false, endsCut: false })];
  }
  const apart = { file: reading.files.comments, line: comment.line };
  return [
    readRemark(reading, place, { text, startsCut: false, endsCut: false }),
    readRemark(reading, apart, { text: continued, startsCut: true, endsCut: false }),
  ];
}

function readRemark(
  { note }: OfacReading,
  place: Place,
  text: RemarkText,
): PlacedRemark {
  const remark = parseRemark(nullable(text.text) === null ? { ...text, text: "" } : text);
  for (const unread of remark.unread) note(unread.reason, place, unread.text);
  return { place, remark };
}

/** The codes of the named countries; one marked `possibly` is accepted and noted. */
function codesOf(
  { note }: OfacReading,
  { place, remark }: PlacedRemark,
  kind: "nationalities" | "citizenships",
): readonly string[] {
  return remark[kind].flatMap((written) => {
    const sure = written.replace(/^possibly /i, "");
    const codes = countriesOf(sure);
    if (codes.length === 0) note("country_unknown", place, written);
    else if (sure !== written) note("country_possible", place, written);
    return codes;
  });
}

function addressesOf({ wallet }: OfacReading, { place, remark }: PlacedRemark) {
  return remark.addresses.flatMap(({ currency, address }) => wallet(currency, address, place));
}

function placeOf({ files }: OfacReading, { row }: OfacEntry): Place {
  return { file: files.entities, line: row.line };
}
