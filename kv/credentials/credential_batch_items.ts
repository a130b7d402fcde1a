import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { Unit } from "../../base/unit.ts";
import { uuidV7 } from "../../base/uuid.ts";
import {
  type BatchId,
  BatchItem,
  BatchItemId,
  type BatchItemState,
  type CredentialBatch,
  type RecheckResult,
  type StudentRow,
} from "../../core/credentials/batch_schema.ts";
import type { FoundItem } from "../../core/credentials/batch_ports.ts";
import { deriveOffer, endOffer, nameOffer, newOfferSeed, OfferSeed } from "./credential_offers.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { defineKey } from "../store/define_key.ts";
import type { Encrypted } from "../store/encrypted.ts";
import type { Key } from "../store/key.ts";
import { ExpiresAt } from "../store/lifetime.ts";
import { type Entry, type Operation, put } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of an item of a batch. */
export const credentialBatchItems = defineKey({
  name: "credential_batch_item",
  parts: ["batchId", "itemId"],
  value: "row, state, last recheck and offer of an item, encrypted",
  lifetime: "90 days (`batchRowDays`), then without the row",
  personal: "yes: the row, until redeemed or revoked",
  protected: "encrypted under a key of its batch",
});

/** An item of a batch, as stored. */
export const StoredItem = z.strictObject({
  item: BatchItem,
  offer: OfferSeed,
  /** The end of the row; a redeemed or revoked item has none. */
  expiresAt: ExpiresAt.optional(),
}).readonly();
export type StoredItem = z.infer<typeof StoredItem>;

/** The key of an item; without an item id, the prefix of its batch. */
export function itemKey(batchId: BatchId, itemId?: BatchItemId): Key {
  return itemId === undefined
    ? credentialBatchItems.key(batchId)
    : credentialBatchItems.key(batchId, itemId);
}

/** Makes a number of ids, in the order in which the store lists them. */
function newItemIds(
  ports: { readonly clock: Clock; readonly random: Random },
  count: number,
): readonly BatchItemId[] {
  return Array.from({ length: count }, () => BatchItemId.parse(uuidV7(ports))).sort();
}

/** Maximum items of one commit, which is encrypted in one step while other requests wait. */
const commitItemsMax = 25;
/** Maximum bytes of one commit, below the budget, since the count is an upper estimate. */
const commitBytesMax = 400_000;

/** The dependencies of {@link acceptedItems}. */
export interface AcceptItems {
  readonly batchId: BatchId;
  readonly rows: readonly StudentRow[];
  readonly expiresAt: string;
  readonly clock: Clock;
  readonly random: Random;
  /** The `session-token` data keys. */
  readonly codes: KeyRing;
  readonly stored: Encrypted<StoredItem>;
}

/** Makes the items of new rows with their offers, in pieces of one commit each. */
export function* acceptedItems(
  { batchId, rows, expiresAt, stored, codes, ...ports }: AcceptItems,
): Generator<readonly Operation[], void> {
  const ids = newItemIds(ports, rows.length);
  let piece: Operation[] = [];
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    const itemId = ids[index] as BatchItemId;
    const size = sealedBytes(row);
    if (piece.length >= 2 * commitItemsMax || (piece.length > 0 && bytes + size > commitBytesMax)) {
      yield piece;
      [piece, bytes] = [[], 0];
    }
    const offer = newOfferSeed(ports.random, codes);
    const { offerId } = deriveOffer(codes, { batchId, itemId }, offer);
    const item: BatchItem = {
      id: itemId,
      row,
      state: { kind: "open", offeredAt: null },
      recheck: null,
    };
    piece.push(
      put(stored, itemKey(batchId, itemId), { item, offer, expiresAt }),
      nameOffer(offerId, { batchId, itemId }, expiresAt),
    );
    bytes += size;
  }
  if (piece.length > 0) yield piece;
}

/** Bytes of an item and its offer's name besides the row: keys, ids, state, envelope. */
const itemBytes = 2_048;

const encoder = new TextEncoder();

