import { type Draw, wordsOf } from "../family.ts";
import { changed } from "../spellings.ts";
import { bodyKind, type HeldOutKind, personKind, type PlainName } from "./kind.ts";

/** Names that people shorten to fit. */
export const shortened: readonly HeldOutKind[] = [
  bodyKind("inner vowels dropped to fit 26 characters", vowelsDropped),
  personKind("a word without its inner vowels", oneWithoutVowels),
  bodyKind("long words cut with a full stop", cutWithStop),
  bodyKind("consonants of words of business", consonantsLeft),
  personKind("Mr and Mrs", mrAndMrs),
];

function withoutVowels(word: string): string {
  return word.slice(0, 1) + word.slice(1, -1).replace(/[aeiou]/gi, "") + word.slice(-1);
}

/** Words lose their inner vowels from the last on, until the name fits. */
function vowelsDropped({ words }: PlainName): string | null {
  const left = [...words];
  const isLong = () => left.join(" ").length > 26;
  if (!isLong() || !words.every((word) => /^[A-Za-z&.]+$/.test(word))) return null;
  for (let at = left.length - 1; at >= 0 && isLong(); at -= 1) left[at] = withoutVowels(left[at]!);
  return isLong() ? null : left.join(" ").toUpperCase();
}

function oneWithoutVowels({ words }: PlainName, draw: Draw): string | null {
  const long = words.filter((word) => /^[A-Za-z]{5,}$/.test(word));
  if (long.length === 0) return null;
  const word = long[draw.below(long.length)]!;
  return changed(
    words.join(" "),
    words.map((one) => (one === word ? withoutVowels(one) : one)).join(" "),
  );
}

/** Words of nine letters or more behind the first are cut after a consonant. */
function cutWithStop({ words: [first = "", ...rest] }: PlainName, draw: Draw): string | null {
  const written = rest.map((word) => {
    if (!/^[A-Za-z]{9,}$/.test(word)) return word;
    const least = 3 + draw.below(4);
    const end = /[^aeiou](?=[aeiou])/i.exec(word.slice(least));
    return end === null ? word : `${word.slice(0, least + end.index + 1)}.`;
  });
  const name = [first, ...rest].join(" ");
  const other = changed(name, [first, ...written].join(" "));
  return other === null ? null : draw.pick([other, other.toUpperCase()]);
}

/** The first syllable of a word with a suffix of trades, and the consonants behind it. */
function consonantsLeft({ words }: PlainName): string | null {
  const suffix = /(?:ing|ions?|ments?|ies|ical|als?|ture|nics|logy|ance)$/i;
  const written = words.map((word) => {
    if (!/^[A-Za-z]{7,}$/.test(word) || !suffix.test(word)) return word;
    const start = /^[^aeiou]*[aeiou]+[^aeiou]/i.exec(word)?.[0] ?? word.slice(0, 3);
    const rest = word.slice(start.length).replace(/[aeiou]/gi, "").replace(/(.)\1/g, "$1");
    return start + rest;
  });
  return changed(words.join(" "), written.join(" "));
}

const couples = wordsOf(
  `Mr_and_Mrs Mr_&_Mrs Mr._and_Mrs. MR_AND_MRS Herr_und_Frau Monsieur_et_Madame
  M._et_Mme Sr._y_Sra. Herrn_und_Frau Mr/Mrs Signor_e_Signora`,
);

function mrAndMrs({ name }: PlainName, draw: Draw): string {
  const couple = draw.pick(couples);
  return couple === couple.toUpperCase() ? `${couple} ${name.toUpperCase()}` : `${couple} ${name}`;
}
