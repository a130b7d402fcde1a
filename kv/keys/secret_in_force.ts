import type { Store } from "../store/store.ts";
import { purposeOf, readRings } from "./stored_ring.ts";
import { unwrapDataKey, type WrappingKeys } from "./wrapped_key.ts";

/**
 * Why a key must not be wrapped by the current secret: the store's data keys are wrapped by the one
 * before it. A store without data keys, which no server has started on, takes any secret.
 *
 * @returns a message for the operator, without a full stop; null: it is the store's
 * @throws Error that names the variable when no given secret unwraps the data keys
 */
export async function whySecretNotInForce(
  store: Store,
  wrapping: WrappingKeys,
): Promise<string | null> {
  for (const ring of await readRings(store)) {
    const name = purposeOf(ring);
    for (const { id, wrapped } of ring.value.keys) {
      const secret = await unwrapDataKey(wrapping, { name, id, wrapped });
      secret.fill(0);
      if (wrapped.secretId !== wrapping.current.secretId) {
        return `AVAL_SECRET_KEY does not wrap the keys of this store yet: run "admin keys rewrap" first`;
      }
    }
  }
  return null;
}
