import { shuffled } from "../evaluation/mersenne_twister.ts";
import { seeded, wordsOf } from "./family.ts";

/** Common names of people by country (ISO 3166-1 alpha-2), romanised. */
export interface CommonNames {
  readonly forenames: ReadonlyMap<string, readonly string[]>;
  readonly surnames: ReadonlyMap<string, readonly string[]>;
}

/** A name that a person on no list may well bear. */
export interface OrdinaryName {
  readonly culture: string;
  readonly country: string;
  readonly name: string;
}

/** The order and origin of the parts of a name: a forename with what follows or precedes it. */
type Making = "surname last" | "surname first" | "father and grandfather" | "surname of a forename";

/** Countries of alike names. */
const cultures: readonly (readonly [string, Making, readonly string[]])[] = [
  ["Slavic", "surname last", wordsOf("RU UA BY BG RS MK ME BA HR SI PL CZ SK")],
  ["Arabic", "father and grandfather", wordsOf("EG SA IQ LY TN DZ MA JO LB KW AE PK")],
  ["Iranian", "surname of a forename", wordsOf("IR TJ")],
  ["Turkic and Caucasian", "surname last", wordsOf("TR AZ KZ AM GE")],
  ["East Asian", "surname first", wordsOf("CN TW KR JP VN KH")],
  ["South Asian", "surname last", wordsOf("IN NP BD PH")],
  ["Spanish and Portuguese", "surname last", wordsOf("ES MX CO AR CL PE BR PT SV CR PY DO CU")],
  ["English", "surname last", wordsOf("US GB CA AU NZ IE")],
  [
    "other European",
    "surname last",
    wordsOf("DE FR IT NL BE CH AT SE NO DK FI HU RO GR EE LV LT AL IL"),
  ],
];

/** Ways to choose: one of several names, and yes or no. */
interface Choices {
  pick(names: readonly string[]): string;
  either(): boolean;
}

/** How names of a country are formed. */
export function makingOf(country: string): Making {
  const [, making] = cultures.find(([, , countries]) => countries.includes(country)) ?? [];
  return making ?? "surname last";
}

/** Makes a number of ordinary names of each culture, from countries with enough data. */
export function ordinaryNames(
  common: CommonNames,
  { seed, each }: { readonly seed: number; readonly each: number },
): readonly OrdinaryName[] {
  return cultures.flatMap(([culture, making, countries]) => {
    const { next, draw } = seeded(seed, culture);
    const pick = (names: readonly string[]) => names[draw.below(names.length)]!;
    const either = () => draw.below(2) === 0;
    const known = countries.filter((country) =>
      common.forenames.has(country) &&
      (making === "father and grandfather" || making === "surname of a forename" ||
        common.surnames.has(country))
    );
    const perCountry = Math.ceil(each / Math.max(1, known.length));
    return known.flatMap((country) => {
      const given = common.forenames.get(country)!;
      const families = common.surnames.get(country) ?? given;
      const made = Array.from(
        { length: perCountry * 3 },
        () => nameOf(making, given, families, { pick, either }),
      );
      const names = shuffled([...new Set(made)], next).slice(0, perCountry);
      return names.map((name) => ({ culture, country, name }));
    });
  });
}

/** Forms one name. */
export function nameOf(
  making: Making,
  given: readonly string[],
  families: readonly string[],
  { pick, either }: Choices,
): string {
  const [first, family] = [pick(given), pick(families)];
  switch (making) {
    case "surname last":
      return `${first} ${family}`;
    case "surname first":
      return `${family} ${first}`;
    case "father and grandfather":
      return either() ? `${first} ${family}` : `${first} ${family} ${pick(given)}`;
    case "surname of a forename":
      return `${first} ${family.replace(/[aeiou]$/, "")}i`;
    default:
      return making satisfies never;
  }
}
