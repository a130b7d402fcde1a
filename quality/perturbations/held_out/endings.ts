import { type Draw, wordsOf } from "../family.ts";
import { changed } from "../spellings.ts";
import { type HeldOutKind, partsOf, personKind, type PlainName, plainWords } from "./kind.ts";

/** Names with the endings of languages that inflect the whole name or its last word. */
export const endings: readonly HeldOutKind[] = [
  personKind("with Lithuanian endings", (party) => eachWord(party, inLithuanian)),
  personKind("with Latvian endings", (party) => eachWord(party, inLatvian)),
  personKind("with the feminine -ová of Czech and Slovak", inCzech),
  personKind("with Finnish endings", (party, draw) => lastWord(party, inFinnish, draw)),
  personKind("with Hungarian endings", (party, draw) => lastWord(party, inHungarian, draw)),
  personKind("with Turkish suffixes", (party, draw) => lastWord(party, inTurkish, draw)),
  personKind("Greek vocatives", greekVocative),
  personKind("Serbian vocatives and cases", serbianCases),
  personKind("marks written as digraphs", inDigraphs),
];

/** Letters of the Baltic languages for English digraphs. */
function balticLetters(word: string, kh: string): string {
  return word.toLowerCase().replace(/shch/g, "šč").replace(/sh/g, "š").replace(/ch/g, "č")
    .replace(/zh/g, "ž").replace(/kh/g, kh).replace(/ts/g, "c").replace(/ya/g, "ja")
    .replace(/yu/g, "ju").replace(/w/g, "v");
}

