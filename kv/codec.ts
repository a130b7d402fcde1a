import { z } from "zod";
import type { Random } from "../core/ports/random.ts";
import { DamagedValueError } from "./damaged_value.ts";
import { seal, Sealed, unseal } from "./encrypted.ts";
import type { Key } from "./key.ts";
import { expiryOf, timestamp } from "./lifetime.ts";
import type { Stored } from "./store.ts";

/** A value in clear. `v` is the version of this form; a newer one is refused, not guessed at. */
const Clear = z.strictObject({ v: z.literal(1), value: z.unknown() });

/**
 * Bytes of a value: UTF-8 of `{"v":1,"value":...}`, or of a {@link Sealed}. Not the runtime's own
 * clone format, which a runtime of another V8 cannot read (decisions.md part 12).
 *
 * @throws Error when the value is not of its schema: what could not be read back is never written
 */
export async function encodeValue(
  stored: Stored<unknown>,
  { key, value, random }: {
    readonly key: Key;
    readonly value: unknown;
    readonly random: Random;
  },
): Promise<Uint8Array<ArrayBuffer>> {
  const schema = "keys" in stored ? stored.schema : stored;
  const writable = schema.safeParse(value);
  if (!writable.success) {
    throw new Error(`A value for ${JSON.stringify(key[0])} does not have the form of its kind`, {
      cause: writable.error,
    });
  }
  const envelope = "keys" in stored
    ? await seal(stored.keys, {
      key,
      text: JSON.stringify(writable.data),
      random,
      expiresAt: lifetimeOf(writable.data),
    })
    : { v: 1, value: writable.data };
  return new TextEncoder().encode(JSON.stringify(envelope));
}

/**
 * The value of bytes that {@link encodeValue} made.
 *
 * @throws DamagedValueError when they are not such a value, or not of its schema
 */
export async function decodeValue<T>(
  stored: Stored<T>,
  { key, bytes }: { readonly key: Key; readonly bytes: Uint8Array },
): Promise<T> {
  const envelope = parseJson(key, new TextDecoder().decode(bytes));
  if ("keys" in stored) {
    const sealed = parseAs(Sealed, { key, value: envelope });
    const text = await unseal(stored.keys, { key, sealed });
    return parseAs(stored.schema, { key, value: parseJson(key, text) });
  }
  return parseAs(stored, { key, value: parseAs(Clear, { key, value: envelope }).value });
}

function lifetimeOf(value: unknown): string | null {
  const expiry = expiryOf(value);
  return expiry === null ? null : timestamp(expiry);
}

function parseAs<T>(
  schema: z.ZodType<T>,
  { key, value }: { readonly key: Key; readonly value: unknown },
): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new DamagedValueError(key, "it does not have the form of its kind", parsed.error);
}

/**
 * Reads JSON of the store.
 *
 * @throws DamagedValueError when the text is none
 */
export function parseJson(key: Key, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which may be personal data.
    throw new DamagedValueError(key, "it is not JSON");
  }
}
