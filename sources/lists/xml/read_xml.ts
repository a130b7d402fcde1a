import { SaxesParser, type SaxesTagPlain } from "saxes";
import type { ListFileBounds } from "../../../core/policy/list_files.ts";
import { ok, type Result } from "../../../base/result.ts";
import { eachText } from "../file_pieces.ts";
import { unreadable } from "../refusal.ts";
import type { ListRefusal, SourceFile, UnreadableCode } from "../schema.ts";
import type { XmlElement } from "./element.ts";
import {
  type OpenElement,
  openRecordBuilder,
  type TakeRecord,
  type XmlShape,
} from "./record_builder.ts";

/** Receives what a file holds; a refusal ends the reading. */
export interface XmlTaker {
  /** The root with its attributes, before any record. */
  readonly root?: (root: XmlElement) => Result<never, ListRefusal> | null;
  /** One record. @param path the one of the shape that it is at */
  readonly record: TakeRecord;
}

/**
 * Reads an XML file record by record, in memory for one record. Only a well-formed file that closes
 * its root is whole: one that is cut off anywhere is refused. So is a document type declaration,
 * since entities of one's own are how a small file fills a memory.
 *
 * @returns how many records there are at each path
 */
export function readXml(
  file: SourceFile,
  shape: XmlShape,
  bounds: ListFileBounds,
  taker: XmlTaker,
): Result<ReadonlyMap<string, number>, ListRefusal> {
  const parser = new SaxesParser({ xmlns: false, position: true });
  let [depth, isSeen] = [0, false];
  const state: { refused: Result<never, ListRefusal> | null } = { refused: null };
  const refuse = (code: UnreadableCode, message: string) => {
    state.refused ??= unreadable(code, file, { line: parser.line, message });
  };
  const builder = openRecordBuilder(shape, bounds, { take: taker.record, refuse });
  const takeText = (text: string) => {
    if (state.refused === null) builder.text(text);
  };
  parser.on("error", (error) => refuse("xml_malformed", messageOf(error)));
  parser.on("doctype", () => refuse("xml_malformed", "Document type declarations are not read"));
  parser.on("opentag", (tag: SaxesTagPlain) => {
    if (state.refused !== null) return;
    isSeen = true;
    if (++depth > bounds.elementDepthMax) {
      return refuse("xml_malformed", `Elements stand more than ${bounds.elementDepthMax} deep`);
    }
    const element = openElement(tag, parser.line);
    if (depth > 1) return builder.open(element);
    if (element.name !== shape.root) {
      return refuse("file_unknown", `Root is <${element.name}>, expected <${shape.root}>`);
    }
    state.refused = taker.root?.(element) ?? null;
  });
  parser.on("text", takeText);
  parser.on("cdata", takeText);
  parser.on("closetag", () => {
    if (state.refused !== null) return;
    depth -= 1;
    if (depth > 0) state.refused = builder.close();
  });

  const unread = eachText(file, bounds, (text) => {
    parser.write(text);
    return state.refused;
  });
  if (unread !== null) return unread;
  if (!isSeen) return unreadable("file_empty", file, { message: "File holds no element" });
  if (depth > 0) {
    return unreadable("file_truncated", file, {
      line: parser.line,
      message: "The file ends before its root element does: it is truncated",
    });
  }
  parser.close();
  return state.refused ?? withRequired(file, shape, builder.counts);
}

function withRequired(
  file: SourceFile,
  { required = [] }: XmlShape,
  counts: ReadonlyMap<string, number>,
): Result<ReadonlyMap<string, number>, ListRefusal> {
  const absent = required.find((path) => (counts.get(path) ?? 0) === 0);
  return absent === undefined
    ? ok(counts)
    : unreadable("file_empty", file, { message: `File has no ${absent}` });
}

function openElement({ name, attributes }: SaxesTagPlain, line: number): OpenElement {
  const named = Object.entries(attributes).map(([key, value]) => [local(key), value] as const);
  return { name: local(name), line, attributes: new Map(named), children: [], text: "" };
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The parser's own message without its line and column, which the refusal has. */
function messageOf({ message }: Error): string {
  return `Not well-formed XML: ${message.replace(/^(?:\S*:)?\d+:\d+: /, "")}`;
}
