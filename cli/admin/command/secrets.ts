import { readSecretKey } from "../../../service/config/readers.ts";
import { PUBLISHED_SANDBOX_KEY } from "../../../service/config/sandbox_secret.ts";
import { ok, type Result } from "../../../base/result.ts";
import type { Secrets } from "../../../kv/keys/wrapped_key.ts";
import { type CommandRefusal, failed } from "../../command/command.ts";

/** Environment variables by name; absent or undefined when not set. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The secrets as the service reads them: a sandbox without its own has the published one. */
export function readSecrets(variables: Variables): Result<Secrets, CommandRefusal> {
  const { AVAL_SECRET_KEY: own, AVAL_SECRET_KEY_PREVIOUS: before, AVAL_MODE: mode } = variables;
  if (own === undefined && mode === "live") {
    return failed("AVAL_SECRET_KEY: is not set; set it to the servers' value");
  }
  const current = readSecretKey(own ?? PUBLISHED_SANDBOX_KEY);
  if (!current.ok) return failed(`AVAL_SECRET_KEY: ${current.refusal.problems.join("; ")}`);
  if (before === undefined) return ok({ current: current.value });
  const previous = readSecretKey(before);
  return previous.ok
    ? ok({ current: current.value, previous: previous.value })
    : failed(`AVAL_SECRET_KEY_PREVIOUS: ${previous.refusal.problems.join("; ")}`);
}
