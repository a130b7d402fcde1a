import { type Draw, type Family, mapOf, wordsOf } from "./family.ts";

const numberWords = mapOf(`1=one 2=two 3=three 4=four 5=five 6=six 7=seven 8=eight 9=nine 10=ten
  11=eleven 12=twelve 13=thirteen 14=fourteen 15=fifteen 16=sixteen 17=seventeen 18=eighteen
  19=nineteen 20=twenty 21=twenty-one 22=twenty-two 23=twenty-three 25=twenty-five 27=twenty-seven
  30=thirty 31=thirty-one 33=thirty-three 40=forty 50=fifty 60=sixty 90=ninety 100=hundred 1st=first
  2nd=second 3rd=third 4th=fourth 5th=fifth 6th=sixth 7th=seventh 8th=eighth 9th=ninth 10th=tenth
  11th=eleventh 12th=twelfth 17th=seventeenth 19th=nineteenth 20th=twentieth 27th=twenty-seventh`);
const digitsOf = new Map([...numberWords].map(([digits, word]) => [word, digits]));

const shortForms = wordsOf(
  `llc ooo jsc oao zao pjsc pao ao cjsc ojsc gmbh fze fzco sarl pte plc nv bv
  fzc fzco llp spa srl sal ojsc npo nii kb ntts usa uae dprk irgc irisl nioc iran`,
);

/** `&`, numbers, abbreviations, digits in place of letters, and a letter of a short name. */
export const spellings: readonly Family[] = [
  {
    name: "organisations: X&Y for X and Y",
    of: "ORGANISATION",
    perturb: ({ name }) => changed(name, name.replace(/(\p{L})\s+(?:and|&)\s+(?=\p{L})/giu, "$1&")),
  },
  {
    name: "organisations: another word for and",
    of: "ORGANISATION",
    perturb: ({ name }, draw) => {
      const and = draw.pick([" & ", " + ", " und ", " et ", " y ", " i "]);
      return changed(name, name.replace(/(?<=\p{L})\s+(?:and|&)\s+(?=\p{L})|&/giu, and));
    },
  },
  ...(["ORGANISATION", "VESSEL"] as const).map((of): Family => ({
    name: `${of === "VESSEL" ? "vessels" : "organisations"}: number words and digits`,
    of,
    perturb: ({ words }) => {
      const other = words.map((word) => {
        const plain = word.toLowerCase();
        return numberWords.get(plain) ?? digitsOf.get(plain) ?? word;
      });
      return words.length < 2 ? null : changed(words.join(" "), other.join(" "));
    },
  })),
  ...([[".", "dotted"], [" ", "spaced"]] as const).map(([mark, kind]): Family => ({
    name: `organisations: ${kind} abbreviation`,
    of: "ORGANISATION",
    perturb: ({ words }) => {
      const apart = (word: string) =>
        shortForms.includes(word.toLowerCase())
          ? [...word.toUpperCase()].join(mark) + (mark === "." ? "." : "")
          : word;
      return words.length < 2 ? null : changed(words.join(" "), words.map(apart).join(" "));
    },
  })),
  {
    name: "organisations: acronym dotted or spaced",
    of: "ORGANISATION",
    perturb: ({ listed }, draw) =>
      /^[A-Z]{3,6}$/.test(listed)
        ? draw.pick([`${[...listed].join(".")}.`, [...listed].join(" "), [...listed].join(". ")])
        : null,
  },
  ...(["INDIVIDUAL", "ORGANISATION"] as const).map((of): Family => ({
    name: `${of === "INDIVIDUAL" ? "persons" : "organisations"}: digits for letters`,
    of,
    perturb: ({ name, words }, draw) => {
      if (words.length < 2) return null;
      const swaps: readonly [RegExp, string][] = [[/o/gi, "0"], [/l/g, "1"], [/[ol]/gi, "*"]];
      const [from, to] = draw.pick(swaps as [[RegExp, string]]);
      const digit = (
        letter: string,
      ) => (to !== "*" ? to : letter.toLowerCase() === "o" ? "0" : "1");
      return changed(name, name.replace(from, digit));
    },
  })),
  {
    name: "persons: a letter of a short name",
    of: "INDIVIDUAL",
    perturb: ({ words }, draw) => {
      const [given = "", family = ""] = words;
      const length = given.length + family.length;
      if (words.length !== 2 || length < 8 || length > 11) return null;
      return draw.below(2) === 0
        ? `${slip(given, draw)} ${family}`
        : `${given} ${slip(family, draw)}`;
    },
  },
  {
    name: "organisations: a letter of a short name",
    of: "ORGANISATION",
    perturb: ({ words }, draw) => {
      const [only = ""] = words;
      return words.length === 1 && /^\p{L}{5,7}$/u.test(only) ? slip(only, draw) : null;
    },
  },
];

/** The changed name; null if it is unchanged. */
export function changed(before: string, after: string): string | null {
  return before === after ? null : after;
}

/** A letter left out, doubled, swapped with the next or replaced by a like one; never the first. */
export function slip(word: string, draw: Draw): string {
  if (word.length < 3) return word + word.at(-1)!;
  const at = 1 + draw.below(word.length - 2);
  const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
  const vowel: Readonly<Record<string, string>> = { a: "e", e: "a", i: "e", o: "u", u: "o" };
  return draw.pick([
    before + after,
    before + letter + letter + after,
    before + after[0]! + letter + after.slice(1),
    before + (vowel[letter] ?? letter + letter) + after,
  ]);
}
