import { Buffer } from "node:buffer";
import { type Asn1Element, Asn1Error, readOid, tags } from "../asn1/element.ts";
import { elementsOf, inside } from "../asn1/read_der.ts";

/** Attribute types that are written by name (RFC 4514 §3); all others by object identifier. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ["2.5.4.3", "CN"],
  ["2.5.4.6", "C"],
  ["2.5.4.7", "L"],
  ["2.5.4.8", "ST"],
  ["2.5.4.9", "STREET"],
  ["2.5.4.10", "O"],
  ["2.5.4.11", "OU"],
  ["0.9.2342.19200300.100.1.1", "UID"],
  ["0.9.2342.19200300.100.1.25", "DC"],
]);

/** Encodings of the texts of names by their tags: UTF8String, PrintableString, IA5String, BMPString. */
const encodings: ReadonlyMap<number, string> = new Map([
  [0x0c, "utf-8"],
  [0x13, "utf-8"],
  [0x16, "utf-8"],
  [0x1e, "utf-16be"],
]);

/**
 * Writes a distinguished name as text (RFC 4514), the last part first: `CN=Issuer,O=Example,C=DE`.
 *
 * @param der a `Name`, as in certificates
 * @returns null for bytes that are not a name
 */
export function distinguishedName(der: Uint8Array): string | null {
  try {
    const [name, ...rest] = elementsOf(der);
    if (rest.length > 0) return null;
    return inside(name, tags.sequence).toReversed()
      .map((part) => inside(part, tags.set).map(attributeText).join("+"))
      .join(",");
  } catch (fault) {
    if (fault instanceof Asn1Error) return null;
    throw fault;
  }
}

function attributeText(attribute: Asn1Element): string {
  const [id, value] = inside(attribute, tags.sequence);
  const oid = readOid(id);
  const name = typeNames.get(oid);
  const text = name === undefined || value === undefined ? null : textOf(value);
  // What has no name, or is no text, is written by its bytes (§2.4).
  return text === null
    ? `${name ?? oid}=#${Buffer.from(value?.whole ?? []).toString("hex")}`
    : `${name}=${escaped(text)}`;
}

function textOf({ tag, content }: Asn1Element): string | null {
  const encoding = encodings.get(tag);
  if (encoding === undefined) return null;
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return null; // bytes that are no text
  }
}

/** Escapes characters that would end a value, and invisible ones (§2.4). */
function escaped(text: string): string {
  return text
    .replaceAll(/["+,;<>\\]/g, "\\$&")
    .replaceAll(
      /\p{Cc}/gu,
      (character) => Buffer.from(character).toString("hex").replaceAll(/../g, "\\$&"),
    )
    .replace(/^[ #]|(?<=[^]) $/g, "\\$&");
}
