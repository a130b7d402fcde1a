import type { XmlAttribute } from "../xml/namespaces.ts";
import type { XmlNode } from "./parse_tree.ts";

/** Options of a canonical form. */
export interface CanonicalForm {
  /** An element to omit with its content, as in the enveloped-signature transform. */
  readonly without?: XmlNode;
  /**
   * Maximum characters. A namespace is repeated below each element that does not use it, so that a
   * short text may become long.
   */
  readonly charactersMax: number;
}

/**
 * The canonical form of an element (Exclusive XML Canonicalization 1.0, without comments and
 * without a list of inclusive prefixes): trees that differ in names, attributes, texts or order
 * have different forms.
 *
 * @returns null when the form is too long
 */
export function canonicalize(
  node: XmlNode,
  { without, charactersMax }: CanonicalForm,
): string | null {
  const parts: string[] = [];
  let left = charactersMax;
  const writing: Writing = {
    rendered: new Map([["", [""]]]),
    without: without ?? null,
    put: (text) => {
      left -= text.length;
      if (left >= 0) parts.push(text);
      return left >= 0;
    },
  };
  return write(node, writing) ? parts.join("") : null;
}

interface Writing {
  /** The namespaces that ancestors in the output declared for each prefix, the nearest one last. */
  readonly rendered: Map<string, string[]>;
  readonly without: XmlNode | null;
  /** @returns false when the form is too long */
  readonly put: (text: string) => boolean;
}

/**
 * Writes an element. The number of steps depends only on the element's own content.
 *
 * @returns false when the form is too long
 */
function write(node: XmlNode, writing: Writing): boolean {
  const { rendered, without, put } = writing;
  const declared: [string, string][] = [];
  for (const [prefix, uri] of utilised(node)) {
    const known = rendered.get(prefix);
    if (known?.at(-1) === uri) continue;
    if (known === undefined) rendered.set(prefix, [uri]);
    else known.push(uri);
    declared.push([prefix, uri]);
  }
  const name = qualified(node);
  let fits = put(`<${name}`);
  for (const [prefix, uri] of declared.toSorted(([a], [b]) => compare(a, b))) {
    const attribute = prefix === "" ? "xmlns" : `xmlns:${prefix}`;
    fits &&= put(` ${attribute}="${escapeAttribute(uri)}"`);
  }
  for (const attribute of node.attributes.toSorted(byName)) {
    fits &&= put(` ${qualified(attribute)}="${escapeAttribute(attribute.value)}"`);
  }
  fits &&= put(">");
  for (const child of node.children) {
    if (!fits) return false;
    if (typeof child === "string") fits = put(escapeText(child));
    else if (child !== without) fits = write(child, writing);
  }
  for (const [prefix] of declared) rendered.get(prefix)?.pop();
  return fits && put(`</${name}>`);
}

/** The prefixes in an element's own name and attributes. `xml` is never declared. */
function utilised({ prefix, uri, attributes }: XmlNode): readonly (readonly [string, string])[] {
  const used: [string, string][] = prefix === "xml" ? [] : [[prefix, uri]];
  for (const { prefix, uri } of attributes) {
    if (prefix !== "" && prefix !== "xml") used.push([prefix, uri]);
  }
  return used;
}

function qualified({ prefix, local }: Pick<XmlNode, "prefix" | "local">): string {
  return prefix === "" ? local : `${prefix}:${local}`;
}

/** Orders by namespace, then by name (Canonical XML 1.0 §2.2). */
function byName(a: XmlAttribute, b: XmlAttribute): number {
  return compare(a.uri, b.uri) || compare(a.local, b.local);
}

/**
 * Orders by code points, as canonical order requires: UTF-16 sorts characters above the basic plane
 * before U+E000.
 */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff;
  if (at > 0 && (isLow(a.charCodeAt(at)) || isLow(b.charCodeAt(at)))) at--;
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>\r]/g, (sign) => escapes[sign] ?? sign);
}

function escapeAttribute(text: string): string {
  return text.replaceAll(/[&<"\t\n\r]/g, (sign) => escapes[sign] ?? sign);
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};
