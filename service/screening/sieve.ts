import type { Matcher, SnapshotHandle } from "../../core/matching/ports.ts";
import type { ListEntry } from "../../core/matching/entry_schema.ts";
import { defaultWeights, type Weights } from "../../core/matching/weights.ts";
import type { ListedEntity } from "../../core/matching/ports.ts";
import type { ScreeningRequest } from "../../core/screening/request_schema.ts";
import { openMatcher, openSnapshotBuilder } from "../../wasm/matcher.ts";

/**
 * Score of a name from which on a customer passes, without and with a date of birth that agrees; a match
 * has 70 with what the date adds. A short list scores otherwise, as it marks no family names and has other
 * rarities (`deno task bench sieve`, which prints what is missed).
 */
const passing = { from: 34, bornFrom: 25 } as const;
/** Score from which on the matcher answers: what a name has before the date is less than what it answers. */
const floor = 10;

/** Words of a plain name at least and at most, and letters of each at most. */
const [plainWordsMin, plainWordsMax, plainLettersMax] = [2, 4, 12];

/**
 * Whether all that is compared of a name is in the name and the entry. How a long text is read depends on
 * what else is on the lists: which words of it are listed names, and where words that are written as one
 * are divided. Names in other scripts have many readings.
 */
function isPlain(name: string): boolean {
  const words = name.split(/[\s\p{P}]+/u).filter((word) => word !== "");
  return words.length >= plainWordsMin && words.length <= plainWordsMax &&
    words.every((word) =>
      word.length <= plainLettersMax && /^[\p{Script=Latin}\p{M}]+$/u.test(word)
    );
}

const weights: Weights = {
  ...defaultWeights,
  limits: { ...defaultWeights.limits, floor, evidenceFrom: floor },
};

/** Finds who may be meant by any of some entries, in a fraction of the time that a whole list takes. */
export interface Sieve {
  /** False: a decision on the whole lists is not expected to have one of the entries as a match. */
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
