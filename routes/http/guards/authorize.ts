import type { Caller } from "../../../core/access/schema.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Refusal } from "../refusals.ts";
import type { Route } from "../route.ts";

/** Whether a caller's key has the agent read-only scope. */
export function isAgent(caller: Caller, agentScope: string): boolean {
  return caller.kind === "client" && caller.scopes.includes(agentScope);
}

/**
 * Holds a client to what its token may do: agent keys to the routes that say so, role-bound routes
 * to their roles (decisions.md part 4). Other callers have neither scopes nor roles.
 */
export function authorize(
  route: Pick<Route, "roles" | "agents">,
  caller: Caller,
  agentScope: string,
): Result<undefined, Refusal<"insufficient_scope" | "insufficient_role">> {
  if (caller.kind !== "client") return ok(undefined);
  if (route.agents !== true && isAgent(caller, agentScope)) {
    return refuse({ code: "insufficient_scope" });
  }
  const { roles } = route;
  if (roles !== undefined && !roles.some((role) => caller.roles.includes(role))) {
    return refuse({ code: "insufficient_role" });
  }
  return ok(undefined);
}
