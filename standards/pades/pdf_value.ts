/** The reason why a PDF is not signed. */
export type PdfProblem =
  | "not_a_pdf"
  | "header_not_at_start"
  | "encrypted"
  | "no_pages"
  | "changes_forbidden"
  | "broken_structure"
  | "too_many_objects"
  | "too_much_structure"
  | "update_too_large";

/** Thrown while a PDF is read; `openPdf()` catches it and returns its problem. */
export class PdfError extends Error {
  constructor(readonly problem: PdfProblem, message: string) {
    super(message);
  }
}

/** Throws for a file that readers would have to repair. @throws PdfError */
export function broken(message: string): never {
  throw new PdfError("broken_structure", message);
}

/** Throws for a file whose structure would use too much memory. @throws PdfError */
export function tooMuch(message: string): never {
  throw new PdfError("too_much_structure", message);
}

/** A reference to an indirect object (ISO 32000-2 §7.3.10). */
export interface PdfReference {
  readonly kind: "reference";
  readonly number: number;
  readonly generation: number;
}

/** The entries of a dictionary by name, without the slash and with `#xx` resolved; latin-1. */
export type PdfEntries = ReadonlyMap<string, PdfValue>;

/** A dictionary. */
export interface PdfDictionary {
  readonly kind: "dictionary";
  readonly entries: PdfEntries;
}

/** An array. */
export interface PdfArray {
  readonly kind: "array";
  readonly items: readonly PdfValue[];
}

/** A PDF object (ISO 32000-2 §7.3). Numbers and strings keep their original spelling. */
export type PdfValue =
  | PdfReference
  | PdfDictionary
  | PdfArray
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "number"; readonly value: number; readonly written: string }
  | { readonly kind: "string"; readonly bytes: Uint8Array; readonly written: Uint8Array }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "null" };

/** The null object. */
export const pdfNull: PdfValue = { kind: "null" };

/** A name object. */
export function pdfName(name: string): PdfValue {
  return { kind: "name", name };
}

/** An integer object. */
export function pdfInteger(value: number): PdfValue {
  return { kind: "number", value, written: `${value}` };
}

/** Returns a non-negative whole number; null for another value. */
export function integerOf(value: PdfValue | undefined): number | null {
  return value?.kind === "number" && Number.isSafeInteger(value.value) && value.value >= 0
    ? value.value
    : null;
}

/** An array object. */
export function pdfArray(items: readonly PdfValue[]): PdfArray {
  return { kind: "array", items };
}

/** A dictionary object. */
export function pdfDictionary(entries: Iterable<readonly [string, PdfValue]>): PdfDictionary {
  return { kind: "dictionary", entries: new Map(entries) };
}

/** A reference to an indirect object. */
export function pdfReference(number: number, generation = 0): PdfReference {
  return { kind: "reference", number, generation };
}

/** A text string in UTF-16 (ISO 32000-2 §7.9.2.2), written in hexadecimal. */
export function pdfText(text: string): PdfValue {
  const bytes = new Uint8Array(2 + text.length * 2);
  bytes.set([0xfe, 0xff]);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(2 + at * 2, text.charCodeAt(at));
  return pdfBytes(bytes);
}

/** A byte string, written in hexadecimal. */
export function pdfBytes(bytes: Uint8Array): PdfValue {
  return { kind: "string", bytes, written: latin1(`<${hex(bytes)}>`) };
}

/** Bytes as upper-case hexadecimal digits. */
export function hex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += (byte < 16 ? "0" : "") + byte.toString(16);
  return text.toUpperCase();
}

/** Encodes each character as one byte; all characters are below U+0100. */
export function latin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Decodes each byte as one character. */
export function fromLatin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return text;
}

/** Decodes a text string: UTF-16 or UTF-8 by its byte order mark, else one character a byte. */
export function readPdfText(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return new TextDecoder("utf-16be").decode(bytes.subarray(2));
  }
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return new TextDecoder().decode(bytes.subarray(3));
  }
  return fromLatin1(bytes);
}

/** Serialises an object as it is written in a file. */
export function writePdf(value: PdfValue): string {
  switch (value.kind) {
    case "null":
      return "null";
    case "boolean":
      return `${value.value}`;
    case "number":
      return value.written;
    case "string":
      return fromLatin1(value.written);
    case "name":
      return writeName(value.name);
    case "reference":
      return `${value.number} ${value.generation} R`;
    case "array":
      return `[${value.items.map(writePdf).join(" ")}]`;
    case "dictionary":
      return `<<${
        [...value.entries].map(([name, entry]) => `${writeName(name)} ${writePdf(entry)}`).join(
          "\n",
        )
      }>>`;
  }
  return value satisfies never;
}

function writeName(name: string): string {
  const escape = (character: string) =>
    `#${character.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;
  return `/${name.replace(/[^!-~]|[#%()<>[\]{}/]/g, escape)}`;
}
