import { SaxesParser, type SaxesTagNS } from "saxes";
import { ok, refuse, type Result } from "../../base/result.ts";

/** An attribute that is no declaration of a namespace. */
export interface XmlAttribute {
  readonly prefix: string;
  readonly local: string;
  /** Namespace; empty: none. */
  readonly uri: string;
  readonly value: string;
}

/** An element with its content: what a canonical form is made of, and what is read. */
export interface XmlNode {
  readonly prefix: string;
  readonly local: string;
  /** Namespace; empty: none. */
  readonly uri: string;
  readonly attributes: readonly XmlAttribute[];
  /** Elements and texts in their order. Comments are left out, as canonical forms leave them out. */
  readonly children: readonly (XmlNode | string)[];
}

/** Why a document is not read. */
export interface XmlRefusal {
  readonly code: "xml_malformed";
}

/** Elements that stand one in another. */
const depthMax = 64;
/** Elements of a document: a list of 2,000 authorities has some 50,000. */
const elementsMax = 500_000;

/**
 * Parses a document into a tree, for {@link verifyEnveloped}: what is verified and what is read are
 * then one thing. Refused are a document type declaration, whose entities could be anything, and
 * processing instructions, which a signature covers and nobody reads.
 */
export function parseXmlTree(text: string): Result<XmlNode, XmlRefusal> {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: { node: XmlNode; children: (XmlNode | string)[] }[] = [];
  let root: XmlNode | null = null;
  let [elements, isRefused] = [0, false];
  const stop = () => {
    isRefused = true;
  };
  const takeText = (text: string) => {
    const children = open.at(-1)?.children;
    if (children === undefined || isRefused) return;
    const last = children.at(-1);
    // A comment or a CDATA section parts a text, and its canonical form is one.
    if (typeof last === "string") children[children.length - 1] = last + text;
    else children.push(text);
  };
  parser.on("error", stop);
  parser.on("doctype", stop);
  parser.on("processinginstruction", stop);
  parser.on("text", takeText);
  parser.on("cdata", takeText);
  parser.on("opentag", (tag: SaxesTagNS) => {
    if (isRefused) return;
    if (++elements > elementsMax || open.length >= depthMax) return stop();
    const children: (XmlNode | string)[] = [];
    const node = { ...nameOf(tag), attributes: attributesOf(tag), children };
    const parent = open.at(-1);
    if (parent !== undefined) parent.children.push(node);
    else root = node;
    open.push({ node, children });
  });
  parser.on("closetag", () => void open.pop());
  for (let at = 0; at < text.length && !isRefused; at += pieceCharacters) {
    parser.write(text.slice(at, at + pieceCharacters));
  }
  if (!isRefused) parser.close();
  return isRefused || root === null ? refuse({ code: "xml_malformed" }) : ok(root);
}

/** A document that is refused is not parsed to its end. */
const pieceCharacters = 65_536;

function nameOf({ prefix, local, uri }: SaxesTagNS): Pick<XmlNode, "prefix" | "local" | "uri"> {
  return { prefix, local, uri };
}

const declarations = "http://www.w3.org/2000/xmlns/";

function attributesOf({ attributes }: SaxesTagNS): readonly XmlAttribute[] {
  return Object.values(attributes)
    .filter(({ uri, name }) => uri !== declarations && name !== "xmlns")
    .map(({ prefix, local, uri, value }) => ({ prefix, local, uri, value }));
}

/** The elements in another one that have a name, in their order. */
export function elementsNamed(
  { children }: XmlNode,
  uri: string,
  local: string,
): readonly XmlNode[] {
  return children.filter((child): child is XmlNode =>
    typeof child !== "string" && child.uri === uri && child.local === local
  );
}

/** The one element of a name in another; null where there is none, or several. */
export function elementNamed(parent: XmlNode, uri: string, local: string): XmlNode | null {
  const found = elementsNamed(parent, uri, local);
  return found.length === 1 ? found[0]! : null;
}

/** The text of an element that has no elements in it; null for another. */
export function textOf({ children }: XmlNode): string | null {
  return children.every((child) => typeof child === "string") ? children.join("").trim() : null;
}

/** The value of an attribute without a namespace; null: it is not there. */
export function attributeOf({ attributes }: XmlNode, local: string): string | null {
  return attributes.find((each) => each.uri === "" && each.local === local)?.value ?? null;
}
