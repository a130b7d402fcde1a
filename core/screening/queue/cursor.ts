import { z } from "zod";
import { decodeJson } from "../../../base/json.ts";

/** The query to which a cursor is bound, and the time. */
export interface CursorOf {
  /** The client and its query. */
  readonly bound: string;
  readonly now: Temporal.Instant;
}

/** Hours for which a cursor is valid. */
const cursorHours = 24;

/** Time of writing, the bound query, and the next position. */
const Parts = z.tuple([z.int().nonnegative(), z.string(), z.unknown()]);

/** The last row shown: an id, or a position. */
const Last = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/**
 * Writes the cursor that continues after a decision, or after anything with an id or a position.
 */
export function writeCursor(last: string, of: CursorOf): Promise<string> {
  return write(last, of);
}

/**
 * Reads a cursor.
 *
 * @returns the last one that was seen; null for a cursor of something else, or too old a one
 */
export async function openCursor(cursor: string, of: CursorOf): Promise<string | null> {
  return Last.safeParse(await open(cursor, of)).data ?? null;
}

/** Writes the cursor of a list whose things are numbered, at the next number. */
export function writePlaceCursor(next: number, of: CursorOf): Promise<string> {
  return write(next, of);
}

/** Reads a cursor of {@link writePlaceCursor}; null like {@link openCursor}. */
export async function openPlaceCursor(cursor: string, of: CursorOf): Promise<number | null> {
  return z.int().nonnegative().safeParse(await open(cursor, of)).data ?? null;
}

/** Writes a cursor. It is no secret: a forged one shows only what the same query shows anyway. */
async function write(last: string | number, { bound, now }: CursorOf): Promise<string> {
  const parts = [now.epochMilliseconds, await digestOf(bound), last];
  return new TextEncoder().encode(JSON.stringify(parts)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
}

async function open(cursor: string, { bound, now }: CursorOf): Promise<unknown> {
  const parsed = Parts.safeParse(decodeJson(cursor));
  if (!parsed.success) return null;
  const [writtenAt, digest, last] = parsed.data;
  const age = now.epochMilliseconds - writtenAt;
  return digest === await digestOf(bound) && age <= cursorHours * 3_600_000 ? last : null;
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex().slice(0, 32);
}
