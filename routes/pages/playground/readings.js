/**
 * Part of the playground's script: how values of an answer are shown. Every reader returns text, or
 * elements with text, never markup.
 *
 * It needs `words`, the tables of `playground_words.ts`.
 */

import { came, element, kept } from "./page.js";

/**
 * An answer; its members are those of the route.
 *
 * @typedef {any} Json
 */

/**
 * The value at a JSON pointer.
 *
 * @param {Json} value
 * @param {string} pointer
 * @returns {Json}
 */
export const at = (value, pointer) =>
  pointer.split("/").slice(1).reduce((found, part) => found?.[part], value);

/** @param {Json} value */
const isNone = (value) =>
  value === undefined || value === null || value === "" ||
  (Array.isArray(value) && value.length === 0);

/** @param {string} table @param {string} code */
export function wordFor(table, code) {
  const of = words[table] ?? {};
  return Object.hasOwn(of, code) ? of[code] ?? "" : "";
}

/** Words, followed by the code that they explain. @param {string} table @param {string} code */
export function coded(table, code) {
  const said = wordFor(table, code);
  return said === "" || said === code ? String(code) : said + " (" + code + ")";
}

/** @param {boolean} value */
const yesNo = (value) => value ? "yes" : "no";

/** A time of the API, or seconds of a token, as a person reads it. @param {string | number} value */
export function time(value) {
  const date = new Date(typeof value === "number" ? value * 1000 : value);
  if (isNaN(date.getTime())) return String(value);
  return date.toISOString().slice(0, 19).replace("T", " ") + " UTC";
}

/** @param {Json} value @returns {string} */
function plain(value) {
  if (isNone(value)) return "none";
  if (typeof value === "boolean") return yesNo(value);
  if (typeof value !== "object") return String(value);
  return Array.isArray(value) ? value.map(plain).join(", ") : JSON.stringify(value);
}

/** @param {readonly string[]} lines */
function listOf(lines) {
  const made = element("ul");
  made.append(...lines.map((line) => element("li", line)));
  return [made];
}

/** @param {readonly (readonly [string, string])[]} rows @param {readonly string[]} [heads] */
function tableOf(rows, heads) {
  const made = element("table");
  if (heads !== undefined) {
    const row = element("tr");
    row.append(...heads.map((head) => element("th", head, { scope: "col" })));
    made.append(row);
  }
  for (const [label, value] of rows) {
    const row = element("tr");
    row.append(element("th", label, { scope: "row" }), element("td", value));
    made.append(row);
  }
  return made;
}

/**
 * A row for a claim, named by the last part of its path: an mdoc's path begins with a namespace.
 *
 * @param {[string, Json]} claim
 * @returns {[string, string]}
 */
function claimRow([name, value]) {
  const said = wordFor("claim", name.split(".").at(-1) ?? "");
  return [
    said === "" ? name : said + " (" + name + ")",
    ["iat", "nbf", "exp"].includes(name) ? time(value) : plain(value),
  ];
}

/** @param {[string, Json][]} claims */
const claimsTable = (claims) => [tableOf(claims.map(claimRow), ["Claim", "Value"])];

/**
 * Words of the query at these positions; as typed if the name contains only words and spaces.
 *
 * @param {readonly number[]} positions
 * @param {Json} explain
 */
function queryWords(positions, explain) {
  const typed = (kept.get("name") ?? "").trim();
  const isSimple = /^\p{Script=Latin}+( \p{Script=Latin}+)*$/u.test(typed);
  const parts = typed.split(" ");
  return positions.map((each) =>
    isSimple && explain.readAs === "name" && parts[each] !== undefined
      ? "your \u201c" + parts[each] + "\u201d"
      : "word " + (each + 1) + " of yours"
  ).join(" and ");
}

/** @param {{ kind?: string, family?: boolean }} token */
function kindOf({ kind, family }) {
  const said = [family ? "family name" : "", kind === undefined ? "" : wordFor("kind", kind)]
    .filter((part) => part !== "");
  return said.length === 0 ? "" : " (" + said.join(", ") + ")";
}

