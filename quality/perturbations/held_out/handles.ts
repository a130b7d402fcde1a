import { type Draw, wordsOf } from "../family.ts";
import {
  bodyKind,
  digits,
  type HeldOutKind,
  inIcaoCapitals,
  isoDate,
  personKind,
  type PlainName,
} from "./kind.ts";

/** Names as identifiers: addresses, accounts, files, variables. */
export const handles: readonly HeldOutKind[] = [
  personKind("the local part of an e-mail address", email),
  personKind("a user name", userName),
  personKind("in the name of a file", fileName),
  personKind("a handle of Telegram or of a wallet", handle),
  bodyKind("in CamelCase", (party) => identifier(party, (words) => words.map(upperFirst).join(""))),
  bodyKind("in snake_case", (party, draw) => withEnd(identifier(party, joinedBy("_")), "_", draw)),
  bodyKind("in kebab-case", (party, draw) => withEnd(identifier(party, joinedBy("-")), "-", draw)),
];

/** Words of ASCII letters and digits, in lower case; null if fewer than two or more than five. */
function asciiWords({ name }: PlainName): readonly [string, string, ...string[]] | null {
  const plain = inIcaoCapitals(name).toLowerCase().replace(/['’`.]/g, "");
  const [first, second, ...more] = plain.split(/[^a-z0-9]+/).filter((word) => word !== "");
  if (first === undefined || second === undefined || more.length > 3) return null;
  return [first, second, ...more];
}

function upperFirst(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function joinedBy(sign: string): (words: readonly string[]) => string {
  return (words) => words.join(sign);
}

function identifier(
  party: PlainName,
  write: (words: readonly string[]) => string,
): string | null {
  const words = asciiWords(party);
  return words === null ? null : write(words);
}

/** Names of resources take a suffix in half of the cases. */
function withEnd(text: string | null, sign: string, draw: Draw): string | null {
  if (text === null || draw.below(2) === 0) return text;
  return `${text}${sign}${draw.pick(wordsOf("prod kyc 2024 v2 docs import"))}`;
}

/** Given names first or last, in all common ways of joining. */
function joinedName(words: readonly string[], signs: readonly [string, ...string[]], draw: Draw) {
  const turned = draw.below(3) === 0 ? [words.at(-1)!, ...words.slice(0, -1)] : words;
  return turned.join(draw.pick(signs));
}

function email(party: PlainName, draw: Draw): string | null {
  const words = asciiWords(party);
  if (words === null) return null;
  const host = draw.pick(wordsOf("mail.ru gmail.com yandex.ru example.com outlook.com proton.me"));
  const number = draw.below(3) === 0 ? String(60 + draw.below(40)) : "";
  const local = joinedName(words, [".", ".", "_", "-"], draw);
  return draw.pick([`${local}${number}@${host}`, `${local}${number}@${host}`, `${local}@`]);
}

function userName(party: PlainName, draw: Draw): string | null {
  const words = asciiWords(party);
  if (words === null) return null;
  const number = draw.pick(["", String(1950 + draw.below(55)), digits(2, draw), "_official"]);
  return `${joinedName(words, ["", ".", "_"], draw)}${number}`;
}

function fileName(party: PlainName, draw: Draw): string | null {
  const words = asciiWords(party);
  if (words === null) return null;
  const who = joinedName(words.map(upperFirst), ["_", "_", " ", "-"], draw);
  const date = isoDate(draw);
  return draw.pick([
    `${who}_passport.pdf`,
    `passport_${who}_${date}.jpg`,
    `CV ${who} (2).docx`,
    `${date.replaceAll("-", "")}_KYC_${who}_v3.xlsx`,
    `scan-${digits(4, draw)}-${who}.tiff`,
    `Contract_${who}_signed.pdf`,
  ]);
}

function handle(party: PlainName, draw: Draw): string | null {
  const words = asciiWords(party);
  if (words === null) return null;
  const joined = joinedName(words, ["", "_"], draw);
  return draw.pick([
    `@${joined}`,
    `@${words.map(upperFirst).join("")}${digits(2, draw)}`,
    `https://t.me/${joined}`,
    `t.me/${joined}_channel`,
    `${words.join("")}.eth`,
    `${words.join("-")}.ton`,
  ]);
}
