/**
 * Makes `data/japanese_families.txt` and `data/japanese_given.txt` from the tables of the package
 * japanese-personal-name-dataset:
 *
 *   deno run --allow-read --allow-write wasm/matcher/japanese_names.ts DATASET_FOLDER
 *
 * A line of families is a reading in hiragana, then the family names so read. A line of given names
 * is a reading in hiragana, then the characters that often have it within a name, those that seldom
 * have it, and those that have it as a whole name; `-` stands for none. Which character of a name
 * has which part of its reading is estimated by expectation maximisation over all names. Source and
 * licence are in `data/README.md`.
 */

/** Names of which a character is a part, at least. */
const namesLeast = 10;
/** Share of a character's names in which it has a reading: at least, and often. */
const [shareLeast, shareOften] = [0.03, 0.15] as const;
/** Readings of a character that are kept, the commonest. */
const readingsMost = 6;
/** Readings of a whole name of one character that are kept. */
const wholesMost = 16;
const rounds = 8;
/** Kana of the longest reading of one character. */
const kanaMost = 5;

/** Family names of Chinese and Koreans in Japan, which are far more often read as their own. */
const foreign = /^[李高]$/;

const [folder] = Deno.args;
if (folder === undefined) throw new Error("Expected the folder of the data set");

/** The rows of a table of given names, each characters and their reading in hiragana. */
async function givenNames(table: string): Promise<readonly (readonly [string, string])[]> {
  const text = await Deno.readTextFile(`${folder}/first_name_${table}.csv`);
  const rows = text.trim().split("\n").map((line) => line.split(","));
  return rows.flatMap(([reading = "", , ...names]) =>
    names.filter((name) => /^[\u4e00-\u9fff]{1,3}$/.test(name)).map((name) =>
      [name, reading] as const
    )
  );
}

/** Every way to cut a reading into so many parts, none of which begins within a syllable. */
function cuts(reading: string, count: number): readonly (readonly string[])[] {
  if (count === 1) return reading.length > kanaMost ? [] : [[reading]];
  const starts = Array.from({ length: Math.min(kanaMost, reading.length - 1) }, (_, at) => at + 1);
  return starts.filter((at) => !/[ゃゅょぁぃぅぇぉんー]/.test(reading[at] ?? "")).flatMap((at) =>
    cuts(reading.slice(at), count - 1).map((rest) => [reading.slice(0, at), ...rest])
  );
}

type Shares = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** One round: how often each character has each reading, by the shares of the last round. */
function counted(names: readonly (readonly [string, string])[], shares: Shares | null): Shares {
  const counts = new Map<string, Map<string, number>>();
  for (const [name, reading] of names) {
    const ways = cuts(reading, name.length).map((parts) => ({
      parts,
      likely: parts.reduce(
        (product, part, at) =>
          product * (shares === null ? 1 : shares.get(name[at]!)?.get(part) ?? 0),
        1,
      ),
    }));
    const sum = ways.reduce((sum, { likely }) => sum + likely, 0);
    if (sum === 0) continue;
    for (const { parts, likely } of ways) {
      for (const [at, part] of parts.entries()) {
        const of = counts.getOrInsertComputed(name[at]!, () => new Map());
        of.set(part, (of.get(part) ?? 0) + likely / sum);
      }
    }
  }
  return counts;
}

function total(of: ReadonlyMap<string, number>): number {
  return [...of.values()].reduce((sum, count) => sum + count, 0);
}

function sharesOf(counts: Shares): Shares {
  return new Map([...counts].map(([character, of]) => {
    const all = total(of);
    return [character, new Map([...of].map(([reading, count]) => [reading, count / all]))];
  }));
}

const names = [...await givenNames("man_org"), ...await givenNames("woman_org")];
const unique = [...new Map(names.map((row) => [row.join(), row])).values()];
let counts = counted(unique, null);
for (let round = 0; round < rounds; round++) counts = counted(unique, sharesOf(counts));

/** Characters by reading: those that often have it, seldom, and as a whole name. */
const characters = new Map<string, [string, string, string]>();
const put = (reading: string, where: 0 | 1 | 2, character: string) => {
  const row = characters.getOrInsertComputed(reading, () => ["", "", ""]);
  row[where] += character;
};
for (const [character, of] of [...counts].toSorted()) {
  const all = total(of);
  if (all < namesLeast) continue;
  const best = [...of].toSorted(([, a], [, b]) => b - a).slice(0, readingsMost);
  for (const [reading, count] of best) {
    if (count / all >= shareLeast) put(reading, count / all >= shareOften ? 0 : 1, character);
  }
}
const common = [...await givenNames("man_opti"), ...await givenNames("woman_opti")];
const wholes = Map.groupBy(common.filter(([name]) => name.length === 1), ([name]) => name);
for (const [character, rows] of [...wholes].toSorted()) {
  const readings = new Set(rows.map(([, reading]) => reading));
  for (const reading of [...readings].slice(0, wholesMost)) put(reading, 2, character);
}

const data = new URL("data/", import.meta.url);
const write = async (file: string, lines: readonly string[]) =>
  await Deno.writeTextFile(new URL(file, data), `${lines.toSorted().join("\n")}\n`);
await write(
  "japanese_given.txt",
  [...characters].map(([reading, row]) =>
    [reading, ...row.map((characters) => characters || "-")].join(" ")
  ),
);
const surnames = (await Deno.readTextFile(`${folder}/last_name_org.csv`)).trim().split("\n");
const rows = surnames.map((line) => line.split(",")).filter(([name = ""]) => !foreign.test(name));
await write(
  "japanese_families.txt",
  [...Map.groupBy(rows, ([, , reading]) => reading)].map(([reading, of]) =>
    [reading, ...of.map(([name]) => name)].join(" ")
  ),
);
