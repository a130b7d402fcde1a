/** The script of the search page. It loads the index once, and asks no server for a query. */

import { findEntries, openIndex } from "./find_entries.js";
import { searchableWords } from "./search_words.js";

const shownMax = 50;
const field = /** @type {HTMLInputElement} */ (document.querySelector("input"));
const state = /** @type {HTMLElement} */ (document.querySelector("[role=status]"));
const list = /** @type {HTMLElement} */ (document.querySelector(".results"));
const links = [...document.querySelectorAll("[data-list] details a")];
const entries = links.map((link) => ({
  text: link.textContent ?? "",
  title: link.closest("details")?.querySelector("summary")?.textContent ?? "",
}));
let index = openIndex({ words: "", sections: "" }, entries);
/** @type {string[]} */
let lines = [];
let note = "Loading";

/**
 * @param {string} name
 * @param {...(string | Node)} content
 */
function element(name, ...content) {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}

/**
 * The line with what was found in it, then what was found elsewhere in the section.
 *
 * @param {import("./find_entries.js").Found} found
 */
function lineOf({ at, words }) {
  const line = element("p");
  const found = new Set(words);
  for (const part of (lines[at] ?? "").split(/([\p{L}\p{N}_]+)/u)) {
    const [word = ""] = searchableWords(part);
    line.append(found.has(word) ? element("mark", part) : part);
    if (line.lastChild?.nodeName === "MARK") words = words.filter((other) => other !== word);
  }
  words.slice(0, 4).forEach((word) => {
    line.append(line.textContent?.endsWith("…") ? " " : " … ", element("mark", word));
  });
  return line;
}

/** @param {import("./find_entries.js").Found} found */
function itemOf(found) {
  const link = /** @type {Element} */ (links[found.at]);
  const title = entries[found.at]?.title ?? "";
  return element(
    "li",
    link.cloneNode(true),
    " ",
    ...(title === link.textContent ? [] : [element("small", title)]),
    lineOf(found),
  );
}

function show() {
  const found = findEntries(index, field.value);
  list.replaceChildren(...found.slice(0, shownMax).map(itemOf));
  const count = found.length === 1 ? "1 result" : found.length + " results";
  const cut = found.length > shownMax ? ", the best " + shownMax + " are shown" : "";
  const said = [count + cut, note].filter((part) => part !== "").join(". ");
  state.textContent = field.value.trim() === "" ? "" : said;
}

function keep() {
  const address = new URL(location.href);
  if (field.value.trim() === "") address.searchParams.delete("q");
  else address.searchParams.set("q", field.value);
  history.replaceState(null, "", address);
}

async function load() {
  const { href } = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=alternate]"));
  try {
    const answer = await fetch(href);
    if (!answer.ok) throw new Error("status " + answer.status);
    const loaded = await answer.json();
    index = openIndex(loaded, entries);
    lines = loaded.lines;
    note = "";
  } catch {
    note =
      "The texts could not be loaded: only headings and codes were searched. Load the page again";
  }
  show();
}

/** @type {HTMLElement} */ (document.querySelector("[data-list]")).hidden = true;
/** @type {HTMLElement} */ (document.querySelector("[data-search]")).hidden = false;
field.value = new URLSearchParams(location.search).get("q") ?? "";
field.addEventListener("input", () => {
  keep();
  show();
});
field.focus();
show();
load();
