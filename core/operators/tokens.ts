import { ok, refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import { isOffboarded } from "../access/suspension.ts";
import type { ClientId } from "../access/schema.ts";
import type { OperatorId } from "../kyb/application_schema.ts";
import type { MintedToken, OperatorPorts } from "./ports.ts";

/**
 * Issues a token of the service, with an audit entry. @returns the token, which cannot be read
 * again
 */
export async function mintToken(
  { operators: { tokens, clients, auditLog } }: OperatorPorts,
  { unit, asked, operator }: {
    readonly unit: Unit;
    readonly asked: MintedToken;
    readonly operator: OperatorId;
  },
): Promise<Result<string, { readonly code: "client_offboarded" | "not_taken" }>> {
  if (!tokens.areTaken) return refuse({ code: "not_taken" });
  const { clientId } = asked;
  const record = await clients.find(clientId);
  if (isOffboarded(record)) {
    return refuse({ code: "client_offboarded" });
  }
  const { id, token } = tokens.mint(unit, asked);
  auditLog.record(unit, {
    kind: "ACCESS_TOKEN_CHANGED",
    ...{ clientId, tokenId: id, change: "minted", operator },
  });
  return ok(token);
}

/** Revokes a token of a client by the beginning of its hash, with an audit entry. */
export async function revokeToken(
  { operators: { tokens, auditLog } }: OperatorPorts,
  { unit, clientId, id, operator }: {
    readonly unit: Unit;
    readonly clientId: ClientId;
    readonly id: string;
    readonly operator: OperatorId;
  },
): Promise<Result<undefined, { readonly code: "unknown_token" | "ambiguous_token" }>> {
  const revoked = await tokens.revoke(unit, { clientId, id });
  if (!revoked.ok) return revoked;
  auditLog.record(unit, {
    kind: "ACCESS_TOKEN_CHANGED",
    ...{ clientId, tokenId: id, change: "revoked", operator },
  });
  return ok(undefined);
}
