import { countryCode } from "../country/country.ts";
import type { Matcher, MatchResult, SnapshotHandle } from "../ports/matcher.ts";
import { candidatesOf } from "./candidate.ts";
import { mostSevere } from "./classify.ts";
import type { ScreeningRules } from "./gates.ts";
import type { Candidate, Classification } from "./schema.ts";

/** What a name is screened with. */
export interface ScreeningBench {
  readonly matcher: Pick<Matcher, "engineVersion" | "match">;
  readonly rules: ScreeningRules;
  readonly snapshot: SnapshotHandle;
}

/** Whom to look for. */
export interface AskedName {
  readonly name: string;
  /** `1969`, `1969-07` or `1969-07-16`. */
  readonly dob: string | null;
  /** As the caller writes it; one that is not known is neutral. */
  readonly nationality: string | null;
}

/** What was found, as an answer shows it and as the matcher told it. */
export interface NameScreening {
  readonly classification: Classification;
  readonly candidates: readonly Candidate[];
  readonly found: MatchResult;
}

/**
 * Screens one name as the service does, by the same functions, and records nothing: what the
 * terminal and the quality table say is what a client would have been answered.
 *
 * @see Screening §2
 */
export function screenName(
  { matcher, rules, snapshot }: ScreeningBench,
  { name, dob, nationality }: AskedName,
): NameScreening {
  const found = matcher.match(snapshot, {
    name,
    dob,
    nationality: nationality === null ? null : countryCode(nationality),
    addresses: [],
  });
  const candidates = candidatesOf(rules, matcher.engineVersion, found.candidates);
  const classes = candidates.map(({ classifyResult }) => classifyResult.classification);
  return { classification: mostSevere(classes), candidates, found };
}
