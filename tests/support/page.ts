import assert from "node:assert/strict";
import { SaxesParser } from "saxes";

/** An element of a page. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Node[];
}
type Node = Element | string;
interface OpenElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Node[];
}

/**
 * Parses one of the service's pages as XML, which they are except for their scripts. An unescaped
 * text breaks the parsing or adds an unexpected element.
 */
export function parsePage(html: string, script = ""): Element {
  const parser = new SaxesParser();
  const open: OpenElement[] = [{ name: "#document", attributes: {}, children: [] }];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes: { ...attributes } as Record<string, string>, children: [] };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on("text", (text) => void open.at(-1)!.children.push(text));
  parser.on("closetag", () => void open.pop());
  parser.write(script === "" ? html : html.replace(script, () => "")).close();
  const [root] = open[0]!.children.filter((node) => typeof node !== "string");
  assert(root !== undefined && root.name === "html");
  return root;
}

/** All descendants of an element in document order. */
export function elementsOf(element: Element): readonly Element[] {
  return element.children.flatMap((node) =>
    typeof node === "string" ? [] : [node, ...elementsOf(node)]
  );
}

/** Elements with this tag name or this attribute. */
export function findAll(page: Element, nameOrAttribute: string): readonly Element[] {
  return elementsOf(page).filter(({ name, attributes }) =>
    name === nameOrAttribute || nameOrAttribute in attributes
  );
}

/** The only element with this tag name or this attribute. */
export function findOne(page: Element, nameOrAttribute: string): Element {
  const found = findAll(page, nameOrAttribute);
  assert.equal(found.length, 1, nameOrAttribute);
  return found[0]!;
}

/** An element's text with white space collapsed as in a browser. */
export function textOf(element: Element): string {
  return rawTextOf(element).replaceAll(/[ \n]+/g, " ").trim();
}

/** An element's text with its white space. */
export function rawTextOf(element: Element): string {
  return element.children.map((node) => typeof node === "string" ? node : rawTextOf(node)).join("");
}

/** Whether an element or one of its ancestors is hidden. */
export function isHidden(page: Element, element: Element): boolean {
  return elementsOf(page).some((one) =>
    "hidden" in one.attributes && (one === element || elementsOf(one).includes(element))
  );
}
