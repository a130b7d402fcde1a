import { SaxesParser, type SaxesTagPlain } from "saxes";
import type { ListFileBounds } from "../../../core/policy/list_files.ts";
import { ok, type Result } from "../../../base/result.ts";
import { eachText } from "../file_pieces.ts";
import { unreadable } from "../refusal.ts";
import type { ListRefusal, SourceFile } from "../schema.ts";
import type { XmlElement } from "./element.ts";

/** What an XML file of a list looks like, as far as it is read. */
export interface XmlShape {
  /** Name of the root element, without a prefix. */
  readonly root: string;
  /**
   * Paths below the root, as `INDIVIDUALS/INDIVIDUAL`, of the elements that are handed over whole.
   * Anything that stands elsewhere refuses the file, save what is passed over.
   */
  readonly records: readonly string[];
  /** Paths of elements that are known, and of no use here. */
  readonly passedOver?: readonly string[];
}

/** What takes the records over; a refusal ends the reading. */
export interface XmlTaker {
  /** The root with its attributes, before any record. */
  readonly root?: (root: XmlElement) => Result<never, ListRefusal> | null;
  /** One record, in the order of the file. @param path the one of the shape that it stands at */
  readonly record: (record: XmlElement, path: string) => Result<never, ListRefusal> | null;
}

/** An element that is not closed yet. */
interface OpenElement {
  readonly name: string;
  readonly line: number;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/**
 * Reads an XML file record by record, in memory for one record. Only a well-formed file that closes
 * its root is whole: one that is cut off anywhere is refused. So is a document type declaration,
 * since entities of one's own are how a small file fills a memory.
 *
 * @returns how many records stand at each path
 */
export function readXml(
  file: SourceFile,
  shape: XmlShape,
  bounds: ListFileBounds,
  taker: XmlTaker,
): Result<ReadonlyMap<string, number>, ListRefusal> {
  const places = placesOf(shape);
  const counts = new Map(shape.records.map((path) => [path, 0]));
  const parser = new SaxesParser({ xmlns: false, position: true });
  const [open, path]: [OpenElement[], string[]] = [[], []];
  let depth = 0;
  let recordCharacters = 0;
  let passedOver = 0;
  let seen = false;
  const state: { refused: Result<never, ListRefusal> | null } = { refused: null };

  const stop = (code: ListRefusal["code"], message: string) => {
    state.refused ??= unreadable(code, file, { line: parser.line, message });
  };
  const tally = (text: string) => {
    recordCharacters += text.length;
    if (recordCharacters > bounds.recordCharactersMax) {
      stop("file_too_large", `A record has more than ${bounds.recordCharactersMax} characters`);
    }
  };
  parser.on("error", (error) => stop("xml_malformed", wordsOf(error)));
  parser.on("doctype", () => stop("xml_malformed", "Document type declarations are not read"));
  parser.on("opentag", (tag: SaxesTagPlain) => {
    if (state.refused !== null) return;
    seen = true;
    if (++depth > bounds.elementDepthMax) {
      return stop("xml_malformed", `Elements stand more than ${bounds.elementDepthMax} deep`);
    }
    const element = openElement(tag, parser.line);
    if (depth === 1) {
      if (element.name !== shape.root) {
        return stop("file_unknown", `Root is <${element.name}>, expected <${shape.root}>`);
      }
      state.refused = taker.root?.(element) ?? null;
      return;
    }
    if (passedOver > 0) return void (passedOver += 1);
    if (open.length > 0) {
      for (const value of element.attributes.values()) tally(value);
      return void open.push(element);
    }
    path.push(element.name);
    const place = places.get(path.join("/"));
    if (place === "record") {
      recordCharacters = 0;
      open.push(element);
    } else if (place === "passed over") {
      passedOver = 1;
    } else if (place === undefined) {
      stop("value_wrong", `<${element.name}> is not expected here`);
    }
  });
  const takeText = (text: string) => {
    if (state.refused !== null || passedOver > 0) return;
    const element = open.at(-1);
    if (element !== undefined) {
      element.text += text;
      tally(text);
    } else if (text.trim() !== "") {
      stop("value_wrong", "Text stands where only elements are expected");
    }
  };
  parser.on("text", takeText);
  parser.on("cdata", takeText);
  parser.on("closetag", () => {
    if (state.refused !== null) return;
    depth -= 1;
    if (passedOver > 1) return void (passedOver -= 1);
    const element = open.pop();
    const outer = open.at(-1);
    if (element !== undefined && outer !== undefined) return void outer.children.push(element);
    const at = path.join("/");
    path.pop();
    passedOver = 0;
    if (element === undefined) return;
    counts.set(at, (counts.get(at) ?? 0) + 1);
    state.refused = taker.record(element, at);
  });

  const unread = eachText(file, bounds, (text) => {
    parser.write(text);
    return state.refused;
  });
  if (unread !== null) return unread;
  if (!seen) return unreadable("file_empty", file, { message: "File holds no element" });
  if (depth > 0) {
    return unreadable("file_truncated", file, {
      line: parser.line,
      message: "The file ends before its root element does: it is truncated",
    });
  }
  parser.close();
  return state.refused ?? ok(counts);
}

/** What is done with an element at each path that is expected. */
function placesOf({ records, passedOver = [] }: XmlShape) {
  const places = new Map<string, "container" | "record" | "passed over">();
  for (const record of records) {
    const names = record.split("/");
    for (let end = 1; end < names.length; end++) {
      places.set(names.slice(0, end).join("/"), "container");
    }
  }
  for (const path of records) places.set(path, "record");
  for (const path of passedOver) places.set(path, "passed over");
  return places;
}

function openElement({ name, attributes }: SaxesTagPlain, line: number): OpenElement {
  const named = Object.entries(attributes).map(([key, value]) => [local(key), value] as const);
  return { name: local(name), line, attributes: new Map(named), children: [], text: "" };
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The parser's own words without its line and column, which the refusal has. */
function wordsOf({ message }: Error): string {
  const words = message.replace(/^(?:\S*:)?\d+:\d+: /, "");
  return `Not well-formed XML: ${words}`;
}
