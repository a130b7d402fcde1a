import type { z } from "zod";
import type { Format } from "./format.ts";
import type { HeldCredential } from "./held_credential.ts";
import type { PersonName } from "./persons.ts";
import { HolderKey, KeptCredential, type StoredWallet } from "./wallet_schema.ts";

/** A wallet without keys and credentials. */
export const emptyWallet: StoredWallet = { version: 1, keys: {} };

/** The key of a person's credentials in a format; null: there is none yet. */
export async function keyIn(
  { keys }: StoredWallet,
  person: PersonName,
  format: Format,
): Promise<CryptoKeyPair | null> {
  const held = keys[person]?.[format];
  return held === undefined ? null : await importKey(held);
}

/** The wallet with the person's key added or replaced. */
export async function withKey(
  wallet: StoredWallet,
  { person, format, pair }: {
    readonly person: PersonName;
    readonly format: Format;
    readonly pair: CryptoKeyPair;
  },
): Promise<StoredWallet> {
  const { keys } = wallet;
  const key = HolderKey.parse(await crypto.subtle.exportKey("jwk", pair.privateKey));
  return { ...wallet, keys: { ...keys, [person]: { ...keys[person], [format]: key } } };
}

/** The redeemed credentials, in the order of redemption. */
export async function credentialsIn(
  { credentials = [] }: StoredWallet,
): Promise<readonly HeldCredential[]> {
  return await Promise.all(
    credentials.map(async ({ key, ...kept }) => ({ ...kept, keys: await importKey(key) })),
  );
}

/** The wallet with one more credential. */
export async function withCredential(
  wallet: StoredWallet,
  { keys, ...held }: HeldCredential,
): Promise<StoredWallet> {
  const key = await crypto.subtle.exportKey("jwk", keys.privateKey);
  const { credentials = [] } = wallet;
  return { ...wallet, credentials: [...credentials, KeptCredential.parse({ ...held, key })] };
}

async function importKey({ d, ...point }: z.infer<typeof HolderKey>): Promise<CryptoKeyPair> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  return {
    privateKey: await crypto.subtle.importKey("jwk", { ...point, d }, algorithm, true, ["sign"]),
    publicKey: await crypto.subtle.importKey("jwk", point, algorithm, true, ["verify"]),
  };
}
