import { ok, refuse, type Result } from "../../base/result.ts";
import { openNamespaces, type XmlAttribute, type XmlName } from "../xml/namespaces.ts";
import { openXmlReader, type XmlTag } from "../xml/read_elements.ts";

/** An element with its content: the input of the canonical form, and the tree for readers. */
export interface XmlNode extends XmlName {
  readonly attributes: readonly XmlAttribute[];
  /** Elements and texts in their order. Comments are omitted, as in canonical forms. */
  readonly children: readonly (XmlNode | string)[];
}

/** The reason why a document is refused. */
export interface XmlRefusal {
  readonly code: "xml_malformed";
}

/** A list of 2,000 authorities has some 50,000 elements, ten deep. */
const bounds = { depthMax: 64, elementsMax: 500_000 };

/**
 * Parses a document into a tree for {@link verifyEnveloped}, so that the verified and the read
 * content are the same. Refuses a document type declaration, whose entities could change the
 * content, and processing instructions, which a signature covers and no reader uses.
 */
export function parseXmlTree(text: string): Result<XmlNode, XmlRefusal> {
  const tree = openTree();
  const namespaces = openNamespaces();
  const refused = refuse({ code: "xml_malformed" } as const);
  let isRefused = false;
  const stop = () => {
    isRefused = true;
    return false;
  };
  const reader = openXmlReader(bounds, {
    open: (tag: XmlTag) => {
      const named = namespaces.open(tag);
      return named === null ? stop() : tree.open(named);
    },
    text: tree.text,
    close: () => {
      namespaces.close();
      return tree.close();
    },
    instruction: stop,
  });
  const fault = reader.write(text) ?? reader.end();
  const root = tree.root();
  return isRefused || fault !== null || root === null ? refused : ok(root);
}

/** Opens a builder that nests elements and texts. */
function openTree() {
  const open: (XmlNode | string)[][] = [];
  let root: XmlNode | null = null;
  return {
    root: () => root,
    open: (named: Omit<XmlNode, "children">) => {
      const children: (XmlNode | string)[] = [];
      const node = { ...named, children };
      const siblings = open.at(-1);
      if (siblings === undefined) root = node;
      else siblings.push(node);
      open.push(children);
      return true;
    },
    text: (text: string) => {
      const siblings = open.at(-1);
      const last = siblings?.at(-1);
      // A comment or a CDATA section parts a text, and its canonical form is one.
      if (typeof last === "string") siblings?.splice(-1, 1, last + text);
      else siblings?.push(text);
      return true;
    },
    close: () => {
      open.pop();
      return true;
    },
  };
}

/** Child elements with a name, in their order. */
export function elementsNamed(
  { children }: XmlNode,
  uri: string,
  local: string,
): readonly XmlNode[] {
  return children.filter((child): child is XmlNode =>
    typeof child !== "string" && child.uri === uri && child.local === local
  );
}

/** The only child element with a name; null if there is none, or several. */
export function elementNamed(parent: XmlNode, uri: string, local: string): XmlNode | null {
  const found = elementsNamed(parent, uri, local);
  return found.length === 1 ? found[0]! : null;
}

/** The text of an element without child elements; null for other elements. */
export function textOf({ children }: XmlNode): string | null {
  return children.every((child) => typeof child === "string") ? children.join("").trim() : null;
}

/** The value of an attribute without a namespace; null if absent. */
export function attributeOf({ attributes }: XmlNode, local: string): string | null {
  return attributes.find((each) => each.uri === "" && each.local === local)?.value ?? null;
}
