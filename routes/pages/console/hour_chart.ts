import { html } from "hono/html";
import type { HourCount } from "../../../core/anomalies/ports.ts";
import type { Html } from "../../html/layout.ts";
import { table } from "../parts.ts";

/** Hours of a chart. */
export const chartHours = 48;
const [barPixels, gapPixels, heightPixels, markPixels] = [9, 3, 60, 10];

/** What a chart shows. */
export interface HourChart {
  /** Whose requests, in words. */
  readonly title: string;
  readonly counts: readonly HourCount[];
  /** The last hour, since 1970. */
  readonly lastHour: number;
  /** Hours in which a throttle reduced the limit. */
  readonly throttledHours: readonly number[];
}

/** Requests by hour as bars, with a triangle above each throttled hour, and the same as a table. */
export function renderHourChart({ title, counts, lastHour, throttledHours }: HourChart): Html {
  const hours = Array.from({ length: chartHours }, (_, at) => lastHour - chartHours + 1 + at);
  const sums = hours.map((hour) =>
    counts.filter((one) => one.hour === hour).reduce((sum, { count }) => sum + count, 0)
  );
  const most = Math.max(...sums);
  const total = sums.reduce((sum, count) => sum + count, 0);
  const marked = hours.filter((hour) => throttledHours.includes(hour)).length;
  const words =
    `${title}: ${total} ${
      total === 1 ? "request" : "requests"
    } in ${chartHours} hours, ${most} in the busiest hour, ` +
    (marked === 0 ? "no throttled hour" : `${marked} throttled hour${marked === 1 ? "" : "s"}`);
  const width = chartHours * (barPixels + gapPixels);
  const bars = hours.map((hour, at) => {
    const height = most === 0 ? 0 : Math.ceil(sums[at]! / most * heightPixels);
    const x = at * (barPixels + gapPixels);
    const y = markPixels + heightPixels - height;
    const mark = throttledHours.includes(hour)
      ? html`
        <path d="M${x} ${markPixels - 2}h${barPixels}l-${barPixels / 2} -${markPixels - 3}z"
          fill="currentColor" />
      `
      : "";
    const bar = html`
      <rect x="${x}" y="${y}" width="${barPixels}" height="${height}"
        fill="currentColor" opacity="0.7" />
    `;
    return html`${mark}${bar}`;
  });
  return html`
    <figure class="chart">
      <figcaption>${words}.</figcaption>
      <svg role="img" aria-label="${words}" viewBox="0 0 ${width} ${markPixels + heightPixels + 1}"
        width="${width}" height="${markPixels + heightPixels + 1}">
        ${bars}
        <path d="M0 ${markPixels + heightPixels + 0.5}H${width}" stroke="currentColor" />
      </svg>
      <details><summary>The same as a table</summary>${table({
        caption: `${title}, requests by hour`,
        columns: ["Hour (UTC)", "Requests", "Throttled"],
        rows: hours.map((hour, at) => [hour, sums[at]!] as const).filter(([, sum]) => sum > 0)
          .toReversed().map(([hour, sum]) => [
            nameOf(hour),
            sum,
            throttledHours.includes(hour) ? "yes" : "no",
          ]),
        empty: "No request in these hours.",
      })}</details>
    </figure>
  `;
}

/** An hour since 1970, as a person reads it. */
function nameOf(hour: number): string {
  return Temporal.Instant.fromEpochMilliseconds(hour * 3_600_000).toString().slice(0, 16)
    .replace("T", " ");
}
