import type { XmlTag } from "./read_elements.ts";

/** A name with its namespace (Namespaces in XML 1.0). */
export interface XmlName {
  readonly prefix: string;
  readonly local: string;
  /** Namespace; empty if there is none. */
  readonly uri: string;
}

/** An attribute that is not a namespace declaration. */
export interface XmlAttribute extends XmlName {
  readonly value: string;
}

/** An element's name, and its attributes without namespace declarations. */
export interface NamedTag extends XmlName {
  readonly attributes: readonly XmlAttribute[];
}

/** The namespaces in scope while a document is read. */
export interface Namespaces {
  /** Enters an element. @returns null for an invalid name or declaration */
  open(tag: XmlTag): NamedTag | null;
  /** Leaves the element that was entered last, which ends its declarations. */
  close(): void;
}

const xml = "http://www.w3.org/XML/1998/namespace";
const xmlns = "http://www.w3.org/2000/xmlns/";

/** A namespace is a URI (RFC 3986): ASCII without spaces. None in use has a hundred characters. */
const namespace = /^[!-~]{0,512}$/;

/**
 * Opens a resolver of names. Each prefix has a stack of its declarations, which an element pushes
 * and pops, so that a name is resolved in one step at any depth.
 */
export function openNamespaces(): Namespaces {
  const inScope = new Map<string, string[]>([["xml", [xml]], ["", [""]]]);
  /** Prefixes that each open element declared. */
  const declared: string[][] = [];
  const resolve = (prefix: string) => inScope.get(prefix)?.at(-1);
  const declare = (prefix: string, uri: string) => {
    const stack = inScope.get(prefix);
    if (stack === undefined) inScope.set(prefix, [uri]);
    else stack.push(uri);
    declared.at(-1)?.push(prefix);
  };
  return {
    open: ({ name, attributes }) => {
      declared.push([]);
      for (const [attribute, value] of attributes) {
        const prefix = declaredPrefix(attribute);
        if (prefix === null) continue;
        if (!isDeclarable(prefix, value)) return null;
        declare(prefix, value);
      }
      const own = split(name);
      const uri = own === null ? undefined : resolve(own.prefix);
      if (own === null || uri === undefined) return null;
      const named = namedAttributes(attributes, resolve);
      return named === null ? null : { ...own, uri, attributes: named };
    },
    close: () => {
      for (const prefix of declared.pop() ?? []) {
        const stack = inScope.get(prefix) ?? [];
        stack.pop();
        if (stack.length === 0) inScope.delete(prefix);
      }
    },
  };
}

/**
 * The prefix that an attribute declares; empty for the default namespace, null for an ordinary
 * attribute.
 */
function declaredPrefix(attribute: string): string | null {
  if (attribute === "xmlns") return "";
  if (!attribute.startsWith("xmlns:")) return null;
  // What has nothing behind its colon is not the default one: no prefix is a colon.
  return attribute.slice("xmlns:".length) || ":";
}

/**
 * Whether a prefix may be declared with this namespace (§3): only the default namespace may be
 * empty.
 */
function isDeclarable(prefix: string, uri: string): boolean {
  if (!namespace.test(uri) || uri === xmlns || prefix === "xmlns") return false;
  if ((prefix === "xml") !== (uri === xml)) return false;
  return prefix === "" || (uri !== "" && isLocal(prefix));
}

function namedAttributes(
  attributes: XmlTag["attributes"],
  resolve: (prefix: string) => string | undefined,
): readonly XmlAttribute[] | null {
  const named: XmlAttribute[] = [];
  const known = new Set<string>();
  for (const [attribute, value] of attributes) {
    if (declaredPrefix(attribute) !== null) continue;
    const name = split(attribute);
    // The default namespace is not for attributes (§6.2).
    const uri = name === null ? undefined : name.prefix === "" ? "" : resolve(name.prefix);
    if (name === null || uri === undefined) return null;
    // No namespace has a blank in it.
    const expanded = `${uri} ${name.local}`;
    if (known.has(expanded)) return null;
    known.add(expanded);
    named.push({ ...name, uri, value });
  }
  return named;
}

/**
 * Splits a name into prefix and local part; null for a name that is not qualified correctly (§4).
 */
function split(name: string): Pick<XmlName, "prefix" | "local"> | null {
  const colon = name.indexOf(":");
  if (colon < 0) return { prefix: "", local: name };
  const [prefix, local] = [name.slice(0, colon), name.slice(colon + 1)];
  const isQualified = prefix !== "" && prefix !== "xmlns" && isLocal(local);
  return isQualified ? { prefix, local } : null;
}

/** Whether the text after a colon in an XML name is a name itself, without another colon. */
function isLocal(text: string): boolean {
  return /^(?![-.0-9·\u0300-\u036f\u203f\u2040])[^:]+$/u.test(text);
}
