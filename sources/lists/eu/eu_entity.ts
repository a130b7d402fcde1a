import type { EntityType } from "../../../core/matching/ports.ts";
import { circa, edtfDate, edtfOfIso, edtfRange } from "../edtf.ts";
import { edtfOfHijri } from "../hijri.ts";
import type { ListReading } from "../list_reading.ts";
import type { Place } from "../tally.ts";
import type { WrittenName } from "../written_name.ts";

/** A name in both formats; missing parts are empty. */
export interface EuName {
  readonly whole: string;
  readonly first: string;
  readonly middle: string;
  readonly last: string;
  /** False for a weak alias; the CSV format does not state it. */
  readonly strong: boolean;
}

/** A birth in both formats; missing parts are empty. */
export interface EuBirth {
  readonly date: string;
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly yearFrom: string;
  readonly yearTo: string;
  readonly circa: boolean;
  readonly calendar: string;
}

/** `P` is a person, `E` an enterprise (also used for vessels); null for other values. */
export function euType(classification: string): EntityType | null {
  const types: Readonly<Record<string, EntityType>> = {
    P: "INDIVIDUAL",
    person: "INDIVIDUAL",
    E: "ORGANISATION",
    enterprise: "ORGANISATION",
  };
  return types[classification] ?? null;
}

/**
 * The names of an entity, the first one primary: the list marks none as primary, and starts with
 * the name under which it first listed the entity. Only persons have parts.
 */
export function euNames(names: readonly EuName[], type: EntityType): readonly WrittenName[] {
  const primary = Math.max(0, names.findIndex(({ strong }) => strong));
  return names.map((name, index) => {
    const parts = [name.first, name.middle, name.last].filter((part) => part !== "");
    const given = [name.first, name.middle].filter((part) => part !== "").join(" ");
    return {
      text: name.whole === "" ? parts.join(" ") : name.whole,
      strength: index === primary ? "primary" : name.strong ? "strong" : "weak",
      ...(type === "INDIVIDUAL" ? { family: name.last, given } : {}),
    };
  });
}

/** Names of the only converted calendar besides the Gregorian: lunar Hijri. */
const hijriCalendar = /^(?!.*(?:solar|shamsi)).*(?:islamic|hijri|hegira)/i;

/**
 * The birth in EDTF; null with a finding if unreadable. Of calendars other than the Gregorian, only
 * the lunar Islamic one is converted.
 */
export function euBirth(reading: ListReading, birth: EuBirth, place: Place): readonly string[] {
  const written = [
    birth.date,
    [birth.year, birth.month, birth.day].join("-"),
    [birth.yearFrom, birth.yearTo].join(" to "),
    birth.calendar,
  ].filter((part) => /\d/.test(part)).join(" ");
  if (written === "") return [];
  const hasYear = /^[1-9]\d{3}$/.test(birth.year);
  const edtf = hijriCalendar.test(birth.calendar)
    ? edtfOfHijri({
      year: Number(birth.year),
      month: Number(birth.month),
      day: Number(birth.day),
    })
    : !/^(?:|gregorian)$/i.test(birth.calendar)
    ? null
    : birth.date !== ""
    ? edtfOfIso(birth.date)
    : hasYear
    ? edtfDate(birth)
    : edtfRange(edtfDate({ year: birth.yearFrom }), edtfDate({ year: birth.yearTo }));
  return reading.birth(birth.circa ? circa(edtf) : edtf, place, written);
}
