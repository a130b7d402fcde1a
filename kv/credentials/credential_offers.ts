import { sha256 } from "@noble/hashes/sha2.js";
import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { BatchId, BatchItemId } from "../../core/credentials/batch_schema.ts";
import type {
  CredentialBatches,
  CredentialOffers,
  OfferSecrets,
} from "../../core/credentials/batch_ports.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { macOf } from "../keys/mac.ts";
import { defineKey } from "../store/define_key.ts";
import type { Key } from "../store/key.ts";
import { ExpiresAt, hasPassed } from "../store/lifetime.ts";
import { type Operation, put, type Store } from "../store/store.ts";

/** Finds an item by its current offer; a restore omits offers. */
export const credentialOffers = defineKey({
  name: "credential_offer",
  parts: ["hex SHA-256 of offerId"],
  value: "`{ batchId, itemId, expiresAt }`: the item that the offer is for",
  lifetime: "until used or replaced, at most `batchRowDays`",
  personal: "no: ids",
  protected: "the offer by its hash; the code nowhere",
});

const Offered = z.strictObject({
  batchId: BatchId,
  itemId: BatchItemId,
  expiresAt: ExpiresAt,
});

/** The seed of an item's offer, besides the ids of the item. */
export const OfferSeed = z.strictObject({
  /** 16 random bytes, base64url; new with each offer, so that no old code returns. */
  nonce: z.base64url(),
  /** The `session-token` data key that the code is derived under. */
  keyId: z.string(),
}).readonly();
export type OfferSeed = z.infer<typeof OfferSeed>;

/** The item of an offer. */
export interface OfferedItem {
  readonly batchId: BatchId;
  readonly itemId: BatchItemId;
}

/** Bytes of an offer's nonce. */
const nonceBytes = 16;

/** Makes the seed of a new offer. */
export function newOfferSeed(random: Random, keys: KeyRing): OfferSeed {
  return { nonce: base64url(random.bytes(nonceBytes)), keyId: keys.active.id };
}

/** Reads the ring again if another process made the key of a seed. */
export async function knowCodeKey(keys: KeyRing, { keyId }: OfferSeed): Promise<void> {
  if (!keys.byId.has(keyId)) await keys.reload();
}

/** Derives the secrets of an offer. @throws Error when its data key is unknown */
export function deriveOffer(
  keys: KeyRing,
  { batchId, itemId }: OfferedItem,
  { nonce, keyId }: OfferSeed,
): OfferSecrets {
  const key = keys.byId.get(keyId);
  if (key === undefined) throw new Error("An offer names a key of codes that is not on file");
  const code = macOf(key.cryptoKey, ["pre-authorized code", batchId, itemId, nonce]);
  return { offerId: offerIdOf(code), code };
}

/** Names the item of an offer. */
export function nameOffer(
  offerId: string,
  { batchId, itemId }: OfferedItem,
  expiresAt: string,
): Operation {
  return put(Offered, offerKey(offerId), { batchId, itemId, expiresAt });
}

/** Ends an offer: it no longer leads to its item. */
export function endOffer(offerId: string): Operation {
  return { kind: "remove", key: offerKey(offerId), chunks: 0 };
}

/** Opens the offers of approved batches. */
export function openCredentialOffers({ store, clock, batches }: {
  readonly store: Store;
  readonly clock: Clock;
  readonly batches: CredentialBatches;
}): CredentialOffers {
  async function findByOfferId(offerId: string) {
    const named = await store.get(Offered, offerKey(offerId));
    if (named === null || hasPassed(named.value.expiresAt, clock.now())) return null;
    const batch = await batches.find(named.value.batchId);
    if (batch === null || batch.batch.status !== "APPROVED") return null;
    const found = await batch.findItem(named.value.itemId);
    if (found === null) return null;
    // A name that a crash or a copy has left beside a newer offer opens nothing.
    return (await found.offer()).offerId === offerId ? found : null;
  }

  return { findByOfferId, findByCode: (code) => findByOfferId(offerIdOf(code)) };
}

function offerIdOf(code: string): string {
  return base64url(digest(code));
}

function offerKey(offerId: string): Key {
  return credentialOffers.key(digest(offerId).toHex());
}

const encoder = new TextEncoder();

function digest(text: string): Uint8Array {
  return sha256(encoder.encode(text));
}

function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
