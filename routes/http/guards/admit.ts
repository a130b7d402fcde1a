import { type Caller, tenantOf } from "../../../core/access/schema.ts";
import { type ClientRecord, defaultClientRecord } from "../../../core/access/client_schema.ts";
import type { CompareSource, RequestSource } from "../../../core/access/source_restriction.ts";
import type { Clients } from "../../../core/access/ports.ts";
import type { Log } from "../../../base/log.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { type Refusal, refusalKind } from "../refusals.ts";
import type { Route } from "../route.ts";
import { authorize } from "./authorize.ts";

/** Refusal of an identified caller. */
export type AdmissionRefusal = Refusal<
  | "account_inactive"
  | "insufficient_scope"
  | "insufficient_role"
  | "client_access_restricted"
  | "not_found"
>;

/** A caller and its source. */
export interface Admission {
  readonly caller: Caller;
  /** The record from {@link resolveAccount}. */
  readonly account: ClientRecord;
  readonly source: RequestSource;
}

/** Settings of the deployment, and facts about the request for the log. */
export interface AdmissionRules {
  /** Scope name of agent read-only keys. */
  readonly agentScope: string;
  readonly compareSource: CompareSource;
  readonly log: Log;
  /** The id of the request, for the log. */
  readonly requestId: string;
}

/**
 * Resolves the record of the calling client. A caller that is not a client of a live deployment
 * gets the defaults: active, from any address (decisions.md part 1).
 */
export async function resolveAccount(
  clients: Clients,
  { access }: Pick<Route, "access">,
  caller: Caller,
): Promise<ClientRecord> {
  const fresh = access?.freshToken === true || access?.freshClient === true;
  const tenant = tenantOf(caller);
  return tenant.kind === "client"
    ? await clients.get(tenant.clientId, { fresh })
    : defaultClientRecord;
}

/**
 * Checks a caller, in this order, for an active account, the rights of its token, and the permitted
 * sources of its client (Screening §4, rules 6, 13 and 14). A route without 403 answers 404
 * instead, which does not reveal whether the resource exists (decisions.md part 4).
 */
export function admit(
  route: AdmittingRoute,
  admission: Admission,
  rules: AdmissionRules,
): Result<undefined, AdmissionRefusal> {
  const admitted = compare(route, admission, rules);
  if (admitted.ok || route.access?.hidesForbidden !== true) return admitted;
  return refusalKind(admitted.refusal.code).status === 403
    ? refuse({ code: "not_found" })
    : admitted;
}

type AdmittingRoute = Pick<Route, "auth" | "access">;

function compare(
  route: AdmittingRoute,
  { caller, account, source }: Admission,
  { agentScope, compareSource, log, requestId }: AdmissionRules,
): Result<undefined, AdmissionRefusal> {
  if (account.status !== "ACTIVE") return refuse({ code: "account_inactive" });
  const allowed = authorize(route, caller, agentScope);
  if (!allowed.ok) return allowed;
  // What may be called without a token is no more restricted with one (Verification §4, rule 6).
  if (route.auth === "optional_bearer" || route.access?.fromAnywhere === true) return ok(undefined);
  const verdict = compareSource(account, source);
  if (verdict === "inside") return ok(undefined);
  if (verdict === "unreadable" && caller.kind === "client") {
    log.warn("client_restriction_unreadable", { requestId, clientId: caller.clientId });
  }
  return refuse({ code: "client_access_restricted" });
}
