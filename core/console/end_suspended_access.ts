import type { Unit, Units } from "../../base/unit.ts";
import type { ClientId } from "../access/schema.ts";
import { endAccess } from "./end_access.ts";
import type { PersonPorts, SuspendedAccess } from "./ports.ts";

/**
 * Ends the access of a client's reviewers before a suspension is committed, so that it is ended
 * even after a crash, and once more afterwards, because a session may have begun meanwhile.
 */
export function endSuspendedAccess(
  units: Units,
  ports: Pick<PersonPorts, "personSessions" | "loginLinks">,
): { readonly units: Units; readonly suspendedAccess: SuspendedAccess } {
  const suspended = new WeakMap<Unit, ClientId>();
  return {
    suspendedAccess: { endWith: (unit, clientId) => void suspended.set(unit, clientId) },
    units: {
      begin: () => units.begin(),
      commit: async (unit) => {
        const clientId = suspended.get(unit);
        if (clientId === undefined) return await units.commit(unit);
        await endAccess(ports, { clientId });
        const outcome = await units.commit(unit);
        if (outcome.kind === "committed") await endAccess(ports, { clientId });
        return outcome;
      },
    },
  };
}
