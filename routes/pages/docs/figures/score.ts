import { box, type Draw, texts } from "./svg.ts";

const [width, left, scalePixels, rowPixels] = [640, 20, 600, 30];

/**
 * Draws the steps of a score: a row for each line, and a scale with the thresholds. A line is `=
 * 92.86 text` (an interim score), `-0.86 text` or `+2.86 text` (a step), `70 text` (a threshold),
 * or `title: text`.
 *
 * @throws Error for any other line
 */
export const drawScore: Draw = (source) => {
  const lines = source.trim().split("\n").map((line) => {
    const [, sign, points, text] = /^(=|-|\+|)\s*(\d+(?:\.\d+)?) (.+)$/.exec(line) ?? [];
    const [, title] = /^title: (.+)$/.exec(line) ?? [];
    if (title !== undefined) return { sign: "title", points: 0, text: title };
    if (sign === undefined || text === undefined) throw new Error(`A figure has "${line}"`);
    return { sign, points: Number(points), text };
  });
  const title = lines.find(({ sign }) => sign === "title")?.text ?? "";
  const thresholds = lines.filter(({ sign }) => sign === "");
  const steps = lines.filter(({ sign }) => sign !== "" && sign !== "title");
  // The scale shows the upper part, where names that match are.
  const from = 60;
  const at = (points: number) => left + (points - from) / (100 - from) * scalePixels;
  const bottom = steps.length * rowPixels + 34;
  const parts: string[] = [];
  for (const { points, text } of thresholds) {
    parts.push(`<path class="soft" d="M${at(points)} 4V${bottom + 6}"/>`);
    parts.push(texts([`${points} ${text}`], { x: at(points), y: bottom + 20 }));
  }
  let score = 0;
  steps.forEach(({ sign, points, text }, row) => {
    const before = score;
    score = sign === "=" ? points : sign === "+" ? score + points : score - points;
    const y = row * rowPixels + 8;
    const [start, end] = sign === "="
      ? [from, score]
      : [Math.min(before, score), Math.max(before, score)];
    parts.push(
      box(at(start), y, Math.max(3, at(end) - at(start)), 22, sign === "=" ? "box" : "mark"),
    );
    const words = `${sign === "=" ? "" : sign === "-" ? "−" : "+"}${points}  ${text}`;
    parts.push(
      sign === "="
        ? texts([words], { x: left + 8, y: y + 16, anchor: "start", name: "head" })
        : texts([words], { x: at(start) - 8, y: y + 16, anchor: "end" }),
    );
  });
  parts.push(`<path class="line" d="M${left} ${bottom}H${left + scalePixels}"/>`);
  for (const points of [from, 100]) {
    parts.push(texts([`${points}`], { x: at(points), y: bottom + 20 }));
  }
  const words = [
    title,
    ...steps.map(({ sign, points, text }) => `${sign === "=" ? "" : sign}${points} ${text}`),
    ...thresholds.map(({ points, text }) => `From ${points}: ${text}`),
  ].join(". ");
  return { width, height: bottom + 30, words, parts };
};
