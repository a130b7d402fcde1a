/**
 * Part of the playground's script: the drawing of an answer, shown above its values. A verdict is a
 * band with a word, a shape and the next step; a score is a scale; a name is two rows of tiles.
 *
 * It needs `words`, the tables of `playground_words.ts`.
 */

import { element, kept, part } from "./page.js";
import { at, coded, stepAfter, wordFor } from "./readings.js";

/** @typedef {import("./readings.js").Json} Json */

const picture = part("[data-picture]");

/** Removes what was drawn before. */
export function clearPicture() {
  picture.replaceChildren();
  picture.hidden = true;
}

/** @param {readonly Node[]} nodes */
function show(...nodes) {
  picture.append(...nodes);
  picture.hidden = false;
}

/**
 * The verdict: its word, its code, and what to do next.
 *
 * @param {string} code of the tables `verdict` and `state`
 * @param {string} step
 * @param {string} [said] text instead of the code
 */
function drawBand(code, step, said = code) {
  const made = element("div", undefined, { class: "verdict " + wordFor("state", code) });
  const word = element("p", wordFor("verdict", code) || code, { class: "word state" });
  word.classList.add(wordFor("state", code) || "none");
  made.append(word, element("code", said));
  if (step !== "") made.append(element("p", step, { class: "next" }));
  show(made);
}

/**
 * A score from 0 to 100 with its thresholds, and the deducted points.
 *
 * @param {number} score
 * @param {readonly (readonly [number, string])[]} thresholds
 * @param {readonly { step: string, points: number }[]} steps
 */
function drawScale(score, thresholds, steps) {
  const made = element("figure", undefined, { class: "scale" });
  const spoken = "Score " + score + " of 100; " +
    thresholds.map(([from, name]) => name + " from " + from).join(", ");
  const track = element("div", undefined, { class: "track", role: "img", "aria-label": spoken });
  for (const [from, name] of thresholds) {
    const zone = element("span", undefined, { class: "zone" });
    zone.style.setProperty("--at", from + "%");
    zone.append(element("span", from + " " + name));
    track.append(zone);
  }
  const pin = element("span", undefined, { class: "pin" });
  pin.style.setProperty("--at", score + "%");
  pin.append(element("span", String(score)));
  track.append(pin);
  made.append(track);
  if (steps.length > 0) made.append(sumOf(steps, score));
  show(made);
}

/** @param {readonly { step: string, points: number }[]} steps @param {number} score */
function sumOf(steps, score) {
  const made = element("ul", undefined, { class: "sum" });
  for (const { step, points } of steps) {
    const item = element("li");
    const signed = points < 0 ? "\u2212" + -points : points === 100 ? "100" : "+" + points;
    item.append(element("b", signed), " " + wordFor("step", step));
    made.append(item);
  }
  const sum = element("li");
  sum.append(element("b", "= " + score), " score");
  made.append(sum);
  return made;
}

/**
 * The letters of a word. Letters that the other word does not have in the same order are marked.
 *
 * @param {string} word
 * @param {string} other
 */
function tileOf(word, other) {
  const made = element("span", undefined, { class: "tile" });
  const letters = [...word];
  // Longer texts are hostile: the table below is as large as their product.
  const others = [...other.toLowerCase()];
  if (other === "" || letters.length > 40 || others.length > 40) {
    made.append(word);
    return made;
  }
  const same = commonLetters(letters.map((letter) => letter.toLowerCase()), others);
  letters.forEach((letter, index) => {
    made.append(same.has(index) ? letter : element("mark", letter));
  });
  return made;
}

/**
 * Positions in the first of a longest common subsequence.
 *
 * @param {readonly string[]} a
 * @param {readonly string[]} b
 */
function commonLetters(a, b) {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
  const row = (/** @type {number} */ i) => lengths[i] ?? [];
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      row(i)[j] = a[i] === b[j] ? 1 + row(i + 1)[j + 1] : Math.max(row(i + 1)[j], row(i)[j + 1]);
    }
  }
  const found = new Set();
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      found.add(i++);
      j++;
    } else if (row(i + 1)[j] >= row(i)[j + 1]) i++;
    else j++;
  }
  return found;
}

/**
 * A column of two tiles: the word of the query above the listed word.
 *
 * @param {string} kind `same`, `near`, `missing` or `extra`
 * @param {Node} asked
 * @param {Node} listed
 * @param {string} said
 */
function pairOf(kind, asked, listed, said) {
  const made = element("li", undefined, { class: "pair " + kind });
  made.append(asked, listed, element("small", said));
  return made;
}

const emptyTile = (/** @type {string} */ text) => element("span", text, { class: "tile empty" });

