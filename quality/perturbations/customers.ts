import type { QueryCase } from "../evaluation/schema.ts";
import { type Draw, seeded, wordsOf } from "./family.ts";
import { type CommonNames, makingOf, nameOf } from "./ordinary_names.ts";

/** Countries of customers (ISO 3166-1 alpha-2): large markets, and those of most listed people. */
const countries = wordsOf("RU UA TR EG IQ IR PK IN CN KR MX CO US GB DE");
/** Ages of customers, in years. */
const [ageLeast, ageMost] = [18, 85] as const;
/** The year in which they have that age. */
const year = 2026;

/**
 * Customers as a book has them: names drawn so that the commonest of a country are the most
 * frequent (by Zipf's law of their ranks), the same name more than once, each with a date of birth
 * and the country's nationality. Nobody who is listed was meant by any; a namesake may be.
 */
export function customers(
  common: CommonNames,
  { seed, each }: { readonly seed: number; readonly each: number },
): readonly QueryCase[] {
  return countries.filter((country) => common.forenames.has(country)).flatMap((country) => {
    const { draw } = seeded(seed, `customers of ${country}`);
    const given = common.forenames.get(country)!;
    const families = common.surnames.get(country) ?? given;
    const pick = (names: readonly string[]) => names[rankFrom(draw, names.length)]!;
    return Array.from({ length: each }, (_, index) => ({
      id: `customer ${country}-${index}`,
      source: `customers, ${country}`,
      name: nameOf(makingOf(country), given, families, { pick, either: () => draw.below(2) === 0 }),
      dob: dateOfBirth(draw),
      nationality: country,
      label: "clear" as const,
      ...{ ofac_ent_num: null, un_ref: null, pep_bioguide: null },
    }));
  });
}

/** A rank from 0, drawn with the weight `1 / (rank + 1)`. */
function rankFrom(draw: Draw, count: number): number {
  const weights = Array.from({ length: count }, (_, rank) => Math.round(1_000_000 / (rank + 1)));
  let left = draw.below(weights.reduce((sum, weight) => sum + weight));
  return weights.findIndex((weight) => (left -= weight) < 0);
}

function dateOfBirth(draw: Draw): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const born = year - ageLeast - draw.below(ageMost - ageLeast + 1);
  return `${born}-${two(1 + draw.below(12))}-${two(1 + draw.below(28))}`;
}
