import { countriesOf, saysNoCountry } from "../../standards/country/country.ts";
import type {
  AskedIdentifier,
  EntityType,
  MatchResult,
  SnapshotHandle,
} from "../matching/ports.ts";
import type { ScreeningPorts } from "./ports.ts";
import { candidatesOf } from "./candidate.ts";
import { mostSevere } from "./classify.ts";
import type { Candidate, Classification } from "./schema.ts";

/** Matcher, rules and lists that a name is screened with. */
export interface ScreeningBench extends Pick<ScreeningPorts, "rules"> {
  readonly matcher: Pick<ScreeningPorts["matcher"], "engineVersion" | "facts" | "match">;
  readonly snapshot: SnapshotHandle;
}

/** A person or organisation to screen. */
export interface AskedName {
  readonly name: string;
  /** `1969`, `1969-07` or `1969-07-16`. */
  readonly dob: string | null;
  /** As the caller writes it; one that is not known is neutral. */
  readonly nationality: string | null;
}

/** One query: a name or none, and addresses beside it. */
export interface Asked extends Omit<AskedName, "name"> {
  readonly name: string | null;
  /** Every form to look up; none by default. */
  readonly addresses?: readonly string[];
  /** Only entities of this type. */
  readonly entityType?: EntityType | undefined;
  /** Only entities of these lists. */
  readonly sources?: readonly string[] | undefined;
  /** Whoever bears one of these is a candidate. */
  readonly identifiers?: readonly AskedIdentifier[] | undefined;
}

/** Result of screening a name, as an answer shows it and as the matcher gave it. */
export interface NameScreening {
  /**
   * By the name alone: addresses are judged apart. A name of which more than a particle was not read
   * is a possible match, with or without candidates (decisions.md part 6).
   */
  readonly classification: Classification;
  readonly candidates: readonly Candidate[];
  /** Candidates before the answer was cut. */
  readonly total: number;
  /** With `queryTokens` 0 nothing could be compared, and CLEAR would be a lie about a name. */
  readonly found: MatchResult;
  /** True when a nationality was given and no country understood: it was no evidence. */
  readonly nationalityUnrecognized: boolean;
}

/**
 * Letters that were lost before they came here: those that could not be decoded, and those of a font's
 * own beside others. A lone one of these is a bullet.
 */
const lostLetters = /\uFFFD|\p{Co}[\p{L}\p{Co}]|\p{L}\p{Co}/u;
/** Letters of no script that has a code (ISO 15924). */
const uncoded = "Zzzz";

/** What the matcher found, where letters of the name were lost with these among what was not read. */
function withLost(found: MatchResult, name: string | null): MatchResult {
  if (name === null || !lostLetters.test(name)) return found;
  const withUncoded = (scripts: readonly string[]) => [...new Set([...scripts, uncoded])];
  return {
    ...found,
    untransliterated: withUncoded(found.untransliterated),
    unread: withUncoded(found.unread),
  };
}

/** The countries that a nationality may mean; none where it is none or is not known. */
export function nationalitiesOf(nationality: string | null): readonly string[] {
  return nationality === null || saysNoCountry(nationality) ? [] : countriesOf(nationality);
}

/**
 * Screens one name and records nothing. The service decides by this, and the terminal and the
 * quality table ask it: what they say is what a client would have been answered.
 *
 * @see Screening §2
 */
export function screenName(
  { matcher, rules, snapshot }: ScreeningBench,
  { name, dob, nationality, addresses = [], entityType, sources, identifiers }: Asked,
): NameScreening {
  const isGiven = nationality !== null && !saysNoCountry(nationality);
  const nationalities = nationalitiesOf(nationality);
  const matched = matcher.match(snapshot, {
    ...{ name, dob, nationalities, addresses },
    ...(entityType === undefined ? {} : { entityType }),
    ...(sources === undefined ? {} : { sources }),
    ...(identifiers === undefined ? {} : { identifiers }),
    countFrom: rules.gates.possibleAt,
  });
  const found = withLost(matched, name);
  const { candidates, total } = candidatesOf(
    rules,
    matcher.engineVersion,
    found,
    (key) => matcher.facts(snapshot, key),
  );
  const classes = candidates.map(({ classifyResult }) => classifyResult.classification);
  // Nobody is cleared by a name that was compared with nothing.
  const isUnread = found.unread.length > 0;
  return {
    classification: mostSevere([...classes, isUnread ? "POSSIBLE_MATCH" : "CLEAR"]),
    candidates,
    total,
    found,
    nationalityUnrecognized: isGiven && nationalities.length === 0,
  };
}
