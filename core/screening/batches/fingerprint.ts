import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import type { SubmittedBatch } from "../batch_schema.ts";

/** Items that are hashed at one go: some milliseconds. */
const itemsAtOnce = 500;

/**
 * What two batches are the same by: SHA-256 over what was sent, of JSON over the canonical form (RFC
 * 8785) of its items, piece by piece, so that other requests run meanwhile.
 */
export async function batchFingerprint(submitted: SubmittedBatch): Promise<unknown> {
  const { form, onRowError } = submitted;
  if (submitted.form !== "json") {
    const digest = await crypto.subtle.digest("SHA-256", submitted.bytes);
    return { form, onRowError, digest: new Uint8Array(digest).toHex() };
  }
  const hash = createHash("sha256");
  for (const [at, item] of submitted.items.entries()) {
    hash.update(`${canonicalize(item)},`);
    if (at % itemsAtOnce === itemsAtOnce - 1) {
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
  return { form, onRowError, digest: hash.digest("hex") };
}
