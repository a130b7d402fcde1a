import { z } from "zod";
import type { Clock } from "../core/ports/clock.ts";
import type { Random } from "../core/ports/random.ts";
import type { KeyRing } from "./key_ring.ts";
import { timestamp } from "./lifetime.ts";
import type { Key } from "./key.ts";
import { importSigningKey } from "./signing_key.ts";
import type { Store } from "./store.ts";
import {
  deriveWrappingKeys,
  type Secrets,
  unwrapDataKey,
  wrapDataKey,
  WrappedKey,
} from "./wrapped_key.ts";

/** What data keys there are, and what each of them may do. */
const purposes = {
  /** MACs of idempotency keys and of fingerprints of requests. */
  idempotency: {
    algorithm: { name: "HMAC", hash: "SHA-256", length: 256 },
    usages: ["sign"],
  },
  /** Encrypts values at rest. */
  "at-rest": {
    algorithm: { name: "AES-GCM", length: 256 },
    usages: ["encrypt", "decrypt"],
  },
  /** Signs checkpoints of the audit chain. */
  "audit-signing": {
    algorithm: { name: "Ed25519", length: 256 },
    usages: ["sign"],
  },
} as const satisfies Record<string, Purpose>;

interface Purpose {
  readonly algorithm: { readonly name: string; readonly hash?: string; readonly length: number };
  readonly usages: readonly KeyUsage[];
}

/** Names one purpose of data keys. */
export type DataKeyName = keyof typeof purposes;

/** The data keys of every purpose. */
export type DataKeys = Readonly<Record<DataKeyName, KeyRing>>;

/** Bytes of a data key. */
const dataKeyBytes = 32;

/** The data keys of one purpose. Exactly one is `ACTIVE`; a `RETIRED` one still reads. */
const StoredRing = z.object({
  keys: z.array(
    z.object({
      id: z.string(),
      state: z.enum(["ACTIVE", "RETIRED"]),
      createdAt: z.string(),
      wrapped: WrappedKey,
    }).readonly(),
  ).min(1).readonly(),
}).readonly();
type StoredRing = z.infer<typeof StoredRing>;

/** What opening the data keys needs. */
export interface OpenDataKeys {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
}

/**
 * Data keys, made once in the store and kept there only as wrapped by `AVAL_SECRET_KEY`
 * (decisions.md part 12), so that the secret can change without touching what they protect.
 *
 * | Key                    | Value                                          | Lifetime |
 * | ---------------------- | ---------------------------------------------- | -------- |
 * | `["data_key", purpose]` | `{ keys: [{ id, state, createdAt, wrapped }] }` | forever  |
 *
 * @throws Error that names the variable when no given secret unwraps what is stored
 */
export async function openDataKeys(
  { store, clock, random, secrets }: OpenDataKeys,
): Promise<DataKeys> {
  const wrapping = await deriveWrappingKeys(secrets);

  async function open(name: DataKeyName): Promise<KeyRing> {
    const key: Key = ["data_key", name];
    const found = await store.get(StoredRing, key);
    if (found !== null) return unwrapRing(name, found.value);
    const id = random.bytes(8).toHex();
    const secret = random.bytes(dataKeyBytes);
    const wrapped = await wrapDataKey(wrapping.current, { name, id, secret, random });
    const createdAt = timestamp(clock.now());
    await store.claimOnce(StoredRing, key, {
      keys: [{ id, state: "ACTIVE", createdAt, wrapped }],
    });
    // Whoever won, the winner's key is the one to use.
    return open(name);
  }

  async function unwrapRing(name: DataKeyName, { keys }: StoredRing): Promise<KeyRing> {
    const { algorithm, usages } = purposes[name];
    const opened = await Promise.all(keys.map(async ({ id, state, wrapped }) => {
      const secret = await unwrapDataKey(wrapping, { name, id, wrapped });
      const imported = algorithm.name === "Ed25519" ? await importSigningKey(secret) : {
        cryptoKey: await crypto.subtle.importKey("raw", secret, algorithm, false, [...usages]),
      };
      secret.fill(0);
      return { id, state, ...imported };
    }));
    const active = opened.find(({ state }) => state === "ACTIVE");
    if (active === undefined) throw new Error(`No data key "${name}" is ACTIVE`);
    return { active, byId: new Map(opened.map((dataKey) => [dataKey.id, dataKey])) };
  }

  // One after another: a secret that does not unwrap the first must not have wrapped a new one.
  const idempotency = await open("idempotency");
  const atRest = await open("at-rest");
  return { idempotency, "at-rest": atRest, "audit-signing": await open("audit-signing") };
}
