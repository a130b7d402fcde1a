/**
 * Makes `src/text/han/readings.bin` and `syllables.txt` from the kMandarin lines of Unihan, and
 * `cantonese.bin` and `jyutping.txt` from its kCantonese lines:
 *
 *   deno run --allow-read --allow-write wasm/matcher/han_readings.ts kMandarin.txt
 *   deno run --allow-read --allow-write wasm/matcher/han_readings.ts kCantonese.txt
 *
 * Takes lines as `Unihan_Readings.txt` has them (`U+4E00<TAB>kMandarin<TAB>yī`), the same with the
 * character beside its code, and as extractions of it have them (`U+4E00: yī`). Source and licence
 * are in `src/text/han/README.md`.
 */

/** The block of unified ideographs: all that names are written with. */
const first = 0x4e00;
const last = 0x9fff;

const folder = new URL("src/text/han/", import.meta.url);
const [path] = Deno.args;
if (path === undefined) throw new Error("Expected the file with the lines of one property");

/** A syllable without its tone, in ASCII: `lǜ` is `lu`, as passports write it `lyu` or `lu`. */
function bare(syllable: string): string {
  return syllable.normalize("NFD").replace(/[\p{M}1-6]/gu, "").toLowerCase();
}

const text = await Deno.readTextFile(path);
const [tableName, listName] = text.includes("kCantonese")
  ? ["cantonese.bin", "jyutping.txt"]
  : ["readings.bin", "syllables.txt"];
const readings = new Map<number, string>();
for (const line of text.split("\n")) {
  const found = /^U\+([0-9A-F]{4,5})(?: \S+)?(?::\s*|\tk(?:Mandarin|Cantonese)\t)([^\s,#]+)/.exec(
    line,
  );
  if (found === null) continue;
  const code = parseInt(found[1] ?? "", 16);
  const syllable = bare(found[2] ?? "");
  if (code >= first && code <= last && /^[a-z]+$/.test(syllable)) readings.set(code, syllable);
}
const syllables = [...new Set(readings.values())].sort();
const table = new DataView(new ArrayBuffer(2 * (last - first + 1)));
for (const [code, syllable] of readings) {
  table.setUint16(2 * (code - first), 1 + syllables.indexOf(syllable), true);
}
await Deno.writeFile(new URL(tableName, folder), new Uint8Array(table.buffer));
await Deno.writeTextFile(new URL(listName, folder), `${syllables.join("\n")}\n`);
