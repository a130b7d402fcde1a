import type { EntityType } from "../../../core/matching/ports.ts";
import { seeded, wordsOf } from "../family.ts";
import type { ListedParties } from "../listed_parties.ts";
import { madeUpFirms, madeUpShips, madeUpTails } from "../made_up_names.ts";
import { type CommonNames, ordinaryNames } from "../ordinary_names.ts";
import type { PlainName } from "./kind.ts";

/** Input of making names that no list holds. */
export interface InnocentSource {
  readonly parties: ListedParties;
  readonly common: CommonNames | null;
  readonly seed: number;
  /** Maximum of each kind of party; of persons, of each culture. */
  readonly each: number;
}

const fullTrades = wordsOf(
  `General_Contracting International_Transport Technology_Development Industrial_Equipment Insurance
  Agricultural_Investment Research`,
);

/** Cyrillic for English digraphs and letters, longest first. */
const cyrillic: readonly (readonly [RegExp, string])[] = Object.entries({
  ...{
    shch: "щ",
    skiy: "ский",
    sky: "ский",
    iy: "ий",
    sh: "ш",
    ch: "ч",
    zh: "ж",
    kh: "х",
    ts: "ц",
  },
  ...{
    yu: "ю",
    ya: "я",
    yo: "ё",
    ye: "е",
    ey: "ей",
    ay: "ай",
    oy: "ой",
    a: "а",
    b: "б",
    c: "ц",
    d: "д",
    e: "е",
    f: "ф",
    g: "г",
  },
  ...{ h: "х", i: "и", j: "й", k: "к", l: "л", m: "м", n: "н", o: "о", p: "п", q: "к", r: "р" },
  ...{ s: "с", t: "т", u: "у", v: "в", w: "в", x: "кс", y: "ы", z: "з" },
}).map(([latin, letter]) => [new RegExp(latin, "g"), letter] as const);

/** Names that no list holds, by the kind of party; Slavic ones of persons in Cyrillic as well. */
export function innocentNames(
  { parties, common, seed, each }: InnocentSource,
): ReadonlyMap<EntityType, readonly PlainName[]> {
  const { draw } = seeded(seed, "innocents of kinds held out");
  const made = common === null ? [] : ordinaryNames(common, { seed: seed + 2, each });
  const persons = made.flatMap(({ name, culture }) => {
    const person = named(name, culture === "East Asian" ? 0 : -1);
    return culture === "Slavic" ? [person, inCyrillic(person)] : [person];
  });
  const surnames = common === null ? [] : [...common.surnames.values()].flat();
  const unlisted = (names: readonly PlainName[]) =>
    names.filter(({ name }) => parties.named(name).length === 0);
  const things = (names: readonly string[]) =>
    unlisted([...new Set(names)].map((name) => named(name, null)));
  return new Map([
    ["INDIVIDUAL", unlisted(persons)],
    ["ORGANISATION", things(madeUpFirms(each, surnames, draw).map(inFullEveryThird))],
    ["VESSEL", things(madeUpShips(each, draw))],
    ["AIRCRAFT", things(madeUpTails(each, draw))],
  ]);
}

/** Listed bodies are often written in full; every third made-up firm is, too. */
function inFullEveryThird(firm: string, at: number): string {
  if (at % 3 !== 0) return firm;
  const words = firm.split(" ").slice(0, -1);
  const trade = fullTrades[Math.floor(at / 3) % fullTrades.length]!;
  return `${words.join(" ")} and ${trade} Company Limited`;
}

/** A name, of which one word is the family name. */
function named(name: string, family: number | null): PlainName {
  const words = name.split(" ");
  return { listed: name, name, words, family: family === null ? null : words.at(family)! };
}

function inCyrillic({ words, family }: PlainName): PlainName {
  const written = words.map((word) => {
    const plain = word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[^a-z]/g, "");
    const letters = cyrillic.reduce((text, [from, to]) => text.replace(from, to), plain);
    return letters.slice(0, 1).toUpperCase() + letters.slice(1);
  });
  return named(written.join(" "), words.indexOf(family!));
}
