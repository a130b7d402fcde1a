import { z } from "zod";
import { concatBytes } from "../../base/bytes.ts";
import { defineKey } from "./define_key.ts";
import type { RawPut } from "./backend.ts";
import { parseJson } from "./codec.ts";
import type { Key } from "./key.ts";

/**
 * Replaces a value that is too long for one key; its pieces are at {@link valueChunks}, outside the
 * range of the kind, written in the same commit.
 */
const Manifest = z.strictObject({
  v: z.literal(1),
  chunks: z.int().min(2),
  sha256: z.string(),
});
export type Manifest = z.infer<typeof Manifest>;

/** The pieces of long values. */
export const valueChunks = defineKey({
  name: "chunk",
  parts: ["...key", "n"],
  value: "piece `n` of the long value at `key`",
  lifetime: "as the value",
  personal: "as the value",
  protected: "as the value",
});

/** Maximum bytes of a piece, below the 65,536 of a value. */
export const chunkBytesMax = 64_000;
/** Maximum pieces of a value, which fit one commit of 800 KiB. */
const chunksMax = 12;

/** The keys of a value's pieces, in order. */
export function chunkKeys(key: Key, count: number): readonly Key[] {
  return Array.from({ length: count }, (_, index) => valueChunks.key(...key, index));
}

/** The writes of a value: the value itself, or its manifest and its pieces. */
export async function splitValue({ key, bytes, expireIn }: RawPut): Promise<readonly RawPut[]> {
  if (bytes.length <= chunkBytesMax) return [{ key, bytes, expireIn }];
  const chunks = Math.ceil(bytes.length / chunkBytesMax);
  if (chunks > chunksMax) {
    throw new Error(`A value of "${key[0]}" needs ${chunks} chunks, at most ${chunksMax}`);
  }
  const manifest: Manifest = { v: 1, chunks, sha256: await sha256(bytes) };
  const pieces = chunkKeys(key, chunks).map((pieceKey, index) => ({
    key: pieceKey,
    bytes: bytes.slice(index * chunkBytesMax, (index + 1) * chunkBytesMax),
    expireIn,
  }));
  const manifestBytes = new TextEncoder().encode(JSON.stringify(manifest));
  return [...pieces, { key, bytes: manifestBytes, expireIn }];
}

/** The manifest in the bytes; null for a value. */
export function findManifest({ key, bytes }: Pick<RawPut, "key" | "bytes">): Manifest | null {
  if (!startsLikeManifest(bytes)) return null;
  const parsed = Manifest.safeParse(parseJson(key, new TextDecoder().decode(bytes)));
  return parsed.success ? parsed.data : null;
}

/** Joins the pieces of a value; null when one is missing or belongs to another manifest. */
export async function joinChunks(
  { chunks, sha256: expected }: Manifest,
  pieces: readonly (Uint8Array | null)[],
): Promise<Uint8Array<ArrayBuffer> | null> {
  const present = pieces.filter((piece) => piece !== null);
  if (present.length !== chunks) return null;
  const joined = concatBytes(present);
  return await sha256(joined) === expected ? joined : null;
}

const manifestStart = new TextEncoder().encode(`{"v":1,"chunks":`);

function startsLikeManifest(bytes: Uint8Array): boolean {
  return bytes.length < 256 && manifestStart.every((byte, index) => bytes[index] === byte);
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
