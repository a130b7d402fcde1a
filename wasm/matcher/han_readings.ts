/**
 * Makes `src/text/han/readings.bin` and `syllables.txt` from the kMandarin and the kCantonese lines
 * of Unihan:
 *
 *   deno run --allow-read --allow-write wasm/matcher/han_readings.ts kMandarin.txt kCantonese.txt
 *
 * Takes lines as `Unihan_Readings.txt` has them (`U+4E00<TAB>kMandarin<TAB>yī`), the same with the
 * character beside its code, and as extractions of it have them (`U+4E00: yī`). Source, licence and
 * form are in `src/text/han/README.md`.
 */

/** The block of unified ideographs: all that names are written with. */
const first = 0x4e00;
const last = 0x9fff;

const folder = new URL("src/text/han/", import.meta.url);
const [mandarinPath, cantonesePath] = Deno.args;
if (mandarinPath === undefined || cantonesePath === undefined) {
  throw new Error("Expected the files with the lines of kMandarin and of kCantonese");
}

/** A syllable without its tone, in ASCII: `lǜ` is `lu`, as passports write it `lyu` or `lu`. */
function bare(syllable: string): string {
  return syllable.normalize("NFD").replace(/[\p{M}1-6]/gu, "").toLowerCase();
}

/** The first reading of each character that a file has one of. */
async function readReadings(path: string): Promise<Map<number, string>> {
  const readings = new Map<number, string>();
  for (const line of (await Deno.readTextFile(path)).split("\n")) {
    const found = /^U\+([0-9A-F]{4,5})(?: \S+)?(?::\s*|\tk(?:Mandarin|Cantonese)\t)([^\s,#]+)/.exec(
      line,
    );
    if (found === null) continue;
    const code = parseInt(found[1] ?? "", 16);
    const syllable = bare(found[2] ?? "");
    if (code >= first && code <= last && /^[a-z]+$/.test(syllable)) readings.set(code, syllable);
  }
  return readings;
}

const mandarin = await readReadings(mandarinPath);
const cantonese = await readReadings(cantonesePath);
const both = Array.from(
  { length: last - first + 1 },
  (_, at) => [mandarin.get(first + at) ?? "-", cantonese.get(first + at) ?? "-"] as const,
);
/** By syllable of Mandarin: what its characters are in Cantonese. */
const lines = Map.groupBy(both.toSorted(), ([syllable]) => syllable);
const pairs: string[] = [];
const list = [...lines].map(([syllable, spoken]) => {
  const syllables = [...new Set(spoken.map(([, inCantonese]) => inCantonese))];
  for (const inCantonese of syllables) pairs.push(`${syllable} ${inCantonese}`);
  return `${syllable} ${syllables.join(" ")}\n`;
});
const table = new Uint8Array(both.length * 3 / 2);
both.forEach((pair, at) => {
  const number = pairs.indexOf(pair.join(" ")) << (at % 2 * 4);
  const byte = Math.floor(at * 3 / 2);
  table[byte]! |= number & 0xff;
  table[byte + 1]! |= number >> 8;
});
await Deno.writeFile(new URL("readings.bin", folder), table);
await Deno.writeTextFile(new URL("syllables.txt", folder), list.join(""));
