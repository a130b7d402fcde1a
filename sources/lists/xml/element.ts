/** One element of an XML file with its content. */
export interface XmlElement {
  /** Its name without a prefix. */
  readonly name: string;
  /** Line of the file on which it begins, from 1. */
  readonly line: number;
  /** By name without a prefix. */
  readonly attributes: ReadonlyMap<string, string>;
  /** In the order of the file. */
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

/** Every element at the end of a path of names. */
export function elementsAt(
  element: XmlElement,
  ...[name, ...rest]: readonly string[]
): readonly XmlElement[] {
  if (name === undefined) return [element];
  return element.children.flatMap((child) => child.name === name ? elementsAt(child, ...rest) : []);
}

/**
 * The texts of all elements at the end of a path, with white space normalised, without empty ones.
 */
export function textsAt(element: XmlElement, ...path: readonly string[]): readonly string[] {
  return elementsAt(element, ...path).map(ownText).filter((text) => text !== "");
}

/** The first text at the end of a path, or null. */
export function textAt(element: XmlElement, ...path: readonly string[]): string | null {
  return textsAt(element, ...path)[0] ?? null;
}

/** An element's own text, with white space normalised. */
export function ownText(element: XmlElement): string {
  return element.text.replace(/\s+/g, " ").trim();
}

/** An attribute, with white space normalised; null when absent or empty. */
export function attributeOf(element: XmlElement, name: string): string | null {
  const text = (element.attributes.get(name) ?? "").replace(/\s+/g, " ").trim();
  return text === "" ? null : text;
}

/** Whether an element has content: text, or an attribute, of its own or nested. */
export function hasContent(element: XmlElement): boolean {
  return ownText(element) !== "" || element.children.some(hasContent) ||
    [...element.attributes.values()].some((value) => value.trim() !== "");
}

/** Counts every child of a record with content that is not read. */
export function noteUnusedElements(
  { children }: XmlElement,
  used: ReadonlySet<string>,
  note: (name: string) => void,
): void {
  for (const child of children) if (!used.has(child.name) && hasContent(child)) note(child.name);
}
