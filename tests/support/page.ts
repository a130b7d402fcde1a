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
 * Reads a page of ours as XML, which every page of ours is but for its script. A text that was not
 * escaped breaks it or shows as an element that nobody wrote.
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

/** Every element below another one, in the order of the document. */
export function elementsOf(element: Element): readonly Element[] {
  return element.children.flatMap((node) =>
    typeof node === "string" ? [] : [node, ...elementsOf(node)]
  );
}

/** Elements of a name, or that have an attribute. */
export function findAll(page: Element, nameOrAttribute: string): readonly Element[] {
  return elementsOf(page).filter(({ name, attributes }) =>
    name === nameOrAttribute || nameOrAttribute in attributes
  );
}

/** The one element of a name, or with an attribute. */
export function findOne(page: Element, nameOrAttribute: string): Element {
  const found = findAll(page, nameOrAttribute);
  assert.equal(found.length, 1, nameOrAttribute);
  return found[0]!;
}

/** Text of an element, with white space as a browser shows it. */
export function textOf(element: Element): string {
  return rawTextOf(element).replaceAll(/[ \n]+/g, " ").trim();
}

/** Text of an element, as it stands there. */
export function rawTextOf(element: Element): string {
  return element.children.map((node) => typeof node === "string" ? node : rawTextOf(node)).join("");
}

/** Whether an element or one around it is hidden. */
export function isHidden(page: Element, element: Element): boolean {
  return elementsOf(page).some((one) =>
    "hidden" in one.attributes && (one === element || elementsOf(one).includes(element))
  );
}
