import { BaseBlock, Constructed, fromBER, OctetString } from "asn1js";
import { type Asn1Element, Asn1Error, expectTag, tags } from "./element.ts";

/**
 * An element of BER. DER is a subset of BER, and some timestamp authorities write BER. A
 * constructed octet string has the joined bytes of its parts as content; any other constructed
 * element has no content.
 */
export interface BerElement extends Asn1Element {
  readonly children: readonly BerElement[];
}

/**
 * Maximum bytes of one message: a signature with its chain has about 20 KiB. Reading each arc of an
 * identifier is slow.
 */
const bytesMax = 128 * 1_024;
/** Maximum elements of one message: certificate chains have some hundreds. */
const nodesMax = 10_000;
const depthMax = 48;

/** Reads one element that fills the bytes. @throws Asn1Error */
export function readBer(bytes: Uint8Array): BerElement {
  if (bytes.length > bytesMax) throw new Asn1Error("a message is too long");
  try {
    // A copy: what is read must not hold more memory than its own.
    const { offset, result } = fromBER(bytes.slice(), { maxDepth: depthMax, maxNodes: nodesMax });
    if (offset !== bytes.length) throw new Asn1Error("malformed element");
    return elementOf(result);
  } catch (cause) {
    if (cause instanceof Asn1Error) throw cause;
    throw new Asn1Error("malformed element", { cause });
  }
}

const noBytes = new Uint8Array();

function elementOf(block: unknown): BerElement {
  if (!(block instanceof BaseBlock)) throw new Asn1Error("malformed element");
  const { tagClass, tagNumber, isConstructed } = block.idBlock;
  if (tagNumber > 30) throw new Asn1Error("a tag is too high");
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
    if (!Array.isArray(value)) throw new Asn1Error("malformed element");
    return { tag, whole, content: noBytes, children: value.map(elementOf) };
  }
  return { tag, whole, content: primitiveContent(whole), children: [] };
}

/** Returns the bytes after tag and length, whose form was checked before. */
function primitiveContent(whole: Uint8Array): Uint8Array {
  const first = whole[1] ?? 0;
  return whole.subarray(first < 0x80 ? 2 : 2 + (first & 0x7f));
}

/** Returns the child elements of an element with this tag. @throws Asn1Error */
export function childrenOf(
  element: BerElement | undefined,
  tag: number = tags.sequence,
): readonly BerElement[] {
  return expectTag(element, tag).children;
}
