import type { Matcher, SnapshotHandle } from "../../core/matching/ports.ts";
import type { ListEntry } from "../../core/matching/entry_schema.ts";
import { defaultWeights, type Weights } from "../../core/matching/weights.ts";
import type { ListedEntity } from "../../core/matching/ports.ts";
import type { ScreeningRequest } from "../../core/screening/request_schema.ts";
import { openMatcher, openSnapshotBuilder } from "../../wasm/matcher.ts";

/**
 * Minimum score of a name for a customer to pass, without and with a matching date of birth; a
 * match has 70 including the date's points. A short list yields different scores, since it marks no
 * family names and has other rarities (`deno task bench sieve` prints the missed matches).
 */
const passing = { from: 34, bornFrom: 25 } as const;
/**
 * Minimum score that the matcher returns: a name's score without the date is lower than the
 * returned one.
 */
const floor = 10;

/** Minimum and maximum words of a plain name, and maximum letters of each. */
const [plainWordsMin, plainWordsMax, plainLettersMax] = [2, 4, 12];

/**
 * Whether the comparison of a name depends only on the name and the entry. The reading of a long
 * text depends on other list entries: which of its words are listed names, and where joined words
 * are split; an apostrophe joins words, too. Names in other scripts have many readings.
 */
function isPlain(name: string): boolean {
  const words = name.split(/[\s,.;()-]+/u).filter((word) => word !== "");
  return words.length >= plainWordsMin && words.length <= plainWordsMax &&
    words.every((word) =>
      word.length <= plainLettersMax && /^[\p{Script=Latin}\p{M}]+$/u.test(word)
    );
}

const weights: Weights = {
  ...defaultWeights,
  limits: { ...defaultWeights.limits, floor, evidenceFrom: floor },
};

/**
 * Finds customers who may match one of some entries, in a fraction of the time that a whole list
 * takes.
 */
export interface Sieve {
  /** False if a decision on the whole lists is not expected to match any of the entries. */
  passes(request: ScreeningRequest): boolean;
  /** Frees the lists of the sieve. */
  close(): void;
}

/** Makes sieves from entities of a snapshot. */
export type MakeSieve = (snapshot: SnapshotHandle, entityIds: ReadonlySet<string>) => Sieve;

/** Opens the making of sieves from the snapshots of a matcher. */
export function openSieves(matcher: Pick<Matcher, "walk">): MakeSieve {
  const sieve = openMatcher(weights);
  return (snapshot, entityIds) => makeSieve({ matcher, sieve, snapshot, entityIds });
}

function makeSieve({ matcher, sieve, snapshot, entityIds }: {
  readonly matcher: Pick<Matcher, "walk">;
  /** Compares with the sieve's entries. */
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
  const isLike = (name: string, dob: string | null) => {
    if (!isPlain(name)) return true;
    return sieve.reaches(lists, { name, dob, nationalities: [], addresses: [] }, passing);
  };
  return {
    // Few customers have addresses or identifiers, which are compared exactly.
    passes: ({ name, otherNames = [], dob = null, walletAddresses = [], identifiers = [] }) =>
      walletAddresses.length > 0 || identifiers.length > 0 ||
      [name, ...otherNames].some((one) => one.trim() !== "" && isLike(one, dob)),
    close: () => sieve.unload(lists),
  };
}

/** An entry in the form for comparing its names. */
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