/** @param {{ points?: number }} token */
const pointsOf = ({ points }) => points === undefined ? "" : ", " + points + " points";

/** @param {number | undefined} edits */
const lettersOf = (edits) =>
  edits === undefined ? "" : edits === 1 ? ", 1 letter differs" : ", " + edits + " letters differ";

/** @param {Json} token @param {Json} explain */
function accountOf(token, explain) {
  const { listed, query, how, edits, transliterated } = token;
  return "\u201c" + listed + "\u201d" + kindOf(token) +
    (query.length === 0 ? "" : ", by " + queryWords(query, explain)) + ": " +
    (how === "same" ? "the same" : coded("account", how)) + lettersOf(edits) +
    (transliterated ? ", in another script" : "") + pointsOf(token);
}

/** @param {readonly { step: string, points: number }[]} steps @param {number} score */
const scoreOf = (steps, score) =>
  "Score: " + steps.map(({ step, points }) => wordFor("step", step) + " " + points).join(", ") +
  "; together " + score;

/** @param {string} label @param {string} table @param {{ relation: string, listed?: Json }} found */
const relationOf = (label, table, { relation, listed }) =>
  isNone(listed) && relation === "absent"
    ? label + ": nothing to compare, one side does not say (absent)"
    : label + ": " + coded(table, relation) + (isNone(listed) ? "" : ", listed " + plain(listed));

/** Why a candidate has its score, one sentence each. @param {Json} candidate @returns {string[]} */
function reasonsOf({ explain, score }) {
  const { alignment, unaccounted = [], steps, dob, nationality, notConfirmed = [] } = explain;
  const isReadAs = wordFor("reading", explain.readAs) !== "";
  return [
    "It is like " + coded("strength", explain.nameStrength) +
    (isReadAs ? ", compared with " + coded("reading", explain.readAs) : ""),
    ...alignment.map((/** @type {Json} */ token) => accountOf(token, explain)),
    ...unaccounted.map((/** @type {Json} */ token) =>
      "Not on the list: " + queryWords([token.query], explain) + kindOf(token) + pointsOf(token)
    ),
    ...(steps === undefined ? [] : [scoreOf(steps, score)]),
    ...(dob === undefined ? [] : [relationOf("Date of birth", "birth", dob)]),
    ...(nationality === undefined || nationality.relation === "absent"
      ? []
      : [relationOf("Nationality", "nationality", nationality)]),
    ...notConfirmed.map((/** @type {string} */ code) =>
      "Not confirmed: " + coded("obstacle", code)
    ),
  ];
}

/** @param {Json} tag */
function tagTable(tag) {
  const { exclusionReason } = tag;
  const rows = /** @type {[string, string][]} */ ([
    ["Label", tag.label],
    ["Category", tag.category],
    ["Abuse", tag.abuse],
    ["Confidence", tag.confidence + ", " + tag.confidenceLevel],
    ["Contribution", tag.contributionScore],
    ["Source", tag.source],
    ["Pack", tag.packTitle],
    ["Left out", exclusionReason === undefined ? null : coded("exclusion", exclusionReason)],
  ]);
  return tableOf(rows.filter(([, value]) => !isNone(value)));
}

/** @param {{ decision: string, notes?: string, reviewedAt: string }} review */
function reviewTable({ decision, notes, reviewedAt }) {
  return tableOf([
    ["Decision", coded("review", decision)],
    ...(/** @type {[string, string][]} */ (isNone(notes) ? [] : [["Notes", notes]])),
    ["Reviewed", time(reviewedAt)],
  ]);
}

/** The payload of the event of the kept decision. @param {Json[]} events */
function eventTable(events) {
  const found = events.find(({ data }) => data.decisionId === kept.get("decisionId"));
  if (found === undefined) return "none yet";
  const { data, ...members } = found;
  const rows = Object.entries(members).concat(
    Object.entries(data).map(([name, value]) => ["data." + name, value]),
  );
  return [tableOf(rows.map(([name, value]) => [name, plain(value)]))];
}

