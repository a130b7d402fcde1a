import { box, type Draw, linePixels, texts, wrap } from "./svg.ts";

/** Pixels from one lane to the next, and around the lanes. */
const [lanePixels, headPixels, gapPixels] = [210, 34, 18];

/** One row: a message between lanes, or a note over one or several. */
interface Row {
  readonly kind: "message" | "note";
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Draws messages between parties, in order. The source is a subset of Mermaid's sequence diagrams,
 * which code hosts draw as well: `participant A as Name`, `A->>B: text`, `Note over A,B: text`,
 * `accTitle: text`.
 *
 * @throws Error for any other line
 */
export const drawSequence: Draw = (source) => {
  const { title, lanes, rows } = parse(source);
  const middle = (lane: number) => lanePixels / 2 + lane * lanePixels;
  const parts: string[] = [];
  let y = headPixels + gapPixels;
  for (const { kind, from, to, text } of rows) {
    const [left, right] = [Math.min(from, to), Math.max(from, to)];
    const span = (right - left) * lanePixels;
    const center = (middle(left) + middle(right)) / 2;
    const lines = wrap(text, kind === "note" ? span + lanePixels - 40 : span - 12);
    const height = lines.length * linePixels;
    if (kind === "note") {
      parts.push(box(center - span / 2 - 95, y - 4, span + 190, height + 12, "mark"));
      parts.push(texts(lines, { x: center, y: y + 15 }));
      y += height + 12 + gapPixels;
      continue;
    }
    parts.push(texts(lines, { x: center, y: y + 10 }));
    const at = y + height + 2;
    const direction = Math.sign(to - from);
    const tip = middle(to) - direction * 3;
    parts.push(`<path class="line" d="M${middle(from)} ${at}H${tip}"/>`);
    parts.push(
      `<path class="tip" d="M${tip} ${at}l${-direction * 9} -5v10z"/>`,
    );
    y = at + gapPixels;
  }
  const width = lanes.length * lanePixels;
  const height = y + 4;
  const heads = lanes.map((name, lane) =>
    `<path class="soft" d="M${middle(lane)} ${headPixels}V${height - 2}"/>` +
    box(middle(lane) - 90, 1, 180, headPixels - 2) +
    texts([name], { x: middle(lane), y: 22, name: "head" })
  );
  const words = [
    title,
    ...rows.map(({ kind, from, to, text }) =>
      kind === "note" ? text : `${lanes[from]} to ${lanes[to]}: ${text}`
    ),
  ].join(". ");
  // Lanes lie below what is written over them.
  return { width, height, words, parts: [...heads, ...parts] };
};

function parse(source: string) {
  const ids: string[] = [];
  const lanes: string[] = [];
  const rows: Row[] = [];
  let title = "";
  const laneOf = (id: string) => {
    const lane = ids.indexOf(id);
    if (lane < 0) throw new Error(`A figure has no participant ${id}`);
    return lane;
  };
  for (const line of source.split("\n").map((line) => line.trim())) {
    const [, id, name] = /^participant (\w+) as (.+)$/.exec(line) ?? [];
    const [, from, to, said] = /^(\w+)->>(\w+): (.+)$/.exec(line) ?? [];
    const [, first, last, note] = /^Note over (\w+)(?:,(\w+))?: (.+)$/.exec(line) ?? [];
    const [, named] = /^accTitle: (.+)$/.exec(line) ?? [];
    if (id !== undefined && name !== undefined) {
      ids.push(id);
      lanes.push(name);
    } else if (from !== undefined && to !== undefined && said !== undefined && from !== to) {
      rows.push({ kind: "message", from: laneOf(from), to: laneOf(to), text: said });
    } else if (first !== undefined && note !== undefined) {
      rows.push({ kind: "note", from: laneOf(first), to: laneOf(last ?? first), text: note });
    } else if (named !== undefined) title = named;
    else if (line !== "" && line !== "sequenceDiagram") throw new Error(`A figure has "${line}"`);
  }
  return { title, lanes, rows };
}
