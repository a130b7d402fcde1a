import { z } from "zod";
import { Timestamp } from "../../core/nouns.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { defineKey } from "../store/define_key.ts";
import type { Key } from "../store/key.ts";
import { timestamp } from "../store/lifetime.ts";
import type { Entry, Store } from "../store/store.ts";
import { markedKeyId } from "./marked_key.ts";
import { wrapDataKey, WrappedKey, type WrappingKey } from "./wrapped_key.ts";

/** One data key, as stored. */
export const StoredDataKey = z.object({
  id: z.string(),
  state: z.enum(["ACTIVE", "RETIRED"]),
  createdAt: z.string(),
  /** Time from which it no longer writes; it stays readable forever. */
  retiredAt: Timestamp.optional(),
  wrapped: WrappedKey,
}).readonly();
export type StoredDataKey = z.infer<typeof StoredDataKey>;

/** The data keys of one purpose. Exactly one is `ACTIVE`; `RETIRED` ones still read. */
export const StoredRing = z.object({
  keys: z.array(StoredDataKey).min(1).readonly(),
}).readonly();
export type StoredRing = z.infer<typeof StoredRing>;

/** The rings of data keys, by purpose. */
export const dataKeyRings = defineKey({
  name: "data_key",
  parts: ["purpose"],
  value: "`{ keys: [{ id, state, createdAt, retiredAt?, wrapped }] }`",
  lifetime: "for ever: retired keys still read",
  personal: "no",
  protected: "wrapped by `AVAL_SECRET_KEY`",
});

/** Prefix of the rings of all purposes. */
export const ringPrefix = dataKeyRings.key();

/** Key of the ring of a purpose. */
export function ringKey(purpose: string): Key {
  return dataKeyRings.key(purpose);
}

/** The rings of every purpose. */
export function readRings(store: Store): Promise<readonly Entry<StoredRing>[]> {
  return Array.fromAsync(store.list(StoredRing, { prefix: ringPrefix }));
}

/** The purpose of a ring. */
export function purposeOf({ key }: Pick<Entry<StoredRing>, "key">): string {
  return String(key.at(-1));
}

/** Bytes of a data key. */
const dataKeyBytes = 32;

/** The input of a new data key. */
export interface MakeDataKey {
  readonly purpose: string;
  readonly clock: Clock;
  readonly random: Random;
}

/** Makes an `ACTIVE` data key and wraps it; it is never shown in clear. */
export async function makeDataKey(
  wrapping: WrappingKey,
  { purpose, clock, random }: MakeDataKey,
): Promise<StoredDataKey> {
  const id = random.bytes(8).toHex();
  return await wrapNew(wrapping, { purpose, clock, random, id, secret: newSecret(random) });
}

/** Makes the first data key of a ring like {@link makeDataKey}, with an id that is its mark. */
export async function makeMarkedDataKey(
  wrapping: WrappingKey,
  { purpose, clock, random }: MakeDataKey,
): Promise<StoredDataKey> {
  const secret = newSecret(random);
  const id = markedKeyId(secret, { purpose, random });
  return await wrapNew(wrapping, { purpose, clock, random, id, secret });
}

function newSecret(random: Random): Uint8Array<ArrayBuffer> {
  return random.bytes(dataKeyBytes);
}

async function wrapNew(
  wrapping: WrappingKey,
  { purpose, clock, random, id, secret }: MakeDataKey & {
    readonly id: string;
    readonly secret: Uint8Array<ArrayBuffer>;
  },
): Promise<StoredDataKey> {
  const wrapped = await wrapDataKey(wrapping, { name: purpose, id, secret, random });
  secret.fill(0);
  return { id, state: "ACTIVE", createdAt: timestamp(clock.now()), wrapped };
}
