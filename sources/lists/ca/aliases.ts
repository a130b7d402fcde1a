/** Letters after which a comma is part of a company's name: `Foo Co., Ltd.` */
const legalForm = /^(?:ltd|inc|llc|llp|l\.l\.c|s\.?a|jsc|pjsc|co|corp|limited|gmbh|plc)\b/i;

/**
 * Splits an `Aliases` element into names. The publisher separates them by semicolons, slashes or
 * commas, and states the language of some (`Russian: ...`).
 */
export function dividedAliases(written: string): readonly string[] {
  return written.split(/;|\s\/\s|\s+(?=(?:Arabic|Belarusian|Persian|Russian|Ukrainian):)/).flatMap(
    atCommas,
  )
    .map((name) => name.replace(/^\s*(?:and\s+)?\p{Lu}[\p{L} ]{2,20}:\s*/u, "").trim())
    .filter((name) => name !== "");
}

/** Splits at commas, except before a legal form and within quotes or brackets. */
function atCommas(text: string): readonly string[] {
  const names: string[] = [];
  let [start, depth] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if ("(«“".includes(character)) depth += 1;
    if (")»”".includes(character)) depth -= 1;
    if (character !== "," || depth > 0 || legalForm.test(text.slice(at + 1).trimStart())) continue;
    names.push(text.slice(start, at));
    start = at + 1;
  }
  return [...names, text.slice(start)];
}
