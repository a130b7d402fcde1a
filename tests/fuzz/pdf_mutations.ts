import { concatBytes } from "../../base/bytes.ts";
import type { Chance } from "./mutations.ts";

/** Makes a changed file from a PDF. */
export type PdfMutation = (pdf: Uint8Array, chance: Chance) => Uint8Array;

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Texts that replace parts of a file or are inserted into it. */
const tokens = [
  "null",
  "[",
  "]",
  "<<",
  ">>",
  "(",
  ")",
  "<",
  ">",
  "%",
  "/",
  " 0 R",
  " 1 0 R ",
  " 3 0 R ",
  " 999 0 R ",
  "-1",
  "4294967296",
  "99999999999999999999",
  "endobj",
  "stream\n",
  "endstream",
  "xref\n",
  "trailer",
  "startxref\n0\n%%EOF\n",
  "/Kids[2 0 R]",
  "/Annots null",
  "/AcroForm<</Fields[1 0 R 1 0 R]>>",
  "/Encrypt<<>>",
  "/Prev 0",
  "/XRefStm 9",
  "\0",
  "\r",
  "#00",
];

/** Words that are replaced by others of the same length, so that offsets stay valid. */
const words = [
  "Kids",
  "Type",
  "Page",
  "Root",
  "Size",
  "Prev",
  "Pages",
  "Count",
  "Annots",
  "Fields",
  "AcroForm",
  "Parent",
  "Catalog",
  "Length",
  "Filter",
  "Index",
  "ObjStm",
  "ByteRange",
  "Contents",
  "Reference",
  "Perms",
  "First",
];

/** All kinds of changes to a file. */
export const pdfMutations: Readonly<Record<string, PdfMutation>> = {
  "a bit": (pdf, chance) => {
    const changed = pdf.slice();
    const at = chance.below(pdf.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << chance.below(8));
    return changed;
  },
  "some bytes": (pdf, chance) => {
    const changed = pdf.slice();
    const count = 1 + chance.below(20);
    for (let n = 0; n < count; n++) changed[chance.below(pdf.length)] = chance.below(256);
    return changed;
  },
  "a digit": (pdf, chance) => {
    const changed = pdf.slice();
    const digits = [...pdf.keys()].filter((at) => /\d/.test(String.fromCharCode(pdf[at] ?? 0)));
    const count = 1 + chance.below(3);
    for (let n = 0; n < count; n++) changed[chance.pick(digits)] = 0x30 + chance.below(10);
    return changed;
  },
  "a word": (pdf, chance) => {
    const text = new TextDecoder("latin1").decode(pdf);
    const found = words.flatMap((word) =>
      [...text.matchAll(new RegExp(`/${word}\\b`, "g"))].map(({ index }) => ({ index, word }))
    );
    const { index, word } = chance.pick(found);
    const other = chance.pick(words).padEnd(word.length, "X").slice(0, word.length);
    const changed = pdf.slice();
    changed.set(latin1(other), index + 1);
    return changed;
  },
  "a token over others": (pdf, chance) => {
    const changed = pdf.slice();
    const token = latin1(chance.pick(tokens));
    changed.set(token, chance.below(Math.max(1, pdf.length - token.length)));
    return changed;
  },
  "a token between others": (pdf, chance) => {
    const at = chance.below(pdf.length);
    return concatBytes([pdf.subarray(0, at), latin1(chance.pick(tokens)), pdf.subarray(at)]);
  },
  "many brackets": (pdf, chance) => {
    const at = chance.below(pdf.length);
    const many = chance.pick(["[", "<<", "(", "<</A"]).repeat(1 + chance.below(50_000));
    return concatBytes([pdf.subarray(0, at), latin1(many), pdf.subarray(at)]);
  },
  "cut off": (pdf, chance) => pdf.subarray(0, chance.below(pdf.length)),
  "a piece left out": (pdf, chance) => {
    const at = chance.below(pdf.length);
    return concatBytes([pdf.subarray(0, at), pdf.subarray(at + chance.below(100))]);
  },
  "a piece twice": (pdf, chance) => {
    const at = chance.below(pdf.length);
    const piece = pdf.subarray(at, at + chance.below(2_000));
    const to = chance.below(pdf.length);
    return concatBytes([pdf.subarray(0, to), piece, pdf.subarray(to)]);
  },
  "something behind": (pdf, chance) => concatBytes([pdf, latin1(chance.pick(tokens))]),
};
