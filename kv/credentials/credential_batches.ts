import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { type BatchId, CredentialBatch } from "../../core/credentials/batch_schema.ts";
import type { CredentialBatches, FoundBatch } from "../../core/credentials/batch_ports.ts";
import type { Mode } from "../../core/nouns.ts";
import {
  acceptedItems,
  foundItem,
  type FoundItemDependencies,
  itemKey,
  StoredItem,
} from "./credential_batch_items.ts";
import { credentialOffers, knowCodeKey } from "./credential_offers.ts";
import { noteStaged } from "./staged_batches.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { importSecretKey } from "../store/secret_key.ts";
import { defineKey } from "../store/define_key.ts";
import { type Encrypted, encrypted } from "../store/encrypted.ts";
import type { Key } from "../store/key.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { removeAll } from "../store/remove_all.ts";
import { create, type Entry, type Operation, type Remove, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of a batch. */
export const credentialBatches = defineKey({
  name: "credential_batch",
  parts: ["batchId"],
  value: "the batch and the key of its items, encrypted",
  lifetime: "for ever; of a demo offer, a day past it",
  personal: "no: ids of the institution's signatories",
  protected: "encrypted",
});

/** A batch, as stored. */
const StoredBatch = z.strictObject({
  batch: CredentialBatch,
  /** The encryption key of its items: 32 random bytes, stored only here. */
  itemSecret: z.base64url(),
  /** The end of a demo's batch. */
  expiresAt: ExpiresAt.optional(),
}).readonly();
type StoredBatch = z.infer<typeof StoredBatch>;

/** Bytes of a batch's key. */
const itemSecretBytes = 32;

/** Maximum concurrent commits while rows are written, so that they share a flush to the disk. */
const commitsUnderWayMax = 2;

/** The dependencies of {@link openCredentialBatches}. */
export interface CredentialBatchDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** The deployment's mode: batches of another mode do not exist here. */
  readonly mode: Mode;
  /** The `at-rest` data keys. */
  readonly atRest: KeyRing;
  /** The `session-token` data keys, under which offers' codes are derived. */
  readonly codes: KeyRing;
  /** Days for which an unredeemed row is kept. */
  readonly rowDays: number;
}

/**
 * Opens the batches. Items are encrypted under a key that only their batch's record contains, which
 * is written last: without it, rows left by a crash are unreadable.
 */
export function openCredentialBatches(
  { store, clock, random, mode, atRest, codes, rowDays }: CredentialBatchDependencies,
): CredentialBatches {
  const stored = encrypted(StoredBatch, atRest);
  const rowsUntil = ({ createdAt, lapsesAt }: CredentialBatch) =>
    lapsesAt ??
      timestamp(Temporal.Instant.from(createdAt).add({ hours: 24 * rowDays }));

  function found(entry: Entry<StoredBatch>, items: Encrypted<StoredItem>): FoundBatch {
    const { batch } = entry.value;
    // Rechecks that change nothing of their batch are many at once: a check alone makes none of them lose.
    const change = (next: CredentialBatch): readonly Operation[] =>
      next === batch ? [entry.check] : [entry.check, entry.set({ ...entry.value, batch: next })];
    const ways: FoundItemDependencies = {
      random,
      codes,
      rowsUntil: rowsUntil(batch),
      batch,
      changeBatch: change,
    };
    return {
      batch,
      items: async function* () {
        for await (const item of store.list(items, { prefix: itemKey(batch.id) })) {
          if (!isAlive(item.value, clock)) continue;
          await knowCodeKey(codes, item.value.offer);
          yield foundItem(ways, item);
        }
      },
      findItem: async (id) => {
        const item = await store.get(items, itemKey(batch.id, id));
        if (item === null || !isAlive(item.value, clock)) return null;
        await knowCodeKey(codes, item.value.offer);
        return foundItem(ways, item);
      },
      approve: (unit, { at, by, digest }) =>
        addTo(
          unit,
          change({
            ...batch,
            status: "APPROVED",
            approvedAt: at,
            approvedBySignatoryId: by,
            approvalDigest: digest,
          }),
        ),
    };
  }

  return {
    prepare: async (batch, rows) => {
      const secret = random.bytes(itemSecretBytes);
      const items = await itemsUnder(secret);
      const accepted = { batchId: batch.id, rows, expiresAt: rowsUntil(batch), stored: items };
      const offers: Key[] = [];
      const pieces = acceptedItems({ ...accepted, clock, random, codes });
      const staged = await noteStaged({ store, clock }, batch.id);
      await commitAll(store, noteOffers(pieces, offers));
      const itemSecret = secret.toBase64({ alphabet: "base64url", omitPadding: true });
      return {
        add: (unit) =>
          addTo(unit, [
            ...create(stored, batchKey(batch.id), storedOf(batch, itemSecret)),
            staged.check,
            staged.delete,
          ]),
        discard: async () => {
          await removeAll(store, removalsOf(store, batch.id, { offers, note: staged.delete }));
        },
      };
    },
    find: async (id) => {
      const entry = await store.get(stored, batchKey(id));
      if (entry === null || entry.value.batch.mode !== mode) return null;
      if (!isAlive(entry.value, clock)) return null;
      const secret = Uint8Array.fromBase64(entry.value.itemSecret, { alphabet: "base64url" });
      return found(entry, await itemsUnder(secret));
    },
  };
}

function storedOf(batch: CredentialBatch, itemSecret: string): StoredBatch {
  const { lapsesAt: expiresAt } = batch;
  return expiresAt === undefined ? { batch, itemSecret } : { batch, itemSecret, expiresAt };
}

/** A backend cleans up late. */
function isAlive({ expiresAt }: Pick<StoredItem, "expiresAt">, clock: Clock): boolean {
  return expiresAt === undefined || !hasPassed(expiresAt, clock.now());
}

/** The encryption of a batch's items. */
async function itemsUnder(secret: Uint8Array<ArrayBuffer>): Promise<Encrypted<StoredItem>> {
  const key = {
    id: "batch",
    cryptoKey: await importSecretKey(secret, {
      algorithm: { name: "AES-GCM", length: 8 * itemSecretBytes },
      usages: ["encrypt", "decrypt"],
    }),
  };
  return encrypted(StoredItem, {
    active: key,
    byId: new Map([[key.id, key]]),
    reload: () => Promise.resolve(),
  });
}

/** Commits pieces without checks, a few at a time, each made when its turn comes. */
async function commitAll(
  store: Store,
  pieces: Generator<readonly Operation[], void>,
): Promise<void> {
  const take = async () => {
    // One that fails ends the generator, so that the others stop after their commit.
    for (const piece of pieces) await store.commit(piece);
  };
  await Promise.all(Array.from({ length: commitsUnderWayMax }, take));
}

/** Yields pieces, and collects the places of their offers. */
function* noteOffers(
  pieces: Generator<readonly Operation[], void>,
  offers: Key[],
): Generator<readonly Operation[], void> {
  for (const piece of pieces) {
    for (const { kind, key } of piece) {
      if (kind === "put" && key[0] === credentialOffers.name) offers.push(key);
    }
    yield piece;
  }
}

/**
 * Yields removals of a batch's items, the names of their offers (never long values), and its note.
 */
async function* removalsOf(
  store: Store,
  id: BatchId,
  { offers, note }: { readonly offers: readonly Key[]; readonly note: Remove },
): AsyncIterable<Remove> {
  yield* store.removalsIn({ prefix: itemKey(id) });
  for (const key of offers) yield { kind: "remove", key, chunks: 0 };
  yield note;
}

function batchKey(id: BatchId): Key {
  return credentialBatches.key(id);
}
