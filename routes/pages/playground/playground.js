/**
 * The script of a story. It sends the request that a turn's form describes, and shows request,
 * answer and audit entries. All content is set as text, never as markup.
 *
 * A prospect is a client of its own. Its random id is kept for a tab; other pages cannot read it.
 */

import { clearPicture, drawAnswer } from "./drawings.js";
import { $, base, came, element, forms, kept, say, stopper, wire } from "./page.js";
import { phoneActs, phoneAsks } from "./phone.js";
import { at, refusalOf, tell, time } from "./readings.js";
import { fill, fillPath, nameClient, refused, send } from "./requests.js";
import {
  beginGroup,
  countOfGroup,
  readEntries,
  showCall,
  showEntriesSince,
  showEntry,
  showExchange,
} from "./wire.js";

/**
 * @typedef {import("./acts.ts").Act} Act
 * @typedef {Awaited<ReturnType<typeof once>>} Done
 */

function erase() {
  $("[data-drawn]")?.remove();
}

/** @param {string} uri */
async function draw(uri) {
  const { json } = await send("POST", "/playground/qr", JSON.stringify({ text: uri }));
  erase();
  if (!json?.svg) return;
  const drawn = element("div", undefined, { "data-drawn": "" });
  drawn.append(element("h2", "For a wallet of your own"));
  drawn.append(element("img", undefined, {
    class: "qr",
    alt: "QR code of the request, which a wallet scans",
    src: "data:image/svg+xml," + encodeURIComponent(json.svg),
  }));
  if (/^(openid4vp|haip|haip-vp|av|https|openid-credential-offer):/.test(uri)) {
    const paragraph = element("p");
    paragraph.append(element("a", "Open a wallet on this device", { href: uri }));
    drawn.append(paragraph);
  }
  wire.before(drawn);
}

/** @param {Act} act */
async function once(act) {
  const path = fillPath(act.path);
  const body = act.body === undefined ? undefined : JSON.stringify(fill(act.body));
  const { answer, text, json } = await send(act.method, path, body);
  const acted = Array.isArray(json?.exchanges);
  const isGood = answer.status < 400 || answer.status === act.expects;
  return { path, body, answer, text, json, acted, isGood };
}

let stop = () => {};
stopper.addEventListener("click", () => stop());

/**
 * Waits between two repetitions; ends early if the person stops. @returns {Promise<"stopped" |
 * "over">}
 */
function pauseBetween() {
  stopper.hidden = false;
  return new Promise((resolve) => {
    stop = () => resolve("stopped");
    setTimeout(() => resolve("over"), 2000);
  });
}

/**
 * Whether an act must be repeated.
 *
 * @param {NonNullable<Act["repeatsWhile"]>} repetition
 * @param {Done} done
 */
function holds(repetition, { json }) {
  const value = at(json, repetition.pointer) ?? null;
  return "lacks" in repetition
    ? !JSON.stringify(value).includes(String(fill(repetition.lacks)))
    : value === repetition.is;
}

/** @param {Act} act */
async function follow(act) {
  const { repeatsWhile } = act;
  let done = await once(act);
  /** @type {"stopped" | "over"} */
  let ended = "over";
  while (ended === "over" && done.isGood && repeatsWhile && holds(repeatsWhile, done)) {
    const expiresAt = done.json?.expiresAt;
    const until = expiresAt === undefined ? "" : ", until " + time(expiresAt);
    say("Waiting for " + repeatsWhile.waitsFor + until + ".");
    ended = await pauseBetween();
    if (ended === "over") done = await once(act);
  }
  stopper.hidden = true;
  return { ...done, ended };
}

/** Whether a request was answered or refused, or has expired. @param {Done} done */
const isOver = ({ json, acted }) =>
  acted
    ? json.stopped === null || json.exchanges.at(-1)?.status === 409
    : ["completed", "failed", "expired"].includes(json?.status);

/** @param {{ stopped: string, exchanges: import("./wire.js").Exchange[] }} acted */
function refuseActing({ stopped, exchanges }) {
  const last = exchanges.at(-1);
  if (last === undefined || last.status < 400) throw new Error(stopped);
  let said;
  try {
    said = JSON.parse(last.answer);
  } catch { /* No JSON. */ }
  throw new Error(said?.error === undefined ? stopped : refusalOf(last.status, said, null));
}

/** Keeps values for later acts. @param {Act} act @param {Done} done */
function keep({ keeps = {}, keepsLink }, { json, answer }) {
  for (const [name, pointer] of Object.entries(keeps)) {
    const value = at(json, pointer);
    if (value !== undefined && value !== null) kept.set(name, String(value));
  }
  const [, link] = /<([^>]*)>/.exec(answer.headers.get("link") ?? "") ?? [];
  if (keepsLink && link !== undefined) {
    kept.set(keepsLink, new URL(link).pathname.slice(base.length));
  }
}

