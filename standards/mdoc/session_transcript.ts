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
  const info = encodeCbor([clientId, nonce, jwkThumbprint, responseUri]);
  const digest = createHash("sha256").update(info).digest();
  const handover = encodeCbor(["OpenID4VPHandover", new Uint8Array(digest)]);
  return concatBytes([Uint8Array.from(twoNullsAnd), handover]);
}
