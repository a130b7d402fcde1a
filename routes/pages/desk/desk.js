/**
 * The desk's script. Without it every page and act works; with it pages of the desk replace each other
 * without a load, the next match is fetched ahead unless it may show a customer's data, keys work, and a
 * judgement waits for ten seconds, in which it can be taken back. It is sent after that, with the next
 * judgement, or when the page is left.
 */

import { settleAddress } from "../page_address.js";
import { beginBooks, openBooks } from "./books.js";
import {
  dropAllUnrecorded,
  dropUnrecorded,
  fillForm,
  keepUnrecorded,
  unrecorded,
  unrecordedOf,
} from "./unrecorded.js";

/** Milliseconds for which a judgement can be taken back. */
const takeBackMilliseconds = 10_000;
/** Milliseconds for which the bar says what was done. */
const notedMilliseconds = 6_000;

/**
 * A judgement that is not sent yet.
 *
 * @typedef {object} Unsent
 * @property {string} decisionId
 * @property {string} action where it is posted
 * @property {string} body
 * @property {string} words what was judged
 * @property {string} address of its page
 * @property {number} timer
 */

/** @type {Unsent | null} */
let unsent = null;
/** Judgements that are sent, each until it is answered. @type {Map<Unsent, Promise<void>>} */
const underway = new Map();
/** The judgement that was taken back last. @type {Unsent | null} */
let takenBack = null;
/** The judgement that was recorded last. @type {Unsent | null} */
let recorded = null;
/** Whether the page is left: what is answered after that is not known here. */
let isLeft = false;
/**
 * The matches of the last queue page, in its order. A customer's data that a page may show are fetched
 * when a person opens it: the read is on record.
 *
 * @type {{ address: string, mayShowCustomer: boolean }[]}
 */
let walk = [];
/** The page that is fetched ahead. @type {{ address: string, html: Promise<string | null> } | null} */
let ahead = null;

/** The address of the page that is shown, without the part of it that a link leads to. */
const here = () => location.href.replace(/#.*$/, "");
let shown = here();
/** The address of the page that is to be shown: what comes for another one is late. */
let wanted = shown;

/** @param {string} selector @returns {HTMLElement | null} */
const first = (selector) => document.querySelector(selector);

/**
 * The bar that says what was done, what is not sent, and what was refused until a person dismisses it.
 */
const bar = document.createElement("div");
bar.className = "unsent";
bar.setAttribute("role", "status");
bar.hidden = true;
const said = document.createElement("span");
const back = document.createElement("button");
back.type = "button";
back.className = "quiet";
back.textContent = "Take it back (u)";
back.addEventListener("click", takeBack);
const noted = document.createElement("span");
/** @type {number | undefined} */
let notedTimer;
const refused = document.createElement("ul");
/** What {@link refused} shows. @type {import("./unrecorded.js").Kept[] | null} */
let listed = null;
bar.append(said, back, noted, refused);
document.body.append(bar);

/** Shows in the bar what waits, and what was refused or not answered. */
function updateBar() {
  said.textContent = unsent === null ? "" : "Not sent yet: " + unsent.words;
  said.hidden = back.hidden = unsent === null;
  noted.hidden = noted.textContent === "";
  // What did not change is not read out again.
  if (listed !== unrecorded()) {
    listed = unrecorded();
    refused.replaceChildren(...listed.map(renderUnrecorded));
  }
  refused.hidden = listed.length === 0;
  bar.hidden = unsent === null && noted.hidden && refused.hidden;
}

/** Says something in the bar for some seconds. @param {(string | Node)[]} parts */
function note(...parts) {
  clearTimeout(notedTimer);
  noted.replaceChildren(...parts);
  if (parts.length > 0) notedTimer = setTimeout(note, notedMilliseconds);
  updateBar();
}

/** @param {import("./unrecorded.js").Kept} kept */
function renderUnrecorded({ decisionId, address, words, lead, why, isOld }) {
  const item = document.createElement("li");
  const dismiss = document.createElement("button");
  dismiss.type = "button";
  dismiss.className = "quiet";
  dismiss.textContent = "Dismiss";
  dismiss.addEventListener("click", () => {
    dropUnrecorded(decisionId);
    updateBar();
  });
  item.append(lead + ": " + words + ". " + why + " ", linkTo(address, "Open the match"), " ");
  if (isOld) {
    const again = document.createElement("a");
    again.href = freshLoginFor(address);
    again.textContent = "Log in again";
    item.append(again, " ");
  }
  item.append(dismiss);
  return item;
}

/** @param {string} address of a page of the desk @param {string} text */
function linkTo(address, text) {
  const link = document.createElement("a");
  link.href = address;
  link.dataset["swap"] = "";
  link.textContent = text;
  return link;
}

/** @param {string} address @returns {Promise<string | null>} */
async function fetchPage(address) {
  const answer = await fetch(address, { headers: { accept: "text/html" } });
  return answer.ok && !answer.redirected ? await answer.text() : null;
}

/** Shows another page of the desk in place of this one. @param {string} address @param {boolean} isNew */
async function show(address, isNew) {
  const fetched = ahead?.address === address ? ahead.html : fetchPage(address);
  ahead = null;
  wanted = address;
  const html = await fetched.catch(() => null);
  if (wanted !== address) return;
  if (html === null || !put(html, isNew ? address : null)) location.assign(address);
}

/**
 * Puts a page of the desk in the place of this one.
 *
 * @param {string} html
 * @param {string | null} address null: this one's
 * @returns {boolean} whether it is a page of the desk
 */
function put(html, address) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const next = page.querySelector("main");
  if (next === null || page.querySelector("header nav") === null) return false;
  first("main")?.replaceWith(next);
  document.title = page.title;
  if (address !== null) history.pushState(null, "", address);
  // The page that is shown may be below another link.
  first("header nav")?.replaceWith(page.querySelector("header nav") ?? "");
  scrollTo(0, 0);
  begin();
  return true;
}

