import type { QueuedDecision } from "../../../core/screening/queue_schema.ts";
import type { Bar } from "./bar_chart.ts";
import { outcomeWords } from "./match_words.ts";

const hour = 3_600_000;

/** Ages of decisions, by the hours up to which each reaches. */
const ages: readonly (readonly [string, number])[] = [
  ["under 1 day", 24],
  ["1 to 3 days", 72],
  ["3 to 7 days", 168],
  ["7 to 30 days", 720],
  ["over 30 days", Infinity],
];

/** How long decisions wait. */
export function ageBars(open: readonly QueuedDecision[], now: Temporal.Instant): readonly Bar[] {
  const hours = open.map(({ decidedAt }) => (now.epochMilliseconds - Date.parse(decidedAt)) / hour);
  return ages.map(([label, below], at) => {
    const from = ages[at - 1]?.[1] ?? -Infinity;
    return { label, count: hours.filter((age) => age >= from && age < below).length };
  });
}

/** Days that {@link dayBars} shows. */
const daysShown = 7;

/** Closings by the day of their last judgement, the newest day first. */
export function dayBars(closed: readonly QueuedDecision[], now: Temporal.Instant): readonly Bar[] {
  const days = closed.map(({ lastReview }) => lastReview?.reviewedAt.slice(0, 10));
  return Array.from({ length: daysShown }, (_, back) => {
    const day = now.subtract({ hours: 24 * back }).toString().slice(0, 10);
    return { label: day.slice(5), count: days.filter((one) => one === day).length };
  });
}

/** Closings by what their last judgement says. */
export function outcomeBars(closed: readonly QueuedDecision[]): readonly Bar[] {
  return (["false_positive", "confirmed_match"] as const).map((outcome) => ({
    label: outcomeWords[outcome],
    count: closed.filter(({ lastReview }) => lastReview?.decision === outcome).length,
  }));
}
