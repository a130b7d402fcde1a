import { academicIssuer, issuerIdOf, listIssuers } from "./academic_issuers.ts";
import { findAuthority, issuingAuthority } from "./issuing_authority.ts";
import type { Store } from "../store/store.ts";
import { purposeOf, readRings } from "../keys/stored_ring.ts";
import { type NamedWrappedKey, unwrapDataKey, type WrappingKeys } from "../keys/wrapped_key.ts";
import { nameOf } from "../keys/wrapped_signing_key.ts";

/**
 * Returns the reason why a key must not be wrapped by the current secret: keys of the store are
 * wrapped by the previous one. A store without keys, on which no server has started, accepts any
 * secret.
 *
 * @returns a message for the operator, without a full stop; null: the secret is the store's
 * @throws Error that names the variable when no given secret unwraps the keys
 */
export async function whySecretNotInForce(
  store: Store,
  wrapping: WrappingKeys,
): Promise<string | null> {
  for (const key of await wrappedKeys(store)) {
    const secret = await unwrapDataKey(wrapping, key);
    secret.fill(0);
    if (key.wrapped.secretId !== wrapping.current.secretId) {
      return `AVAL_SECRET_KEY does not wrap the keys of this store yet: run "admin keys rewrap" first`;
    }
  }
  return null;
}

/** The data keys, and those of the authority and of institutions. */
async function wrappedKeys(store: Store): Promise<readonly NamedWrappedKey[]> {
  const rings = await readRings(store);
  const authority = await findAuthority(store);
  const issuers = await Array.fromAsync(listIssuers(store));
  return [
    ...rings.flatMap((ring) =>
      ring.value.keys.map(({ id, wrapped }) => ({ name: purposeOf(ring), id, wrapped }))
    ),
    ...(authority === null ? [] : [authority.value]).map(({ kid, wrapped }) => ({
      ...nameOf({ name: issuingAuthority }, kid),
      wrapped,
    })),
    ...issuers.map((entry) => ({
      ...nameOf({ name: academicIssuer, owner: issuerIdOf(entry) }, entry.value.kid),
      wrapped: entry.value.wrapped,
    })),
  ];
}
