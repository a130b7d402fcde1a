import { ok, refuse, type Result } from "../../base/result.ts";
import type { Clock } from "../../base/clock.ts";
import type { Unit } from "../../base/unit.ts";
import type { ClientId } from "../access/schema.ts";
import { isOffboarded } from "../access/suspension.ts";
import type { OperatorId } from "../kyb/application_schema.ts";
import { refuseClient } from "./offboarding.ts";
import type { OperatorPorts } from "./ports.ts";

/**
 * Begins the end of the relation with a client, as `client offboard` does: from now on every
 * request of it is refused. A job deletes its data. If an earlier offboarding was interrupted, it
 * begins again.
 */
export async function beginOffboarding(
  { operators: { clients, offboardings, auditLog }, clock }: OperatorPorts & {
    readonly clock: Clock;
  },
  { unit, clientId, operator }: {
    readonly unit: Unit;
    readonly clientId: ClientId;
    readonly operator: OperatorId;
  },
): Promise<Result<undefined, { readonly code: "nothing_kept" | "under_way" }>> {
  if (await offboardings.find(clientId) !== null) return refuse({ code: "under_way" });
  const record = await clients.find(clientId);
  const isRefused = isOffboarded(record);
  if ((record === null || isRefused) && (await clients.findKept(clientId)).length === 0) {
    return refuse({ code: "nothing_kept" });
  }
  await refuseClient({ ...offboardings, audit: auditLog }, { unit, clientId, operator });
  const begunAt = clock.now().toString({ smallestUnit: "millisecond" });
  offboardings.begin(unit, { clientId, begunAt, operator });
  return ok(undefined);
}
