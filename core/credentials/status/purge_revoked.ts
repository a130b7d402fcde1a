import type { Unit, Units } from "../../../base/unit.ts";
import type { CredentialStatuses } from "../status_ports.ts";
import { statusListTag } from "./status_list_tag.ts";

/**
 * Has caches drop a status list after a revocation in it is committed, so that verifiers get the
 * new list. Revocations do not wait for it and do not fail with it.
 *
 * @param purge begins to purge answers with these tags; never throws
 */
export function purgeRevoked(
  { units, credentialStatuses }: {
    readonly units: Units;
    readonly credentialStatuses: CredentialStatuses;
  },
  purge: (tags: readonly string[]) => void,
): { readonly units: Units; readonly credentialStatuses: CredentialStatuses } {
  const revoked = new WeakMap<Unit, readonly string[]>();
  return {
    credentialStatuses: {
      ...credentialStatuses,
      revoke: async (unit, entry) => {
        await credentialStatuses.revoke(unit, entry);
        revoked.set(unit, [...revoked.get(unit) ?? [], statusListTag(entry.listId)]);
      },
    },
    units: {
      begin: () => units.begin(),
      commit: async (unit) => {
        const tags = revoked.get(unit);
        const outcome = await units.commit(unit).catch((fault) => {
          // It may have happened.
          if (tags !== undefined) purge(tags);
          throw fault;
        });
        if (outcome.kind === "committed" && tags !== undefined) purge(tags);
        return outcome;
      },
    },
  };
}
