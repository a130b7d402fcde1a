import { ok, refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import { isOffboarded } from "../access/suspension.ts";
import type { ClientId } from "../access/schema.ts";
import type { OperatorId } from "../kyb/application_schema.ts";
import type { MintedToken, OperatorPorts } from "./ports.ts";

/** A new token. */
export interface NewToken {
  /** The token in clear, which cannot be read again. */
  readonly token: string;
  readonly expiresAt: string;
}

/** The operation, as idempotency records name it. */
const operation = "POST /console/client/tokens";

/**
 * Issues a token of the service, with an audit entry. A form issues one token at most: sent again,
 * as by a reload of the page that shows the token, it is refused.
 */
export async function mintToken(
  { operators: { tokens, clients, auditLog, replays } }: OperatorPorts,
  { unit, startId, asked, operator }: {
    readonly unit: Unit;
    /** Id of the form. */
    readonly startId: string;
    readonly asked: MintedToken;
    readonly operator: OperatorId;
  },
): Promise<
  Result<NewToken, { readonly code: "client_offboarded" | "not_taken" | "made_already" }>
> {
  if (!tokens.areTaken) return refuse({ code: "not_taken" });
  const { clientId } = asked;
  const record = await clients.find(clientId);
  if (isOffboarded(record)) {
    return refuse({ code: "client_offboarded" });
  }
  // The record is of the client, so that it is deleted with the client's data.
  const form = { service: "credentials", owner: clientId, operation, key: startId } as const;
  const found = await replays.look(form, operator, { afresh: true });
  if (found.kind !== "free") return refuse({ code: "made_already" });
  found.key.keep(unit, { status: 200, headers: {}, body: { kind: "text", text: "" } });
  const { id, token, expiresAt } = tokens.mint(unit, asked);
  auditLog.record(unit, {
    kind: "ACCESS_TOKEN_CHANGED",
    ...{ clientId, tokenId: id, change: "minted", operator },
  });
  return ok({ token, expiresAt });
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
