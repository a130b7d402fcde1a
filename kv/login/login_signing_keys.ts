import type { LoginSigningKeys } from "../../core/login/ports.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import {
  makeSigningKey,
  openSigningKey,
  signingKeysKey,
  signingNow,
  type StoredSigningKey,
  StoredSigningKeys,
} from "../keys/stored_signing_keys.ts";
import { deriveWrappingKeys, type Secrets, type WrappingKeys } from "../keys/wrapped_key.ts";
import type { OpenSigningKey } from "../keys/wrapped_signing_key.ts";
import { timestamp } from "../store/lifetime.ts";
import { create, type Store } from "../store/store.ts";

/** Dependencies of opening the login's signing keys. */
export interface OpenLoginSigningKeys {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
}

/**
 * Opens the keys that sign id_tokens, stored like data keys: wrapped by `AVAL_SECRET_KEY`. The
 * first one is made `ACTIVE` here; of concurrently starting instances one makes it. It is not
 * audited, since no operator acts. `keys/signing_key_moves.ts` moves keys while servers run: each
 * answer reads the store.
 *
 * @throws Error that names the variable when no given secret unwraps the stored keys
 */
export async function openLoginSigningKeys(
  dependencies: OpenLoginSigningKeys,
): Promise<LoginSigningKeys> {
  const { clock, secrets } = dependencies;
  const wrapping = await deriveWrappingKeys(secrets);
  const opened = openedKeys(wrapping);
  const read = async () => {
    const stored = await readOrMake(dependencies, wrapping);
    const published = stored.keys.filter(({ state }) => state === "ACTIVE" || state === "ROTATED");
    return { stored, published, open: await opened(published) };
  };
  await read();
  return {
    signer: async () => {
      const { stored, open } = await read();
      const { kid } = signingNow(stored, clock.now());
      return { kid, key: open(kid).cryptoKey };
    },
    published: async () => {
      const { published, open } = await read();
      return published.map(({ kid }) => ({
        kty: "EC",
        crv: "P-256",
        ...open(kid).publicKey,
        kid,
        use: "sig",
        alg: "ES256",
      }));
    },
  };
}

/** Finds an opened key by its id. */
type FindOpened = (kid: string) => OpenSigningKey;

/** Opens keys; a known key is not unwrapped again, and a removed one is dropped. */
function openedKeys(
  wrapping: WrappingKeys,
): (keys: readonly StoredSigningKey[]) => Promise<FindOpened> {
  let known: ReadonlyMap<string, OpenSigningKey> = new Map();
  return async (keys) => {
    const opened = new Map(
      await Promise.all(keys.map(async (stored) => {
        const { kid } = stored;
        return [kid, known.get(kid) ?? await openSigningKey(wrapping, stored)] as const;
      })),
    );
    known = opened;
    return (kid) => {
      const found = opened.get(kid);
      if (found === undefined) throw new Error("A signing key was not opened");
      return found;
    };
  };
}

async function readOrMake(
  dependencies: OpenLoginSigningKeys,
  wrapping: WrappingKeys,
): Promise<StoredSigningKeys> {
  const { store, clock } = dependencies;
  const found = await store.get(StoredSigningKeys, signingKeysKey);
  if (found !== null) return found.value;
  const made = await makeSigningKey(wrapping, dependencies);
  const now = timestamp(clock.now());
  const first: StoredSigningKey = { ...made, state: "ACTIVE", activatedAt: now, signsFrom: now };
  await store.commit(create(StoredSigningKeys, signingKeysKey, { keys: [first] }));
  // The key of the winner is the one to use.
  return readOrMake(dependencies, wrapping);
}
