import { box, type Draw, linePixels, texts, wrap } from "./svg.ts";

const [width, labelPixels, gapPixels, boxPixels, arrowPixels] = [880, 130, 8, 48, 26];

/**
 * Draws how parts are connected: a band for each line `name: part | part`. The second band is the
 * centre, with one arrow to it and one from it. The first line is `title: text`.
 *
 * @throws Error for any other line
 */
export const drawParts: Draw = (source) => {
  const [title, ...bands] = source.trim().split("\n").map((line) => {
    const [, name, rest] = /^([^:]+): (.+)$/.exec(line) ?? [];
    if (name === undefined || rest === undefined) throw new Error(`A figure has "${line}"`);
    return { name, rest };
  });
  const parts: string[] = [];
  const bandPixels = boxPixels + 2 * gapPixels;
  let y = 1;
  bands.forEach(({ name, rest }, at) => {
    const cells = rest.split(" | ");
    const room = width - labelPixels - 2;
    const each = room / cells.length;
    parts.push(box(1, y, width - 2, bandPixels, at === 1 ? "mark" : "band"));
    const label = wrap(name, labelPixels - 20);
    const middle = (lines: readonly string[]) =>
      y + bandPixels / 2 + 5 - (lines.length - 1) * linePixels / 2;
    parts.push(texts(label, { x: 16, y: middle(label), anchor: "start", name: "head" }));
    cells.forEach((cell, column) => {
      const x = labelPixels + column * each;
      const lines = wrap(cell, each - gapPixels - 10);
      parts.push(box(x, y + gapPixels, each - gapPixels, boxPixels));
      parts.push(texts(lines, { x: x + (each - gapPixels) / 2, y: middle(lines) }));
    });
    y += bandPixels;
    // The second is what all others are around.
    const below = y;
    y += at < 2 ? arrowPixels : gapPixels;
    if (at > 1) return;
    parts.push(`<path class="line" d="M${width / 2} ${below}v17"/>`);
    parts.push(`<path class="tip" d="M${width / 2} ${below + 26}l-5 -9h10z"/>`);
  });
  const words = [
    title?.rest,
    ...bands.map(({ name, rest }) => `${name}: ${rest.replaceAll(" | ", ", ")}`),
  ]
    .join(". ");
  return { width, height: y - gapPixels + 1, words, parts };
};
