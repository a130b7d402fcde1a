/** One element of BER or DER (X.690): its tag and the bytes inside. */
export interface Asn1Element {
  /** The identifier octet: class, whether it is constructed, number. */
  readonly tag: number;
  readonly content: Uint8Array;
  /** The element itself, tag and length included. */
  readonly whole: Uint8Array;
}

/** Identifier octets of universal types. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Thrown for malformed bytes; the reader of untrusted bytes catches it. */
export class Asn1Error extends Error {}

/** Returns the element if it has this tag. @throws Asn1Error */
export function expectTag<Element extends Asn1Element>(
  element: Element | undefined,
  tag: number,
): Element {
  if (element?.tag !== tag) throw new Asn1Error(`expected tag ${tag}, got ${element?.tag}`);
  return element;
}

/** Reads an object identifier into dotted form. @throws Asn1Error */
export function readOid(element: Asn1Element | undefined): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of expectTag(element, tags.oid).content) {
    arc = arc * 128 + (byte & 0x7f);
    if (!Number.isSafeInteger(arc)) throw new Asn1Error("an arc is too long");
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

/**
 * Reads a UTCTime or GeneralizedTime into Unix milliseconds.
 *
 * @param form `der` is the one spelling of RFC 5280 §4.1.2.5; a `fraction` of seconds is that of RFC 3161 §2.4.2
 * @throws Asn1Error
 */
export function readTime(element: Asn1Element | undefined, form: "der" | "fraction"): number {
  const isShort = element?.tag === tags.utcTime;
  const { content } = expectTag(element, isShort ? tags.utcTime : tags.generalizedTime);
  const text = new TextDecoder().decode(content);
  const century = isShort ? (Number(text.slice(0, 2)) < 50 ? "20" : "19") : "";
  const [, date = "", hour, minute, second, fraction = ""] =
    /^(\d{8})(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(`${century}${text}`) ?? [];
  const [year, month, day] = [date.slice(0, 4), date.slice(4, 6), date.slice(6)];
  const time = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`,
  );
  if (Number.isNaN(time) || (form === "der" && fraction !== "")) {
    throw new Asn1Error("expected a time");
  }
  return time;
}
