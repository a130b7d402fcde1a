import { type Draw, wordsOf } from "./family.ts";

const firmWords = wordsOf(
  `Blue Silver Golden Green Red White Alpine Nordic Baltic Coastal Royal Prime Bright Clear Rapid
  Sunny Grand Urban Rustic Crystal Amber Maple Cedar Falcon Heron Otter Badger Tulip Lotus Orchid Comet
  Zenith Summit Harbor Meadow Pioneer Victory Unity Horizon Delta Omega Vertex Quantum Fusion Beacon`,
);
const firmTrades = wordsOf(
  `Trading Logistics Shipping Foods Textiles Construction Engineering Consulting Energy Media
  Pharma Motors Travel Plastics Timber Bakery Furniture Electronics Cosmetics Packaging`,
);
const firmForms = wordsOf("Ltd LLC GmbH SA Inc Limited AS Srl OOO Co");
/** Prefixes of tail numbers, and how many letters (`A`) or digits (`0`) follow. */
const tails = wordsOf("D-AAAA G-AAAA F-AAAA EP-AAA RA-00000 TC-AAA UR-AAA YK-AAA VP-AAA P4-AAA");

/** Firms of common words, family names, trades and legal forms. */
export function madeUpFirms(
  count: number,
  surnames: readonly string[],
  draw: Draw,
): readonly string[] {
  return Array.from({ length: count }, () => {
    const surname = surnames[draw.below(Math.max(1, surnames.length))] ?? draw.pick(firmWords);
    const first = draw.below(2) === 0
      ? `${draw.pick(firmWords)} ${draw.pick(firmWords)}`
      : draw.below(2) === 0
      ? `${surname} ${draw.pick(firmWords)}`
      : surname;
    return `${first} ${draw.pick(firmTrades)} ${draw.pick(firmForms)}`;
  });
}

/** Ships of two common words. */
export function madeUpShips(count: number, draw: Draw): readonly string[] {
  return Array.from({ length: count }, () => `${draw.pick(firmWords)} ${draw.pick(firmWords)}`);
}

/** Tail numbers of aircraft. */
export function madeUpTails(count: number, draw: Draw): readonly string[] {
  const letter = () => String.fromCharCode("A".charCodeAt(0) + draw.below(26));
  return Array.from({ length: count }, () => {
    const [country = "", rest = ""] = draw.pick(tails).split("-");
    return `${country}-${rest.replace(/A/g, letter).replace(/0/g, () => String(draw.below(10)))}`;
  });
}
