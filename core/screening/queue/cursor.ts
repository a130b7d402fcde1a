import { z } from "zod";
import { decodeJson } from "../../../base/json.ts";

/** What a cursor is bound to, and when. */
export interface CursorOf {
  /** The client and its query. */
  readonly bound: string;
  readonly now: Temporal.Instant;
}

/** Hours for which a cursor is taken. */
const cursorHours = 24;

/** Time of writing, what it is bound to, and where the walk goes on. */
const Parts = z.tuple([z.int().nonnegative(), z.string(), z.unknown()]);

/** What names the last one that was seen: an id, or a place. */
const Last = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** Writes the cursor behind a decision, or behind anything that an id or a place names. */
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

/** Writes the cursor of a walk over things that are counted, at the next of them. */
export function writePlaceCursor(next: number, of: CursorOf): Promise<string> {
  return write(next, of);
}

/** Reads what {@link writePlaceCursor} has written; null as {@link openCursor} gives it. */
export async function openPlaceCursor(cursor: string, of: CursorOf): Promise<number | null> {
  return z.int().nonnegative().safeParse(await open(cursor, of)).data ?? null;
}

/** It is no secret: who makes one up sees what the same query shows anyway. */
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
