/**
 * Part of the playground's script: a wallet drawn as a telephone next to the page, with the
 * requested claims and the wallet's screen. It needs `words`.
 */

import { $, element } from "./page.js";
import { wordFor } from "./readings.js";

/** @typedef {import("./readings.js").Json} Json */

const phone = $("[data-phone]");

/** The payload of a JWT; the signature is not verified. @param {string} token @returns {Json} */
function payloadOf(token) {
  const [, payload = ""] = token.split(".");
  try {
    const bytes = Uint8Array.from(
      atob(payload.replaceAll("-", "+").replaceAll("_", "/")),
      (character) => character.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** The name of a claim for people. @param {string} name */
const claimSaid = (name) => wordFor("claim", name) || name;

/**
 * The claims that an authorization request prefers.
 *
 * @param {Json} query DCQL (OpenID4VP 1.0 §6)
 * @returns {string[]}
 */
function claimsOf(query) {
  const ids = query?.credential_sets?.[0]?.options?.[0] ?? [];
  const credentials = (query?.credentials ?? []).filter((/** @type {Json} */ { id }) =>
    ids.length === 0 || ids.includes(id)
  );
  const found = credentials.flatMap((/** @type {Json} */ { claims = [], claim_sets: sets }) =>
    claims
      .filter((/** @type {Json} */ { id }) => sets === undefined || sets[0].includes(id))
      .map((/** @type {Json} */ { path }) => claimSaid(String(path?.at?.(-1) ?? "")))
  );
  return [...new Set(/** @type {string[]} */ (found))];
}

/**
 * The claims that an unencrypted answer discloses, with their values (RFC 9901 §4.2).
 *
 * @param {string | null} body of the post
 * @returns {string[]}
 */
function disclosedBy(body) {
  const token = new URLSearchParams(body ?? "").get("vp_token") ?? "";
  const parts = token.match(/~[\w-]{16,}(?=~)/g) ?? [];
  const claims = parts.map((part) => payloadOf("." + part.slice(1)))
    .filter((claim) => Array.isArray(claim) && claim.length === 3);
  return claims.filter(([, , value]) => typeof value !== "object")
    .map(([, name, value]) => claimSaid(String(name)) + ": " + (value === true ? "yes" : value));
}

/** @param {string} uri @returns {string[]} */
function askedBy(uri) {
  try {
    const text = new URL(uri).searchParams.get("dcql_query");
    return text === null ? [] : claimsOf(JSON.parse(text));
  } catch {
    return [];
  }
}

/**
 * @param {string} title
 * @param {readonly string[]} lines
 * @param {string} said
 * @param {string} state
 */
function showScreen(title, lines, said, state) {
  if (phone === null) return;
  const list = element("ul");
  list.append(...lines.slice(0, 8).map((line) => element("li", line)));
  phone.replaceChildren(
    element("p", "Wallet", { class: "bar" }),
    element("p", title, { class: "title" }),
    list,
    element("p", said, { class: "state " + state }),
  );
  phone.hidden = false;
}

/** @type {string[]} */
let asked = [];

/** Shows the claims that a request asks for. @param {string} uri */
export function phoneAsks(uri) {
  asked = askedBy(uri);
  if (asked.length > 0) showScreen("aval asks you to show", asked, "Waits for you", "none");
}

/**
 * Shows the actions of the wallet.
 *
 * @param {readonly { answer: string, requestBody: string | null }[]} exchanges
 * @param {{ stopped: string | null, result: Json }} acted
 */
export function phoneActs(exchanges, { stopped, result }) {
  if (result?.claims !== undefined && result?.name !== undefined) {
    const names = Object.keys(result.claims).map((name) => wordFor("claim", name)).filter(
      (word) => word !== "",
    );
    return showScreen(result.name + " is in your wallet", names, "Taken", "good");
  }
  /** @type {string[]} */
  let shown = [];
  for (const { answer, requestBody } of exchanges) {
    const [uri] = /openid4vp:[^"<\s]*/.exec(answer) ?? [];
    const inLink = uri === undefined ? [] : askedBy(uri.replaceAll("&amp;", "&"));
    const inToken = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(answer)
      ? claimsOf(payloadOf(answer)?.dcql_query)
      : [];
    shown = [...shown, ...disclosedBy(requestBody)];
    if (inLink.length > 0) asked = inLink;
    else if (inToken.length > 0) asked = inToken;
  }
  if (stopped === null) {
    showScreen("You have shown", shown.length > 0 ? shown : asked, "Shown to aval", "good");
  } else showScreen("Nothing was shown", [], "Refused", "bad");
}
