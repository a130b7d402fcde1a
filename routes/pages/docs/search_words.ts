/** The words of the search, made from texts and queries in the same way. */

/** Words that carry no meaning in a search. */
const stopWords = new Set(
  "a about above after again all alone along also an and another any are as at be because been before below beside both but by can cannot did do does each either else ever every for from had has have he her his how i if in into is it its itself just least less like made make many may me more most much must my neither never no nobody none nor not nothing now of off often on once one only or other our out over own per rather same say she should since so some still such take than that the their them then there these they thing this those though three through to too two under until up upon us use used very was we were what whatever when where whether which while who whoever whom whose why will with within without would yes yet you your"
    .split(" "),
);

/** Maximum characters of an indexed word; longer ones are hashes or keys. */
const wordCharactersMax = 40;

/**
 * Figures, units and hashes: words that begin with a digit, except statuses, standards and years.
 */
const figure = /^(?!\d{3,5}$)\d|^(?=.*\d.*\d)[\da-f]{6,}$/;

/** The words of a text in lower case, in order. A compound name such as `a_b` is one word. */
function wordsOf(text: string): readonly string[] {
  return text.normalize("NFKC").toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** A word without its English plural ending, for texts and queries alike. */
export function foldWord(word: string): string {
  if (word.length < 4 || word.includes("_")) return word;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return word.slice(0, -3) + "y";
  if (/(?:ss|tus|x|[^a]ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

/**
 * The folded words of a label or text without duplicates, with the parts of `camelCase` and
 * `snake_case`.
 */
export function searchableWords(text: string): readonly string[] {
  const parted = text.replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, "$1 ").replaceAll("_", " ");
  return [...new Set([...wordsOf(text), ...wordsOf(parted)].map(foldWord))];
}

/** The folded words of a query without stop words, unless it has no others. */
export function queryWords(query: string): readonly string[] {
  const all = [...new Set(wordsOf(query.replace(/\bhow (?:long|many|much|often)\b/gi, " ")))];
  const telling = all.filter((word) => !stopWords.has(word));
  return [...new Set((telling.length > 0 ? telling : all).map(foldWord))];
}

/** The words of a text that are indexed. */
export function indexedWords(text: string): readonly string[] {
  return searchableWords(text).filter((word) =>
    word.length > 1 && word.length <= wordCharactersMax && !stopWords.has(word) &&
    !figure.test(word)
  );
}
