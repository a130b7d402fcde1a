import { parseJson } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { Format } from "../../sandbox/wallet/format.ts";
import type { HeldCredentials } from "../../sandbox/wallet/held_credential.ts";
import { type HolderKeys, makeHolderKey } from "../../sandbox/wallet/holder_keys.ts";
import type { PersonName } from "../../sandbox/wallet/persons.ts";
import type { WalletRefusal } from "../../sandbox/wallet/refusal.ts";
import {
  credentialsIn,
  emptyWallet,
  keyIn,
  withCredential,
  withKey,
} from "../../sandbox/wallet/stored_wallet.ts";
import { StoredWallet } from "../../sandbox/wallet/wallet_schema.ts";

/** The file of a wallet's keys, and whether to make new ones. */
export interface WalletFile {
  /** Path, relative to the working directory. */
  readonly path: string;
  /** Whether a requested key replaces the stored one. */
  readonly isNewKey: boolean;
}

/**
 * Opens holders' keys in a file that only its owner may read. Each is made at its first use.
 * Concurrent runs wait for a lock next to the file, and the file is replaced atomically, so that
 * none reads a partial file or loses a key made by another.
 */
export function openWalletFile({ path, isNewKey }: WalletFile): HolderKeys {
  const made = new Map<string, CryptoKeyPair>();
  return {
    keyOf: async (person, format) => {
      const name = `${person} ${format}`;
      const known = made.get(name);
      if (known !== undefined) return ok(known);
      const asked = { person, format, isNewKey };
      const key = await locked(path, () => readOrMake(path, asked));
      if (key.ok) made.set(name, key.value);
      return key;
    },
  };
}

/** Opens the credentials in the same file, in the same way. */
export function openHeldCredentials({ path }: WalletFile): HeldCredentials {
  return {
    list: () =>
      locked(path, async () => {
        const stored = await read(path);
        if (!stored.ok) return stored;
        return ok(await credentialsIn(stored.value));
      }),
    add: (held) =>
      locked(path, async () => {
        const stored = await read(path);
        if (!stored.ok) return stored;
        await write(path, await withCredential(stored.value, held));
        return ok(null);
      }),
  };
}

interface Asked {
  readonly person: PersonName;
  readonly format: Format;
  readonly isNewKey: boolean;
}

type Found<T> = Result<T, WalletRefusal>;

/** Runs a function while no other process reads or writes the file. */
async function locked<T>(path: string, act: () => Promise<Found<T>>): Promise<Found<T>> {
  // The platform reports what it may not read or write by throwing only.
  try {
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    // The system lets go of the lock when its process ends, however it ends.
    using lock = await Deno.open(`${path}.lock`, { write: true, create: true, mode: 0o600 });
    await lock.lock(true);
    return await act();
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : "cannot be used";
    return unavailable(`The wallet's keys: ${path}: ${reason}`);
  }
}

async function readOrMake(
  path: string,
  { person, format, isNewKey }: Asked,
): Promise<Found<CryptoKeyPair>> {
  const stored = await read(path);
  if (!stored.ok) return stored;
  const held = isNewKey ? null : await keyIn(stored.value, person, format);
  if (held !== null) return ok(held);
  const pair = await makeHolderKey();
  await write(path, await withKey(stored.value, { person, format, pair }));
  return ok(pair);
}

async function read(path: string): Promise<Found<StoredWallet>> {
  const text = await Deno.readTextFile(path).catch((thrown) => {
    if (thrown instanceof Deno.errors.NotFound) return null;
    throw thrown;
  });
  if (text === null) return ok(emptyWallet);
  const parsed = StoredWallet.safeParse(parseJson(text));
  return parsed.success
    ? ok(parsed.data)
    : unavailable(`${path} does not contain a wallet: name another file by --wallet, or delete it`);
}

async function write(path: string, wallet: StoredWallet): Promise<void> {
  const beside = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    const text = `${JSON.stringify(wallet, null, 2)}\n`;
    await Deno.writeTextFile(beside, text, { createNew: true, mode: 0o600 });
    await Deno.rename(beside, path);
  } catch (thrown) {
    await Deno.remove(beside).catch(() => {});
    throw thrown;
  }
}

function unavailable(message: string): Result<never, WalletRefusal> {
  return refuse({ code: "key_unavailable", message });
}
