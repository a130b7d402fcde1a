import type { Matcher, SnapshotHandle } from "../../core/matching/ports.ts";
import type { ListEntry } from "../../core/matching/entry_schema.ts";
import { defaultWeights, type Weights } from "../../core/matching/weights.ts";
import type { ListedEntity } from "../../core/matching/ports.ts";
import type { ScreeningRequest } from "../../core/screening/request_schema.ts";
import { openMatcher, openSnapshotBuilder } from "../../wasm/matcher.ts";

/**
 * Score from which on a customer passes; a match has 70, or a date of birth that lifts a name of about 50
 * to it. A short list scores a little otherwise, as it marks no family names and has other rarities: of
 * 8,500 matches of {@link isPlain} names near changed entries the least had 44 (`deno task bench sieve`).
 */
const passesFrom = 40;

/** Words of a plain name, and letters of each, at most. */
const [plainWordsMax, plainLettersMax] = [4, 12];

/**
 * Whether all that is compared of a name is in the name and the entry. How a long text is read depends on
 * what else is on the lists: which words of it are listed names, and where words that are written as one
 * are divided. Names in other scripts have many readings.
 */
function isPlain(name: string): boolean {
  const words = name.split(/[\s\p{P}]+/u).filter((word) => word !== "");
  return words.length <= plainWordsMax &&
    words.every((word) =>
      word.length <= plainLettersMax && /^[\p{Script=Latin}\p{M}]+$/u.test(word)
    );
}

const weights: Weights = {
  ...defaultWeights,
  limits: { ...defaultWeights.limits, floor: passesFrom, evidenceFrom: passesFrom },
};

/** Tells who may be meant by any of some entries, in a fraction of the time that a whole list takes. */
export interface Sieve {
  /** False: no decision on the whole lists has one of the entries as a match. */
  passes(request: ScreeningRequest): boolean;
  /** Frees the lists that it is made of. */
  close(): void;
}

/** Makes sieves of entities of a snapshot. */
export type MakeSieve = (snapshot: SnapshotHandle, entityIds: ReadonlySet<string>) => Sieve;

/** Opens what makes sieves of the snapshots of a matcher. */
export function openSieves(matcher: Pick<Matcher, "walk">): MakeSieve {
  const sieve = openMatcher(weights);
  return (snapshot, entityIds) => makeSieve({ matcher, sieve, snapshot, entityIds });
}

function makeSieve({ matcher, sieve, snapshot, entityIds }: {
  readonly matcher: Pick<Matcher, "walk">;
  /** Compares with what the sieve is made of. */
  readonly sieve: Matcher;
  readonly snapshot: SnapshotHandle;
  readonly entityIds: ReadonlySet<string>;
}): Sieve {
  const builder = openSnapshotBuilder();
  const sources = new Set<string>();
  for (const { read } of matcher.walk(snapshot)) {
    const entry = read();
    if (!entityIds.has(entry.entityId)) continue;
    sources.add(entry.source);
    builder.add([entityOf(entry)]);
  }
  const described = snapshot.lists.filter(({ source }) => sources.has(source));
  const lists = sieve.load(builder.finish(described));
  const isLike = (name: string) => {
    if (!isPlain(name)) return true;
    const asked = { name, dob: null, nationalities: [], addresses: [] };
    const { candidates, unread } = sieve.match(lists, asked);
    return candidates.length > 0 || unread.length > 0;
  };
  return {
    // Few customers have addresses or identifiers, which are compared exactly.
    passes: ({ name, otherNames = [], walletAddresses = [], identifiers = [] }) =>
      walletAddresses.length > 0 || identifiers.length > 0 ||
      [name, ...otherNames].some((one) => one.trim() !== "" && isLike(one)),
    close: () => sieve.unload(lists),
  };
}

/** An entry as it is compared by its names. */
function entityOf(entry: ListEntry): ListedEntity {
  const { entityId, source, listRef, entityType, names } = entry;
  return {
    ...{ entityId, source, listRef, entityType },
    names: [
      { text: names.primary, strength: "primary" },
      ...names.strong.map((text) => ({ text, strength: "strong" as const })),
      ...names.weak.map((text) => ({ text, strength: "weak" as const })),
    ],
    births: entry.datesOfBirth,
    birthPlaces: entry.placesOfBirth,
    nationalities: entry.countries,
    programs: entry.programs,
    pep: null,
    addresses: [],
  };
}
