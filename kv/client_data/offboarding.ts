import { ok } from "../../base/result.ts";
import type { Audit } from "../../core/audit/ports.ts";
import type { OffboardingPorts } from "../../core/operators/ports.ts";
import { clientRecords } from "../access/clients.ts";
import { openPersons } from "../console/open_persons.ts";
import { openKybApplications } from "../kyb/kyb_applications.ts";
import { removeKybRecords } from "../kyb/kyb_retention.ts";
import { secretsKey } from "../login/login_client_secrets.ts";
import { advancedClients } from "../monitoring/advanced_clients.ts";
import { queueOwner } from "../screening/review_queue.ts";
import { commitAct } from "../store/operator_act.ts";
import { openOffboardings } from "./offboardings.ts";
import { deleteKept, type DeletionDependencies } from "./delete_kept.ts";

/** The dependencies of {@link openOffboarding}. */
export interface OffboardingDependencies extends DeletionDependencies {
  readonly audit: Pick<Audit, "record">;
}

/** Opens the ports of offboarding. */
export function openOffboarding(dependencies: OffboardingDependencies): OffboardingPorts {
  const { store, clock, keys, policy, audit } = dependencies;
  const opened = { ...dependencies, atRest: keys["at-rest"] };
  const applications = openKybApplications(opened);
  const { personSessions, loginLinks } = openPersons({ ...opened, rules: policy.sessions });
  return {
    ...{ applications, audit, clock },
    ...openOffboardings(store),
    recordDays: policy.lifetimes.kybRecordDays,
    endSessions: async (clientId) => {
      // Links first: one that is used meanwhile has begun a session that is found then.
      await loginLinks.removeAll({ clientId });
      await personSessions.endAll({ clientId });
    },
    deleteKept: (clientId) => deleteKept(dependencies, clientId),
    removeRecords: async (clientId) => {
      await removeKybRecords(store, await applications.ofClient(clientId));
      const advanced = advancedClients.key(queueOwner(clientId));
      const keys = [secretsKey(clientId), clientRecords.key(clientId), advanced];
      await store.commit(await store.removals(keys));
    },
    act: async (run) => {
      const done = await commitAct(store, async (unit) => ok(await run(unit)));
      if (!done.ok) throw new Error("An act of an offboarding is not refused");
      return done.value;
    },
  };
}
