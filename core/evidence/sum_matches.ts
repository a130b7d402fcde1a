import type { MatchEvidence } from "./match_evidence.ts";

/** The matches in one row of a table. */
export interface MatchSum {
  readonly name: string;
  readonly matches: number;
}

/** Counts of the matches of a period. */
export interface MatchSums {
  readonly byState: readonly MatchSum[];
  /** By age: for closed matches the time to closing, for others the waiting time. */
  readonly byAge: readonly (MatchSum & { readonly closed: number })[];
  readonly byReviewer: readonly MatchSum[];
  readonly byReason: readonly MatchSum[];
  readonly closed: number;
  /** Closed matches with judgements by two or more people. */
  readonly closedByTwo: number;
  /**
   * Hours within which half, and 95 of 100, of the closed matches were closed; null: none is
   * closed.
   */
  readonly medianHours: number | null;
  readonly hours95: number | null;
}

/** Upper limits of ages, in hours. */
const ages = [
  { name: "within a day", below: 24 },
  { name: "1 to 3 days", below: 72 },
  { name: "3 to 7 days", below: 168 },
  { name: "7 to 30 days", below: 720 },
  { name: "30 days or more", below: Infinity },
] as const;

/** Counts matches by state, age, reviewer and reason. */
export function sumMatches(matches: readonly MatchEvidence[]): MatchSums {
  const closed = matches.filter(({ state }) => state === "CLOSED");
  const hours = closed.map((match) => match.hours).toSorted((a, b) => a - b);
  // Confirmed matches that need no review have no age.
  const reviewed = matches.filter(({ state }) => state !== null && state !== "NONE");
  return {
    byState: tally(matches.map(({ state }) => state ?? "DELETED")),
    byAge: ages.map(({ name, below }, index) => {
      const of = reviewed.filter(({ hours }) => hours < below && hours >= lowest(index));
      return { name, matches: of.length, closed: of.filter(isClosed).length };
    }),
    byReviewer: tally(matches.flatMap(({ reviewers }) => reviewers)),
    byReason: tally(matches.flatMap(({ reasons }) => reasons)),
    closed: closed.length,
    closedByTwo: closed.filter(({ reviewers }) => reviewers.length > 1).length,
    medianHours: quantile(hours, 0.5),
    hours95: quantile(hours, 0.95),
  };
}

function lowest(index: number): number {
  return index === 0 ? -Infinity : ages[index - 1]?.below ?? 0;
}

function isClosed({ state }: MatchEvidence): boolean {
  return state === "CLOSED";
}

function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;
}

function tally(names: readonly string[]): readonly MatchSum[] {
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, { length: matches }]) => ({ name, matches }))
    .toSorted((a, b) => b.matches - a.matches || (a.name < b.name ? -1 : 1));
}
