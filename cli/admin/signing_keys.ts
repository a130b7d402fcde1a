import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { ok, type Result } from "../../base/result.ts";
import { openOperatorAudit } from "../../kv/audit/audit_recording.ts";
import {
  activateSigningKey,
  newSigningKey,
  revokeSigningKey,
  type SigningKeyMoves,
  type SigningKeyTimes,
} from "../../kv/keys/signing_key_moves.ts";
import { loginSigning } from "../../kv/keys/stored_signing_keys.ts";
import type { Secrets } from "../../kv/keys/wrapped_key.ts";
import type { Store } from "../../kv/store/store.ts";
import { openUnits } from "../../kv/store/unit.ts";
import {
  type CommandRefusal,
  type Done,
  failed,
  usage,
  type UsageRefusal,
} from "../command/command.ts";
import { refuseArgument } from "../command/options.ts";
import type { Terminal } from "../command/terminal.ts";
import type { Variables } from "./secrets.ts";
import { readServersPolicy } from "./servers_policy.ts";
import type { RecordingTools } from "./recording_tools.ts";

/** One command that moves a key that id_tokens are signed by. */
export type SigningKeysCommand =
  | { readonly kind: "keys new" }
  | { readonly kind: "keys activate"; readonly kid: string }
  | { readonly kind: "keys revoke"; readonly kid: string };

/** The dependencies of these commands. */
export interface SigningKeysTools extends Terminal, RecordingTools {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** `AVAL_POLICY` among them. */
  readonly variables: Variables;
}

/** Reads the command line after `admin keys VERB`. */
export function parseSigningKeysCommand(
  verb: "new" | "activate" | "revoke",
  [use, ...rest]: readonly string[],
): Result<SigningKeysCommand, UsageRefusal> {
  if (use !== loginSigning) return usage(`keys ${verb} takes what the key is for: ${loginSigning}`);
  if (verb === "new") return refuseArgument(rest) ?? ok({ kind: "keys new" });
  const [kid, ...others] = rest;
  // A thumbprint may begin with "-".
  if (kid === undefined || !/^[\w-]{43}$/.test(kid)) {
    return usage(`keys ${verb} ${loginSigning} needs a KID, as keys list prints it`);
  }
  return refuseArgument(others) ?? ok({ kind: `keys ${verb}`, kid });
}

/** Makes, activates or revokes a key, with its audit entry; none of it prints key material. */
export async function runSigningKeys(
  asked: SigningKeysCommand,
  tools: SigningKeysTools,
  secrets: Secrets,
): Promise<Done> {
  const moves = {
    ...tools,
    secrets,
    audit: openOperatorAudit(tools),
    units: openUnits(tools.store),
  };
  switch (asked.kind) {
    case "keys new": {
      const made = await newSigningKey(moves);
      if (!made.ok) return failed(made.refusal.message);
      tools.out(`${made.value}\n`);
      return ok(null);
    }
    case "keys activate":
      return await activate(asked.kid, tools, moves);
    case "keys revoke": {
      const revoked = await revokeSigningKey(moves, asked.kid);
      if (!revoked.ok) return failed(revoked.refusal.message);
      tools.err(`Key ${asked.kid} was ${revoked.value}, and is REVOKED: no server publishes it\n`);
      return ok(null);
    }
    default:
      return asked satisfies never;
  }
}

async function activate(
  kid: string,
  { variables, err }: SigningKeysTools,
  moves: SigningKeyMoves,
): Promise<Done> {
  const times = await readTimes(variables);
  if (!times.ok) return times;
  const activated = await activateSigningKey(moves, { kid, ...times.value });
  if (!activated.ok) return failed(activated.refusal.message);
  err(`Key ${kid} is ACTIVE and published, and signs from ${activated.value}\n`);
  return ok(null);
}

/** The times of the policy that the servers have. */
async function readTimes(variables: Variables): Promise<Result<SigningKeyTimes, CommandRefusal>> {
  const policy = await readServersPolicy(variables);
  if (!policy.ok) return policy;
  const { login: { jwksCacheSeconds }, lifetimes: { idTokenMinutes } } = policy.value;
  return ok({ jwksCacheSeconds, idTokenMinutes });
}