/** @param {string} code @param {boolean} review @param {boolean} [isPepAlone] */
export const stepAfter = (code, review, isPepAlone) =>
  code === "POSSIBLE_MATCH" && review === false
    ? "act on the review"
    : code === "CONFIRMED_MATCH" && isPepAlone
    ? "let a person decide, by your rules for politically exposed persons: on no list of sanctions"
    : wordFor("nextStep", code);

/** @param {string} table @returns {(code: string) => string} */
const codeOf = (table) => (code) => coded(table, code);

/**
 * A function for each form.
 *
 * @type {Record<import("./acts.ts").ReadingForm, (value: Json, answer: Json) => string | Node[]>}
 */
const readers = {
  plain,
  time,
  yesNo,
  screened: (code, { meta }) =>
    meta.checksRun.length === 0
      ? code + ", but nothing was checked"
      : coded("classification", code),
  checks: (names) => names.map(codeOf("check")).join("; "),
  screenStep: ({ classification, meta }) =>
    meta.checksRun.length === 0
      ? "send a name"
      : stepAfter(classification, meta.humanReviewRequired),
  sessionStep: ({ amlResult, humanReviewRequired, sanctionedFlag, pepFlag }) =>
    isNone(amlResult)
      ? "go on"
      : stepAfter(amlResult, humanReviewRequired, pepFlag && !sanctionedFlag),
  classification: codeOf("classification"),
  reasons: (result) => listOf(reasonsOf(result)),
  risk: codeOf("risk"),
  tags: (tags) => tags.map(tagTable),
  reviews: (reviews) => reviews.map(reviewTable),
  status: codeOf("status"),
  revocation: codeOf("revocation"),
  recommendation: codeOf("recommendation"),
  proofs: (proofs) =>
    Object.entries(proofs).map(([name, holds]) => {
      const said = wordFor("proof", name);
      const read = yesNo(holds);
      return said === "" ? name + ": " + read : said + ": " + read + " (" + name + ")";
    }).join(", "),
  claims: (claims) => claimsTable(Object.entries(claims)),
  packClaims: (claims) =>
    claimsTable(claims.map((/** @type {Json} */ { path, values }) => [path.join("."), values])),
  run: codeOf("run"),
  event: eventTable,
  flags: (flags) =>
    listOf(flags.map((/** @type {Json} */ { code, message }) => message + " (" + code + ")")),
  sentences: (text) =>
    listOf(
      text.split("\n")
        .map((/** @type {string} */ line) => line.replace(/ \(evidence [0-9a-f, -]+\)/g, "")),
    ),
  remedy: codeOf("remedy"),
};

/**
 * Shows a value of an answer, for a person to read first.
 *
 * @param {import("./acts.ts").Reading} reading
 * @param {Json} answer
 */
export function tell({ label, at: pointer, as = "plain", ifNone, unless }, answer) {
  const value = at(answer, pointer);
  if (unless !== undefined && value === at(answer, unless)) return;
  const read = isNone(value) ? ifNone : readers[as](value, answer);
  if (read === undefined) return;
  const made = element("dd");
  made.append(...(Array.isArray(read) ? read : [String(read)]));
  came.querySelector("dl")?.append(element("dt", label), made);
  came.hidden = false;
}

/**
 * The cause of a refusal, the remedy, and when to retry.
 *
 * @param {number} status
 * @param {Json} json
 * @param {string | null} header `retry-after`
 */
export function refusalOf(status, json, header) {
  const code = json?.error;
  const beside = code === undefined ? " (" + status + ")" : " (" + code + ", " + status + ")";
  const seconds = Number(json?.retryAfterSeconds ?? header ?? NaN);
  if (status === 429 && !isNaN(seconds)) {
    const unit = seconds === 1 ? " second" : " seconds";
    return "Too many requests: try again in " + seconds + unit + beside;
  }
  const remedy = code === undefined ? "" : wordFor("remedy", code);
  const message = json?.message ?? json?.error_description ?? "The service refuses";
  return [message, remedy].filter((part) => part !== "")
    .map((part) => part.replace(/\.$/, "")).join(". ") + beside;
}
