import assert from "node:assert/strict";
import { ContentInfo, IssuerAndSerialNumber, SignedData } from "pkijs";
import { concatBytes } from "../../base/bytes.ts";

/** A signature in a PDF as read by another library than the one that makes them. */
export interface ReadSignature {
  readonly verified: boolean;
  /** Whether everything except the gap is signed, to the end of the file. */
  readonly coversFile: boolean;
  /** Serial number of the signer's certificate, which identifies its key; hex. */
  readonly serialNumber: string;
  readonly hasTimestamp: boolean;
}

const timestampAttribute = "1.2.840.113549.1.9.16.2.14";

/** Reads the signatures of a PDF by their byte ranges, in file order, and verifies each. */
export async function readSignatures(pdf: Uint8Array): Promise<readonly ReadSignature[]> {
  const text = new TextDecoder("latin1").decode(pdf);
  const read: ReadSignature[] = [];
  for (const [, numbers = ""] of text.matchAll(/\/ByteRange\s*\[([\d\s]+)\]/g)) {
    const [start = NaN, gapAt = NaN, gapEnd = NaN, rest = NaN] = numbers.trim().split(/\s+/)
      .map(Number);
    const signed = concatBytes([
      pdf.subarray(start, gapAt),
      pdf.subarray(gapEnd, gapEnd + rest),
    ]);
    const coversFile = start === 0 && gapEnd + rest === pdf.length;
    read.push({ coversFile, ...await verify(text.slice(gapAt + 1, gapEnd - 1), signed) });
  }
  return read;
}

async function verify(hex: string, data: Uint8Array<ArrayBuffer>) {
  const { content } = ContentInfo.fromBER(Uint8Array.fromHex(hex).buffer);
  const signed = new SignedData({ schema: content });
  const sid: unknown = signed.signerInfos[0]?.sid;
  assert(sid instanceof IssuerAndSerialNumber, "the signer is named by its certificate");
  const attributes = signed.signerInfos[0]?.unsignedAttrs?.attributes ?? [];
  return {
    verified: await signed.verify({ signer: 0, data: data.buffer }),
    // A zero before a high bit is no part of the number.
    serialNumber: new Uint8Array(sid.serialNumber.valueBlock.valueHexView).toHex()
      .replace(/^00/, ""),
    hasTimestamp: attributes.some(({ type }) => type === timestampAttribute),
  };
}
