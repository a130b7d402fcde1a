/** The words of the search, made in the same way of texts and of queries. */

/** Words that say nothing of what is looked for. */
const stopWords = new Set(
  "a about above after again all alone along also an and another any are as at be because been before below beside both but by can cannot did do does each either else ever every for from had has have he her his how i if in into is it its itself just least less like made make many may me more most much must my neither never no nobody none nor not nothing now of off often on once one only or other our out over own per rather same say she should since so some still such take than that the their them then there these they thing this those though three through to too two under until up upon us use used very was we were what whatever when where whether which while who whoever whom whose why will with within without would yes yet you your"
    .split(" "),
);

/** Longest word of the index, characters: what is longer is a hash or a key. */
const wordCharactersMax = 40;

/** Figures, units and hashes: what begins with a digit, but for statuses, standards and years. */
const figure = /^(?!\d{3,5}$)\d|^(?=.*\d.*\d)[\da-f]{6,}$/;

/**
 * The words of a text in lower case, in their order. A name of several words, such as `a_b`, is one.
 */
function wordsOf(text: string): readonly string[] {
  return text.normalize("NFKC").toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/**
 * A word without the end of an English plural, in the same way for texts and for queries.
 */
export function foldWord(word: string): string {
  if (word.length < 4 || word.includes("_")) return word;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return word.slice(0, -3) + "y";
  if (/(?:ss|tus|x|[^a]ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

/**
 * The folded words of a label or text: each once, with the parts of `camelCase` and `snake_case`.
 */
export function searchableWords(text: string): readonly string[] {
  const parted = text.replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, "$1 ").replaceAll("_", " ");
  return [...new Set([...wordsOf(text), ...wordsOf(parted)].map(foldWord))];
}

/**
 * What a query asks for: folded, without what only makes it a sentence, unless that is all of it.
 */
export function queryWords(query: string): readonly string[] {
  const all = [...new Set(wordsOf(query.replace(/\bhow (?:long|many|much|often)\b/gi, " ")))];
  const telling = all.filter((word) => !stopWords.has(word));
  return [...new Set((telling.length > 0 ? telling : all).map(foldWord))];
}

/**
 * The words of a text that the index holds.
 */
export function indexedWords(text: string): readonly string[] {
  return searchableWords(text).filter((word) =>
    word.length > 1 && word.length <= wordCharactersMax && !stopWords.has(word) &&
    !figure.test(word)
  );
}
