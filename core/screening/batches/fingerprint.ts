import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import type { NextTurn } from "../../../base/turns.ts";
import type { SubmittedBatch } from "../batch_schema.ts";

/**
 * Number of characters that are processed at once, which takes some milliseconds; then other
 * requests run. The last item may exceed it.
 */
const charactersAtOnce = 32_768;

const nextTurn: NextTurn = () => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Identifies equal batches: SHA-256 of the sent bytes, or for JSON of the canonical form (RFC 8785)
 * of its items, computed in parts so that other requests run meanwhile.
 */
export async function batchFingerprint(
  submitted: SubmittedBatch,
  wait = nextTurn,
): Promise<unknown> {
  const { form, onRowError, changedSince = null } = submitted;
  if (submitted.form !== "json") {
    const digest = await crypto.subtle.digest("SHA-256", submitted.bytes);
    return { form, onRowError, changedSince, digest: new Uint8Array(digest).toHex() };
  }
  const hash = createHash("sha256");
  let characters = 0;
  for (const item of submitted.items) {
    const text = `${canonicalize(item)},`;
    hash.update(text);
    characters += text.length;
    if (characters < charactersAtOnce) continue;
    await wait();
    characters = 0;
  }
  return { form, onRowError, changedSince, digest: hash.digest("hex") };
}
