import { drawParts } from "./parts.ts";
import { drawScore } from "./score.ts";
import { drawSequence } from "./sequence.ts";
import { type Draw, escapeText, type Picture, svgOf } from "./svg.ts";

/** The drawing function for each language of a fenced block. */
const drawers: Readonly<Record<string, Draw>> = {
  mermaid: drawSequence,
  score: drawScore,
  parts: drawParts,
};

/** The picture that a fenced block describes; null if the block is code. */
export function pictureOf(info: string, source: string): Picture | null {
  return Object.hasOwn(drawers, info) ? drawers[info]!(source) : null;
}

/** A picture within a page. If it is wider than the page it scrolls, also by keyboard. */
export function figureOf(picture: Picture): string {
  const [name = ""] = picture.words.split(". ");
  return `<div class="figure" role="region" aria-label="${
    escapeText(`Figure: ${name}`)
  }" tabindex="0">${svgOf(picture)}</div>\n`;
}

/** Colours of a picture in a file of its own, which the page's style does not reach. */
const fileStyle = `<style>
text{font:13px system-ui,sans-serif;fill:#12201b}.head{font-weight:600}
.box{fill:#fff;stroke:#76827c}.band{fill:#f0f4f2;stroke:#dbe2de}.mark{fill:#e2f3ea;stroke:#0a6345}
.line{fill:none;stroke:#4f5d57}.soft{fill:none;stroke:#dbe2de}.tip{fill:#4f5d57}
@media (prefers-color-scheme:dark){text{fill:#e8eeeb}
.box{fill:#161d1a;stroke:#7d8c85}.band{fill:#1d2622;stroke:#2c3833}.mark{fill:#11291f;stroke:#78ddb4}
.line{stroke:#a6b3ad}.soft{stroke:#2c3833}.tip{fill:#a6b3ad}}
</style>`;

/**
 * The picture of the service's parts as a file of its own, for README.md.
 *
 * @param markdown docs/architecture.md, which contains the source
 */
export function partsFile(markdown: string): string {
  const [, source] = /^```parts\n([^]*?)^```$/m.exec(markdown) ?? [];
  if (source === undefined) throw new Error("The text has no block of parts");
  return `${svgOf(drawParts(source), fileStyle)}\n`;
}
