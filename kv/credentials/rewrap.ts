import type { Random } from "../../base/random.ts";
import { checksMax } from "../store/budget.ts";
import type { Check, Entry, Put, Store } from "../store/store.ts";
import { academicIssuer, issuerIdOf, listIssuers } from "./academic_issuers.ts";
import { findAuthority, issuingAuthority } from "./issuing_authority.ts";
import { purposeOf, readRings, type StoredRing } from "../keys/stored_ring.ts";
import {
  rewrapSigningKeys,
  signingKeysKey,
  StoredSigningKeys,
} from "../keys/stored_signing_keys.ts";
import {
  deriveWrappingKeys,
  rewrapDataKey,
  type Secrets,
  type WrappedKey,
  type WrappingKeys,
} from "../keys/wrapped_key.ts";
import {
  nameOf,
  type SigningKeyBinding,
  type WrappedSigningKey,
} from "../keys/wrapped_signing_key.ts";

/** Dependencies of wrapping all keys again. */
export interface RewrapDependencies {
  readonly store: Store;
  readonly random: Random;
  readonly secrets: Secrets;
}

/** Maximum attempts while others change the keys. */
const roundsMax = 20;

/**
 * Wraps every data key, every signing key of the login, and the keys of the issuing authority and
 * of institutions by `AVAL_SECRET_KEY` instead of the previous secret. The keys themselves and the
 * data that they protect stay unchanged. Up to ten purposes are one commit: a process that dies
 * before it has changed nothing, and of two concurrent ones only one makes the change.
 *
 * @returns the number of keys that this call wrapped
 * @throws Error that names the variable, with nothing changed, when no given secret unwraps a key
 */
export async function rewrapDataKeys(
  { store, random, secrets }: RewrapDependencies,
): Promise<number> {
  const wrapping = await deriveWrappingKeys(secrets);
  let moved = 0;
  for (let losses = 0; losses < roundsMax;) {
    // All of them before the first commit: a key that no secret unwraps stops it with nothing done.
    const rewraps = await rewrapsOf(store, { wrapping, random });
    if (rewraps.length === 0) return moved;
    const batch = rewraps.slice(0, checksMax);
    if (await store.commit(batch.flatMap(({ check, put }) => [check, put]))) {
      moved += batch.reduce((sum, { count }) => sum + count, 0);
    } else {
      losses++;
    }
  }
  throw new Error(`The data keys have changed ${roundsMax} times in a row`);
}

/** A stored value whose keys are wrapped again. */
interface Rewrap {
  readonly check: Check;
  readonly put: Put;
  /** The number of its keys that another secret wraps. */
  readonly count: number;
}

/** Dependencies of wrapping again. */
interface Rewrapping {
  readonly wrapping: WrappingKeys;
  readonly random: Random;
}

async function rewrapsOf(store: Store, rewrapping: Rewrapping): Promise<readonly Rewrap[]> {
  const { current: { secretId } } = rewrapping.wrapping;
  const countOf = (keys: readonly { readonly wrapped?: WrappedKey | undefined }[]) =>
    keys.filter(({ wrapped }) => wrapped !== undefined && wrapped.secretId !== secretId).length;
  const rings = await readRings(store);
  const signing = await store.get(StoredSigningKeys, signingKeysKey);
  const authority = await findAuthority(store);
  const issuers = await Array.fromAsync(listIssuers(store));
  const one = async <Value extends WrappedSigningKey>(
    { check, value, set }: Entry<Value>,
    binding: SigningKeyBinding,
  ): Promise<Rewrap> => ({
    check,
    put: set({ ...value, wrapped: await rewrapOne(value, binding, rewrapping) }),
    count: countOf([value]),
  });
  const all = await Promise.all([
    ...rings.map(async (ring): Promise<Rewrap> => ({
      check: ring.check,
      put: ring.set(await rewrapRing(ring, rewrapping)),
      count: countOf(ring.value.keys),
    })),
    ...(signing === null ? [] : [signing]).map(async (entry): Promise<Rewrap> => ({
      check: entry.check,
      put: entry.set(await rewrapSigningKeys(entry.value, rewrapping)),
      count: countOf(entry.value.keys),
    })),
    ...(authority === null ? [] : [one(authority, { name: issuingAuthority })]),
    ...issuers.map((entry) => one(entry, { name: academicIssuer, owner: issuerIdOf(entry) })),
  ]);
  return all.filter(({ count }) => count > 0);
}

async function rewrapRing(
  ring: Entry<StoredRing>,
  { wrapping, random }: Rewrapping,
): Promise<StoredRing> {
  const name = purposeOf(ring);
  return {
    keys: await Promise.all(ring.value.keys.map(async (stored) => {
      const { id, wrapped } = stored;
      return { ...stored, wrapped: await rewrapDataKey(wrapping, { name, id, wrapped }, random) };
    })),
  };
}

async function rewrapOne(
  { kid, wrapped }: WrappedSigningKey,
  binding: SigningKeyBinding,
  { wrapping, random }: Rewrapping,
): Promise<WrappedKey> {
  return await rewrapDataKey(wrapping, { ...nameOf(binding, kid), wrapped }, random);
}
