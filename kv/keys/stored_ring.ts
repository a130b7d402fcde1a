import { z } from "zod";
import { Timestamp } from "../../core/nouns.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { defineKey } from "../store/define_key.ts";
import type { Key } from "../store/key.ts";
import { timestamp } from "../store/lifetime.ts";
import type { Entry, Store } from "../store/store.ts";
import { wrapDataKey, WrappedKey, type WrappingKey } from "./wrapped_key.ts";

/** One data key as it is stored. */
export const StoredDataKey = z.object({
  id: z.string(),
  state: z.enum(["ACTIVE", "RETIRED"]),
  createdAt: z.string(),
  /** When it stopped to write; it reads for ever. */
  retiredAt: Timestamp.optional(),
  wrapped: WrappedKey,
}).readonly();
export type StoredDataKey = z.infer<typeof StoredDataKey>;

/** The data keys of one purpose. Exactly one is `ACTIVE`; a `RETIRED` one still reads. */
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

/** Where the rings of every purpose stand. */
export const ringPrefix = dataKeyRings.key();

/** Where the ring of a purpose stands. */
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

/** Makes a data key, `ACTIVE`, and wraps it; nobody sees it in clear. */
export async function makeDataKey(
  wrapping: WrappingKey,
  { purpose, clock, random }: {
    readonly purpose: string;
    readonly clock: Clock;
    readonly random: Random;
  },
): Promise<StoredDataKey> {
  const id = random.bytes(8).toHex();
  const secret = random.bytes(dataKeyBytes);
  const wrapped = await wrapDataKey(wrapping, { name: purpose, id, secret, random });
  secret.fill(0);
  return { id, state: "ACTIVE", createdAt: timestamp(clock.now()), wrapped };
}
