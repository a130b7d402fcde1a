import { z } from "zod";
import type { Random } from "../../base/random.ts";
import { DamagedValueError } from "./damaged_value.ts";
import { type Encrypted, seal, Sealed, unseal } from "./encrypted.ts";
import type { Key } from "./key.ts";
import { expiresAtOf, timestamp } from "./lifetime.ts";
import type { Stored } from "./store.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A plain value. `v` is the version of this form; newer ones are refused. */
type Clear<T> = { readonly v: 1; readonly value: T };

/**
 * Any plain value whose bytes must be exactly those of {@link encodeValue}: with a repeated member
 * or white space it is damaged, since readers of JSON would interpret it differently.
 */
export const exactJson: z.ZodType<unknown> = z.unknown().meta({ description: "exact JSON" });

/** Envelope schemas by value schema, so that one parse checks both. */
const envelopes = new WeakMap<z.ZodType, z.ZodType<Clear<unknown>>>();

function clearOf<T>(schema: z.ZodType<T>): z.ZodType<Clear<T>> {
  const known = envelopes.get(schema);
  if (known !== undefined) return known as z.ZodType<Clear<T>>;
  const made = z.strictObject({ v: z.literal(1), value: schema });
  envelopes.set(schema, made);
  return made as z.ZodType<Clear<T>>;
}

/**
 * Encodes a value: UTF-8 of `{"v":1,"value":...}`, or of a {@link Sealed}. Does not use the
 * runtime's own clone format, which a runtime with another V8 cannot read (decisions.md part 12).
 *
 * @throws Error when the value violates its schema, since it could not be read back
 */
export function encodeValue(
  stored: Stored<unknown>,
  { key, value, random }: {
    readonly key: Key;
    readonly value: unknown;
    readonly random: Random;
  },
): Uint8Array<ArrayBuffer> {
  const schema = "keys" in stored ? stored.schema : stored;
  const writable = schema.safeParse(value);
  if (!writable.success) {
    throw new Error(`A value for ${JSON.stringify(key[0])} does not have the form of its kind`, {
      cause: writable.error,
    });
  }
  const text: string | undefined = JSON.stringify(writable.data);
  if (text === undefined) throw new Error(`A value for ${JSON.stringify(key[0])} is not JSON`);
  if (!("keys" in stored)) return encoder.encode(`{"v":1,"value":${text}}`);
  const expiresAt = lifetimeOf(writable.data);
  return encoder.encode(JSON.stringify(seal(stored.keys, { key, text, random, expiresAt })));
}

/**
 * Decodes the bytes of {@link encodeValue}.
 *
 * @returns synchronously for a plain value
 * @throws DamagedValueError when the bytes are malformed or violate the schema
 */
export function decodeValue<T>(
  stored: Stored<T>,
  { key, bytes }: { readonly key: Key; readonly bytes: Uint8Array },
): T | Promise<T> {
  const text = decoder.decode(bytes);
  const envelope = parseJson(key, text);
  if (stored === exactJson && JSON.stringify(envelope) !== text) {
    throw new DamagedValueError(key, "its JSON is not as it was written");
  }
  return "keys" in stored
    ? decrypted(stored, { key, envelope })
    : parseAs(clearOf(stored), { key, value: envelope }).value;
}

async function decrypted<T>(
  { schema, keys }: Encrypted<T>,
  { key, envelope }: { readonly key: Key; readonly envelope: unknown },
): Promise<T> {
  const text = await unseal(keys, { key, sealed: parseAs(Sealed, { key, value: envelope }) });
  return parseAs(schema, { key, value: parseJson(key, text) });
}

/** The lifetime in a value, in its stored notation. */
function lifetimeOf(value: unknown): string | null {
  const expiresAt = expiresAtOf(value);
  return expiresAt === null ? null : timestamp(Temporal.Instant.from(expiresAt));
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
 * Parses JSON of the store.
 *
 * @throws DamagedValueError when the text is not JSON
 */
export function parseJson(key: Key, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which may be personal data.
    throw new DamagedValueError(key, "it is not JSON");
  }
}
