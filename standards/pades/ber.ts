import { BaseBlock, Constructed, fromBER, OctetString } from "asn1js";

/** An element of BER (X.690), which DER is a part of: some timestamp authorities write BER. */
export interface BerElement {
  /** The identifier octet: class, whether it is constructed, number. */
  readonly tag: number;
  /** The element itself, tag and length included. */
  readonly whole: Uint8Array;
  /** Bytes of a primitive; of a constructed octet string those of its parts. */
  readonly content: Uint8Array;
  readonly children: readonly BerElement[];
}

/** Identifier octets that CMS uses. */
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

/** Thrown for bytes that are not what they should be; caught where they come in. */
export class BerError extends Error {}

/** Bytes of one message: a signature with its chain has some 20 KiB. Each arc of an identifier takes long. */
const bytesMax = 128 * 1_024;
/** Elements of one message: chains of certificates have some hundreds. */
const nodesMax = 10_000;
const depthMax = 48;

/** Reads one element that fills the bytes. @throws BerError */
export function readBer(bytes: Uint8Array): BerElement {
  if (bytes.length > bytesMax) throw new BerError("a message is too long");
  try {
    // A copy: what is read must not hold more memory than its own.
    const { offset, result } = fromBER(bytes.slice(), { maxDepth: depthMax, maxNodes: nodesMax });
    if (offset !== bytes.length) throw new BerError("malformed element");
    return elementOf(result);
  } catch (cause) {
    if (cause instanceof BerError) throw cause;
    throw new BerError("malformed element", { cause });
  }
}

const noBytes = new Uint8Array();

function elementOf(block: unknown): BerElement {
  if (!(block instanceof BaseBlock)) throw new BerError("malformed element");
  const { tagClass, tagNumber, isConstructed } = block.idBlock;
  if (tagNumber > 30) throw new BerError("a tag is too high");
  const whole = block.valueBeforeDecodeView;
  if (block instanceof OctetString) {
    return {
      tag: tags.octetString,
      whole,
      content: new Uint8Array(block.getValue()),
      children: [],
    };
  }
  const tag = ((tagClass - 1) << 6) | (isConstructed ? 0x20 : 0) | tagNumber;
  if (block instanceof Constructed || isConstructed) {
    const value: unknown = "value" in block.valueBlock ? block.valueBlock.value : null;
    if (!Array.isArray(value)) throw new BerError("malformed element");
    return { tag, whole, content: noBytes, children: value.map(elementOf) };
  }
  return { tag, whole, content: primitiveContent(whole), children: [] };
}

/** The bytes behind tag and length, whose form has been checked. */
function primitiveContent(whole: Uint8Array): Uint8Array {
  const first = whole[1] ?? 0;
  return whole.subarray(first < 0x80 ? 2 : 2 + (first & 0x7f));
}

/** The element, where it has this tag. @throws BerError */
export function expectTag(element: BerElement | undefined, tag: number): BerElement {
  if (element?.tag !== tag) throw new BerError(`expected tag ${tag}, got ${element?.tag}`);
  return element;
}

/** The elements inside of one with this tag. @throws BerError */
export function childrenOf(
  element: BerElement | undefined,
  tag: number = tags.sequence,
): readonly BerElement[] {
  return expectTag(element, tag).children;
}

/** An object identifier in dotted form. @throws BerError */
export function oidOf(element: BerElement | undefined): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of expectTag(element, tags.oid).content) {
    arc = arc * 128 + (byte & 0x7f);
    if (!Number.isSafeInteger(arc)) throw new BerError("an arc is too long");
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
