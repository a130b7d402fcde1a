import { html } from "hono/html";
import type { Html } from "../html/layout.ts";

/** Renders a time to the minute in UTC, with the exact time for programs. */
export function renderTime(at: string | Temporal.Instant): Html {
  const text = String(at);
  return html`<time datetime="${text}">${text.slice(0, 16).replace("T", " ")} UTC</time>`;
}

/** A duration in its largest unit: `5 min`, `7 h`, `3 d`. */
export function spanOf(milliseconds: number): string {
  const minutes = Math.floor(Math.abs(milliseconds) / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** The distance of a due time from now. */
export function dueOf(dueAt: string, now: Temporal.Instant): {
  readonly isOver: boolean;
  readonly text: string;
} {
  const left = Date.parse(dueAt) - now.epochMilliseconds;
  return left < 0
    ? { isOver: true, text: `${spanOf(left)} overdue` }
    : { isOver: false, text: `due in ${spanOf(left)}` };
}
