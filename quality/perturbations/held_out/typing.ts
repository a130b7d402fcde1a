import { type Draw, mapOf } from "../family.ts";
import { changed } from "../spellings.ts";
import { bodyKind, type HeldOutKind, personKind, type PlainName, plainWords } from "./kind.ts";

/** Letters that touch on an English keyboard. */
const neighbours = mapOf(
  `q=wa w=qeas e=wrsd r=etdf t=ryfg y=tugh u=yihj i=uojk o=ipkl p=ol a=qwsz s=awedxz d=serfcx
  f=drtgvc g=ftyhbv h=gyujnb j=huikmn k=jiolm l=kop z=asx x=zsdc c=xdfv v=cfgb b=vghn n=bhjm m=njk`,
);
/** What a scanner reads for letters in small print; both ways where both are seen. */
const misread: readonly (readonly [string, string])[] = [
  ...[["rn", "m"], ["m", "rn"], ["cl", "d"], ["d", "cl"], ["vv", "w"], ["w", "vv"]] as const,
  ...[["ii", "u"], ["u", "ii"], ["li", "h"], ["ri", "n"], ["o", "0"], ["l", "1"]] as const,
  ...[["I", "l"], ["l", "I"], ["O", "0"], ["S", "5"], ["B", "8"], ["e", "c"], ["h", "b"]] as const,
];
/** Letters by their sound in English speech: what a recogniser that does not know a name spells. */
const bySound: readonly (readonly [RegExp, string])[] = [
  [/kh/g, "h"],
  [/zh/g, "j"],
  [/gh/g, "g"],
  [/dh/g, "d"],
  [/ph/g, "f"],
  [/q/g, "k"],
  [/ck/g, "k"],
  [/x/g, "ks"],
  [/c(?=[eiy])/g, "s"],
  [/c(?!h)/g, "k"],
  [/sky$|skiy$|skii$/, "skee"],
  [/ov$/, "off"],
  [/ev$/, "eff"],
  [/(?:iy|ii|yy)$/, "ee"],
  [/ei$|ey$/, "ay"],
  [/ai$|ay$/, "eye"],
  [/ou|u(?=[^aeiou]|$)/g, "oo"],
  [/ei/g, "ay"],
  [/(?<=[^aeiou])y$/, "ie"],
  [/([^eo])\1/g, "$1"],
];

/** Names with slips of hands, scanners and recognisers of speech. */
export const typing: readonly HeldOutKind[] = [
  personKind("a neighbouring key", neighbouringKey),
  bodyKind("a neighbouring key", neighbouringKey),
  personKind("a letter doubled and one dropped", doubledAndDropped),
  personKind("as speech is written down", asSpoken),
  personKind("misread by a scanner", scanned),
  bodyKind("misread by a scanner", scanned),
];

/** One letter of a long word, or of each of two. */
function neighbouringKey({ name, words }: PlainName, draw: Draw): string | null {
  const long = words.filter((word) => /^[A-Za-z]{5,}$/.test(word));
  if (long.length === 0) return null;
  const count = long.length > 1 && draw.below(2) === 0 ? 2 : 1;
  const start = draw.below(long.length);
  const chosen = Array.from({ length: count }, (_, at) => long[(start + at) % long.length]!);
  return changed(
    name,
    words.map((word) => {
      if (!chosen.includes(word)) return word;
      const at = 1 + draw.below(word.length - 1);
      const keys = [...neighbours.get(word[at]!.toLowerCase()) ?? word[at]!];
      return word.slice(0, at) + keys[draw.below(keys.length)]! + word.slice(at + 1);
    }).join(" "),
  );
}

function doubledAndDropped(party: PlainName, draw: Draw): string | null {
  const words = plainWords(party);
  if (words === null) return null;
  const long = words.flatMap((word, at) => (word.length >= 5 ? [at] : []));
  if (long.length < 2) return null;
  const doubled = long[draw.below(long.length)]!;
  const rest = long.filter((at) => at !== doubled);
  const dropped = rest[draw.below(rest.length)]!;
  return words.map((word, index) => {
    const at = 1 + draw.below(word.length - 1 || 1);
    if (index === doubled) return word.slice(0, at + 1) + word.slice(at);
    return index === dropped ? word.slice(0, at) + word.slice(at + 1) : word;
  }).join(" ");
}

function asSpoken(party: PlainName): string | null {
  const words = plainWords(party);
  if (words === null || !words.every((word) => /^[A-Za-z]+$/.test(word))) return null;
  const before = words.join(" ").toLowerCase();
  const after = words.map((word) =>
    bySound.reduce((spelt, [from, to]) => spelt.replace(from, to), word.toLowerCase())
  ).join(" ");
  return changed(before, after);
}

/** One or two misreadings at places that are drawn, not side by side. */
function scanned({ name }: PlainName, draw: Draw): string | null {
  const places = misread.flatMap(([from, to]) =>
    [...name.matchAll(new RegExp(from, "g"))].map(({ index }) => ({ index, from, to }))
  );
  const first = places[draw.below(Math.max(1, places.length))];
  if (first === undefined) return null;
  const apart = places.filter(({ index }) => Math.abs(index - first.index) > 2);
  const second = draw.below(2) === 0 ? undefined : apart[draw.below(Math.max(1, apart.length))];
  const chosen = second === undefined ? [first] : [first, second];
  return chosen.toSorted((a, b) => b.index - a.index).reduce(
    (read, { index, from, to }) => read.slice(0, index) + to + read.slice(index + from.length),
    name,
  );
}
