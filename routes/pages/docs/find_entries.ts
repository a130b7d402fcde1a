/**
 * Finds entries in the index. As in `search_words.ts`, each function is part of the search page's script
 * by its source.
 */

import type { SearchIndex } from "./search_index.ts";
import { queryWords, searchableWords } from "./search_words.ts";

/** An entry of the search page. */
export interface SearchEntry {
  /** A heading or a code. */
  readonly text: string;
  /** Of its page. */
  readonly title: string;
}

/** An index that is ready to be searched. */
export interface OpenedIndex {
  readonly entries:
    readonly (SearchEntry & { readonly labels: string[]; readonly titles: string[] })[];
  readonly words: readonly string[];
  /** Entries that have each word, rising. */
  readonly sections: readonly (readonly number[])[];
  /** How many words of the index each entry has. */
  readonly sizes: readonly number[];
}

/** An entry that was found. */
export interface Found {
  /** Its position among the entries. */
  readonly at: number;
  readonly score: number;
  /** Words of its text that the query asks for, folded. */
  readonly words: readonly string[];
}

/** Unpacks an index. @param entries in the order of the texts that it was made of */
export function openIndex(
  { words, sections }: Pick<SearchIndex, "words" | "sections">,
  entries: readonly SearchEntry[],
): OpenedIndex {
  const lists: number[][] = [];
  const sizes = entries.map(() => 0);
  let list: number[] = [];
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

/** How well some words have one that begins as is asked for: wholly, in part, or not. */
export function bestOf(
  words: readonly string[],
  asked: string,
  whole: number,
  part: number,
): number {
  if (words.includes(asked)) return whole;
  // One letter begins too much.
  return asked.length > 1 && words.some((word) => word.startsWith(asked)) ? part : 0;
}

/**
 * Every entry that has all words of a query, the best first. A word of a heading or a code counts more
 * than one of its page's title, and that more than one of the text; in a short text more than in a
 * long one.
 */
export function findEntries(
  { entries, words, sections, sizes }: OpenedIndex,
  query: string,
  stops: ReadonlySet<string>,
): Found[] {
  const asked = queryWords(query, stops);
  if (asked.length === 0) return [];
  const typed = query.trim().toLowerCase();
  const inText = asked.map((word) => {
    const found = new Map<number, Set<string>>();
    words.forEach((known, index) => {
      if (known !== word && !(word.length > 1 && known.startsWith(word))) return;
      for (const at of sections[index] ?? []) {
        found.set(at, (found.get(at) ?? new Set()).add(known));
      }
    });
    return found;
  });
  const results: Found[] = [];
  entries.forEach(({ text, labels, titles }, at) => {
    let score = 0, labelled = 0, whole = 0;
    const matched = new Set<string>();
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
