import { type Asn1Element, Asn1Error, expectTag, tags } from "./element.ts";

/** Maximum elements in a sequence: more than the parts of any certificate. */
const elementsMax = 64;

/** Reads consecutive elements. @throws Asn1Error */
export function elementsOf(bytes: Uint8Array): readonly Asn1Element[] {
  const elements: Asn1Element[] = [];
  for (const element of eachElement(bytes)) {
    if (elements.length === elementsMax) throw new Asn1Error("too many elements");
    elements.push(element);
  }
  return elements;
}

/** Reads any number of consecutive elements. @throws Asn1Error */
export function* eachElement(bytes: Uint8Array): Generator<Asn1Element> {
  for (let at = 0; at < bytes.length;) {
    const element = elementAt(bytes, at);
    yield element;
    at += element.whole.length;
  }
}

/** Returns the child elements of an element with this tag. @throws Asn1Error */
export function inside(element: Asn1Element | undefined, tag: number): readonly Asn1Element[] {
  return elementsOf(contentOf(element, tag));
}

/** Returns the content bytes of an element with this tag. @throws Asn1Error */
export function contentOf(element: Asn1Element | undefined, tag: number): Uint8Array {
  return expectTag(element, tag).content;
}

/** Reads a small non-negative number. @throws Asn1Error */
export function readCount(element: Asn1Element | undefined): number {
  const bytes = contentOf(element, tags.integer);
  const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  if (bytes.length === 0 || bytes.length > 4 || (bytes[0] ?? 0) >= 0x80) {
    throw new Asn1Error("expected a small number");
  }
  return value;
}

/** Reads the numbers of the bits that are set, from 0; 16 bits at most. @throws Asn1Error */
export function readBits(element: Asn1Element | undefined): ReadonlySet<number> {
  const content = contentOf(element, tags.bitString);
  const [unused = 8, ...bytes] = content.subarray(0, 3);
  if (unused > 7 || content.length > 3) throw new Asn1Error("expected a few bits");
  const isSet = (bit: number) => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0;
  const bits = Array.from({ length: bytes.length * 8 - unused }, (_, bit) => bit);
  return new Set(bits.filter(isSet));
}

function elementAt(bytes: Uint8Array, at: number): Asn1Element {
  const [tag = 0, first = 0] = bytes.subarray(at, at + 2);
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const start = at + 2 + lengthBytes;
  const written = bytes.subarray(at + 2, start);
  const length = lengthBytes === 0 ? first : written.reduce((sum, byte) => sum * 256 + byte, 0);
  const isMinimal = lengthBytes === 0 ||
    (lengthBytes <= 3 && first !== 0x80 && length >= 0x80 && written[0] !== 0);
  const isWhole = at + 2 <= bytes.length && start + length <= bytes.length;
  if ((tag & 0x1f) === 0x1f || !isMinimal || !isWhole) throw new Asn1Error("malformed element");
  return {
    tag,
    content: bytes.subarray(start, start + length),
    whole: bytes.subarray(at, start + length),
  };
}
