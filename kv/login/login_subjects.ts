import type { Subjects } from "../../core/verification/ports.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { prefixedMacOf } from "../keys/mac.ts";

/**
 * Opens the pseudonyms of persons who log in (decisions.md part 10). The key never rotates, since a
 * new one would give every person another `sub` at every relying party.
 *
 * @param keys the `pairwise` data keys
 */
export function openSubjects(keys: KeyRing): Subjects {
  return {
    subjectOf: ({ clientId, thumbprint }) => {
      if (clientId === "" || thumbprint === "") {
        return Promise.reject(new Error("A subject is of a client and of a holder's key"));
      }
      return Promise.resolve(prefixedMacOf(keys.active.cryptoKey, [clientId, thumbprint]));
    },
  };
}
