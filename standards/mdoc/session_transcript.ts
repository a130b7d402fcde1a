import { createHash } from "node:crypto";
import { concatBytes } from "../../base/bytes.ts";
import { encodeCbor } from "./cbor.ts";

/** The request that a wallet's answer is bound to. */
export interface Handover {
  /** The verifier's `client_id`, whole, with its prefix. */
  readonly clientId: string;
  readonly nonce: string;
  /**
   * RFC 7638 SHA-256 thumbprint of the key that the answer is encrypted to; null for an unencrypted
   * answer.
   */
  readonly jwkThumbprint: Uint8Array | null;
  readonly responseUri: string;
}

/**
 * The start of an array of three whose first two members are null: no device engagement and no
 * reader key.
 */
const twoNullsAnd = [0x83, 0xf6, 0xf6];

/**
 * Encodes `SessionTranscript` of an answer by redirect or direct_post (OpenID4VP 1.0, Appendix
 * B.2.6.1).
 */
export function sessionTranscript(
  { clientId, nonce, jwkThumbprint, responseUri }: Handover,
): Uint8Array<ArrayBuffer> {
  return transcript("OpenID4VPHandover", [clientId, nonce, jwkThumbprint, responseUri]);
}

/** The request of a web page, to which the browser's answer is bound. */
export interface DigitalHandover extends Pick<Handover, "nonce" | "jwkThumbprint"> {
  /** The origin of the page, as the browser reported it to the wallet. */
  readonly origin: string;
}

/**
 * Encodes `SessionTranscript` of an answer by the Digital Credentials API (OpenID4VP 1.0, Appendix
 * B.2.6.2).
 */
export function digitalSessionTranscript(
  { origin, nonce, jwkThumbprint }: DigitalHandover,
): Uint8Array<ArrayBuffer> {
  return transcript("OpenID4VPDCAPIHandover", [origin, nonce, jwkThumbprint]);
}

function transcript(
  name: string,
  info: readonly (string | Uint8Array | null)[],
): Uint8Array<ArrayBuffer> {
  const digest = createHash("sha256").update(encodeCbor(info)).digest();
  const handover = encodeCbor([name, new Uint8Array(digest)]);
  return concatBytes([Uint8Array.from(twoNullsAnd), handover]);
}
