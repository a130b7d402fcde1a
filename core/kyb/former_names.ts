/** Words that precede a former name and that no name starts with. */
const formerly = [
  "vormals|ehemals|formerly known as|formerly|previously known as|previously|f/k/a|fka",
  "anciennement|anteriormente|precedentemente|voorheen|tidigare|tidligere|aiemmin",
  "endine nimi|endise nimega|agrākais nosaukums|anksčiau|dawniej|dříve|predtým|korábban|fosta|fostă",
  "πρώην|ранее|прежнее название|раніше|سابقا|سابقاً",
].join("|").split("|");
/** Words that mean a former name only within brackets. */
const formerlyInBrackets =
  "vorm.|vorm|früher|ehem.|ex|ex-|anc.|antes|già|fd|f.d.|endine|agrāk|бывш."
    .split("|");
/** Words for former names in scripts without a space after the word. */
const formerlyJoined = "旧|旧社名|旧商号|前身|구상호".split("|");

const alternatives = (words: readonly string[]) =>
  words.toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|");
const before = `(?:${alternatives([...formerly, ...formerlyInBrackets])})[\\s:]+|` +
  `(?:${alternatives(formerlyJoined)})[\\s:]*`;
const bracketed = new RegExp(`^(.+?)\\s*[(\\[](?:${before})(.+?)\\s*[)\\]]\\s*(.*)$`, "iu");
const plain = new RegExp(`^(.+?)[\\s,;–-]+(?:${alternatives(formerly)})[\\s:]+(.+)$`, "iu");

/**
 * Returns the names in a company's name: the name itself or, for `Nordlicht AG (vormals Polarstern
 * AG)`, the current name and then the former one.
 */
export function companyNamesOf(legalName: string): readonly [string, ...string[]] {
  const name = legalName.normalize("NFKC").trim();
  const [, present = "", inBrackets, behind = ""] = bracketed.exec(name) ?? [];
  if (inBrackets !== undefined) return [`${present} ${behind}`.trim(), inBrackets];
  const [, now, former] = plain.exec(name) ?? [];
  return now === undefined || former === undefined ? [legalName] : [now, former];
}
