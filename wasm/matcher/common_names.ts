/**
 * Makes `data/common_names.txt`: how many of 10,000 people of the country where a name is commonest
 * bear it.
 *
 *   deno run --allow-read --allow-write wasm/matcher/common_names.ts FORENAMES.csv SURNAMES.csv
 *
 * Takes the two files of sigpwned/popular-names-by-country-dataset (CC0 1.0). Few of them say how many
 * people bear a name: otherwise its rank does.
 */

import { parse } from "csv-parse/sync";

/** Bearers of 10,000 by rank, where a country does not say: up to this rank, so many. */
const byRank = {
  forenames: [[5, 150], [20, 70], [Infinity, 40]],
  surnames: [[3, 150], [10, 80], [30, 40], [100, 20], [Infinity, 10]],
} as const;
/** People of the countries that state bearers and no share. */
const people: Readonly<Record<string, number>> = { CN: 1.4e9, MX: 1.25e8 };
/** The steps to which bearers are rounded. */
const steps = [1000, 500, 200, 100, 50, 20, 10];

type Row = Readonly<Record<string, string>>;

const [forenames, surnames] = Deno.args;
if (forenames === undefined || surnames === undefined) throw new Error("Expected two files");

async function rowsOf(path: string): Promise<readonly Row[]> {
  return parse(await Deno.readTextFile(path), { columns: true, bom: true });
}

/** The words of a name as the normaliser writes them; none of what is left in another script. */
function wordsOf(name: string): readonly string[] {
  const bare = name.normalize("NFKD").replace(/[\p{M}'’ʻ`]/gu, "").toLowerCase()
    .replaceAll("ß", "ss").replaceAll("ø", "o").replaceAll("ł", "l").replaceAll("ı", "i")
    .replaceAll("đ", "d").replaceAll("æ", "ae").replaceAll("ð", "d").replaceAll("þ", "th")
    .replaceAll("ə", "a").replaceAll("œ", "oe");
  return bare.split(/[\s/()-]+/u).filter((word) => /^[a-z]{2,}$/.test(word));
}

/** Countries whose names are of syllables, which are spelled otherwise from country to country. */
const ofSyllables = new Set(["CN", "HK", "KH", "KR", "MY", "SG", "TW", "VN"]);

interface CommonName {
  readonly bearers: number;
  readonly varies: boolean;
}

const known = new Map<string, CommonName>();
function add(row: Row, count: number) {
  const country = row["Country"] ?? "";
  for (const name of [row["Romanized Name"] ?? "", row["Localized Name"] ?? ""]) {
    for (const word of wordsOf(name)) {
      const { bearers, varies } = known.get(word) ?? { bearers: 0, varies: false };
      known.set(word, {
        bearers: Math.max(bearers, count),
        varies: varies || ofSyllables.has(country),
      });
    }
  }
}

function ofRank(kind: keyof typeof byRank, rank: number): number {
  return byRank[kind].find(([last]) => rank <= last)?.[1] ?? 0;
}

for (const row of await rowsOf(forenames)) add(row, ofRank("forenames", Number(row["Index"])));
for (const row of await rowsOf(surnames)) {
  const inhabitants = people[row["Country"] ?? ""];
  const share = row["Percent"] !== ""
    ? Number(row["Percent"])
    : inhabitants !== undefined && row["Count"] !== ""
    ? Number(row["Count"]) / inhabitants
    : 0;
  add(row, share > 0 ? Math.max(10, share * 10_000) : ofRank("surnames", Number(row["Rank"])));
}
const lines = [false, true].flatMap((ofSyllables) =>
  steps.flatMap((step, at) => {
    const above = steps[at - 1] ?? Infinity;
    const names = [...known].flatMap(([name, { bearers, varies }]) =>
      varies === ofSyllables && bearers >= step && bearers < above ? [name] : []
    );
    return names.length === 0
      ? []
      : [`${step}${ofSyllables ? "~" : ""} ${names.sort().join(" ")}\n`];
  })
);
const head =
  "# Made by common_names.ts: see README.md. Bearers of 10,000 people, with a ~ where the names are\n" +
  "# syllables, then names.\n";
await Deno.writeTextFile(new URL("data/common_names.txt", import.meta.url), head + lines.join(""));
