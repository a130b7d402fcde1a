/** Finds entries in the index: part of the search page's script. */

import { queryWords, searchableWords } from "./search_words.js";

/**
 * An entry of the search page: a heading or a code, and the title of its page.
 *
 * @typedef {{ readonly text: string, readonly title: string }} SearchEntry
 */

/**
 * An index that is ready to be searched. Each of `words` is in the entries at the same place in
 * `sections`, rising; `sizes` is how many words of the index each entry has.
 *
 * @typedef {object} OpenedIndex
 * @property {readonly (SearchEntry & { labels: string[], titles: string[] })[]} entries
 * @property {readonly string[]} words
 * @property {readonly (readonly number[])[]} sections
 * @property {readonly number[]} sizes
 */

/**
 * An entry that was found: its position among the entries, and the words of its text that the query
 * asks for, folded.
 *
 * @typedef {{ at: number, score: number, words: readonly string[] }} Found
 */

/**
 * Unpacks an index.
 *
 * @param {{ readonly words: string, readonly sections: string }} index see `search_index.ts`
 * @param {readonly SearchEntry[]} entries in the order of the texts that it was made of
 * @returns {OpenedIndex}
 */
export function openIndex({ words, sections }, entries) {
  /** @type {number[][]} */
  const lists = [];
  const sizes = entries.map(() => 0);
  /** @type {number[]} */
  let list = [];
  let value = 0, factor = 1, last = -1;
  for (const character of sections) {
    const digit = (character === "\x7f" ? 0x5c : character.charCodeAt(0)) - 0x23;
    value += (digit % 44) * factor;
    factor *= 44;
    if (digit >= 44) continue;
    if (value > 0) {
      last += value;
      list.push(last);
      sizes[last] = (sizes[last] ?? 0) + 1;
    } else {
      lists.push(list);
      list = [];
      last = -1;
    }
    value = 0;
    factor = 1;
  }
  let before = "";
  const unpacked = words === "" ? [] : words.split(" ").map((packed) => {
    return before = before.slice(0, parseInt(packed[0] ?? "0", 36)) + packed.slice(1);
  });
  return {
    entries: entries.map((entry) => ({
      ...entry,
      labels: searchableWords(entry.text),
      titles: searchableWords(entry.title),
    })),
    words: unpacked,
    sections: lists,
    sizes,
  };
}

/**
 * How well some words have one that begins as is asked for: wholly, in part, or not.
 *
 * @param {readonly string[]} words
 * @param {string} asked
 * @param {number} whole
 * @param {number} part
 */
function bestOf(words, asked, whole, part) {
  if (words.includes(asked)) return whole;
  // One letter begins too much.
  return asked.length > 1 && words.some((word) => word.startsWith(asked)) ? part : 0;
}

/**
 * Every entry that has all words of a query, the best first. A word of a heading or a code counts more
 * than one of its page's title, and that more than one of the text; in a short text more than in a
 * long one.
 *
 * @param {OpenedIndex} index
 * @param {string} query
 * @returns {Found[]}
 */
export function findEntries({ entries, words, sections, sizes }, query) {
  const asked = queryWords(query);
  if (asked.length === 0) return [];
  const typed = query.trim().toLowerCase();
  const inText = asked.map((word) => {
    /** @type {Map<number, Set<string>>} */
    const found = new Map();
    words.forEach((known, index) => {
      if (known !== word && !(word.length > 1 && known.startsWith(word))) return;
      for (const at of sections[index] ?? []) {
        found.set(at, (found.get(at) ?? new Set()).add(known));
      }
    });
    return found;
  });
  /** @type {Found[]} */
  const results = [];
  entries.forEach(({ text, labels, titles }, at) => {
    let score = 0, labelled = 0, whole = 0;
    const matched = new Set();
    for (const [index, word] of asked.entries()) {
      const inLabel = bestOf(labels, word, 12, 6);
      const known = inText[index]?.get(at);
      const weight = known?.has(word) ? 4 : 2;
      const inBody = known === undefined ? 0 : weight / (1 + Math.log10(1 + (sizes[at] ?? 0) / 20));
      const best = Math.max(inLabel, inBody, bestOf(titles, word, 5, 2));
      if (best === 0) return;
      if (inLabel > 0) labelled++;
      if (inLabel === 12) whole++;
      score += best + inBody / 4;
      if (known?.has(word)) matched.add(word);
      for (const each of known ?? []) matched.add(each);
    }
    // Every entry of a page has its title: that alone finds the page, not each of its sections.
    if (labelled === 0 && matched.size === 0) return;
    if (whole === asked.length) score += 10 + 10 * whole / labels.length;
    if (text.toLowerCase().startsWith(typed)) score += text.length === typed.length ? 100 : 50;
    // Codes that differ by their case alone are two.
    if (text === query.trim()) score++;
    results.push({ at, score, words: [...matched] });
  });
  return results.sort((a, b) => b.score - a.score || a.at - b.at);
}
