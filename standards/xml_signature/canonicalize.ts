import type { XmlAttribute, XmlNode } from "./parse_tree.ts";

/** Namespaces by prefix that an ancestor of the output has declared. */
type Rendered = ReadonlyMap<string, string>;

/**
 * The canonical form of an element (Exclusive XML Canonicalization 1.0, without comments and without
 * a list of inclusive prefixes): two trees that differ in names, attributes, texts or order have two.
 *
 * @param without an element in it that is left out, as the enveloped-signature transform does
 */
export function canonicalize(node: XmlNode, without: XmlNode | null = null): string {
  const parts: string[] = [];
  write(node, { rendered: new Map([["", ""]]), without, parts });
  return parts.join("");
}

interface Writing {
  readonly rendered: Rendered;
  readonly without: XmlNode | null;
  readonly parts: string[];
}

function write(node: XmlNode, { rendered, without, parts }: Writing): void {
  const inScope = new Map(rendered);
  const declared: [string, string][] = [];
  for (const [prefix, uri] of utilised(node)) {
    if (inScope.get(prefix) === uri) continue;
    inScope.set(prefix, uri);
    declared.push([prefix, uri]);
  }
  const name = qualified(node);
  parts.push("<", name);
  for (const [prefix, uri] of declared.toSorted(([a], [b]) => compare(a, b))) {
    parts.push(prefix === "" ? " xmlns" : ` xmlns:${prefix}`, '="', escapeAttribute(uri), '"');
  }
  for (const attribute of node.attributes.toSorted(byName)) {
    parts.push(" ", qualified(attribute), '="', escapeAttribute(attribute.value), '"');
  }
  parts.push(">");
  for (const child of node.children) {
    if (typeof child === "string") parts.push(escapeText(child));
    else if (child !== without) write(child, { rendered: inScope, without, parts });
  }
  parts.push("</", name, ">");
}

/** The prefixes that an element's own name and its attributes' have. `xml` is never declared. */
function utilised({ prefix, uri, attributes }: XmlNode): readonly (readonly [string, string])[] {
  const named = attributes.filter((attribute) => attribute.prefix !== "");
  return [[prefix, uri] as const, ...named.map((each) => [each.prefix, each.uri] as const)]
    .filter(([prefix]) => prefix !== "xml");
}

function qualified({ prefix, local }: Pick<XmlNode, "prefix" | "local">): string {
  return prefix === "" ? local : `${prefix}:${local}`;
}

/** By namespace, then by name (Canonical XML 1.0 §2.2). */
function byName(a: XmlAttribute, b: XmlAttribute): number {
  return compare(a.uri, b.uri) || compare(a.local, b.local);
}

/** By code points, as the canonical order is. */
function compare(a: string, b: string): number {
  const [first, second] = [[...a], [...b]];
  for (let at = 0; at < Math.min(first.length, second.length); at++) {
    const difference = first[at]!.codePointAt(0)! - second[at]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return first.length - second.length;
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
