import type { CaseOutcome } from "./evaluate_queries.ts";
import type { LabelledPair } from "./schema.ts";
import { isFlagged } from "./tally.ts";

/** One answer that the label contradicts. */
export interface LabelledError {
  readonly id: string;
  /** 0 to 100; null when nothing was found. */
  readonly score: number | null;
}

/** The wrong answers of one kind, the worst first. */
export interface ErrorGroup {
  readonly title: string;
  readonly errors: readonly LabelledError[];
}

/** Pairs that the gate classifies wrongly. */
export function pairErrors(
  pairs: readonly LabelledPair[],
  scores: readonly number[],
  gate: number,
): readonly ErrorGroup[] {
  const scored = pairs.map(({ id, match }, index) => ({ id, match, score: scores[index] ?? 0 }))
    .toSorted((a, b) => b.score - a.score);
  const missed = scored.filter(({ match, score }) => match && score < gate).toReversed();
  const alarms = scored.filter(({ match, score }) => !match && score >= gate);
  return [
    { title: "Pairs missed", errors: named(missed) },
    { title: "Pairs falsely matched", errors: named(alarms) },
  ];
}

/** Cases whose answer differs from their label, by the name alone and with all data. */
export function caseErrors(outcomes: readonly CaseOutcome[]): readonly ErrorGroup[] {
  return (["nameOnly", "withEvidence"] as const).flatMap((asked) => {
    const how = asked === "nameOnly" ? "by the name alone" : "with date of birth and nationality";
    const answers = outcomes.map((outcome) => ({
      ...outcome[asked],
      id: outcome.asked.id,
      label: outcome.asked.label,
      score: outcome[asked].topScore,
      judged: outcome.targetLoaded,
    }));
    const listed = answers.filter(({ judged }) => judged);
    const strangers = answers.filter(({ label }) => label === "clear");
    const group = (title: string, errors: readonly LabelledError[]) => ({
      title: `${title}, ${how}`,
      errors: named(errors).toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1)),
    });
    return [
      group("Listed parties not found", listed.filter(({ target }) => !isFlagged(target))),
      group(
        "Listed parties found behind another",
        listed.filter(({ target, targetFirst }) => isFlagged(target) && !targetFirst),
      ),
      group(
        "Strangers flagged",
        strangers.filter(({ classification }) => isFlagged(classification)),
      ),
    ];
  });
}

/** Every wrong answer by its id, as Markdown. */
export function renderErrors(groups: readonly ErrorGroup[]): string {
  return groups.flatMap(({ title, errors }) => [
    `### ${title}: ${errors.length}`,
    "",
    ...errors.map(({ id, score }) => `- ${id} ${score === null ? "not found" : score.toFixed(1)}`),
    ...(errors.length === 0 ? [] : [""]),
  ]).join("\n");
}

function named(errors: readonly LabelledError[]): readonly LabelledError[] {
  return errors.map(({ id, score }) => ({ id, score }));
}
