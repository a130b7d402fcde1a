import { type Draw } from "../family.ts";
import { type HeldOutKind, personKind, type PlainName, plainWords } from "./kind.ts";

/** An ending of a word and those of its genitive, dative and instrumental. */
type Declension = readonly [RegExp, string, string, string];

/** Polish: masculine and feminine names in Latin letters, also foreign ones. */
const polish: readonly Declension[] = [
  [/(?<=[kg])(?:iy|ii|ij|y|i)$/, "iego", "iemu", "im"],
  [/(?<=[sc]k)aya$|(?<=[sc]k)aia$|(?<=[sc]k)a$/, "iej", "iej", "ą"],
  [/ek$/, "ka", "kowi", "kiem"],
  [/(?<=[ea])[iyj]$/, "ja", "jowi", "jem"],
  [/(?:iy|ii|ij|y|i)$/, "ego", "emu", "im"],
  [/(?<=ov|ev|in)a$/, "ej", "ej", "ą"],
  [/(?<=[kg])a$/, "i", "ce", "ą"],
  [/ia$/, "ii", "ii", "ią"],
  [/a$/, "y", "ie", "ą"],
  [/o$/, "i", "ce", "ą"],
  [/(?<=[kg])$/, "a", "owi", "iem"],
  [/(?<=[bcdfghjklmnprstvwz])$/, "a", "owi", "em"],
];

/** Russian: masculine and feminine names in Cyrillic. */
const russian: readonly Declension[] = [
  [/(?<=[сц]к)ий$/, "ого", "ому", "им"],
  [/(?<=[сц]к)ая$/, "ой", "ой", "ой"],
  [/(?<=[оеё]в|[иы]н)а$/, "ой", "ой", "ой"],
  [/(?<=[оеё]в|[иы]н)$/, "а", "у", "ым"],
  [/ий$/, "ия", "ию", "ием"],
  [/ый$/, "ого", "ому", "ым"],
  [/ей$/, "ея", "ею", "еем"],
  [/й$/, "я", "ю", "ем"],
  [/ел$/, "ла", "лу", "лом"],
  [/ь$/, "я", "ю", "ем"],
  [/ия$/, "ии", "ии", "ией"],
  [/я$/, "и", "е", "ей"],
  [/(?<=[гкхжчшщ])а$/, "и", "е", "ой"],
  [/а$/, "ы", "е", "ой"],
  [/(?<=ич)$/, "а", "у", "ем"],
  [/(?<=[бвгдзклмнпрстфхцчшщж])$/, "а", "у", "ом"],
];

/** Names in the cases of Polish and Russian sentences. */
export const cases: readonly HeldOutKind[] = [
  personKind("in the cases of Polish", (party, draw) => {
    const words = plainWords(party);
    if (words === null || !words.every((word) => /^[A-Za-z]{3,}$/.test(word))) return null;
    return declined(words, polish, draw);
  }),
  {
    ...personKind("in the cases of Russian", (party: PlainName, draw) => {
      const words = plainWords(party);
      if (words === null || !words.every((word) => /^[а-яё]{2,}$/i.test(word))) return null;
      return declined(words, russian, draw);
    }),
    anyScript: true,
  },
];

/** All words in one case that is drawn; null if none of them changes. */
function declined(
  words: readonly string[],
  table: readonly Declension[],
  draw: Draw,
): string | null {
  const which = draw.pick([1, 1, 2, 3] as const);
  const written = words.map((word) => {
    const small = word.toLowerCase();
    const row = table.find(([ending]) => ending.test(small));
    return row === undefined ? word : keptCase(word, small.replace(row[0], row[which]));
  });
  return written.every((word, at) => word === words[at]) ? null : written.join(" ");
}

function keptCase(before: string, after: string): string {
  return before.slice(0, 1) + after.slice(1);
}
