/**
 * Part of the playground's script: the requests and answers, a group of rows for each press of a
 * button, and the audit entries that the press has caused.
 */

import { base, element, kept, say, wire } from "./page.js";
import { fill, refused, send } from "./requests.js";

/**
 * @typedef {import("./acts.ts").Act} Act
 * @typedef {{ id: string, seq: number | null, event: { kind: string } }} AuditEntry
 * @typedef {{
 *   method: string, url: string, requestBody: string | null, status: number, answer: string
 * }} Exchange a request that the playground's wallet has made
 */

let group = element("section");
let counts = { requests: 0, entries: 0 };

/** @param {string} label */
export function beginGroup(label) {
  group = element("section");
  group.append(element("h3", label));
  counts = { requests: 0, entries: 0 };
}

/** @param {string} text */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** @param {string} text */
const quoted = (text) => "'" + text.replaceAll("'", "'\\''") + "'";

/** @param {string} title @param {string} text @param {boolean} [isCopied] */
function block(title, text, isCopied = false) {
  const made = element("div");
  made.append(element("h4", title));
  made.append(element("pre", text, { tabindex: "0", role: "group", "aria-label": title }));
  if (isCopied && navigator.clipboard !== undefined) {
    const attributes = { type: "button", class: "copy", "aria-label": "Copy: " + title };
    const button = element("button", "Copy", attributes);
    button.addEventListener(
      "click",
      () => navigator.clipboard.writeText(text).then(() => say("Copied.")),
    );
    made.append(button);
  }
  return made;
}

/** The list of a group, created with its first row. @param {string} name */
function rowsOf(name) {
  const known = group.querySelector("ol." + name);
  if (known !== null) return known;
  const made = element("ol", undefined, { class: name });
  if (name === "lanes") {
    const heads = element("div", undefined, { class: "heads", "aria-hidden": "true" });
    heads.append(element("b", "You"), element("b", "aval"), element("b", "Wallet"));
    group.append(heads);
  }
  group.append(made);
  return made;
}

/**
 * @param {keyof typeof counts} kind
 * @param {string} title
 * @param {readonly Node[]} parts
 * @param {"you" | "wallet" | "log"} lane
 */
function addRow(kind, title, parts, lane) {
  const made = element("details");
  made.append(element("summary", title), ...parts);
  const row = element("li", undefined, { class: "from-" + lane });
  row.append(made);
  rowsOf(kind === "requests" ? "lanes" : "chain").append(row);
  wire.append(group);
  wire.hidden = false;
  counts[kind]++;
}

/** @param {number} count @param {string} one @param {string} many */
const numberOf = (count, one, many) =>
  count === 0 ? "no " + one : count + " " + (count === 1 ? one : many);

/** The number of rows in the group, in words. */
export function countOfGroup() {
  return numberOf(counts.requests, "request", "requests") + " and " +
    numberOf(counts.entries, "audit entry", "audit entries");
}

/** @param {Act} act @param {string} path @param {string | undefined} body */
function curlOf({ method }, path, body) {
  return [
    "curl -s",
    method === "PUT" || method === "POST" && body === undefined ? "-X " + method : "",
    quoted(location.origin + base + path),
    "-H " + quoted("x-aval-sandbox-client: " + kept.get("client")),
    body === undefined ? "" : "-H 'content-type: application/json' -d " + quoted(body),
  ].filter((part) => part !== "").join(" ");
}

/** @param {NonNullable<Act["sdk"]>} sdk */
function sdkOf({ method, args }) {
  const written = args.map((arg) => JSON.stringify(fill(arg), null, 1).replaceAll(/\n\s*/g, " "));
  return "await aval." + method + "(" + written.join(", ") + ")";
}

/**
 * @param {Act} act
 * @param {{ path: string, body: string | undefined, answer: Response, text: string }} call
 */
export function showCall(act, { path, body, answer, text }) {
  const { method, says, sdk } = act;
  const sent = body === undefined ? "" : "\n\n" + readable(body);
  addRow("requests", says + ": " + method + " " + path.split("?")[0] + ", " + answer.status, [
    block("Request", method + " " + path + sent),
    block("Answer", answer.status + "\n\n" + readable(text)),
    block("In a terminal", curlOf(act, path, body), true),
    ...(sdk ? [block("TypeScript client", sdkOf(sdk), true)] : []),
  ], "you");
}

/** @param {Act} act @param {Exchange} exchange */
export function showExchange({ says }, { method, url, requestBody, status, answer }) {
  const path = url.replace(location.origin, "").split("?")[0];
  addRow("requests", says + ": " + method + " " + path + ", " + status, [
    block("Request", method + " " + url + (requestBody === null ? "" : "\n\n" + requestBody)),
    block("Answer", readable(answer)),
  ], "wallet");
}

/** @param {AuditEntry} entry */
export function showEntry(entry) {
  const { seq, event: { kind } } = entry;
  addRow("entries", "Audit entry" + (seq === null ? "" : " " + seq) + ": " + kind, [
    block("Entry", JSON.stringify(entry, null, 2)),
  ], "log");
}

/**
 * The audit entries of the prospect's client, except the reads of this page.
 *
 * @returns {Promise<AuditEntry[]>}
 */
export async function readEntries() {
  const { answer, json } = await send("GET", "/v1/screen/gdpr/export");
  if (!answer.ok) throw refused(answer, json);
  /** @type {AuditEntry[]} */
  const entries = json.auditEntries;
  return entries.filter(({ event }) => event.kind !== "GDPR_EXPORTED");
}

/**
 * Shows new entries. An entry exists at once; its number follows a moment later.
 *
 * @param {readonly string[]} before ids of entries that are not new
 */
export async function showEntriesSince(before) {
  /** @type {AuditEntry[]} */
  let made = [];
  for (let reads = 0; reads < 5; reads++) {
    if (reads > 0) await new Promise((resolve) => setTimeout(resolve, 400));
    made = (await readEntries()).filter(({ id }) => !before.includes(id));
    if (made.every(({ seq }) => seq !== null)) break;
  }
  for (const entry of made) showEntry(entry);
}
