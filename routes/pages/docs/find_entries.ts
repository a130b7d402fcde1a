import { html } from "hono/html";
import type { Html } from "../../html/layout.ts";
import { indexedWords, queryWords, searchableWords } from "./search_words.ts";

/** A heading or code of a page, with its text. */
export interface SearchEntry {
  readonly href: string;
  readonly text: string;
  /** Title of its page. */
  readonly title: string;
  readonly body: string;
}

/** A found entry, and the words of its text that match the query, folded. */
export interface Found {
  readonly entry: SearchEntry;
  readonly words: ReadonlySet<string>;
}

/** Finds entries by the words of a query, best first. */
export type FindEntries = (query: string) => readonly Found[];

interface Indexed {
  readonly entry: SearchEntry;
  readonly labels: readonly string[];
  readonly titles: readonly string[];
  /** Number of indexed words in its text. */
  readonly size: number;
}

/** Maximum words of a query: each is compared with the whole index. */
const queryWordsMax = 6;

/** Indexes the words of every entry. */
export function openSearch(entries: readonly SearchEntry[]): FindEntries {
  const byWord = new Map<string, number[]>();
  const indexed = entries.map((entry, at): Indexed => {
    const words = indexedWords(entry.body);
    for (const word of words) {
      const known = byWord.get(word);
      if (known === undefined) byWord.set(word, [at]);
      else known.push(at);
    }
    return {
      entry,
      labels: searchableWords(entry.text),
      titles: searchableWords(entry.title),
      size: words.length,
    };
  });
  return (query) => findEntries(indexed, byWord, query);
}

/**
 * Every entry that has all words of a query. A word in a heading or code scores more than one in
 * the page's title, and that more than one in the text. In a short text a word scores more than in
 * a long one.
 */
function findEntries(
  indexed: readonly Indexed[],
  byWord: ReadonlyMap<string, readonly number[]>,
  query: string,
): readonly Found[] {
  const asked = queryWords(query).slice(0, queryWordsMax);
  if (asked.length === 0) return [];
  const typed = query.trim();
  const inText = asked.map((word) => textsWith(byWord, word));
  const results: (Found & { readonly score: number; readonly at: number })[] = [];
  for (const [at, { entry, labels, titles, size }] of indexed.entries()) {
    const found = asked.map((word, index) => {
      const inLabel = bestOf(labels, word, 12, 6);
      const words = inText[index]?.get(at);
      const weight = words?.has(word) ? 4 : 2;
      const inBody = words === undefined ? 0 : weight / (1 + Math.log10(1 + size / 20));
      const best = Math.max(inLabel, inBody, bestOf(titles, word, 5, 2));
      return { inLabel, best, score: best + inBody / 4, words: words ?? new Set<string>() };
    });
    if (found.some(({ best }) => best === 0)) continue;
    const words = found.reduce((all, one) => all.union(one.words), new Set<string>());
    // Every entry of a page has its title: that alone finds the page, not each of its sections.
    if (words.size === 0 && found.every(({ inLabel }) => inLabel === 0)) continue;
    // A page whose title has every word is what a newcomer means, not a section or a code.
    const isTitle = !entry.href.includes("#") && found.every(({ inLabel }) => inLabel > 0);
    const score = found.reduce((sum, one) => sum + one.score, 0) + (isTitle ? 10 : 0) +
      scoreOfLabel(entry.text, labels, {
        typed,
        isWhole: found.every((one) => one.inLabel === 12),
      });
    results.push({ entry, words, score, at });
  }
  return results.sort((a, b) => b.score - a.score || a.at - b.at);
}

/** Additional score of a label that equals the query, or contains every word of it. */
function scoreOfLabel(
  text: string,
  labels: readonly string[],
  { typed, isWhole }: { readonly typed: string; readonly isWhole: boolean },
): number {
  const beginning = text.toLowerCase().startsWith(typed.toLowerCase())
    ? (text.length === typed.length ? 100 : 50)
    : 0;
  const whole = isWhole ? 10 + 10 * queryWords(typed).length / labels.length : 0;
  // Codes that differ by their case alone are two.
  return beginning + whole + (text === typed ? 1 : 0);
}

/** Entries whose text contains a word, or one that begins with it, with the matching words. */
function textsWith(
  byWord: ReadonlyMap<string, readonly number[]>,
  word: string,
): ReadonlyMap<number, Set<string>> {
  const found = new Map<number, Set<string>>();
  for (const [known, entries] of byWord) {
    // One letter begins too much.
    if (known !== word && !(word.length > 1 && known.startsWith(word))) continue;
    for (const at of entries) found.set(at, (found.get(at) ?? new Set<string>()).add(known));
  }
  return found;
}

/** The score of the best word: it equals the query's word, begins with it, or neither. */
function bestOf(words: readonly string[], asked: string, whole: number, part: number): number {
  if (words.includes(asked)) return whole;
  return asked.length > 1 && words.some((word) => word.startsWith(asked)) ? part : 0;
}

/** Folded words of documentation texts. There are few texts, so each is folded once and kept. */
const folded = new Map<string, readonly string[]>();
function wordsIn(text: string): readonly string[] {
  const words = folded.get(text) ?? searchableWords(text);
  folded.set(text, words);
  return words;
}

/** Maximum characters of a sentence in a result. */
const sentenceCharactersMax = 240;

/** The sentence of an entry with the most found words, which are marked. */
export function sentenceOf({ entry: { body }, words }: Found): readonly (Html | string)[] {
  const sentences = body.split(/\n|(?<=[.!?])\s+(?=[\p{Lu}\d"])/u);
  // A word begins as its folded form does, but for the two letters that a plural may change.
  const beginnings = [...words].map((word) => word.length > 4 ? word.slice(0, -2) : word);
  let best = { text: sentences[0] ?? "", hits: 0 };
  for (const text of sentences) {
    const lower = text.toLowerCase();
    if (!beginnings.some((beginning) => lower.includes(beginning))) continue;
    const hits = wordsIn(text).filter((word) => words.has(word)).length;
    if (hits > best.hits) best = { text, hits };
  }
  return markWords(shorten(best.text, words), words);
}

/** Shortens a long sentence around its first found word. */
function shorten(text: string, words: ReadonlySet<string>): string {
  if (text.length <= sentenceCharactersMax) return text;
  const first = [...text.matchAll(wordPattern)].find(([word]) => isFound(word, words))?.index ?? 0;
  const start = Math.max(0, Math.min(first - 80, text.length - sentenceCharactersMax));
  const from = start === 0 ? 0 : text.indexOf(" ", start) + 1;
  const cut = text.slice(from, from + sentenceCharactersMax);
  const end = from + cut.length < text.length ? cut.lastIndexOf(" ") : cut.length;
  return `${from === 0 ? "" : "… "}${cut.slice(0, end < 100 ? cut.length : end)}${
    from + cut.length < text.length ? " …" : ""
  }`;
}

const wordPattern = /[\p{L}\p{N}_]+/gu;

const isFound = (word: string, words: ReadonlySet<string>) =>
  wordsIn(word).some((each) => words.has(each));

function markWords(text: string, words: ReadonlySet<string>): readonly (Html | string)[] {
  return text.split(/([\p{L}\p{N}_]+)/u).map((part, index) =>
    index % 2 === 1 && isFound(part, words) ? html`<mark>${part}</mark>` : part
  );
}
