import type { Unit, Units } from "../../../base/unit.ts";
import type { CredentialStatuses } from "../status_ports.ts";
import { statusListTag } from "./status_list_tag.ts";

/**
 * Asks caches to forget a status list once a revocation in it is committed, so that no verifier gets
 * the list from before. No revocation waits for that, and none fails of it.
 *
 * @param purge begins to purge what has these tags; never throws
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
