import { roleWords } from "./role_words.ts";
import type { Role } from "./schema.ts";

/**
 * Phrases by their words, the longest first, so that `managing director` is not also found as
 * `director`.
 */
const phrases = Object.entries(roleWords).flatMap(([role, texts]) =>
  texts.map((text) => ({ role: role as Role, words: ` ${fold(text)} ` }))
).toSorted((a, b) => b.words.length - a.words.length);

const order: readonly Role[] = [
  "ubo",
  "director",
  "smo",
  "shareholder",
  "authorised_representative",
];

/** Words that negate the role after them, or end it. */
const notSo =
  / (?:not|no|non|former|formerly|ex|previous|resigned|nicht|kein|keine|ehemaliger?|ehemalige|endine|bijusais|buvęs|ancien|ancienne|antiguo|byly|byvalý|бывший|колишній|кандидат) /u;

/**
 * Returns every role that a text names, in the order of the table; only `other` if it names none,
 * or states that the person does not have the role.
 */
export function rolesOf(written: string): readonly [Role, ...Role[]] {
  let text = ` ${fold(written)} `;
  if (notSo.test(text.replaceAll(" non executive ", " "))) return ["other"];
  const found = new Set<Role>();
  for (const { role, words } of phrases) {
    if (!text.includes(words)) continue;
    found.add(role);
    text = text.replaceAll(words, " | ");
  }
  const [first, ...rest] = order.filter((role) => found.has(role));
  return first === undefined ? ["other"] : [first, ...rest];
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
