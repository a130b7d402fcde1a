/**
 * A picture of lines and texts. Its colours are classes, which the style of its page fills: `line`, `box`,
 * `soft`, `mark`, and texts in the colour of the page.
 */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** The whole figure in words, for readers who do not see it. */
  readonly words: string;
  /** SVG elements, every text in them escaped. */
  readonly parts: readonly string[];
}

/** What a picture is of, as its source has it. */
export type Draw = (source: string) => Picture;

/** Pixels of a letter on average, at the size of a picture's texts. */
const letterPixels = 6.9;
/** Pixels from one line of a text to the next. */
export const linePixels = 17;

/** A text as markup. */
export function escapeText(text: string): string {
  const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };
  return text.replaceAll(/[&<"]/g, (letter) => names[letter]!);
}

/** The lines of a text that is as wide as this at most, a word to a line at least. */
export function wrap(text: string, pixels: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && longer.length * letterPixels <= pixels) {
      lines[lines.length - 1] = longer;
    } else lines.push(word);
  }
  return lines;
}

/** Lines of text, the first one's base line at `y`. */
export function texts(
  lines: readonly string[],
  { x, y, anchor = "middle", name = "" }: {
    readonly x: number;
    readonly y: number;
    readonly anchor?: "start" | "middle" | "end";
    readonly name?: string;
  },
): string {
  return lines.map((line, at) =>
    `<text x="${x}" y="${y + at * linePixels}" text-anchor="${anchor}"${
      name === "" ? "" : ` class="${name}"`
    }>${escapeText(line)}</text>`
  ).join("");
}

/** A box with rounded corners. */
export function box(x: number, y: number, width: number, height: number, name = "box"): string {
  return `<rect class="${name}" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`;
}

/** A picture as an element. @param style its own, where it is a file and no page fills its colours */
export function svgOf({ width, height, words, parts }: Picture, style = ""): string {
  const drawn = `${style}${parts.join("")}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${
    escapeText(words)
  }" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawn}</svg>`;
}
