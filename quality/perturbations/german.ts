import { type Family, type ListedParty, mapOf } from "./family.ts";
import { changed } from "./spellings.ts";

/** German spellings of English letters; by hand. */
const german = mapOf(`sh=sch zh=sch ch=tsch kh=ch ts=z j=dsch z=s v=w x=ks q=k ou=u oo=u ee=i`);
/** Countries whose names English transcribes by sound. */
const arabic = new Set(
  "AE AF BH DZ EG IQ IR JO KW LB LY MA OM PK PS QA SA SD SO SY TN YE".split(" "),
);
const russian = new Set(["BY", "RU", "UA"]);
/** Arabic words in the names of bodies. */
const arabicWord = /hizb|jih|jai[sy]h|jam[aiy]|mujah|islam|tah[ri]|abu|abd|uddin|ullah|allah|kha/i;

/** Arabic and Russian names as Germans write them. */
export const inGerman: readonly Family[] = [
  persons("Arabic names in German", arabic),
  persons("Russian names in German", russian),
  {
    name: "organisations in German spelling",
    of: "ORGANISATION",
    perturb: ({ words }) => arabicWord.test(words.join(" ")) ? inGermanLetters(words) : null,
  },
];

function persons(name: string, countries: ReadonlySet<string>): Family {
  return {
    name,
    of: "INDIVIDUAL",
    perturb: ({ entity, words }: ListedParty) =>
      words.length > 1 && entity.nationalities.some((one) => countries.has(one))
        ? inGermanLetters(words)
        : null,
  };
}

/** Up to four words in German letters; null if both languages spell them alike. */
function inGermanLetters(words: readonly string[]): string | null {
  const isPlain = words.every((word) => /^[A-Za-z]{2,}$/.test(word));
  if (words.length > 4 || !isPlain || !/[cs]h|kh|zh|ts|[jz]/i.test(words.join(" "))) return null;
  return changed(words.join(" "), words.map(spell).join(" "));
}

function spell(word: string): string {
  const spelt = word.toLowerCase()
    .replace(/sh|zh|ch|kh|ts|ou|oo|ee|[jzvxq]/g, (one) => german.get(one)!)
    .replace(/y(?=[aeiou])|(?<=[aeiou])y/g, "j");
  return spelt[0]!.toUpperCase() + spelt.slice(1);
}
