import { countriesOf, saysNoCountry } from "../../standards/country/country.ts";
import type {
  AskedIdentifier,
  EntityType,
  MatchResult,
  SnapshotHandle,
} from "../matching/ports.ts";
import type { ScreeningPorts } from "./ports.ts";
import { bestOfNames, type FoundByName, type FoundByNames } from "./best_of_names.ts";
import { candidatesOf } from "./candidate.ts";
import { mostSevere } from "./classify.ts";
import type { Candidate, Classification } from "./candidate_schema.ts";

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
  /** The nationality as the caller wrote it; an unknown one is neutral. */
  readonly nationality: string | null;
}

/** One query: an optional name, and addresses. */
export interface Asked extends Omit<AskedName, "name"> {
  readonly name: string | null;
  /** Other names of the same party; the best of all names counts. */
  readonly otherNames?: readonly string[] | undefined;
  /** Further nationalities, as the caller writes them. */
  readonly nationalities?: readonly string[] | undefined;
  /** Every form of the addresses to look up; none by default. */
  readonly addresses?: readonly string[];
  /** Only entities of this type. */
  readonly entityType?: EntityType | undefined;
  /** Only entities of these lists. */
  readonly sources?: readonly string[] | undefined;
  /** An entry with one of these is a candidate. */
  readonly identifiers?: readonly AskedIdentifier[] | undefined;
}

/** The result of screening a name: the candidates of an answer, and the matcher's result. */
export interface NameScreening {
  /**
   * The classification of the name only: addresses are judged separately. A name with more than a
   * particle unread is a possible match, with or without candidates (decisions.md part 6).
   */
  readonly classification: Classification;
  readonly candidates: readonly Candidate[];
  /** Candidates beyond the maximum that an answer contains. */
  readonly beyond: readonly Candidate[];
  /** Number of candidates before the answer was shortened. */
  readonly total: number;
  /**
   * The matcher's result. With `queryTokens` 0 nothing could be compared, so that CLEAR would be
   * wrong for a name.
   */
  readonly found: FoundByNames;
  /**
   * Position of the first name without comparable characters, 0 for `name`; null if every name has
   * some.
   */
  readonly notComparable: number | null;
  /** True when nationalities were given and no country understood: they were no evidence. */
  readonly nationalityUnrecognized: boolean;
}

/**
 * Finds letters lost before they arrived here: those that could not be decoded, and private-use
 * characters of a font next to other letters. A single private-use character is a bullet.
 */
const lostLetters = /\uFFFD|\p{Co}[\p{L}\p{Co}]|\p{L}\p{Co}/u;
/** The code for letters of an unknown script (ISO 15924). */
const uncoded = "Zzzz";

/** The matcher's result; lost letters of the name count as unread. */
function withLost(found: MatchResult, name: string | null): MatchResult {
  if (name === null || !lostLetters.test(name)) return found;
  const withUncoded = (scripts: readonly string[]) => [...new Set([...scripts, uncoded])];
  return {
    ...found,
    untransliterated: withUncoded(found.untransliterated),
    unread: withUncoded(found.unread),
  };
}

/**
 * The countries that nationalities may mean; empty if there are none, or one is unknown: a wrong
 * country is worse than none, because it counts against a match.
 */
export function nationalitiesOf(nationalities: readonly string[]): readonly string[] {
  const each = nationalities.filter((one) => !saysNoCountry(one)).map(countriesOf);
  return each.some((codes) => codes.length === 0) ? [] : [...new Set(each.flat())];
}

/**
 * Screens one name and records nothing. The service, the terminal and the quality table all decide
 * by this function, so that they agree.
 *
 * @see Screening §2
 */
export function screenName(
  { matcher, rules, snapshot }: ScreeningBench,
  { name, otherNames = [], dob, nationality, nationalities = [], addresses = [], ...scope }: Asked,
): NameScreening {
  const asked = [...(nationality === null ? [] : [nationality]), ...nationalities];
  const countries = nationalitiesOf(asked);
  const { entityType, sources, identifiers } = scope;
  const match = (text: string | null, looked: readonly string[]) =>
    withLost(
      matcher.match(snapshot, {
        ...{ name: text, dob, nationalities: countries, addresses: looked },
        ...(entityType === undefined ? {} : { entityType }),
        ...(sources === undefined ? {} : { sources }),
        ...(identifiers === undefined ? {} : { identifiers }),
        countFrom: rules.gates.possibleAt,
      }),
      text,
    );
  const results = namesOf(name, otherNames).map(({ at, text }, turn): FoundByName => ({
    ...{ at, text },
    found: match(text, turn === 0 ? addresses : []),
  }));
  const found = bestOfNames(rules.gates, results, { named: otherNames.length > 0 });
  const { candidates, beyond, total } = candidatesOf(
    rules,
    matcher.engineVersion,
    found,
    (key) => matcher.facts(snapshot, key),
  );
  const classes = candidates.map(({ classifyResult }) => classifyResult.classification);
  // A name that was compared with nothing is never CLEAR.
  const isUnread = found.unread.length > 0;
  return {
    classification: mostSevere([...classes, isUnread ? "POSSIBLE_MATCH" : "CLEAR"]),
    ...{ candidates, beyond, total },
    found,
    notComparable:
      results.find(({ text, found }) => text !== null && found.queryTokens === 0)?.at ??
        null,
    nationalityUnrecognized: countries.length === 0 && asked.some((one) => !saysNoCountry(one)),
  };
}

/**
 * The distinct names to compare, with their positions: 0 is the first name, which may be null only if
 * there are no further names.
 */
function namesOf(
  name: string | null,
  otherNames: readonly string[],
): readonly { readonly at: number; readonly text: string | null }[] {
  if (otherNames.length === 0) return [{ at: 0, text: name }];
  const names = [name, ...otherNames];
  return names.map((text, at) => ({ at, text }))
    .filter(({ at, text }) => text !== null && names.indexOf(text) === at);
}
