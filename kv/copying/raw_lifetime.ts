import { z } from "zod";
import type { Backend, RawRecord, Versioned } from "../store/backend.ts";
import { chunkKeys, findManifest, joinChunks, valueChunks } from "../store/chunks.ts";
import { parseJson } from "../store/codec.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import { keysReadMax } from "../store/budget.ts";
import type { Key } from "../store/key.ts";
import { cleanUpAfterMilliseconds, expiresAtOf } from "../store/lifetime.ts";
import { type RetryDependencies, retryWhileBusy } from "../store/retry.ts";

/**
 * Both forms of a value: a plain value contains its lifetime, an encrypted one has the lifetime
 * next to it.
 */
const Envelope = z.looseObject({ value: z.unknown().optional(), expiresAt: z.string().optional() });

/**
 * Finds the expiry of values for a backend that does not report it (KV Connect): from the value
 * itself, or for a long value from its joined pieces.
 *
 * @throws DamagedValueError when a long value lacks a piece, because it was written meanwhile
 */
export function openRawLifetimes(
  backend: Backend,
  retry: RetryDependencies,
): (found: Versioned) => Promise<RawRecord["expiresAt"]> {
  /** The last read long value; its pieces follow each other. */
  let last: { readonly name: string; readonly expiresAt: number | null } | null = null;

  async function readAll(keys: readonly Key[]): Promise<readonly (Versioned | null)[]> {
    const found: (Versioned | null)[] = [];
    for (let at = 0; at < keys.length; at += keysReadMax) {
      const batch = keys.slice(at, at + keysReadMax);
      found.push(...await retryWhileBusy(retry, () => backend.read(batch)));
    }
    return found;
  }

  async function ofLongValue(key: Key): Promise<number | null> {
    const name = JSON.stringify(key);
    if (last?.name === name) return last.expiresAt;
    const [found] = await readAll([key]);
    const manifest = found ? findManifest(found) : null;
    const pieces = manifest === null ? [] : await readAll(chunkKeys(key, manifest.chunks));
    const joined = manifest === null
      ? null
      : await joinChunks(manifest, pieces.map((piece) => piece?.bytes ?? null));
    if (joined === null) throw new DamagedValueError(key, "a piece of it is missing or changed");
    last = { name, expiresAt: ofEnvelope(key, joined) };
    return last.expiresAt;
  }

  return async (found) => {
    const [kind, ...place] = found.key;
    const [base, ...parts] = place.slice(0, -1);
    if (kind === valueChunks.name && typeof base === "string") {
      return await ofLongValue([base, ...parts]);
    }
    return findManifest(found) === null
      ? ofEnvelope(found.key, found.bytes)
      : await ofLongValue(found.key);
  };
}

function ofEnvelope(key: Key, bytes: Uint8Array): number | null {
  const envelope = Envelope.safeParse(parseJson(key, new TextDecoder().decode(bytes)));
  if (!envelope.success) throw new DamagedValueError(key, "it is not versioned JSON");
  const expiresAt = expiresAtOf(envelope.data.value) ?? expiresAtOf(envelope.data);
  if (expiresAt === null) return null;
  return Temporal.Instant.from(expiresAt).epochMilliseconds + cleanUpAfterMilliseconds;
}
