import { bestOf, findEntries, openIndex } from "./find_entries.ts";
import { foldWord, queryWords, searchableWords, stopWordSet, wordsOf } from "./search_words.ts";

/** How words are found: the very functions that the index is made by, and that the tests call. */
const functions = [
  wordsOf,
  foldWord,
  searchableWords,
  queryWords,
  openIndex,
  bestOf,
  findEntries,
].map((each) => each.toString()).join("\n");

/** The script of the search page. It loads the index once, and asks no server for a query. */
export const searchScript = `"use strict";
${functions}
const stops = new Set(${JSON.stringify([...stopWordSet].join(" "))}.split(" "));
const shownMax = 50;
const field = document.querySelector("input");
const state = document.querySelector("[role=status]");
const list = document.querySelector(".results");
const links = [...document.querySelectorAll("[data-list] details a")];
const entries = links.map((link) => ({
  text: link.textContent,
  title: link.closest("details").querySelector("summary").textContent,
}));
let index = openIndex({ words: "", sections: "" }, entries);
let lines = [];
let note = "Loading";

const element = (name, ...content) => {
  const made = document.createElement(name);
  made.append(...content);
  return made;
};
// The line with what was found in it, then what was found elsewhere in the section.
const lineOf = ({ at, words }) => {
  const line = element("p");
  const found = new Set(words);
  for (const part of (lines[at] ?? "").split(/([\\p{L}\\p{N}_]+)/u)) {
    const [word = ""] = searchableWords(part);
    line.append(found.has(word) ? element("mark", part) : part);
    if (line.lastChild.nodeName === "MARK") words = words.filter((other) => other !== word);
  }
  words.slice(0, 4).forEach((word) => {
    line.append(line.textContent.endsWith("…") ? " " : " … ", element("mark", word));
  });
  return line;
};
const show = () => {
  const found = findEntries(index, field.value, stops);
  list.replaceChildren(...found.slice(0, shownMax).map((each) => {
    const link = links[each.at].cloneNode(true);
    const item = element("li", link, " ");
    if (entries[each.at].title !== link.textContent) item.append(element("small", entries[each.at].title));
    item.append(lineOf(each));
    return item;
  }));
  const count = found.length === 1 ? "1 result" : found.length + " results";
  const cut = found.length > shownMax ? ", the best " + shownMax + " are shown" : "";
  state.textContent = field.value.trim() === "" ? "" : [count + cut, note].filter(Boolean).join(". ");
};
const keep = () => {
  const address = new URL(location.href);
  if (field.value.trim() === "") address.searchParams.delete("q");
  else address.searchParams.set("q", field.value);
  history.replaceState(null, "", address);
};

document.querySelector("[data-list]").hidden = true;
document.querySelector("[data-search]").hidden = false;
field.value = new URLSearchParams(location.search).get("q") ?? "";
field.addEventListener("input", () => {
  keep();
  show();
});
field.focus();
show();
fetch(document.querySelector("link[rel=alternate]").href)
  .then((answer) => answer.ok ? answer.json() : Promise.reject(new Error("status " + answer.status)))
  .then((loaded) => {
    index = openIndex(loaded, entries);
    lines = loaded.lines;
    note = "";
  })
  .catch(() => note = "The texts could not be loaded: only headings and codes were searched. Load the page again")
  .then(show);
`;
