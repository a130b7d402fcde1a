import type { QueueDay, QueuedDecision } from "../../../core/screening/queue_schema.ts";
import { daysListed } from "../../../core/screening/queue/list_days.ts";
import type { Bar } from "./bar_chart.ts";
import { outcomeWords, reasonWords } from "./match_words.ts";

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

/** What was opened, or closed, by day, the newest day first. */
export function dayBars(
  days: readonly QueueDay[],
  { isOpened, now }: { readonly isOpened: boolean; readonly now: Temporal.Instant },
): readonly Bar[] {
  const meant = days.filter(({ what }) => (what === "opened") === isOpened);
  return Array.from({ length: daysListed }, (_, back) => {
    const day = now.subtract({ hours: 24 * back }).toString().slice(0, 10);
    return { label: day.slice(5), count: sumOf(meant.filter(({ date }) => date === day)) };
  });
}

/** Closings by what was judged and why, the most frequent first. */
export function reasonBars(days: readonly QueueDay[]): readonly Bar[] {
  const byReason = Map.groupBy(
    days,
    ({ what, reason }) =>
      what === "opened" ? null : reason === null ? outcomeWords[what] : reasonWords[reason],
  );
  return [...byReason].flatMap(([label, counted]) =>
    label === null ? [] : [{ label, count: sumOf(counted) }]
  ).toSorted((a, b) => b.count - a.count);
}

function sumOf(counted: readonly QueueDay[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0);
}