/** @param {Act} act */
async function perform(act) {
  const done = await follow(act);
  const { answer, json, acted, isGood, ended } = done;
  if (!acted) showCall(act, done);
  for (const exchange of acted ? json.exchanges : []) showExchange(act, exchange);
  for (const entry of acted && json.auditEntries || []) showEntry(entry);
  if (acted) phoneActs(json.exchanges, json);
  if (isOver(done) || ended === "stopped") erase();
  if (act.picture && (isGood || act.picture === "refused")) drawAnswer(act.picture, json);
  if (!isGood) throw refused(answer, json);
  if (acted && json.stopped !== null) refuseActing(json);
  keep(act, done);
  for (const reading of act.shows ?? []) tell(reading, json);
  if (act.draws) {
    phoneAsks(kept.get(act.draws) ?? "");
    await draw(kept.get(act.draws) ?? "");
  }
  if (ended === "stopped") {
    const expiresAt = json?.expiresAt;
    const left = expiresAt === undefined ? "" : "; a wallet may answer until " + time(expiresAt);
    throw new Error("you no longer wait" + left);
  }
}

function refresh() {
  for (const form of forms) {
    const needs = form.dataset.needs ?? "";
    form.hidden = needs !== "" && !kept.has(needs);
  }
}

/** @param {unknown} fault */
const messageOf = (fault) => fault instanceof Error ? fault.message : String(fault);

/** @param {readonly Act[]} acts @returns {Promise<string | null>} why it stopped */
async function performAll(acts) {
  try {
    for (const act of acts) await perform(act);
    return null;
  } catch (fault) {
    return messageOf(fault);
  }
}

/** @param {HTMLFormElement} form @param {HTMLButtonElement} button */
async function run(form, button) {
  const buttons = forms.flatMap((each) => [...each.querySelectorAll("button")]);
  for (const [name, value] of new FormData(form)) kept.set(name, String(value));
  for (const each of buttons) each.disabled = true;
  say("Running.");
  came.querySelector("dl")?.replaceChildren();
  came.hidden = true;
  clearPicture();
  beginGroup(button.textContent ?? "");
  try {
    const before = await nameClient() ? [] : (await readEntries()).map(({ id }) => id);
    const stopped = await performAll(JSON.parse(form.dataset.acts ?? "[]"));
    const unread = await showEntriesSince(before).then(
      () => "",
      (fault) => " The audit entries cannot be read: " + messageOf(fault) + ".",
    );
    const ended = stopped === null
      ? "Done: " + countOfGroup() + ", shown below."
      : "It stopped: " + stopped + ".";
    say(ended + unread);
  } catch (fault) {
    say("It stopped: " + messageOf(fault) + ".");
  }
  for (const each of buttons) each.disabled = false;
  refresh();
  showStored();
  refocus(button);
}

/** Shows the data of the story that a client would store: kept values, without personal data. */
function showStored() {
  const section = $("[data-stores]");
  if (section === null) return;
  const names = (section.dataset.stores ?? "").split(" ").filter((name) => kept.has(name));
  const values = Object.fromEntries(names.map((name) => {
    const value = kept.get(name) ?? "";
    return [name, /^(?:true|false|\d{1,3}(?:\.\d+)?)$/.test(value) ? JSON.parse(value) : value];
  }));
  const text = section.querySelector("pre");
  if (text !== null) text.textContent = JSON.stringify(values, null, 2);
  section.hidden = names.length === 0;
}

/**
 * Returns the focus to a button that lost it while disabled or hidden. @param {HTMLElement} button
 */
function refocus(button) {
  if (document.activeElement === document.body) button.focus({ preventScroll: true });
}

/** Key in the tab's session storage for a login that has begun. */
const loginKept = "aval-playground-login";

async function beginLogin() {
  await nameClient();
  const { answer, json } = await send("POST", "/playground/login/begun", "{}");
  if (!json?.authorizeUrl) throw refused(answer, json);
  try {
    sessionStorage.setItem(loginKept, JSON.stringify(json));
  } catch {
    throw new Error("your browser keeps nothing for this page, which the login needs");
  }
  location.assign(json.authorizeUrl);
}

/**
 * Takes the code from the address when the login has returned to this tab. Only the tab that began
 * the login can use it.
 */
function takeCode() {
  const returned = new URLSearchParams(location.search);
  /** @type {Record<string, unknown>} */
  let begun = {};
  try {
    begun = JSON.parse(sessionStorage.getItem(loginKept) ?? "{}");
    sessionStorage.removeItem(loginKept);
  } catch { /* Nothing is kept in this browser. */ }
  history.replaceState(null, "", location.pathname);
  const code = returned.get("code");
  if (returned.has("error")) say("The login has ended with " + returned.get("error") + ".");
  else if (code === null || returned.get("state") !== begun.state) {
    say("This tab has begun no such login.");
  } else {
    for (const name of ["nonce", "codeVerifier"]) kept.set(name, String(begun[name]));
    kept.set("code", code);
  }
}

for (const form of forms) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run(form, /** @type {HTMLButtonElement} */ (form.querySelector("button")));
  });
}
const begin = /** @type {HTMLButtonElement | null} */ ($("[data-begin-login]"));
if (begin !== null) {
  begin.hidden = false;
  begin.addEventListener("click", async () => {
    begin.disabled = true;
    say("Running.");
    await beginLogin().catch((fault) => say("It stopped: " + messageOf(fault) + "."));
    begin.disabled = false;
    refocus(begin);
  });
}
if (location.pathname === base + "/playground/login/callback") takeCode();
refresh();