/** An upper estimate of a stored item's bytes: base64 has four bytes for three. */
function sealedBytes(row: StudentRow): number {
  return itemBytes + Math.ceil(4 * encoder.encode(JSON.stringify(row)).length / 3);
}

/** The dependencies of {@link foundItem}. */
export interface FoundItemDependencies {
  readonly random: Random;
  readonly codes: KeyRing;
  /** The end of the rows of the batch. */
  readonly rowsUntil: string;
  readonly batch: CredentialBatch;
  /** Writes the batch if it changed, on condition that the stored one is unchanged. */
  readonly changeBatch: (next: CredentialBatch) => readonly Operation[];
}

/** Makes the changes of an item that was read; the key of its code must be known. */
export function foundItem(
  { random, codes, rowsUntil, batch, changeBatch }: FoundItemDependencies,
  entry: Entry<StoredItem>,
): FoundItem {
  const { item, offer } = entry.value;
  const named = { batchId: batch.id, itemId: item.id };
  const write = (next: StoredItem): readonly Operation[] => [entry.check, entry.set(next)];
  const inState = (state: BatchItemState): StoredItem => ({
    ...entry.value,
    item: { ...item, state },
  });
  /** An item without its row names no person, and stays as long as its batch. */
  const { lapsesAt } = batch;
  const ended = (state: BatchItemState): readonly Operation[] => [
    ...write({
      item: { ...item, row: null, state },
      offer,
      ...(lapsesAt === undefined ? {} : { expiresAt: lapsesAt }),
    }),
    endOffer(deriveOffer(codes, named, offer).offerId),
  ];
  /**
   * Removes an item from the list of differences, since no recheck could settle it and it must not
   * block the approval of the others.
   */
  const settle = (unit: Unit): void => {
    if (!batch.differing.includes(item.id)) return;
    const differing = batch.differing.filter((id) => id !== item.id);
    addTo(unit, changeBatch({ ...batch, differing }));
  };
  return {
    batch,
    item,
    offer: () => Promise.resolve(deriveOffer(codes, named, offer)),
    noteRecheck: (unit, recheck) => {
      addTo(unit, write({ ...entry.value, item: { ...item, recheck } }));
      addTo(unit, changeBatch(rechecked(batch, item.id, recheck)));
    },
    renewOffer: (unit, offeredAt) => {
      const before = deriveOffer(codes, named, offer);
      const next = newOfferSeed(random, codes);
      const secrets = deriveOffer(codes, named, next);
      addTo(unit, write({ ...inState({ kind: "open", offeredAt }), offer: next }));
      addTo(unit, [endOffer(before.offerId), nameOffer(secrets.offerId, named, rowsUntil)]);
      return Promise.resolve(secrets);
    },
    remove: (unit) => {
      addTo(unit, [entry.check, entry.delete]);
      addTo(unit, [endOffer(deriveOffer(codes, named, offer).offerId)]);
      settle(unit);
    },
    exchange: (unit, tokenUntil) => addTo(unit, write(inState({ kind: "exchanged", tokenUntil }))),
    redeem: (unit, { at, status }) =>
      addTo(unit, ended({ kind: "redeemed", redeemedAt: at, status })),
    revoke: (unit, revokedAt) => {
      const status = item.state.kind === "redeemed" ? item.state.status : null;
      addTo(unit, ended({ kind: "revoked", revokedAt, status }));
      settle(unit);
    },
  };
}

/** A batch after a recheck of one item; the same object if the recheck changes nothing. */
function rechecked(
  batch: CredentialBatch,
  itemId: BatchItemId,
  { matches, recheckingSignatoryId: by }: RecheckResult,
): CredentialBatch {
  const isKnown = batch.recheckedBy.includes(by);
  if (isKnown && batch.differing.includes(itemId) !== matches) return batch;
  const others = batch.differing.filter((id) => id !== itemId);
  return {
    ...batch,
    differing: matches ? others : [...others, itemId],
    recheckedBy: isKnown ? batch.recheckedBy : [...batch.recheckedBy, by],
  };
}
