import type {
  EntityDetails,
  EntityType,
  IdentifierType,
  NameStrength,
} from "../../../core/matching/ports.ts";
import { parseBirth } from "../birth.ts";
import { linksIn, listedIdentifiers, numberedValues } from "../identifier.ts";
import { edtfDate, edtfOfIso } from "../edtf.ts";
import type { EntityDraft, ListReading } from "../list_reading.ts";
import { unreadable } from "../refusal.ts";
import type { ListRefusal } from "../schema.ts";
import type { Place } from "../tally.ts";
import type { WrittenName } from "../written_name.ts";
import { ok, type Result } from "../../../base/result.ts";

/** A name in any British format. */
export interface UkName {
  /** Name 1 to name 5: given names of a person, mostly empty for others. */
  readonly given: readonly string[];
  /** Name 6: family name of a person, whole name of others. */
  readonly last: string;
  /** `Primary Name`, `Primary Name Variation`, `Alias`; older `Prime Alias`, `AKA`, `FKA`. */
  readonly type: string;
  /** `Good quality a.k.a`, `Low quality a.k.a`, `Good`, `Low` or empty. */
  readonly strength: string;
}

/** One entity in any British format, each text as written. */
export interface UkEntity {
  readonly place: Place;
  /** Number on the UK sanctions list, else the group of the older list. */
  readonly id: string;
  /** `Individual`, `Entity` or `Ship`. */
  readonly type: string;
  readonly names: readonly UkName[];
  readonly namesInScript: readonly string[];
  readonly births: readonly string[];
  readonly birthPlaces: readonly string[];
  readonly nationalities: readonly string[];
  readonly regimes: readonly string[];
  /** Further details for a reviewer. */
  readonly described?: UkDescription;
}

/** The statements of all British formats that are not compared, each text as written. */
export interface UkDescription {
  /** Dates of designation or listing. */
  readonly listed: readonly string[];
  /** Titles and positions. */
  readonly positions: readonly string[];
  readonly passports: readonly string[];
  readonly nationalIds: readonly string[];
  readonly registrations: readonly string[];
  readonly imoNumbers: readonly string[];
  readonly remarks: readonly string[];
  readonly websites: readonly string[];
}

const types: Readonly<Record<string, EntityType>> = {
  individual: "INDIVIDUAL",
  entity: "ORGANISATION",
  ship: "VESSEL",
};

/** Builds an entity in the same way from every British format. */
export function ukDraft(
  reading: ListReading,
  entity: UkEntity,
): Result<EntityDraft, ListRefusal> {
  const { place } = entity;
  if (entity.type === "") reading.note("type_unknown", place, entity.id);
  const entityType = entity.type === "" ? "ORGANISATION" : types[entity.type.toLowerCase()];
  if (entityType === undefined) {
    return unreadable("value_wrong", place.file, {
      line: place.line,
      message: "Type is not Individual, Entity or Ship",
    });
  }
  return ok({
    place,
    listRef: entity.id,
    entityType,
    names: distinctTexts([
      ...entity.names.map((name) => nameOf(name, entityType)),
      ...entity.namesInScript.map((text) => ({ text, strength: "strong" as const })),
    ]),
    births: [...new Set(entity.births.flatMap(numbered))].flatMap((text) =>
      reading.birth(birthOf(text), place, text)
    ),
    birthPlaces: entity.birthPlaces,
    countries: [...new Set(entity.nationalities.flatMap(numbered))].flatMap((text) =>
      reading.country(text, place)
    ),
    programs: entity.regimes,
    details: entity.described === undefined ? {} : detailsOf(entity.described),
  });
}

function detailsOf(described: UkDescription): Partial<EntityDetails> {
  const identifiers = (
    label: string,
    type: IdentifierType,
    written: readonly string[],
  ) =>
    written.flatMap(numberedValues).flatMap((value) => listedIdentifiers({ label, type, value }));
  const { remarks, websites } = described;
  return {
    listedOn: described.listed.flatMap((text) => ukDate(text) ?? []).toSorted()[0] ?? null,
    designations: described.positions.flatMap(numberedValues),
    identifiers: [
      ...identifiers("Passport", "passport", described.passports),
      ...identifiers("National identifier", "national_id", described.nationalIds),
      ...identifiers("Business registration number", "registration", described.registrations),
      ...identifiers("IMO number", "imo", described.imoNumbers),
    ],
    remarks,
    links: [...websites, ...remarks].flatMap(linksIn),
  };
}

/**
 * Reads `05/08/2026` and `05-Aug-2026`, with the day first, or ISO 8601; null for an incomplete
 * date.
 */
export function ukDate(text: string): string | null {
  const date = birthOf(text.slice(0, 11).replace(/[TZ].*$/, "").trim());
  return date?.length === 10 ? date : null;
}

function nameOf({ given, last, type, strength }: UkName, entityType: EntityType): WrittenName {
  const first = given.filter((part) => part !== "").join(" ");
  const text = [first, last].filter((part) => part !== "").join(" ");
  // A name in one field (`Haji Alim`) stands in name 6, and is no family name.
  const parts = entityType === "INDIVIDUAL" && first !== "" ? { family: last, given: first } : {};
  return { text, strength: strengthOf(type, strength), ...parts };
}

function strengthOf(type: string, strength: string): NameStrength {
  if (/^(?:primary name|prime alias)$/i.test(type.trim())) return "primary";
  return /^low\b/i.test(strength.trim()) ? "weak" : "strong";
}

/** Removes duplicates: a name occurs in as many rows as its entity has addresses. */
function distinctTexts(names: readonly WrittenName[]): readonly WrittenName[] {
  return [...new Map(names.map((name) => [`${name.strength} ${name.text}`, name])).values()];
}

/**
 * Splits several values in one field: `(1) Iran. (2) Syria.`, `1) Iran 2) Syria`, or by semicolons.
 */
function numbered(text: string): readonly string[] {
  return text.split(/(?<![^\s-])\(?\d+\)-?|;|\|/).map((one) => one.trim().replace(/\.$/, ""))
    .filter((one) => one !== "");
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Reads `16/07/1969`, `00/07/1969`, `dd/mm/1969`, `1969`, `16-Jul-1969`, ISO 8601, or words. */
function birthOf(text: string): string | null {
  const [, day = "", month = "", year] =
    /^(?:(\d{1,2}|dd)[/-])?(?:(\d{1,2}|mm|[a-z]{3})[/-])?(\d{4})$/i.exec(text) ?? [];
  if (year === undefined) return edtfOfIso(text) ?? parseBirth(text);
  const named = months.indexOf(month.toLowerCase()) + 1;
  return edtfDate({ year, month: named > 0 ? String(named) : month, day });
}
