import { isPartialDate } from "../screening/birth_date.ts";
import type { Candidate, Classification } from "../screening/schema.ts";
import type { AskedName, NameScreening } from "../screening/screen_name.ts";
import type { QueryCase } from "./schema.ts";

/** What one request was answered. */
export interface CaseAnswer {
  readonly classification: Classification;
  /** Score of the first candidate, 0 to 100; null when there is none. */
  readonly topScore: number | null;
  /** How the party that must be found was classified; CLEAR when it was not found. */
  readonly target: Classification;
  /** Whether that party came first. */
  readonly targetFirst: boolean;
}

/** One case and its two answers. */
export interface CaseOutcome {
  readonly asked: QueryCase;
  /** Whether the party that must be found is on a loaded list; false for a stranger. */
  readonly targetLoaded: boolean;
  readonly nameOnly: CaseAnswer;
  /** With date of birth and nationality, as far as the case has them. */
  readonly withEvidence: CaseAnswer;
}

/** The list that the labels name parties of. */
const labelledList = "ofac-sdn";

/**
 * Asks every case twice: by the name alone, and with all that the case tells.
 *
 * @param sources keys of the lists that are loaded
 */
export function evaluateQueries(
  cases: readonly QueryCase[],
  sources: readonly string[],
  screen: (asked: AskedName) => NameScreening,
): readonly CaseOutcome[] {
  const isLoaded = sources.includes(labelledList);
  return cases.map((asked) => {
    const { name, nationality, label, ofac_ent_num } = asked;
    const answer = (asking: AskedName) => answerOf(asked, screen(asking));
    return {
      asked,
      targetLoaded: isLoaded && label === "match" && ofac_ent_num !== null,
      nameOnly: answer({ name, dob: null, nationality: null }),
      withEvidence: answer({ name, dob: partialDateOf(asked.dob), nationality }),
    };
  });
}

function answerOf(
  { ofac_ent_num }: QueryCase,
  { classification, candidates }: NameScreening,
): CaseAnswer {
  const isTarget = ({ source, listRef }: Candidate) =>
    source === labelledList && listRef === String(ofac_ent_num);
  return {
    classification,
    topScore: candidates[0]?.classifyResult.score ?? null,
    target: candidates.find(isTarget)?.classifyResult.classification ?? "CLEAR",
    targetFirst: candidates[0] !== undefined && isTarget(candidates[0]),
  };
}

/** Dates of the labelled data lack a zero here and there (`1969-7-16`); the service wants it. */
function partialDateOf(written: string | null): string | null {
  if (written === null) return null;
  const [year = "", ...rest] = written.split("-");
  const date = [year, ...rest.map((part) => part.padStart(2, "0"))].join("-");
  return isPartialDate(date) ? date : null;
}