/** What every page of the desk begins with. */
function begin() {
  settleAddress();
  shown = wanted = here();
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (
    document.querySelectorAll("a[data-match]")
  );
  if (links.length > 0) {
    walk = [...links].map(({ href, dataset }) => ({
      address: href,
      mayShowCustomer: dataset["match"] === "customer",
    }));
    select(0, { preventScroll: true });
  }
  // Why a form was refused comes first.
  first("main [autofocus]")?.focus();
  markUnsent();
  refill();
  beginBooks();
  const next = nextMatch();
  if (next !== null && !next.mayShowCustomer && first("[data-judge]") !== null) {
    ahead = { address: next.address, html: fetchPage(next.address) };
  }
}

/** Fills the form of a match with what was judged there and is not recorded. */
function refill() {
  const form = first("[data-judge]");
  if (!(form instanceof HTMLFormElement)) return;
  const { judge: decisionId = "" } = form.dataset;
  const typed = takenBack?.decisionId === decisionId ? takenBack : unrecordedOf(decisionId);
  if (typed !== undefined && typed !== null) fillForm(form, typed.body);
}

/** The queue, which may stand below a path. */
function queueAddress() {
  const link = first("header nav a");
  return link instanceof HTMLAnchorElement ? link.href : "/desk";
}

/** @param {string} address of the page to come back to */
function freshLoginFor(address) {
  const desk = new URL(queueAddress()).pathname;
  const { pathname, search } = new URL(address);
  const next = pathname.slice(desk.length - "/desk".length) + search;
  return desk + "/login?" + new URLSearchParams({ fresh: "true", next });
}

function nextMatch() {
  const at = walk.findIndex(({ address }) => address === shown);
  return at < 0 ? null : walk[at + 1] ?? null;
}

