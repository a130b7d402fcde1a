import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type Format, formats } from "../../core/wallet/format.ts";
import type { HeldCredential, HeldCredentials } from "../../core/wallet/held_credential.ts";
import { type HolderKeys, makeHolderKey } from "../../core/wallet/holder_keys.ts";
import { type PersonName, personNames } from "../../core/wallet/persons.ts";
import type { WalletRefusal } from "../../core/wallet/refusal.ts";

/** Which file holds a wallet's keys, and whether it is asked for others. */
export interface WalletFile {
  /** Path, relative to the working directory. */
  readonly path: string;
  /** Whether a key that is asked for takes the place of the one that stands there. */
  readonly isNewKey: boolean;
}

const Coordinate = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const HolderKey = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: Coordinate,
  y: Coordinate,
  d: Coordinate,
}).readonly();

/** A credential that an issuer gave, with its private key. */
const KeptCredential = z.object({
  issuer: z.string(),
  name: z.string().nullable(),
  receivedAt: z.string(),
  credential: z.string(),
  key: HolderKey,
}).readonly();

/** Private keys by person and format, and what was redeemed. */
const StoredWallet = z.strictObject({
  version: z.literal(1),
  keys: z.partialRecord(
    z.enum(personNames),
    z.partialRecord(z.enum(formats), HolderKey).readonly(),
  ).readonly(),
  credentials: z.array(KeptCredential).readonly().optional(),
}).readonly();
type StoredWallet = z.infer<typeof StoredWallet>;

/**
 * Opens keys of holders in a file that only its owner may read. Each is made when it is first asked for.
 * Runs at the same time wait for each other at a lock beside the file, and the file is replaced
 * whole, so that none sees half of it and none loses a key that another has made.
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

/** Opens the credentials that stand in the same file, likewise. */
export function openHeldCredentials({ path }: WalletFile): HeldCredentials {
  return {
    list: () =>
      locked(path, async () => {
        const stored = await read(path);
        if (!stored.ok) return stored;
        const { credentials = [] } = stored.value;
        return ok(await Promise.all(credentials.map(heldOf)));
      }),
    add: (held) =>
      locked(path, async () => {
        const stored = await read(path);
        if (!stored.ok) return stored;
        const { credentials = [] } = stored.value;
        await write(path, { ...stored.value, credentials: [...credentials, await keptOf(held)] });
        return ok(null);
      }),
  };
}

async function heldOf(
  { key, ...kept }: z.infer<typeof KeptCredential>,
): Promise<HeldCredential> {
  return { ...kept, keys: await importKey(key) };
}

async function keptOf(
  { keys, ...held }: HeldCredential,
): Promise<z.infer<typeof KeptCredential>> {
  return KeptCredential.parse({
    ...held,
    key: await crypto.subtle.exportKey("jwk", keys.privateKey),
  });
}

interface Asked {
  readonly person: PersonName;
  readonly format: Format;
  readonly isNewKey: boolean;
}

type Found<T> = Result<T, WalletRefusal>;

/** Runs an act while nobody else reads or writes the file. */
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
  const { keys } = stored.value;
  const held = keys[person]?.[format];
  if (held !== undefined && !isNewKey) return ok(await importKey(held));
  const pair = await makeHolderKey();
  const key = HolderKey.parse(await crypto.subtle.exportKey("jwk", pair.privateKey));
  await write(path, {
    ...stored.value,
    keys: { ...keys, [person]: { ...keys[person], [format]: key } },
  });
  return ok(pair);
}

async function read(path: string): Promise<Found<StoredWallet>> {
  const text = await Deno.readTextFile(path).catch((thrown) => {
    if (thrown instanceof Deno.errors.NotFound) return null;
    throw thrown;
  });
  if (text === null) return ok({ version: 1, keys: {} });
  const parsed = StoredWallet.safeParse(parseJson(text));
  return parsed.success
    ? ok(parsed.data)
    : unavailable(`${path} holds no wallet's keys: name another by --wallet, or delete it`);
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

async function importKey({ d, ...point }: z.infer<typeof HolderKey>): Promise<CryptoKeyPair> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  return {
    privateKey: await crypto.subtle.importKey("jwk", { ...point, d }, algorithm, true, ["sign"]),
    publicKey: await crypto.subtle.importKey("jwk", point, algorithm, true, ["verify"]),
  };
}

function unavailable(message: string): Result<never, WalletRefusal> {
  return refuse({ code: "key_unavailable", message });
}
