import { type Caller, ClientId } from "../../../core/access/schema.ts";
import type { Introspector, LookUp } from "../../../core/access/ports.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { bearerToken } from "../bearer_token.ts";
import type { Refusal } from "../refusals.ts";

/** Refusal of an unidentified caller. */
export type AuthRefusal = Refusal<"unauthorized" | "upstream_unavailable" | "bad_request">;

/**
 * Identifies the client behind a bearer token (Screening §5, rules 1 and 3). Missing, malformed and
 * repeated headers are refused before the provider is called. A provider without an answer causes a
 * 503, never a success and never a 401.
 */
export async function authenticateBearer(
  introspector: Introspector,
  request: Request,
  lookUp: LookUp = { fresh: false },
): Promise<Result<Caller, AuthRefusal>> {
  const header = request.headers.get("authorization");
  if (header === null) return refuse({ code: "unauthorized" });
  const token = bearerToken(header);
  if (token === null) {
    return refuse({ code: "unauthorized", challenge: "invalid_token" });
  }
  const found = await introspector.introspect(token, lookUp);
  switch (found.kind) {
    case "active":
      return ok({
        kind: "client",
        clientId: found.clientId,
        roles: found.roles,
        scopes: found.scopes,
      });
    case "inactive":
      return refuse({ code: "unauthorized", challenge: "invalid_token" });
    case "unavailable":
      return refuse({
        code: "upstream_unavailable",
        retryAfterSeconds: found.retryAfterSeconds ?? 1,
      });
    default:
      return found satisfies never;
  }
}

/**
 * Accepts the claim of a sandbox caller: `clientId` of the body or query if the operation has one,
 * else the header `X-Aval-Sandbox-Client`, else `sandbox` (decisions.md part 1).
 *
 * @returns 400 for an invalid `clientId`, 401 for an invalid header
 */
export function identifySandboxCaller(
  request: Request,
  named: unknown,
): Result<Caller, AuthRefusal> {
  const header = request.headers.get("x-aval-sandbox-client");
  const claim = typeof named === "string" ? named : header;
  if (claim === null) {
    return ok({ kind: "sandbox", clientId: ClientId.parse("sandbox"), named: false });
  }
  const clientId = ClientId.safeParse(claim);
  if (clientId.success) return ok({ kind: "sandbox", clientId: clientId.data, named: true });
  const message = "A client id is 1 to 255 visible ASCII characters";
  // Many operations have no 400; who calls them is not known (Screening §5, rule 3).
  return refuse({ code: typeof named === "string" ? "bad_request" : "unauthorized", message });
}
