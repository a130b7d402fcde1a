import type { ListedEntity, MatchQuery, NamePair } from "../../core/matching/ports.ts";
import { type Draw, drawsFrom, withSlip } from "../bench/core_queries.ts";

/** Input for making queries. */
export interface QuerySource {
  /** Names as callers write them. */
  readonly asked: readonly string[];
  /** Entities of the searched lists. */
  readonly listed: readonly ListedEntity[];
}

/** A query, with the name from which it was made. */
export interface ChangedQuery {
  readonly query: MatchQuery;
  readonly pair: NamePair;
}

/** Maximum characters of a queried name. */
const charactersMax = 500;

/**
 * Makes queries from labelled and listed names: unchanged, with typing errors, and with words
 * moved, omitted, doubled, joined, shortened or taken from another name. A third has a date of
 * birth and nationalities, and some an address. Equal seeds give equal queries.
 */
export function* changedQueries(
  { asked, listed }: QuerySource,
  { count, seed }: { readonly count: number; readonly seed: number },
): Generator<ChangedQuery> {
  const draw = drawsFrom(seed);
  const withAddresses = listed.filter(({ addresses }) => addresses.length > 0);
  for (let made = 0; made < count; made++) {
    const entity = pick(listed, draw);
    const listedName = pick(entity.names, draw).text;
    const original = draw(3) === 0 ? pick(asked, draw) : listedName;
    const other = pick(pick(listed, draw).names, draw).text;
    const name = changed(original, other, draw).slice(0, charactersMax);
    const known = draw(3) === 0;
    const holder = draw(50) === 0 && withAddresses.length > 0 ? pick(withAddresses, draw) : null;
    yield {
      query: {
        name,
        dob: known ? birthOf(entity, draw) : null,
        nationalities: known ? entity.nationalities.slice(0, 1 + draw(2)) : [],
        addresses: holder === null ? [] : [pick(holder.addresses, draw).address],
      },
      pair: {
        left: name,
        right: draw(4) === 0 ? other : original,
        entityType: entity.entityType,
      },
    };
  }
}

/** A name with some changes; one in eight stays unchanged. */
function changed(name: string, other: string, draw: Draw): string {
  let text = name;
  for (let left = draw(8) === 0 ? 0 : 1 + draw(3); left > 0; left--) {
    text = changeOnce(text, other, draw);
  }
  return text;
}

function changeOnce(text: string, other: string, draw: Draw): string {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const at = draw(Math.max(1, words.length));
  switch (draw(12)) {
    case 0:
      return words.toReversed().join(" ");
    case 1:
      return words.toSpliced(at, 1).join(" ");
    case 2:
      return words.toSpliced(at, 0, words[at] ?? "").join(" ");
    case 3:
      return words.toSpliced(at, 2, words.slice(at, at + 2).join("")).join(" ");
    case 4:
      return words.toSpliced(at, 1, (words[at] ?? "").slice(0, 1)).join(" ");
    case 5:
      return `${text} ${pick(other.split(/\s+/), draw)}`;
    case 6:
      return `${text} ${other}`;
    case 7:
      return draw(2) === 0 ? text.toUpperCase() : text.toLowerCase();
    case 8:
      return words.map((word) => word.slice(0, 1)).join("");
    case 9:
      return text.replaceAll(/[,.'-]/g, draw(2) === 0 ? "" : " ");
    default:
      return text.length < 3 ? text : withSlip(text, draw);
  }
}

/** A listed date of birth of the entity: unchanged, reduced to its year, or another one. */
function birthOf({ births }: ListedEntity, draw: Draw): string | null {
  const [date] = (births[draw(Math.max(1, births.length))] ?? "").split(/[~/]/);
  if (date === undefined || date === "") return null;
  switch (draw(4)) {
    case 0:
      return date.slice(0, 4);
    case 1:
      return `${Number(date.slice(0, 4)) + draw(25) - 12}${date.slice(4)}`;
    default:
      return date;
  }
}

function pick<T>(from: readonly T[], draw: Draw): T {
  return from[draw(from.length)]!;
}
