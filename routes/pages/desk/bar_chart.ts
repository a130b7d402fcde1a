import { html } from "hono/html";
import type { Html } from "../../html/layout.ts";

/** One bar, and what it counts. */
export interface Bar {
  readonly label: string;
  readonly count: number;
}

/** Pixels of a label with its bar below, down to the label and to the bar, and of the bar. */
const [rowHeight, labelAt, barAt, barHeight] = [34, 13, 19, 8];

/** Bars under each other, each below its label and its count as text. */
export function renderBars(title: string, bars: readonly Bar[], note: string): Html {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const spoken = `${title}: ${bars.map(({ label, count }) => `${label} ${count}`).join(", ")}`;
  return html`
    <figure class="bars">
      <figcaption><b>${title}</b> <small>${note}</small></figcaption>
      ${bars.length === 0 ? html`<p class="small">None yet.</p>` : html`
        <svg role="img" aria-label="${spoken}" width="100%" height="${bars.length * rowHeight}">
          ${bars.map(({ label, count }, at) =>
            html`
              <text x="0" y="${at * rowHeight + labelAt}">${label}</text>
              <text x="100%" y="${at * rowHeight + labelAt}" text-anchor="end">${count}</text>
              <rect y="${at * rowHeight + barAt}" width="${count / most * 100}%"
                height="${barHeight}" rx="2"></rect>
            `
          )}
        </svg>
      `}
    </figure>
  `;
}
