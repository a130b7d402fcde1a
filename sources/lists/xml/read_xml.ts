import type { ListFileBounds } from "../../../core/policy/list_files.ts";
import { ok, type Result } from "../../../base/result.ts";
import { openXmlReader, type XmlFault, type XmlTag } from "../../../standards/xml/read_elements.ts";
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

/** Receives the content of a file; a refusal ends the reading. */
export interface XmlTaker {
  /** The root with its attributes, before any record. */
  readonly root?: (root: XmlElement) => Result<never, ListRefusal> | null;
  /** Receives one record. @param path its path in the shape */
  readonly record: TakeRecord;
}

/**
 * Reads an XML file record by record, in memory for one record. Accepts only a well-formed file
 * with a closed root: a cut file is refused. Refuses a document type declaration, since its
 * entities let a small file fill the memory.
 *
 * @returns the number of records at each path
 */
export function readXml(
  file: SourceFile,
  shape: XmlShape,
  bounds: ListFileBounds,
  taker: XmlTaker,
): Result<ReadonlyMap<string, number>, ListRefusal> {
  let isSeen = false;
  const state: { refused: Result<never, ListRefusal> | null } = { refused: null };
  const refuse = (code: UnreadableCode, message: string, line = reader.line()) => {
    state.refused ??= unreadable(code, file, { line, message });
  };
  const builder = openRecordBuilder(shape, bounds, { take: taker.record, refuse });
  const reader = openXmlReader({ depthMax: bounds.elementDepthMax }, {
    open: (tag, line) => {
      isSeen = true;
      const element = openElement(tag, line);
      if (reader.depth() > 1) builder.open(element);
      else if (element.name === shape.root) state.refused = taker.root?.(element) ?? null;
      else refuse("file_unknown", `Root is <${element.name}>, expected <${shape.root}>`);
      return state.refused === null;
    },
    text: (text) => {
      builder.text(text);
      return state.refused === null;
    },
    close: () => {
      if (reader.depth() > 0) state.refused = builder.close();
      return state.refused === null;
    },
  });
  const take = (fault: XmlFault | null) => {
    if (fault !== null) refuse("xml_malformed", fault.message, fault.line);
    return state.refused;
  };

  const unread = eachText(file, bounds, (text) => take(reader.write(text)));
  if (unread !== null) return unread;
  if (!isSeen) return unreadable("file_empty", file, { message: "File holds no element" });
  if (reader.depth() > 0) {
    return unreadable("file_truncated", file, {
      line: reader.line(),
      message: "The file ends before its root element does: it is truncated",
    });
  }
  return take(reader.end()) ?? withRequired(file, shape, builder.counts);
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

function openElement({ name, attributes }: XmlTag, line: number): OpenElement {
  const named = attributes.map(([key, value]) => [local(key), value] as const);
  return { name: local(name), line, attributes: new Map(named), children: [], text: "" };
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
