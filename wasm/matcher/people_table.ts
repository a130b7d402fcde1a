/**
 * Makes `data/people.txt` from tables of the commonest names of many countries:
 *
 *   deno run --allow-read --allow-write wasm/matcher/people_table.ts FORENAMES.csv SURNAMES.csv
 *
 * A line is a word in lower-case Latin letters without marks, then `g` where it is a given name and
 * `f` where it is a family name. Source and licence are in `data/README.md`.
 */

import { parse } from "csv-parse/sync";

const [forenames, surnames] = Deno.args;
if (forenames === undefined || surnames === undefined) {
  throw new Error("Expected the files with forenames and surnames");
}

/** Letters that no decomposition takes apart. */
const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  ħ: "h",
  ə: "a",
};

/** The words of a name as the core writes them; none of a name in another script. */
function wordsOf(name: string): readonly string[] {
  const bare = name.toLowerCase().normalize("NFKD").replace(/[\p{M}'’ʻʼ`]/gu, "");
  const latin = bare.replace(/[^\p{ASCII}]/gu, (letter) => letters[letter] ?? letter);
  return latin.split(/[\s\-.,()/]+/).filter((word) => /^[a-z]{2,}$/.test(word));
}

const flags = new Map<string, Set<string>>();
for (const [path, flag] of [[forenames, "g"], [surnames, "f"]] as const) {
  const rows: readonly Record<string, string>[] = parse(await Deno.readTextFile(path), {
    bom: true,
    columns: true,
  });
  for (const row of rows) {
    for (const name of [row["Romanized Name"], row["Localized Name"]]) {
      for (const word of wordsOf(name ?? "")) {
        flags.set(word, (flags.get(word) ?? new Set()).add(flag));
      }
    }
  }
}
const lines = [...flags].sort().map(([word, of]) => `${word} ${[...of].sort().reverse().join("")}`);
await Deno.writeTextFile(new URL("data/people.txt", import.meta.url), `${lines.join("\n")}\n`);
