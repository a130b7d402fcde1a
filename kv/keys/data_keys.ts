import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { DataKey, KeyRing } from "./key_ring.ts";
import { AuditSeal, firstState, sealKey, sealState } from "./audit_seal.ts";
import { isMarkedKeyId } from "./marked_key.ts";
import { importSecretKey } from "../store/secret_key.ts";
import { importSigningKey } from "./signing_key.ts";
import type { Key } from "../store/key.ts";
import { create, type Entry, type Operation, type Store } from "../store/store.ts";
import {
  makeDataKey,
  makeMarkedDataKey,
  ringKey,
  type StoredDataKey,
  StoredRing,
} from "./stored_ring.ts";
import {
  deriveWrappingKeys,
  type Secrets,
  unwrapDataKey,
  type WrappingKeys,
} from "./wrapped_key.ts";

/** The purposes of data keys, and the permitted operations of each. */
const purposes = {
  /** MACs of idempotency keys, of fingerprints of requests and of the sources that buckets count. */
  idempotency: {
    algorithm: { name: "HMAC", hash: "SHA-256", length: 256 },
    usages: ["sign"],
  },
  /** Encrypts values at rest. */
  "at-rest": {
    algorithm: { name: "AES-GCM", length: 256 },
    usages: ["encrypt", "decrypt"],
  },
  /** MACs from which session tokens are derived. */
  "session-token": {
    algorithm: { name: "HMAC", hash: "SHA-256", length: 256 },
    usages: ["sign"],
  },
  /** MACs that are the `sub` of persons who log in; never rotated. */
  pairwise: {
    algorithm: { name: "HMAC", hash: "SHA-256", length: 256 },
    usages: ["sign"],
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

/** The name of a purpose of data keys. */
export type DataKeyName = keyof typeof purposes;

/** Keys of the data key rings that a start opens. */
export const dataKeyRingKeys: readonly Key[] = Object.keys(purposes).map(ringKey);

/** The data keys of every purpose. */
export type DataKeys = Readonly<Record<DataKeyName, KeyRing>>;

/** Dependencies of opening the data keys. */
export interface OpenDataKeys {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
}

/**
 * Opens the data keys, which are made once and stored only wrapped by `AVAL_SECRET_KEY`
 * (decisions.md part 12), so that the secret can change without affecting the data that they
 * protect. `key_rotation.ts` wraps them again and adds new ones while servers run.
 *
 * @throws Error that names the variable when no given secret unwraps the stored keys
 */
export async function openDataKeys(dependencies: OpenDataKeys): Promise<DataKeys> {
  const wrapping = await deriveWrappingKeys(dependencies.secrets);
  const open = (purpose: DataKeyName) => openRing({ ...dependencies, wrapping }, purpose);
  // One after another: a secret that does not unwrap the first must not have wrapped a new one.
  const idempotency = await open("idempotency");
  const atRest = await open("at-rest");
  return {
    idempotency,
    "at-rest": atRest,
    "session-token": await open("session-token"),
    "audit-signing": await open("audit-signing"),
    pairwise: await open("pairwise"),
  };
}

/**
 * Opens only the keys that seal the audit log, for an audited command.
 *
 * @throws Error as {@link openDataKeys} does
 */
export async function openSealKeys(
  dependencies: OpenDataKeys,
): Promise<Pick<DataKeys, "at-rest">> {
  const wrapping = await deriveWrappingKeys(dependencies.secrets);
  return { "at-rest": await openRing({ ...dependencies, wrapping }, "at-rest") };
}

/** Dependencies of opening one ring. */
interface OpenRing extends Omit<OpenDataKeys, "secrets"> {
  readonly wrapping: WrappingKeys;
}

async function openRing(opening: OpenRing, purpose: DataKeyName): Promise<KeyRing> {
  let seen = await readRing(opening, purpose, new Map());
  return {
    get active() {
      return seen.active;
    },
    get byId() {
      return seen.byId;
    },
    get check() {
      return seen.check;
    },
    reload: async () => {
      seen = await readRing(opening, purpose, seen.byId);
    },
  };
}

type RingView = Omit<KeyRing, "reload">;

/** Reads the current ring; a known key is not unwrapped again. */
async function readRing(
  opening: OpenRing,
  purpose: DataKeyName,
  known: ReadonlyMap<string, DataKey>,
): Promise<RingView> {
  const { value, check } = await readOrMake(opening, purpose);
  const opened = await Promise.all(value.keys.map(async (stored): Promise<DataKey> => {
    const { id, retiredAt } = stored;
    const imported = known.get(id) ?? await unwrap(opening.wrapping, purpose, stored);
    return { ...imported, id, ...(retiredAt === undefined ? {} : { retiredAt }) };
  }));
  const byId = new Map(opened.map((dataKey) => [dataKey.id, dataKey]));
  const activeId = value.keys.find(({ state }) => state === "ACTIVE")?.id;
  const active = byId.get(activeId ?? "");
  if (active === undefined) throw new Error(`No data key "${purpose}" is ACTIVE`);
  return { active, byId, check };
}

async function readOrMake(opening: OpenRing, purpose: DataKeyName): Promise<Entry<StoredRing>> {
  const { store, clock, random, wrapping } = opening;
  const key = ringKey(purpose);
  const found = await store.get(StoredRing, key);
  if (found !== null) return found;
  const making = { purpose, clock, random };
  const seals = purpose === "at-rest" && await store.get(z.unknown(), sealKey) === null;
  const made = await (seals ? makeMarkedDataKey : makeDataKey)(wrapping.current, making);
  await store.commit([
    ...create(StoredRing, key, { keys: [made] }),
    ...(seals ? await beginSeal(opening, made) : []),
  ]);
  // Of several processes one wins, and all use its key.
  return readOrMake(opening, purpose);
}

/**
 * Starts the seal of the audit log in the commit of its key: a store whose ring is marked has a
 * seal, or the seal was removed.
 */
async function beginSeal(
  { clock, wrapping }: OpenRing,
  made: StoredDataKey,
): Promise<readonly Operation[]> {
  const { id } = made;
  const key = { ...await unwrap(wrapping, "at-rest", made), id };
  return create(AuditSeal, sealKey, sealState(key, firstState(clock.now())));
}

/** An imported data key, without its place in the ring. */
type Imported = Pick<DataKey, "cryptoKey" | "publicKey" | "isMarked">;

async function unwrap(
  wrapping: WrappingKeys,
  name: DataKeyName,
  { id, wrapped }: StoredDataKey,
): Promise<Imported> {
  const secret = await unwrapDataKey(wrapping, { name, id, wrapped });
  const imported = name === "audit-signing" ? await importSigningKey(secret) : {
    cryptoKey: await importSecretKey(secret, purposes[name]),
    ...(isMarkedKeyId(secret, { purpose: name, id }) ? { isMarked: true as const } : {}),
  };
  secret.fill(0);
  return imported;
}

/**
 * Reads every ring again, once a minute, so that rotations by other processes take effect.
 *
 * @throws Error when a key was added that the given secrets do not unwrap; the keys in use stay
 */
export async function reloadDataKeys(keys: DataKeys): Promise<void> {
  await Promise.all(Object.values(keys).map((ring) => ring.reload()));
}
