/**
 * A picture of lines and texts. Colours are classes (`line`, `box`, `soft`, `mark`) that the page's
 * style defines; texts have the page's colour.
 */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** The whole figure in words, for readers who cannot see it. */
  readonly words: string;
  /** SVG elements with escaped texts. */
  readonly parts: readonly string[];
}

/** Draws a picture from its source. */
export type Draw = (source: string) => Picture;

/** Average width of a letter in pixels. */
const letterPixels = 6.9;
/** Pixels between two lines of a text. */
export const linePixels = 17;

/** Escapes a text for markup. */
export function escapeText(text: string): string {
  const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };
  return text.replaceAll(/[&<"]/g, (letter) => names[letter]!);
}

/** Breaks a text into lines of at most this width, with at least one word in each. */
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

/** Lines of text; the first baseline is at `y`. */
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

/** A picture as an SVG element. @param style colours for a picture in a file of its own */
export function svgOf({ width, height, words, parts }: Picture, style = ""): string {
  const drawn = `${style}${parts.join("")}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${
    escapeText(words)
  }" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawn}</svg>`;
}
