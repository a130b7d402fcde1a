import { SaxesParser, type SaxesTagPlain } from "saxes";

/** Limits of a document, which is refused as soon as it exceeds one. */
export interface XmlBounds {
  /** Maximum depth of nested elements. */
  readonly depthMax: number;
  /** Maximum elements; absent: no limit, for documents that are read in pieces and not retained. */
  readonly elementsMax?: number;
}

/** The start tag of an element, as written. */
export interface XmlTag {
  readonly name: string;
  /** Attributes in their order, including namespace declarations. */
  readonly attributes: readonly (readonly [string, string])[];
}

/** The reason why a document cannot be read. */
export interface XmlFault {
  readonly message: string;
  /** Line on which reading ended, from 1. */
  readonly line: number;
}

/**
 * Receives the parts of a document in order. Each member may end the reading by returning false.
 */
export interface XmlHandler {
  readonly open: (tag: XmlTag, line: number) => boolean;
  /** Text and CDATA; a text may come in several parts. */
  readonly text: (text: string) => boolean;
  readonly close: () => boolean;
  /** A processing instruction; absent: instructions are ignored. */
  readonly instruction?: () => boolean;
}

/**
 * Reads one document. Ignores further input after a fault, or after the handler ended the reading.
 */
export interface XmlReader {
  /** Reads the next piece of the text. @returns the fault in the piece, or null */
  write(text: string): XmlFault | null;
  /** Ends the text. @returns the fault of an incomplete document, or null */
  end(): XmlFault | null;
  /** The last line that was read, from 1. */
  line(): number;
  /** Elements that are open. */
  depth(): number;
}

/**
 * Maximum attributes of one element, including namespace declarations. Lists have fewer than 20.
 */
const attributesMax = 256;
/** Maximum characters of a name. */
const nameCharactersMax = 1_024;
const manyAttributes = `An element has more than ${attributesMax} attributes`;
const longName = `A name has more than ${nameCharactersMax} characters`;

/**
 * Opens a reader of XML 1.0. It does not resolve namespaces (see `openNamespaces()`) or expand
 * entities: a document type declaration is a fault, since its entities let a small file fill the
 * memory. Limits apply while reading: nothing after the place that exceeds one is read.
 */
export function openXmlReader(
  { depthMax, elementsMax = Infinity }: XmlBounds,
  handler: XmlHandler,
): XmlReader {
  const parser = new SaxesParser({ xmlns: false, position: true });
  /** Thrown to leave the parser, which would otherwise read the rest of its piece. */
  const leave = new Error("The reading of a document has ended");
  const state = { isEnded: false, depth: 0, elements: 0, attributes: 0 };
  let fault: XmlFault | null = null;
  const end = (): never => {
    state.isEnded = true;
    throw leave;
  };
  const fail = (message: string): never => {
    fault = { message, line: parser.line };
    return end();
  };
  const goOn = (isGoingOn: boolean) => void (isGoingOn || end());

  parser.on("error", ({ message }) => fail(withoutPlace(message)));
  parser.on("doctype", () => fail("Document type declarations are not read"));
  parser.on("processinginstruction", () => goOn(handler.instruction?.() ?? true));
  parser.on("text", (text) => goOn(handler.text(text)));
  parser.on("cdata", (text) => goOn(handler.text(text)));
  parser.on("opentagstart", ({ name }) => {
    if (++state.depth > depthMax) fail(`Elements are nested more than ${depthMax} deep`);
    if (++state.elements > elementsMax) fail(`There are more than ${elementsMax} elements`);
    if (name.length > nameCharactersMax) fail(longName);
    state.attributes = 0;
  });
  parser.on("attribute", ({ name }) => {
    if (++state.attributes > attributesMax) fail(manyAttributes);
    if (name.length > nameCharactersMax) fail(longName);
  });
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    goOn(handler.open({ name, attributes: Object.entries(attributes) }, parser.line));
  });
  parser.on("closetag", () => {
    state.depth--;
    goOn(handler.close());
  });

  const run = (read: () => unknown): XmlFault | null => {
    if (state.isEnded) return fault;
    try {
      read();
    } catch (thrown) {
      if (thrown !== leave) throw thrown;
    }
    return fault;
  };
  return {
    write: (text) => run(() => parser.write(text)),
    end: () => run(() => parser.close()),
    line: () => parser.line,
    depth: () => state.depth,
  };
}

/** The parser's message without line and column, which the fault has as members. */
function withoutPlace(message: string): string {
  return `Not well-formed XML: ${message.replace(/^(?:\S*:)?\d+:\d+: /, "")}`;
}
