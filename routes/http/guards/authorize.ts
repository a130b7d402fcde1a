import type { Caller, Role } from "../../../core/access/schema.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Refusal } from "../refusals.ts";
import type { Route } from "../route.ts";

/** Whether a caller's key has the agent read-only scope. */
export function isAgent(caller: Caller, agentScope: string): boolean {
  return caller.kind === "client" && caller.scopes.includes(agentScope);
}

/**
 * Checks the rights of a client's token: agent keys may call only routes that permit them,
 * role-bound routes require their roles (decisions.md part 4). Other callers have neither scopes
 * nor roles.
 */
export function authorize(
  { access }: Pick<Route, "access">,
  caller: Caller,
  agentScope: string,
): Result<undefined, Refusal<"insufficient_scope" | "insufficient_role">> {
  if (caller.kind !== "client") return ok(undefined);
  if (access?.agents !== true && isAgent(caller, agentScope)) {
    return refuse({ code: "insufficient_scope" });
  }
  const { roles, rolesAll = [] } = access ?? {};
  const has = (role: Role) => caller.roles.includes(role);
  const allowed = rolesAll.every(has) && (roles === undefined || roles.some(has));
  return allowed ? ok(undefined) : refuse({ code: "insufficient_role" });
}
