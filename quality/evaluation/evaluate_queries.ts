import { isPartialDate } from "../../core/screening/birth_date.ts";
import { mostSevere } from "../../core/screening/classify.ts";
import type { Candidate, Classification } from "../../core/screening/candidate_schema.ts";
import type { AskedName, NameScreening } from "../../core/screening/screen_name.ts";
import type { Scored } from "./confusion.ts";
import type { QueryCase } from "./schema.ts";

/** The answer to one request. */
export interface CaseAnswer {
  readonly classification: Classification;
  /** Score of the first candidate, 0 to 100; null when there is none. */
  readonly topScore: number | null;
  /** The class of the expected party; CLEAR if it was not found. */
  readonly target: Classification;
  /** Whether that party came first. */
  readonly targetFirst: boolean;
  /**
   * Whether no other entity scored higher. Equal scores are ordered by id, which has no meaning,
   * and a party may be on a list that its label does not name.
   */
  readonly targetUnbeaten: boolean;
  /** The best candidate before any gate, and whether it is that party; null if there is none. */
  readonly nearest: Scored | null;
}

/** One case and its two answers. */
export interface CaseOutcome {
  readonly asked: QueryCase;
  /** Whether the party that must be found is on a loaded list; false for a stranger. */
  readonly targetLoaded: boolean;
  readonly nameOnly: CaseAnswer;
  /** The answer with date of birth and nationality, if the case has them. */
  readonly withEvidence: CaseAnswer;
}

/** One entry of a list: its key and the publisher's own identifier. */
type Entry = Pick<Candidate, "source" | "listRef">;

/**
 * Queries every case twice: by the name only, and with all its data.
 *
 * @param sources keys of the loaded lists
 */
export function evaluateQueries(
  cases: readonly QueryCase[],
  sources: readonly string[],
  screen: (asked: AskedName) => NameScreening,
): readonly CaseOutcome[] {
  return cases.map((asked) => {
    const { name, nationality } = asked;
    const targets = targetsOf(asked).filter(({ source }) => sources.includes(source));
    const answer = (asking: AskedName) => answerOf(targets, screen(asking));
    return {
      asked,
      targetLoaded: targets.length > 0,
      nameOnly: answer({ name, dob: null, nationality: null }),
      withEvidence: answer({ name, dob: partialDateOf(asked.dob), nationality }),
    };
  });
}

/** The entries of the party that must be found: one on several lists is found by any of them. */
export function targetsOf(
  { label, ofac_ent_num, un_ref, pep_bioguide }: QueryCase,
): readonly Entry[] {
  if (label === "clear") return [];
  const entry = (source: string, listRef: string | number | null) =>
    listRef === null ? [] : [{ source, listRef: String(listRef) }];
  return [
    ...entry("ofac-sdn", ofac_ent_num),
    ...entry("un-sc", un_ref),
    ...entry("us-pep", pep_bioguide),
  ];
}

/** Whether a candidate is one of the entries. */
export function isOneOf(entries: readonly Entry[], { source, listRef }: Entry): boolean {
  return entries.some((entry) => entry.source === source && entry.listRef === listRef);
}

function answerOf(
  targets: readonly Entry[],
  { classification, candidates, found: { candidates: [nearest] } }: NameScreening,
): CaseAnswer {
  const [first] = candidates;
  const found = candidates.filter((candidate) => isOneOf(targets, candidate));
  return {
    classification,
    topScore: first?.classifyResult.score ?? null,
    target: mostSevere(found.map(({ classifyResult }) => classifyResult.classification)),
    targetFirst: first !== undefined && isOneOf(targets, first),
    targetUnbeaten: first !== undefined &&
      found[0]?.classifyResult.score === first.classifyResult.score,
    nearest: nearest === undefined
      ? null
      : { score: nearest.score, match: isOneOf(targets, nearest) },
  };
}

/** Adds missing zeros to a date of the labelled data (`1969-7-16`), as the service requires. */
export function partialDateOf(written: string | null): string | null {
  if (written === null) return null;
  const [year = "", ...rest] = written.split("-");
  const date = [year, ...rest.map((part) => part.padStart(2, "0"))].join("-");
  return isPartialDate(date) ? date : null;
}
