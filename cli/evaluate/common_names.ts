import { parse } from "csv-parse/sync";
import type { CommonNames } from "../../quality/perturbations/ordinary_names.ts";

/** Reads the most common names of people by country; null when the file is missing. */
export async function readCommonNames(folder: string): Promise<CommonNames | null> {
  const read = (name: string) => Deno.readTextFile(`${folder}/${name}`).catch(() => null);
  const forenames = await read("common-forenames-by-country.csv");
  const surnames = await read("common-surnames-by-country.csv");
  if (forenames === null || surnames === null) return null;
  return { forenames: byCountry(forenames), surnames: byCountry(surnames) };
}

function byCountry(text: string): ReadonlyMap<string, readonly string[]> {
  const rows: readonly Readonly<Record<string, string>>[] = parse(text, {
    columns: true,
    bom: true,
  });
  const names = Map.groupBy(rows, ({ Country = "" }) => Country);
  return new Map([...names].map(([country, all]) => {
    const written = all.map((row) => (row["Romanized Name"] ?? "").normalize("NFC").trim());
    const usable = written.filter((name) => /^[\p{Script=Latin}\p{M}' -]{2,}$/u.test(name));
    return [country, [...new Set(usable)]] as const;
  }));
}
