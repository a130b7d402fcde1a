import { PUBLISHED_SANDBOX_KEY } from "../../../service/config/sandbox_secret.ts";
import { ok } from "../../../base/result.ts";
import { openOperatorAudit } from "../../../kv/audit/audit_recording.ts";
import { eventSigning, rotateEventKey } from "../../../kv/events/event_keys.ts";
import { rotateDataKey } from "../../../kv/keys/key_rotation.ts";
import { rewrapDataKeys } from "../../../kv/credentials/rewrap.ts";
import type { Secrets } from "../../../kv/keys/wrapped_key.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { type Done, failed } from "../../command/command.ts";
import type { OpenedTools } from "../command/admin_command.ts";
import { readSecrets } from "../command/secrets.ts";

/** Runs a command with the secrets that wrap the store's keys. */
export function withSecrets<Asked>(
  run: (asked: Asked, tools: OpenedTools, secrets: Secrets) => Promise<Done>,
): (asked: Asked, tools: OpenedTools) => Promise<Done> {
  return async (asked, tools) => {
    const secrets = readSecrets(tools.variables);
    return secrets.ok ? await run(asked, tools, secrets.value) : secrets;
  };
}

/** Wraps every key by the secret of `AVAL_SECRET_KEY`. */
export async function rewrapKeys(
  _: unknown,
  tools: OpenedTools,
  secrets: Secrets,
): Promise<Done> {
  const { AVAL_SECRET_KEY: current, AVAL_SECRET_KEY_PREVIOUS: previous } = tools.variables;
  if (current === undefined) {
    return failed(
      "AVAL_SECRET_KEY: set it to the secret that shall wrap the keys from now on",
    );
  }
  if (current === PUBLISHED_SANDBOX_KEY || previous === PUBLISHED_SANDBOX_KEY) {
    return failed(
      "The published sandbox key is not secret: a store made by a sandbox stays a sandbox's",
    );
  }
  const moved = await rewrapDataKeys({ ...tools, secrets });
  tools.out(`rewrapped ${moved}\n`);
  if (moved > 0) {
    tools.err(
      "A server that was not started with this AVAL_SECRET_KEY cannot start again, nor read a data key made from now on\n",
    );
  }
  if (previous !== undefined) {
    tools.err("AVAL_SECRET_KEY_PREVIOUS is not needed any more: unset it at the next start\n");
  }
  return ok(null);
}

/** Makes a new data key of a purpose, or a new key that signs events, with its audit entry. */
export async function rotateKey(
  { purpose, atOnce }: { readonly purpose: string; readonly atOnce: boolean },
  tools: OpenedTools,
  secrets: Secrets,
): Promise<Done> {
  const recorded = { audit: openOperatorAudit(tools), units: openUnits(tools.store) };
  const rotated = purpose === eventSigning
    ? await rotateEventKey({ ...tools, ...recorded }, { atOnce })
    : await rotateDataKey({ ...tools, secrets }, purpose, recorded);
  if (!rotated.ok) return failed(rotated.refusal.message);
  tools.out(`${rotated.value}\n`);
  return ok(null);
}
