/** One element of DER (X.690 §10): its tag and the bytes inside. */
export interface DerElement {
  readonly tag: number;
  readonly content: Uint8Array;
  /** The element itself, tag and length included. */
  readonly whole: Uint8Array;
}

/** Tags that certificates use. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Thrown for bytes that are no DER; the parser of a certificate catches it and returns null. */
export class DerError extends Error {}

/** Elements that stand one after the other: more than the parts of any certificate. */
const elementsMax = 64;

/** Reads the elements that stand one after the other. @throws DerError */
export function elementsOf(bytes: Uint8Array): readonly DerElement[] {
  const elements: DerElement[] = [];
  for (const element of eachElement(bytes)) {
    if (elements.length === elementsMax) throw new DerError("too many elements");
    elements.push(element);
  }
  return elements;
}

/** Reads elements one after the other, of any number. @throws DerError */
export function* eachElement(bytes: Uint8Array): Generator<DerElement> {
  for (let at = 0; at < bytes.length;) {
    const element = elementAt(bytes, at);
    yield element;
    at += element.whole.length;
  }
}

/** The elements inside of one with this tag. @throws DerError */
export function inside(element: DerElement | undefined, tag: number): readonly DerElement[] {
  return elementsOf(contentOf(element, tag));
}

/** The bytes inside of an element with this tag. @throws DerError */
export function contentOf(element: DerElement | undefined, tag: number): Uint8Array {
  if (element?.tag !== tag) throw new DerError(`expected tag ${tag}, got ${element?.tag}`);
  return element.content;
}

/** An object identifier in dotted form. @throws DerError */
export function readOid(element: DerElement | undefined): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of contentOf(element, tags.oid)) {
    arc = arc * 128 + (byte & 0x7f);
    if (!Number.isSafeInteger(arc)) throw new DerError("an arc is too long");
    if (byte >= 0x80) continue;
    if (arcs.length === 0) {
      const first = Math.min(2, Math.floor(arc / 40));
      arcs.push(first, arc - first * 40);
    } else {
      arcs.push(arc);
    }
    arc = 0;
  }
  return arcs.join(".");
}

/** A small number that is not negative. @throws DerError */
export function readCount(element: DerElement | undefined): number {
  const bytes = contentOf(element, tags.integer);
  const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  if (bytes.length === 0 || bytes.length > 4 || (bytes[0] ?? 0) >= 0x80) {
    throw new DerError("expected a small number");
  }
  return value;
}

/** Numbers of the bits that are set, from 0; of 16 bits at most. @throws DerError */
export function readBits(element: DerElement | undefined): ReadonlySet<number> {
  const content = contentOf(element, tags.bitString);
  const [unused = 8, ...bytes] = content.subarray(0, 3);
  if (unused > 7 || content.length > 3) throw new DerError("expected a few bits");
  const isSet = (bit: number) => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0;
  const bits = Array.from({ length: bytes.length * 8 - unused }, (_, bit) => bit);
  return new Set(bits.filter(isSet));
}

/** A time, in Unix seconds; RFC 5280 §4.1.2.5 has but one spelling of each kind. @throws DerError */
export function readTime(element: DerElement | undefined): number {
  const isShort = element?.tag === tags.utcTime;
  const text = new TextDecoder().decode(
    contentOf(element, isShort ? tags.utcTime : tags.generalizedTime),
  );
  const century = isShort ? (Number(text.slice(0, 2)) < 50 ? "20" : "19") : "";
  const [, date = "", hour, minute, second] =
    /^(\d{8})(\d\d)(\d\d)(\d\d)Z$/.exec(`${century}${text}`) ?? [];
  const [year, month, day] = [date.slice(0, 4), date.slice(4, 6), date.slice(6)];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time)) throw new DerError("expected a time");
  return time / 1000;
}

function elementAt(bytes: Uint8Array, at: number): DerElement {
  const [tag = 0, first = 0] = bytes.subarray(at, at + 2);
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const start = at + 2 + lengthBytes;
  const written = bytes.subarray(at + 2, start);
  const length = lengthBytes === 0 ? first : written.reduce((sum, byte) => sum * 256 + byte, 0);
  const isMinimal = lengthBytes === 0 ||
    (lengthBytes <= 3 && first !== 0x80 && length >= 0x80 && written[0] !== 0);
  const isWhole = at + 2 <= bytes.length && start + length <= bytes.length;
  if ((tag & 0x1f) === 0x1f || !isMinimal || !isWhole) throw new DerError("malformed element");
  return {
    tag,
    content: bytes.subarray(start, start + length),
    whole: bytes.subarray(at, start + length),
  };
}