function upperFirst(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function eachWord(party: PlainName, write: (word: string) => string): string | null {
  const words = plainWords(party);
  if (words === null || !words.every((word) => /^[A-Za-z]{3,}$/.test(word))) return null;
  return changed(words.join(" "), words.map((word) => upperFirst(write(word))).join(" "));
}

/** Nominatives: -as behind a consonant, -is for -i and -y, -us for -u; feminine -a and -ė. */
function inLithuanian(word: string): string {
  const spelt = balticLetters(word, "ch");
  const [ending] = /(?:sk(?:iy|ii|ij|y|i)|iy|ii|ij|ey|ei|ej|y|i|u|e|[^aeiouy])$/.exec(spelt) ??
    [""];
  if (ending === "") return spelt;
  const stem = spelt.slice(0, -ending.length);
  if (ending.startsWith("sk")) return `${stem}skis`;
  if (/^[eu]$/.test(ending)) return stem + (ending === "u" ? "us" : "ė");
  if (/^[iy]/.test(ending)) return `${stem}is`;
  return ending.startsWith("e") ? `${stem}ėjus` : `${spelt}as`;
}

/** Nominatives: -s behind a consonant, -is for -i, -ijs for -iy; feminine -a and -e. */
function inLatvian(word: string): string {
  const spelt = balticLetters(word, "h").replace(/ck/g, "k");
  const [ending] = /(?:sk(?:iy|ii|ij|y|i)|iy|ii|ij|ey|ei|ej|y|i|u|[^aeiouys])$/.exec(spelt) ?? [""];
  if (ending === "") return spelt;
  const stem = spelt.slice(0, -ending.length);
  if (ending.startsWith("sk")) return `${stem}skis`;
  if (ending === "i") return `${stem}is`;
  if (/^[iy]/.test(ending)) return `${stem}ijs`;
  return ending.startsWith("e") ? `${stem}ejs` : `${spelt}s`;
}

/** Given names of men that end in -a; by hand. */
const menInA = wordsOf(
  `nikita ilya ilia illia danila kuzma foma savva luka mykola mikola mykyta mikita mustafa mostafa
  musa mousa moussa issa isa hamza yahya taha rida reza zakaria zakariya atta abdalla abdulla agha
  mulla baba joshua ezra`,
);

/** The family name of a woman: by her own given name or family name that ends in -a. */
function inCzech(party: PlainName): string | null {
  const parts = partsOf(party);
  if (parts === null || !/^[A-Za-z]{4,}$/.test(parts.family)) return null;
  const [given = ""] = parts.given;
  const isWoman = /(?:ova|eva|ina|aya|aia|skaja)$/i.test(parts.family) || /a$/i.test(given);
  const isMan = parts.given.some((word) =>
    /(?:[iy]ch|itj|vic)$/i.test(word) || menInA.includes(word.toLowerCase())
  );
  if (!isWoman || isMan) return null;
  const family = parts.family.replace(/(?:skaya|skaia|skaja)$/, "ská").replace(/a$/, "ová");
  const feminine = /á$/.test(family) ? family : `${family.replace(/[eiouy]$/, "")}ová`;
  return [...parts.given, feminine].join(" ");
}

/** Adds an ending to the last word, which the language alone declines in a name. */
function lastWord(
  party: PlainName,
  decline: (word: string, draw: Draw) => string,
  draw: Draw,
): string | null {
  const words = plainWords(party);
  return words === null ? null : [...words.slice(0, -1), decline(words.at(-1)!, draw)].join(" ");
}

/** Whether the last vowel that decides harmony is a back one. */
function isBack(word: string): boolean {
  return /[aáouúóıâ][^aáeéiíoóöuúüyäıâ]*$/i.test(word) || !/[eéiíöüyä]/i.test(word);
}

/** Genitive, partitive and the local cases, with -i- behind a consonant. */
function inFinnish(word: string, draw: Draw): string {
  const stem = /[aeiouyäö]$/i.test(word) ? word : `${word}i`;
  const isBroad = /[aou]/i.test(stem);
  const a = isBroad ? "a" : "ä";
  return stem + draw.pick(["n", "lle", `lt${a}`, `st${a}`, `ll${a}`, `n k${a}nssa`]);
}

/** Dative, instrumental, ablative, delative, allative: -a and -e lengthen, -val takes a consonant. */
function inHungarian(word: string, draw: Draw): string {
  const stem = word.replace(/a$/, "á").replace(/e$/, "é");
  const last = /[aáeéiíoóöuúüy]$/i.test(stem) ? "v" : stem.at(-1)!.toLowerCase().replace("h", "");
  return stem +
    (isBack(stem)
      ? draw.pick(["nak", `${last}al`, "tól", "ról", "hoz", "ért"])
      : draw.pick(["nek", `${last}el`, "től", "ről", "hez", "ért"]));
}

/** Genitive, dative, accusative, ablative and instrumental, behind an apostrophe. */
function inTurkish(word: string, draw: Draw): string {
  const vowel = word.toLowerCase().match(/[aeıioöuüâ](?=[^aeıioöuüâ]*$)/)?.[0] ?? "i";
  const [a, i] = "aâı".includes(vowel)
    ? ["a", "ı"]
    : "ou".includes(vowel)
    ? ["a", "u"]
    : "öü".includes(vowel)
    ? ["e", "ü"]
    : ["e", "i"];
  const [n, y] = /[aeıioöuüâ]$/i.test(word) ? ["n", "y"] : ["", ""];
  const d = /[fstkçşhp]$/i.test(word) ? "t" : "d";
  return `${word}'${draw.pick([`${n}${i}n`, `${y}${a}`, `${y}${i}`, `${d}${a}n`, `${y}l${a}`])}`;
}

/** Names in -os, -is, -as and -ous of Greek families, addressed or in the genitive. */
function greekVocative({ words, name }: PlainName, draw: Draw): string | null {
  const last = words.at(-1)!;
  if (!/(?:poulos|[ai]dis|akis|akos|atos|ellis)$/i.test(last)) {
    return null;
  }
  const isVocative = draw.below(2) === 0;
  const ending = (word: string) =>
    /os$/i.test(word)
      ? word.slice(0, -2) + (isVocative ? "e" : "ou")
      : word.replace(/(?<=[iae])s$/i, "");
  return changed(name, words.map(ending).join(" "));
}

/** Families in -ic: vocative, genitive, dative and instrumental of both words. */
function serbianCases({ words, name }: PlainName, draw: Draw): string | null {
  if (words.length !== 2 || !/i[cć]$/i.test(words[1]!)) return null;
  const which = draw.below(4);
  const masculine = ["u", "a", "u", "em"][which]!;
  const decline = (word: string, isGiven: boolean) => {
    if (/[aeo]$/i.test(word)) {
      const feminine = ["o", "e", "i", "om"][which]!;
      const asMasculine = /o$/i.test(word) && which > 0;
      return word.slice(0, -1) + (asMasculine ? masculine.replace("em", "om") : feminine);
    }
    if (!isGiven) return word + masculine;
    return word +
      (which === 0 ? (/[šžčćjc]$/i.test(word) ? "u" : "e") : masculine.replace("em", "om"));
  };
  // A woman's family name in -ić stays as it is.
  const isWoman = /a$/i.test(words[0]!);
  const family = isWoman ? words[1]! : decline(words[1]!, false);
  return changed(name, `${decline(words[0]!, true)} ${family}`);
}

const digraphs: Readonly<Record<string, string>> = {
  ...{ ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa", æ: "ae", œ: "oe", ß: "ss", ñ: "nh", ç: "ch" },
  ...{ š: "sh", č: "ch", ž: "zh", ć: "ch", đ: "dj", ş: "sh", ș: "sh", ţ: "ts", ț: "ts", ğ: "gh" },
  ...{ ë: "yo", ő: "oe", ű: "ue", ń: "ny", ś: "sh", ź: "zh", ż: "zh", ə: "ae" },
};

/** Marked letters by two plain ones, as telegrams and keyboards without marks had them. */
function inDigraphs({ name }: PlainName): string | null {
  const written = name.replace(/\p{L}\p{M}?/gu, (letter) => {
    const two = digraphs[letter.toLowerCase().normalize("NFC")];
    if (two === undefined) return letter;
    return letter === letter.toLowerCase() ? two : upperFirst(two);
  });
  return changed(name, written.normalize("NFD").replace(/\p{M}/gu, ""));
}
