import { isPartialDate } from "../screening/birth_date.ts";
import type { Candidate, Classification } from "../screening/schema.ts";
import type { QueryCase } from "./schema.ts";
import type { AskedName, NameScreening } from "./screen_name.ts";

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
  readonly nameOnly: CaseAnswer;
  /** With date of birth and nationality, as far as the case has them. */
  readonly withEvidence: CaseAnswer;
}

/** Whether the party that a case is about can be found at all: it is on the list of OFAC. */
export function isTargetLoaded({ label, ofac_ent_num }: QueryCase): boolean {
  return label === "match" && ofac_ent_num !== null;
}

/** Asks every case twice: by the name alone, and with all that the case tells. */
export function evaluateQueries(
  cases: readonly QueryCase[],
  screen: (asked: AskedName) => NameScreening,
): readonly CaseOutcome[] {
  return cases.map((asked) => {
    const { name, nationality } = asked;
    const answer = (asking: AskedName) => answerOf(asked, screen(asking));
    return {
      asked,
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
    source === "ofac-sdn" && listRef === String(ofac_ent_num);
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