/** Marks the row of the judgement that is not sent. */
function markUnsent() {
  for (const row of rows()) {
    const mark = /** @type {HTMLElement | null} */ (row.querySelector("[data-unsent]"));
    if (mark !== null) mark.hidden = row.dataset["decision"] !== unsent?.decisionId;
  }
}

/** @returns {HTMLElement[]} */
const rows = () => [...document.querySelectorAll("tr[data-decision]")].filter(isElement);

/** @param {Element} node @returns {node is HTMLElement} */
const isElement = (node) => node instanceof HTMLElement;

/** @param {number} at @param {FocusOptions} [options] */
function select(at, options) {
  const all = rows();
  const chosen = all[Math.max(0, Math.min(at, all.length - 1))];
  for (const row of all) row.setAttribute("aria-selected", String(row === chosen));
  chosen?.querySelector("a")?.focus(options);
}

const selected = () => rows().findIndex((row) => row.getAttribute("aria-selected") === "true");

/** Sends what waits. */
function send() {
  const sent = unsent;
  if (sent === null) return;
  clearTimeout(sent.timer);
  unsent = null;
  underway.set(sent, post(sent));
  markUnsent();
  updateBar();
}

/** @param {Unsent} sent */
async function post(sent) {
  try {
    const answer = await fetch(sent.action, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: sent.body,
      // It outlives the page.
      keepalive: true,
      redirect: "manual",
    });
    if (answer.type === "opaqueredirect") {
      dropUnrecorded(sent.decisionId);
      recorded = sent;
      note("Recorded: " + sent.words);
    } else {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const why = page.querySelector("[data-message]")?.textContent ?? "";
      keepUnrecorded({ ...sent, lead: "Not recorded", why, isOld: answer.status === 403 });
    }
  } catch {
    const why = "The service did not answer: look whether it is recorded.";
    // A browser may give up what it sends as it leaves a page.
    if (!isLeft) keepUnrecorded({ ...sent, lead: "Perhaps not recorded", why, isOld: false });
  }
  underway.delete(sent);
  updateBar();
}

/** Leaves the page: what waits is sent, and what is not answered is kept for the next page. */
function leave() {
  isLeft = true;
  send();
  const why = "Look whether it is recorded.";
  for (const sent of underway.keys()) {
    keepUnrecorded({ ...sent, lead: "Sent when you left the page", why, isOld: false });
  }
}

/** Logs out when what waits is recorded: without the session it would be refused. @param {HTMLFormElement} form */
async function logOut(form) {
  const before = unrecorded();
  send();
  await Promise.all(underway.values());
  if (unrecorded().some((one) => !before.includes(one))) return;
  dropAllUnrecorded();
  form.submit();
}

/** Takes the judgement back that is not sent, and shows its match. */
function takeBack() {
  if (unsent === null) {
    if (recorded === null) return note("Nothing waits to be taken back.");
    const match = linkTo(recorded.address, "Open the match");
    return note("Nothing waits. Recorded last: " + recorded.words + ". ", match);
  }
  clearTimeout(unsent.timer);
  takenBack = unsent;
  unsent = null;
  updateBar();
  void show(takenBack.address, true);
}

/** @param {HTMLFormElement} form */
const chosenIn = (form) => {
  const chosen = form.querySelector("input[name=judgement]:checked");
  return chosen instanceof HTMLInputElement ? chosen : null;
};

/**
 * Whether the fields of a judgement agree with each other. Marks and shows the one that does not, as
 * the service would refuse it.
 *
 * @param {HTMLFormElement} form
 */
function isAgreed(form) {
  const decision = chosenIn(form)?.dataset["decision"] ?? "";
  for (const field of form.querySelectorAll("[data-disagrees]")) {
    if (!(field instanceof HTMLSelectElement || field instanceof HTMLInputElement)) continue;
    const { disagrees = "", decisions = "", values = field.value } = field.dataset;
    const isAgainst = field.value !== "" && values.split(" ").includes(field.value) &&
      decisions.split(" ").includes(decision);
    field.setCustomValidity(isAgainst ? disagrees : "");
  }
  return form.reportValidity();
}

