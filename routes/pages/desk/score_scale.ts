import { html } from "hono/html";
import { stepWords } from "../../../core/matching/wording.ts";
import type { ScoreStep } from "../../../core/matching/explanation.ts";
import type { Html } from "../../html/layout.ts";

/** Scores from which a match is possible, and from which a day of birth confirms it. */
export interface Thresholds {
  readonly possibleAt: number;
  readonly confirmedAt: number;
}

/**
 * A score from 0 to 100 on its scale, and the points that made it.
 *
 * @param thresholds null: those of the decision are not known here
 */
export function renderScale(
  score: number,
  { thresholds, steps }: {
    readonly thresholds: Thresholds | null;
    readonly steps: readonly ScoreStep[];
  },
): Html {
  const marks = thresholds === null ? [] : [
    [thresholds.possibleAt, "possible"],
    [thresholds.confirmedAt, "confirmed by birth date"],
  ] as const;
  const spoken = [`Score ${score} of 100`, ...marks.map(([at, name]) => `${name} from ${at}`)];
  return html`
    <figure class="scored">
      <svg role="img" aria-label="${spoken.join("; ")}" width="100%" height="76">
        <rect class="track-line" x="0" y="30" width="100%" height="10" rx="5"></rect>
        ${marks.map(([at, name], index) =>
          html`
            <line x1="${at}%" x2="${at}%" y1="24" y2="46"></line>
            <text x="${at}%" y="${index === 0
              ? 58
              : 73}" dx="2" text-anchor="end">${at} ${name}</text>
          `
        )}
        <line class="pin-line" x1="${score}%" x2="${score}%" y1="20" y2="46"></line>
        <text class="pin-text" x="${score}%" y="16" text-anchor="${anchorOf(score)}">${score}</text>
      </svg>
      ${steps.length === 0 ? "" : html`
        <figcaption>
          <ul class="sum">
            ${steps.map(({ step, points }) =>
              html`<li><b>${signed(step, points)}</b> ${stepWords[step]}</li>`
            )}
            <li><b>= ${score}</b> score</li>
          </ul>
        </figcaption>
      `}
    </figure>
  `;
}

function anchorOf(score: number): "start" | "middle" | "end" {
  return score < 5 ? "start" : score > 95 ? "end" : "middle";
}

/** The first step is where every score starts, and no addition. */
function signed(step: ScoreStep["step"], points: number): string {
  if (step === "full_agreement") return String(points);
  return points < 0 ? `\u2212${-points}` : `+${points}`;
}
