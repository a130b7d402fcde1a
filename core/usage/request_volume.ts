import type { DateWindow } from "../anomalies/ports.ts";
import type { RequestVolume } from "./schema.ts";
import { datesOf } from "./window.ts";

/**
 * Formats counts by date for a report: every day and month of the window, including those without
 * requests.
 */
export function requestVolume(
  window: DateWindow,
  requests: ReadonlyMap<string, number>,
): RequestVolume {
  const byDay = datesOf(window).map((date) => ({ date, count: requests.get(date) ?? 0 }));
  const months = new Map<string, number>();
  for (const { date, count } of byDay) {
    const month = date.slice(0, "2026-03".length);
    months.set(month, (months.get(month) ?? 0) + count);
  }
  return {
    total: byDay.reduce((sum, { count }) => sum + count, 0),
    byDay,
    byMonth: [...months].map(([month, count]) => ({ month, count })),
  };
}
