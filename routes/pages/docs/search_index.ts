import { indexedWords, searchableWords } from "./search_words.js";

/**
 * The words of every section, as the search page loads them. Compact, since it goes over the wire
 * whole: no search is ever sent to a server.
 */
export interface SearchIndex {
  /**
   * Every word in the order of its characters, one blank between two: a digit in base 36, which says
   * how many characters it shares with the one before it, and the rest.
   */
  readonly words: string;
  /** For each word the sections that have it, as {@link writeNumber} puts them; a 0 ends them. */
  readonly sections: string;
  /** For each section how it begins. */
  readonly lines: readonly string[];
}

/** Characters of the line that a result shows at most: of a section, and of a table's row. */
const lineCharactersMax = { heading: 56, code: 36 };

/** Digits of a number in the index: printable, and as they are in JSON. */
const firstDigit = 0x23;
const digits = 44;

/** A section: its heading or code, and the words that stand there. */
export interface SearchableSection {
  readonly text: string;
  readonly kind: "heading" | "code";
  readonly body: string;
}

/**
 * Makes the index of sections, in the order of the search page's entries. Words of a heading or code
 * are not in it: the page has them.
 */
export function makeSearchIndex(all: readonly SearchableSection[]): SearchIndex {
  const found = new Map<string, number[]>();
  for (const [at, { text, body }] of all.entries()) {
    const named = new Set(searchableWords(text));
    for (const word of indexedWords(body)) {
      if (named.has(word)) continue;
      const sections = found.get(word) ?? [];
      sections.push(at);
      found.set(word, sections);
    }
  }
  const sorted = [...found.keys()].sort();
  return {
    words: sorted.map((word, at) => afterPrefix(word, sorted[at - 1] ?? "")).join(" "),
    sections: sorted.map((word) => writeSections(found.get(word) ?? [])).join(""),
    lines: all.map(beginningOf),
  };
}

function afterPrefix(word: string, before: string): string {
  let shared = 0;
  while (shared < 35 && shared < word.length && word[shared] === before[shared]) shared++;
  return shared.toString(36) + word.slice(shared);
}

/** Each section by its distance from the one before, which is at least 1. */
function writeSections(sections: readonly number[]): string {
  const steps = sections.map((section, at) => section - (sections[at - 1] ?? -1));
  return [...steps, 0].map(writeNumber).join("");
}

/** A number in base 44, its lowest digit first; 44 is added to each but the last. */
function writeNumber(value: number): string {
  const more = value >= digits ? digits : 0;
  const code = firstDigit + value % digits + more;
  // A backslash would be two characters of JSON.
  const character = code === 0x5c ? "\x7f" : String.fromCharCode(code);
  return character + (more === 0 ? "" : writeNumber(Math.floor(value / digits)));
}

function beginningOf({ kind, body }: SearchableSection): string {
  const whole = body.replaceAll(/\s+/g, " ").trim();
  const charactersMax = lineCharactersMax[kind];
  if (whole.length <= charactersMax) return whole;
  const cut = whole.slice(0, charactersMax);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), charactersMax / 2))} …`;
}
