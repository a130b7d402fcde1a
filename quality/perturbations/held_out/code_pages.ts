import { type HeldOutKind, type PlainName } from "./kind.ts";

/** Names of which the letters went through a wrong code page or keyboard layout. */
export const codePages: readonly HeldOutKind[] = [
  cyrillic("KOI8-R read as windows-1251", (name) => {
    const bytes = bytesIn("koi8-r", name);
    return bytes === null ? null : new TextDecoder("windows-1251").decode(bytes);
  }),
  cyrillic(
    "UTF-8 read as windows-1251",
    (name) => new TextDecoder("windows-1251").decode(new TextEncoder().encode(name)),
  ),
  {
    name: "persons: UTF-8 read as Latin-1 twice",
    of: "INDIVIDUAL",
    anyScript: true,
    perturb: ({ name }) => {
      if (/^\p{ASCII}*$/u.test(name) || !name.includes(" ")) return null;
      return asLatin1(asLatin1(name));
    },
  },
  cyrillic(
    "Cyrillic typed on an English keyboard",
    (name) => name.replace(/\p{L}/gu, (letter) => onKeys(letter, russianKeys, englishKeys)),
  ),
  {
    name: "persons: Latin typed on a Russian keyboard",
    of: "INDIVIDUAL",
    perturb: ({ name, words }) =>
      words.length < 2 || !/^[A-Za-z ]+$/.test(name)
        ? null
        : name.replace(/[A-Za-z]/g, (letter) => onKeys(letter, englishKeys, russianKeys)),
  },
];

/** A kind for persons whose name of two words or more is in Russian letters. */
function cyrillic(name: string, write: (name: string) => string | null): HeldOutKind {
  return {
    name: `persons: ${name}`,
    of: "INDIVIDUAL",
    anyScript: true,
    perturb: (party: PlainName) =>
      party.words.length < 2 || !/^[А-Яа-яЁё -]+$/.test(party.name) ? null : write(party.name),
  };
}

/** The bytes of a text in a code page of one byte a letter; null if a letter is not in it. */
function bytesIn(codePage: string, text: string): Uint8Array<ArrayBuffer> | null {
  const all = new TextDecoder(codePage).decode(Uint8Array.from({ length: 256 }, (_, at) => at));
  const bytes = [...text].map((letter) => all.indexOf(letter));
  return bytes.includes(-1) ? null : Uint8Array.from(bytes);
}

/** The bytes of UTF-8, each taken for a letter of ISO 8859-1. */
function asLatin1(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

/** Keys in their order on the English and on the Russian keyboard. */
const englishKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const russianKeys = "йцукенгшщзхъфывапролджэячсмитьбюё";

/** The sign of the same key on another layout; with the shift key for a capital. */
function onKeys(letter: string, from: string, to: string): string {
  const small = letter.toLowerCase();
  const at = from.indexOf(small);
  if (at === -1) return letter;
  if (letter === small) return to[at]!;
  const shifted: Readonly<Record<string, string>> = {
    ...{ "[": "{", "]": "}", ";": ":", "'": '"', ",": "<", ".": ">", "`": "~" },
  };
  return shifted[to[at]!] ?? to[at]!.toUpperCase();
}
