import { createHash } from "node:crypto";
import { concatBytes } from "../../base/bytes.ts";
import { encodeCbor } from "./cbor.ts";

/** The request that a wallet's answer is bound to. */
export interface Handover {
  /** The verifier's `client_id`, whole, with its prefix. */
  readonly clientId: string;
  readonly nonce: string;
  /** RFC 7638, SHA-256, of the key that the answer is encrypted to; null where it is not. */
  readonly jwkThumbprint: Uint8Array | null;
  readonly responseUri: string;
}

/** Beginning of an array of three, whose first two are null: no device engagement, no reader's key. */
const twoNullsAnd = [0x83, 0xf6, 0xf6];

/** `SessionTranscript` of an answer by redirect or direct_post (OpenID4VP 1.0, Appendix B.2.6.1). */
export function sessionTranscript(
  { clientId, nonce, jwkThumbprint, responseUri }: Handover,
): Uint8Array<ArrayBuffer> {
  return transcript("OpenID4VPHandover", [clientId, nonce, jwkThumbprint, responseUri]);
}

/** The request of a page that an answer by its browser is bound to. */
export interface DigitalHandover extends Pick<Handover, "nonce" | "jwkThumbprint"> {
  /** The page's, as the browser has reported it to the wallet. */
  readonly origin: string;
}

/** `SessionTranscript` of an answer by the Digital Credentials API (OpenID4VP 1.0, Appendix B.2.6.2). */
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
