import { html } from "hono/html";
import type { Html } from "../../html/layout.ts";

/** One bar, and what it counts. */
export interface Bar {
  readonly label: string;
  readonly count: number;
}

/** Pixels of a bar and of the room under its label. */
const [barHeight, rowHeight] = [14, 24];

/** Bars under each other, each with its label and its count as text. */
export function renderBars(title: string, bars: readonly Bar[], note: string): Html {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const spoken = `${title}: ${bars.map(({ label, count }) => `${label} ${count}`).join(", ")}`;
  return html`
    <figure class="bars">
      <figcaption><b>${title}</b> <small>${note}</small></figcaption>
      <svg role="img" aria-label="${spoken}" width="100%" height="${bars.length * rowHeight}">
        ${bars.map(({ label, count }, at) =>
          html`
            <text x="34%" y="${at * rowHeight + barHeight}" text-anchor="end">${label}</text>
            <rect x="36%" y="${at * rowHeight + 3}" width="${count / most * 50}%"
              height="${barHeight}" rx="2"></rect>
            <text x="${37 + count / most * 50}%" y="${at * rowHeight + barHeight}">${count}</text>
          `
        )}
      </svg>
    </figure>
  `;
}
