import { ok, refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import { uuidV7 } from "../../base/uuid.ts";
import type { ClientId } from "../access/schema.ts";
import { ApplicationId } from "../kyb/application_schema.ts";
import type { OperatorPorts } from "./ports.ts";

/** Maximum practice applications of one client. */
const practisedMax = 10;

/**
 * Copies an invented application that waits for a decision to a sandbox client, for practice.
 * Another, invented operator has accepted it. The client is not suspended, because it uses the
 * desk. The copy is deleted with the client.
 */
export async function practise(
  { operators: { kyb } }: OperatorPorts,
  { unit, id, sandboxClient }: {
    readonly unit: Unit;
    readonly id: ApplicationId;
    readonly sandboxClient: ClientId;
  },
): Promise<
  Result<ApplicationId, { readonly code: "not_found" | "application_open" | "practised_enough" }>
> {
  const invented = kyb.invented().find(({ application }) => application.id === id);
  if (invented === undefined || invented.application.status !== "NEEDS_REVIEW") {
    return refuse({ code: "not_found" });
  }
  const own = await kyb.applications.ofClient(sandboxClient);
  if (own.some(({ status }) => status === "NEEDS_REVIEW")) {
    return refuse({ code: "application_open" });
  }
  if (own.length >= practisedMax) return refuse({ code: "practised_enough" });
  const now = kyb.clock.now();
  const application = {
    ...invented.application,
    id: ApplicationId.parse(uuidV7(kyb)),
    clientId: sandboxClient,
    acceptedAt: now.toString({ smallestUnit: "millisecond" }),
  };
  const checks = invented.checks.map((check) => ({ ...check, judgements: [] }));
  kyb.applications.add(unit, application, checks);
  return ok(application.id);
}
