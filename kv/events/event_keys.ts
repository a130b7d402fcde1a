import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { EventKeys } from "../../core/events/ports.ts";
import { Timestamp } from "../../core/nouns.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted } from "../store/encrypted.ts";
import { timestamp } from "../store/lifetime.ts";
import type { Store } from "../store/store.ts";

/** Where the key stands that signs events for endpoints which ask for it. */
export const eventSigningKey = defineKey({
  name: "event_signing_key",
  parts: [],
  value: "`{ pkcs8, publicKey, createdAt }`: an Ed25519 key pair, encrypted",
  lifetime: "for ever",
  personal: "no",
  protected: "encrypted",
});

const StoredKey = z.object({
  pkcs8: z.base64(),
  publicKey: z.base64(),
  createdAt: Timestamp,
}).readonly();

/** Opens the key that signs events. It is made when it is first asked for; of any number at once one is kept. */
export function openEventKeys(
  { store, clock, atRest }: {
    readonly store: Store;
    readonly clock: Clock;
    readonly atRest: KeyRing;
  },
): EventKeys {
  const Sealed = encrypted(StoredKey, atRest);
  const key = eventSigningKey.key();
  let opened:
    | Promise<{ readonly cryptoKey: CryptoKey; readonly publicKey: Uint8Array<ArrayBuffer> }>
    | null = null;

  async function open() {
    const found = (await store.get(Sealed, key))?.value ?? await make();
    const pkcs8 = Uint8Array.fromBase64(found.pkcs8);
    const cryptoKey = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]);
    return { cryptoKey, publicKey: Uint8Array.fromBase64(found.publicKey) };
  }

  async function make(): Promise<z.infer<typeof StoredKey>> {
    const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
    if (!("privateKey" in pair)) throw new Error("Ed25519 has key pairs");
    const [pkcs8, publicKey] = await Promise.all([
      crypto.subtle.exportKey("pkcs8", pair.privateKey),
      crypto.subtle.exportKey("raw", pair.publicKey),
    ]);
    await store.claimOnce(Sealed, key, {
      pkcs8: new Uint8Array(pkcs8).toBase64(),
      publicKey: new Uint8Array(publicKey).toBase64(),
      createdAt: timestamp(clock.now()),
    });
    const kept = await store.get(Sealed, key);
    if (kept === null) throw new Error("The key that signs events was made and is gone again");
    return kept.value;
  }

  const inForce = () =>
    opened ??= open().catch((fault) => {
      opened = null;
      throw fault;
    });
  return {
    sign: async (bytes) => {
      const { cryptoKey } = await inForce();
      return new Uint8Array(await crypto.subtle.sign("Ed25519", cryptoKey, bytes));
    },
    published: async () => [(await inForce()).publicKey],
  };
}