/** @param {HTMLFormElement} form */
function judge(form) {
  if (!isAgreed(form)) return;
  const { judge: decisionId = "", freshUntil = "" } = form.dataset;
  const chosen = chosenIn(form);
  const isConfirmed = chosen?.value === "confirmed_match";
  const judged = (chosen?.closest("label")?.textContent ?? "").replace(/^\s*\d\s*/, "").trim();
  const words = (first("h2[id^=candidate-]")?.textContent ?? "A match") + ", " + judged;
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const body = new URLSearchParams(fields).toString();
  // It is sent when it can no longer be taken back.
  const sentAt = Date.now() + takeBackMilliseconds;
  if (isConfirmed && freshUntil !== "" && sentAt > Number(freshUntil)) {
    const kept = { decisionId, address: shown, words, body, lead: "Not sent", isOld: true };
    keepUnrecorded({ ...kept, why: "It needs a fresh login." });
    location.assign(freshLoginFor(shown));
    return;
  }
  send();
  takenBack = null;
  unsent = {
    decisionId,
    action: form.action,
    body,
    words,
    address: shown,
    timer: setTimeout(send, takeBackMilliseconds),
  };
  updateBar();
  void show(nextMatch()?.address ?? queueAddress(), true);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  const isLogout = new URL(form.action).pathname.endsWith("/desk/logout");
  if (!isLogout && form.dataset["judge"] === undefined) return;
  event.preventDefault();
  if (isLogout) void logOut(form);
  else judge(form);
});

document.addEventListener("input", ({ target }) => {
  const form = target instanceof Element ? target.closest("[data-judge]") : null;
  // What disagreed is compared again when it is judged.
  for (const field of form?.querySelectorAll("[data-disagrees]") ?? []) {
    if ("setCustomValidity" in field) /** @type {HTMLInputElement} */ (field).setCustomValidity("");
  }
});

document.addEventListener("invalid", ({ target }) => {
  const folded = target instanceof Element ? target.closest("details") : null;
  if (folded !== null) folded.open = true;
}, true);

document.addEventListener("click", (event) => {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  const link = event.target instanceof Element
    ? event.target.closest('a[data-swap], nav[aria-label="Desk"] a')
    : null;
  if (!isPlain || !(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  void show(link.href, true);
});

addEventListener("popstate", () => {
  // A link to a part of the page changes nothing else.
  if (here() !== wanted) void show(here(), false);
});
addEventListener("pagehide", leave);
addEventListener("pageshow", () => {
  isLeft = false;
});

/** A function for each key. @type {Record<string, () => void>} */
const keys = {
  j: () => select(selected() + 1),
  k: () => select(selected() - 1),
  u: takeBack,
  Enter: () => rows()[selected()]?.querySelector("a")?.click(),
  "?": () => {
    const help = first("[data-keys]");
    if (help instanceof HTMLDetailsElement) {
      help.open = !help.open;
      // The focus stays: Enter opens the match that is selected.
      help.scrollIntoView({ block: "nearest" });
    }
  },
};

addEventListener("keydown", (event) => {
  const { key, target } = event;
  const isTyping = target instanceof Element &&
    target.matches("input:not([type=radio]), select, textarea");
  if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
  const form = first("[data-judge]");
  const choice = /^[1-5]$/.test(key)
    ? form?.querySelectorAll("input[name=judgement]").item(Number(key) - 1)
    : null;
  if (form instanceof HTMLFormElement && choice instanceof HTMLInputElement) {
    choice.checked = true;
    judge(form);
    return;
  }
  if (/^[1-5]$/.test(key) && rows().length > 0) note("Open a match first.");
  const act = Object.hasOwn(keys, key) ? keys[key] : undefined;
  // A link or a button with the focus has an Enter of its own.
  if (act === undefined || key === "Enter" && target !== document.body) return;
  event.preventDefault();
  act();
});

openBooks(put);
begin();
updateBar();
