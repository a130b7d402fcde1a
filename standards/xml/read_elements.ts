import { SaxesParser, type SaxesTagPlain } from "saxes";

/** How much a document may hold. What has more is refused as soon as it is read. */
export interface XmlBounds {
  /** Elements within elements. */
  readonly depthMax: number;
  /** Elements in all; absent: any number, for what is read in pieces and not kept. */
  readonly elementsMax?: number;
}

/** The start tag of an element as it is written. */
export interface XmlTag {
  readonly name: string;
  /** In their order, with declarations of namespaces. */
  readonly attributes: readonly (readonly [string, string])[];
}

/** Why a document is not read. */
export interface XmlFault {
  readonly message: string;
  /** Line on which reading ended, from 1. */
  readonly line: number;
}

/** Receives a document in its order. Each member may end the reading: it returns false for that. */
export interface XmlHandler {
  readonly open: (tag: XmlTag, line: number) => boolean;
  /** Text and CDATA; a text may come in several parts. */
  readonly text: (text: string) => boolean;
  readonly close: () => boolean;
  /** A processing instruction; absent: they are passed over. */
  readonly instruction?: () => boolean;
}

/** Reads one document. After a fault, or after the handler has ended it, nothing more is read. */
export interface XmlReader {
  /** Reads a further piece of the text. @returns the fault in it, or null */
  write(text: string): XmlFault | null;
  /** The text has ended. @returns the fault of a document that is not whole, or null */
  end(): XmlFault | null;
  /** Line that was read last, from 1. */
  line(): number;
  /** Elements that are open. */
  depth(): number;
}

/** Attributes of one element, declarations of namespaces among them. Lists have fewer than 20. */
const attributesMax = 256;
/** Characters of a name. */
const nameCharactersMax = 1_024;
const manyAttributes = `An element has more than ${attributesMax} attributes`;
const longName = `A name has more than ${nameCharactersMax} characters`;

/**
 * Opens a reader of XML 1.0 for all that is read here. It resolves no namespaces (see
 * `openNamespaces()`) and expands no entities: a document type declaration is a fault, since entities
 * of one's own are how a small file fills a memory. Bounds hold while reading: nothing behind the
 * place where one is passed is looked at.
 */
export function openXmlReader(
  { depthMax, elementsMax = Infinity }: XmlBounds,
  handler: XmlHandler,
): XmlReader {
  const parser = new SaxesParser({ xmlns: false, position: true });
  /** Leaves the parser, which would read the rest of its piece. */
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
    if (++state.depth > depthMax) fail(`Elements stand more than ${depthMax} deep`);
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

/** The parser's own message without its line and column, which a fault has. */
function withoutPlace(message: string): string {
  return `Not well-formed XML: ${message.replace(/^(?:\S*:)?\d+:\d+: /, "")}`;
}