/** @param {number} [points] */
const pointsSaid = (points) => !points ? "" : " \u2212" + -points;

/** The name as it was typed, word by word. @param {Json} explain */
function drawTiles(explain) {
  const typed = (kept.get("name") ?? "").trim();
  const isSimple = /^\p{Script=Latin}+( \p{Script=Latin}+)*$/u.test(typed) &&
    explain.readAs === "name";
  const parts = typed.split(" ");
  const askedAt = (/** @type {number[]} */ positions) =>
    positions.map((each) => isSimple ? parts[each] : "word " + (each + 1)).join(" ");
  const list = element("ol", undefined, { class: "tiles" });
  for (const { listed, query, how, points } of explain.alignment) {
    const asked = askedAt(query);
    const account = how === "same" ? "the same" : wordFor("account", how) || how;
    list.append(pairOf(
      query.length === 0 ? "missing" : how === "same" ? "same" : "near",
      query.length === 0 ? emptyTile("not asked") : tileOf(asked, isSimple ? listed : ""),
      tileOf(listed, isSimple ? asked : ""),
      account + pointsSaid(points),
    ));
  }
  for (const { query, points } of explain.unaccounted ?? []) {
    const asked = tileOf(askedAt([query]), "");
    list.append(pairOf("extra", asked, emptyTile("not listed"), "not listed" + pointsSaid(points)));
  }
  const rows = element("div", undefined, { class: "name" });
  rows.append(
    element("p", "Asked, above what the list has", { class: "small", id: "tiles" }),
    list,
  );
  show(rows);
}

/** @param {Json} answer */
function drawScreening({ classification, candidates, meta }) {
  const [first] = candidates;
  const isChecked = meta.checksRun.length > 0;
  const step = isChecked ? stepAfter(classification, meta.humanReviewRequired) : "send a name";
  drawBand(
    isChecked ? classification : "UNCHECKED",
    step === "" ? "" : "Next: " + step,
    isChecked ? classification : classification + ", but nothing was checked",
  );
  if (first === undefined) return;
  const { score, explain } = first.classifyResult;
  const [possible = 0, confirmed = 0] = (picture.dataset.gates ?? "").split(" ").map(Number);
  drawScale(
    score,
    [[possible, "possible"], [confirmed, "confirmed by birth date"]],
    explain.steps ?? [],
  );
  drawTiles(explain);
}

/** @param {Json} answer */
function drawRisk({ classification, score }) {
  const steps = { LOW: "go on, by your rules", HIGH: "hold the funds, by your rules" };
  drawBand(classification, "Next: " + (at(steps, "/" + classification) ?? "ask for more evidence"));
  if (score !== null) drawScale(score, [[Number(wordFor("scale", "risk")), "high"]], []);
}

/** @param {Json} session */
function drawSession({ status, decision }) {
  if (decision === null || decision === undefined) return drawBand(status, "");
  const { amlResult, booleanProofs, humanReviewRequired, sanctionedFlag, pepFlag } = decision;
  if (amlResult !== null && amlResult !== undefined) {
    const step = stepAfter(amlResult, humanReviewRequired, pepFlag && !sanctionedFlag);
    return drawBand(amlResult, "Next: " + step);
  }
  const failed = Object.entries(booleanProofs ?? {}).find(([, holds]) => !holds);
  if (failed === undefined) return drawBand("PROVED", "Next: go on", proofsSaid(booleanProofs));
  drawBand("UNPROVED", "Next: refuse, by your rules", proofsSaid(booleanProofs));
}

/** @param {Readonly<Record<string, boolean>>} proofs */
const proofsSaid = (proofs) =>
  Object.entries(proofs).map(([name, holds]) => name + ": " + holds).join(", ");

/** A function for each kind of drawing. @type {Record<string, (answer: Json) => void>} */
const drawers = {
  screening: drawScreening,
  risk: drawRisk,
  session: drawSession,
  revocation: ({ decision }) => {
    const status = decision?.revocationStatus;
    if (status !== undefined) drawBand(status, coded("revocation", status));
  },
  recommendation: ({ recommendation }) =>
    drawBand(recommendation, "Advice: " + wordFor("recommendation", recommendation)),
  login: ({ result }) => {
    if (result?.sub) {
      drawBand("LOGGED_IN", "The shop knows this wallet again by its subject", "sub");
    }
  },
  refused: ({ error }) => drawBand("REFUSED", wordFor("remedy", error), error),
};

/**
 * Draws an answer.
 *
 * @param {string} kind
 * @param {Json} answer
 */
export function drawAnswer(kind, answer) {
  clearPicture();
  drawers[kind]?.(answer);
}
