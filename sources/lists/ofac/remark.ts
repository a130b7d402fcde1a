import { parseBirth } from "../birth.ts";

/** The label of wallets; `alt.` may precede it. */
const addressLabel = "Digital Currency Address - ";

/** Minimum remaining characters for recognising a cut label. */
const labelRestMin = 4;

/** A piece whose expected value could not be read. */
export interface UnreadPiece {
  /** The reason why it could not be read, or is doubtful. */
  readonly reason:
    | "alias_unreadable"
    | "birth_unreadable"
    | "address_unreadable"
    | "address_label_cut"
    | "piece_cut"
    | "piece_suspicious";
  /** As written. */
  readonly text: string;
}

/** One digital-currency address of a remark. */
export interface RemarkAddress {
  /** In OFAC's notation, such as `XBT`. */
  readonly currency: string;
  /** In OFAC's notation. */
  readonly address: string;
}

/** The content of a remark on an entity. */
export interface Remark {
  /** EDTF. */
  readonly births: readonly string[];
  /** Places, as written. */
  readonly birthPlaces: readonly string[];
  /** Country names, as written. */
  readonly nationalities: readonly string[];
  /** Country names, as written. */
  readonly citizenships: readonly string[];
  /** Names in single quotes after `a.k.a.`, `f.k.a.` or `n.k.a.`: OFAC's weak aliases. */
  readonly weakAliases: readonly string[];
  /** Wallets, in the order written. */
  readonly addresses: readonly RemarkAddress[];
  /** Names of other entries. */
  readonly linkedTo: readonly string[];
  /** All other pieces: documents, titles, sex, vessels' data. */
  readonly others: readonly string[];
  /** Pieces whose value this parser cannot read as written. */
  readonly unread: readonly UnreadPiece[];
}

/** A remark's text, and whether one end is missing. */
export interface RemarkText {
  /** As written. */
  readonly text: string;
  /** True when text before it is missing, so that its first piece may be a fragment. */
  readonly startsCut: boolean;
  /** True when text after it may be missing, so that its last piece may be a fragment. */
  readonly endsCut: boolean;
}

/**
 * Parses a remark: pieces separated by semicolons, each with a label. A fragment at a cut end is
 * never read as a value, since `nationality Niger` may be the start of `Nigeria`; at a cut start a
 * piece with its whole label is complete, since the label comes first.
 */
export function parseRemark({ text, startsCut, endsCut }: RemarkText): Remark {
  const remark = emptyRemark();
  const pieces = splitPieces(text);
  pieces.forEach((piece, index) => {
    const isLast = index === pieces.length - 1;
    if (isLast && endsCut && !piece.endsWith(".")) {
      remark.unread.push({ reason: "piece_cut", text: piece });
      return;
    }
    const whole = isLast ? piece.replace(/\.$/, "") : piece;
    if (readPiece(whole, remark)) return;
    if (index === 0 && startsCut) return readCutPiece(whole, remark);
    if (/\bDOB\b|\bPOB\b|\b[afn]\.k\.a\b|currency address/i.test(whole)) {
      remark.unread.push({ reason: "piece_suspicious", text: whole });
    } else {
      remark.others.push(whole);
    }
  });
  return remark;
}

type Mutable<Lists> = { -readonly [Name in keyof Lists]: MutableArray<Lists[Name]> };
type MutableArray<List> = List extends readonly (infer Item)[] ? Item[] : never;

function emptyRemark(): Mutable<Remark> {
  return {
    births: [],
    birthPlaces: [],
    nationalities: [],
    citizenships: [],
    weakAliases: [],
    addresses: [],
    linkedTo: [],
    others: [],
    unread: [],
  };
}

/** Reads a piece with a known label; false without one. */
function readPiece(piece: string, remark: Mutable<Remark>): boolean {
  const unlabelled = piece.replace(/^alt\.\s+/i, "");
  const [, label = "", rest = ""] =
    /^(DOB\b:?|POB\b:?|nationality:?(?= )(?! of registration)|citizen:?(?= )|[afn]\.k\.a\.(?= *'|$)|Digital Currency Address\b|Linked To:)\s*(.*)$/is
      .exec(unlabelled) ?? [];
  switch (label.toLowerCase().replace(/:$/, "")) {
    case "dob": {
      const birth = parseBirth(rest);
      if (birth === null) remark.unread.push({ reason: "birth_unreadable", text: piece });
      else remark.births.push(birth);
      return true;
    }
    case "pob":
      return keep(remark.birthPlaces, rest);
    case "nationality":
      return keep(remark.nationalities, rest.replace(/\.$/, ""));
    case "citizen":
      return keep(remark.citizenships, rest.replace(/\.$/, ""));
    case "a.k.a.":
    case "f.k.a.":
    case "n.k.a.": {
      const [, name = ""] = /^'(.*)'\.?$/s.exec(rest) ?? [];
      if (name.trim() === "") remark.unread.push({ reason: "alias_unreadable", text: piece });
      else remark.weakAliases.push(name.trim());
      return true;
    }
    case "digital currency address": {
      const address = addressAfterLabel(rest.replace(/^- /, ""));
      if (address === null) remark.unread.push({ reason: "address_unreadable", text: piece });
      else remark.addresses.push(address);
      return true;
    }
    case "linked to":
      return keep(remark.linkedTo, rest);
    default:
      return false;
  }
}

function keep(values: string[], value: string): true {
  if (value !== "") values.push(value);
  return true;
}

function addressAfterLabel(text: string): RemarkAddress | null {
  const [, currency, address] = /^([A-Z0-9]{2,10}) ([\x21-\x3a\x3c-\x7e]{1,256}?)\.?$/.exec(text) ??
    [];
  return currency === undefined || address === undefined ? null : { currency, address };
}

/** Reads a fragment, which has a value only if it is a wallet's piece with a partly cut label. */
function readCutPiece(piece: string, remark: Mutable<Remark>): void {
  const [, label = "", rest = ""] = /^(.*?- )(.*)$/s.exec(piece) ?? [];
  const address = addressAfterLabel(rest);
  if (address !== null && label.length >= labelRestMin && addressLabel.endsWith(label)) {
    remark.addresses.push(address);
    remark.unread.push({ reason: "address_label_cut", text: piece });
  } else {
    remark.unread.push({ reason: "piece_cut", text: piece });
  }
}

/** Splits at semicolons, except within the quotes of an alias. */
function splitPieces(text: string): readonly string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest !== "") {
    const end = endOfPiece(rest);
    const piece = rest.slice(0, end).trim();
    if (piece !== "") pieces.push(piece);
    rest = rest.slice(end + 1).trim();
  }
  return pieces;
}

/** The text after a semicolon at which a new piece starts, instead of a continued alias. */
const labelForm =
  /^\s*(?:alt\. )?(?:DOB |POB |nationality |citizen |[afn]\.k\.a\. *'|Digital Currency Address |Linked To:)/i;

function endOfPiece(text: string): number {
  const semicolon = text.indexOf(";");
  const next = semicolon < 0 ? text.length : semicolon;
  const opening = /^(?:alt\.\s+)?[afn]\.k\.a\. *'/i.exec(text)?.[0].length;
  if (opening === undefined) return next;
  for (let at = semicolon;; at = text.indexOf(";", at + 1)) {
    const end = at < 0 ? text.length : at;
    if (/'\.?$/.test(text.slice(opening, end).trimEnd().slice(-2))) return end;
    if (at < 0 || labelForm.test(text.slice(at + 1, at + 40))) return next;
  }
}
