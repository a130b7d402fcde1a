/** Part of the playground's script: a prospect, and its requests. */

import { base, kept } from "./page.js";
import { refusalOf } from "./readings.js";

/**
 * An answer of the service. Its JSON has the members of the requested route.
 *
 * @typedef {{ answer: Response, text: string, json: any }} Answer
 */

/**
 * Sets the prospect's client id, which is random and kept for a tab.
 *
 * @returns {Promise<boolean>} whether the id is new, so that the service has no data of it
 */
export async function nameClient() {
  if (kept.has("client")) return false;
  const name = "aval-playground-client";
  /** @type {string | null} */
  let known = null;
  try {
    known = sessionStorage.getItem(name);
  } catch { /* Nothing is kept in this browser. */ }
  const isNew = known === null;
  if (known === null) {
    const answer = await fetch(base + "/playground/prospects", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    const json = await answer.json();
    if (!answer.ok) throw refused(answer, json);
    known = String(json.clientId);
    try {
      sessionStorage.setItem(name, known);
    } catch { /* Nothing is kept in this browser. */ }
  }
  kept.set("client", known);
  return isNew;
}

/**
 * A refusal of the service as an error.
 *
 * @param {Response} answer
 * @param {any} json
 */
export function refused({ status, headers }, json) {
  return new Error(refusalOf(status, json, headers.get("retry-after")));
}

/** @param {string} name */
const value = (name) => kept.get(name) ?? "";

/**
 * Replaces placeholders in a template by kept values. Members with empty text are left out.
 *
 * @param {unknown} template
 * @returns {unknown}
 */
export function fill(template) {
  if (typeof template === "string") {
    return template.replace(/\{([\w-]+)\}/g, (_, name) => value(name));
  }
  if (Array.isArray(template)) return template.map(fill);
  if (template === null || typeof template !== "object") return template;
  const filled = Object.entries(template).map(([name, each]) => [name, fill(each)]);
  return Object.fromEntries(filled.filter(([name, each]) => each !== "" || name === "name"));
}

/** @param {string} path */
export function fillPath(path) {
  return path.replace(/\{([\w-]+)\}/g, (_, name) => {
    const filled = value(name);
    return filled.startsWith("/v1/") ? filled : encodeURIComponent(filled);
  });
}

/**
 * @param {"GET" | "POST" | "PUT"} method
 * @param {string} path
 * @param {string} [body]
 * @returns {Promise<Answer>}
 */
export async function send(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json", "x-aval-sandbox-client": value("client") };
  if (body !== undefined) headers["content-type"] = "application/json";
  const answer = await fetch(base + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    cache: "no-store",
    signal: AbortSignal.timeout(30000),
  });
  const text = await answer.text();
  let json;
  try {
    json = JSON.parse(text);
  } catch { /* No JSON. */ }
  return { answer, text, json };
}
