import { ok, type Result } from "../../../base/result.ts";
import { openOperatorAudit } from "../../../kv/audit/audit_recording.ts";
import {
  activateSigningKey,
  newSigningKey,
  revokeSigningKey,
  type SigningKeyMoves,
  type SigningKeyTimes,
} from "../../../kv/keys/signing_key_moves.ts";
import type { Secrets } from "../../../kv/keys/wrapped_key.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { type CommandRefusal, type Done, failed } from "../../command/command.ts";
import type { OpenedTools } from "../command/admin_command.ts";
import type { Variables } from "../command/secrets.ts";
import { readServersPolicy } from "../command/servers_policy.ts";

/** Makes a key for id_tokens, with its audit entry, and prints its id. */
export async function newKey(_: unknown, tools: OpenedTools, secrets: Secrets): Promise<Done> {
  const made = await newSigningKey(movesOf(tools, secrets));
  if (!made.ok) return failed(made.refusal.message);
  tools.out(`${made.value}\n`);
  return ok(null);
}

interface Named {
  readonly kid: string;
}

/** Revokes a key, with its audit entry. */
export async function revokeKey(
  { kid }: Named,
  tools: OpenedTools,
  secrets: Secrets,
): Promise<Done> {
  const revoked = await revokeSigningKey(movesOf(tools, secrets), kid);
  if (!revoked.ok) return failed(revoked.refusal.message);
  tools.err(`Key ${kid} was ${revoked.value}, and is REVOKED: no server publishes it\n`);
  return ok(null);
}

/** Publishes a NEW key, with its audit entry; the key signs later. */
export async function activateKey(
  { kid }: Named,
  tools: OpenedTools,
  secrets: Secrets,
): Promise<Done> {
  const times = await readTimes(tools.variables);
  if (!times.ok) return times;
  const activated = await activateSigningKey(movesOf(tools, secrets), { kid, ...times.value });
  if (!activated.ok) return failed(activated.refusal.message);
  tools.err(`Key ${kid} is ACTIVE and published, and signs from ${activated.value}\n`);
  return ok(null);
}

function movesOf(tools: OpenedTools, secrets: Secrets): SigningKeyMoves {
  return { ...tools, secrets, audit: openOperatorAudit(tools), units: openUnits(tools.store) };
}

/** Reads the times of the servers' policy. */
async function readTimes(variables: Variables): Promise<Result<SigningKeyTimes, CommandRefusal>> {
  const policy = await readServersPolicy(variables);
  if (!policy.ok) return policy;
  const { login: { jwksCacheSeconds }, lifetimes: { idTokenMinutes } } = policy.value;
  return ok({ jwksCacheSeconds, idTokenMinutes });
}
