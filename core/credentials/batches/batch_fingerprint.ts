import canonicalize from "canonicalize";
import type { CreateBatchRequest } from "./schema.ts";

/** Characters of rows that are hashed in one step. */
const pieceCharacters = 256 * 1_024;
const encoder = new TextEncoder();

/**
 * Returns a fingerprint by which two submissions are equal: SHA-256 over the canonical form (RFC
 * 8785) of their rows, hashed in pieces so that other requests need not wait for 8 MiB, and over
 * all other members.
 */
export async function batchFingerprint(
  { submitted, ...named }: CreateBatchRequest,
): Promise<unknown> {
  const digests: string[] = [];
  for (const piece of pieces(submitted)) {
    // Another thread computes it: others run meanwhile.
    const digest = await crypto.subtle.digest("SHA-256", encoder.encode(piece));
    digests.push(new Uint8Array(digest).toHex());
  }
  return { ...named, submissionMethod: submitted.submissionMethod, digests };
}

function* pieces(submitted: CreateBatchRequest["submitted"]): Generator<string, void> {
  if (submitted.submissionMethod === "CSV_UPLOAD") {
    const { csvContent } = submitted;
    for (let at = 0; at < csvContent.length;) {
      const end = at + pieceCharacters;
      // Half a surrogate pair has no UTF-8.
      const next = csvContent.slice(end - 1, end + 1).isWellFormed() ? end : end + 1;
      yield csvContent.slice(at, next);
      at = next;
    }
    return;
  }
  let piece = "";
  for (const row of submitted.rows) {
    piece += `${canonicalize(row)},`;
    if (piece.length < pieceCharacters) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}
