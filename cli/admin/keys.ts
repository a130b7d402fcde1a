import { PUBLISHED_SANDBOX_KEY } from "../../service/config/sandbox_secret.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { ok, type Result } from "../../base/result.ts";
import { rotateDataKey } from "../../kv/keys/key_rotation.ts";
import { rewrapDataKeys } from "../../kv/credentials/rewrap.ts";
import { loginSigning } from "../../kv/keys/stored_signing_keys.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Secrets } from "../../kv/keys/wrapped_key.ts";
import { type Done, failed, parseOptions, usage, type UsageRefusal } from "../command/command.ts";
import { refuseArgument } from "../command/options.ts";
import type { Terminal } from "../command/terminal.ts";
import { listKeys } from "./keys_list.ts";
import { readSecrets, type Variables } from "./secrets.ts";
import {
  parseSigningKeysCommand,
  runSigningKeys,
  type SigningKeysCommand,
} from "./signing_keys.ts";
import type { RecordingTools } from "./recording_tools.ts";

/** One command on the keys in the store. */
export type KeysCommand =
  | { readonly kind: "keys list"; readonly json: boolean }
  | { readonly kind: "keys rewrap" }
  | { readonly kind: "keys rotate"; readonly purpose: string }
  | SigningKeysCommand;

/** The dependencies of the `keys` commands. */
export interface KeysTools extends Terminal, RecordingTools {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** `AVAL_SECRET_KEY`, `AVAL_SECRET_KEY_PREVIOUS`, `AVAL_MODE` and `AVAL_POLICY`. */
  readonly variables: Variables;
}

/** The verbs of `admin keys`. */
export type KeysVerb = "list" | "rewrap" | "rotate" | "new" | "activate" | "revoke";

/** Reads the command line after `admin keys VERB`. */
export function parseKeysCommand(
  verb: KeysVerb,
  args: readonly string[],
): Result<KeysCommand, UsageRefusal> {
  if (verb === "list") {
    const parsed = parseOptions(args, { json: { type: "boolean" } });
    if (!parsed.ok) return parsed;
    const { values, positionals } = parsed.value;
    return refuseArgument(positionals) ?? ok({ kind: "keys list", json: values.json ?? false });
  }
  if (verb === "new" || verb === "activate" || verb === "revoke") {
    return parseSigningKeysCommand(verb, args);
  }
  if (verb === "rewrap") return refuseArgument(args) ?? ok({ kind: "keys rewrap" });
  const [first, ...others] = args;
  if (first === undefined || first.startsWith("-")) {
    return usage("keys rotate needs a PURPOSE, such as at-rest");
  }
  if (first === loginSigning) {
    return usage(
      `keys rotate is for data keys; a signing key: keys new ${loginSigning}, then keys activate`,
    );
  }
  return refuseArgument(others) ?? ok({ kind: "keys rotate", purpose: first });
}

/** Lists and rewraps all keys, rotates data keys, moves signing keys; none of it prints key material. */
export async function runKeys(asked: KeysCommand, tools: KeysTools): Promise<Done> {
  const secrets = readSecrets(tools.variables);
  if (!secrets.ok) return secrets;
  switch (asked.kind) {
    case "keys list":
      return await listKeys(asked.json, tools, secrets.value);
    case "keys rewrap":
      return await rewrap(tools, secrets.value);
    case "keys rotate":
      return await rotate(tools, secrets.value, asked.purpose);
    case "keys new":
    case "keys activate":
    case "keys revoke":
      return await runSigningKeys(asked, tools, secrets.value);
    default:
      return asked satisfies never;
  }
}

async function rewrap(tools: KeysTools, secrets: Secrets): Promise<Done> {
  const { AVAL_SECRET_KEY: current, AVAL_SECRET_KEY_PREVIOUS: previous } = tools.variables;
  if (current === undefined) {
    return failed(
      "AVAL_SECRET_KEY: set it to the secret that shall wrap the keys from now on",
    );
  }
  if (current === PUBLISHED_SANDBOX_KEY || previous === PUBLISHED_SANDBOX_KEY) {
    return failed(
      "The published sandbox key is nobody's secret: a store that a sandbox has made stays a sandbox's",
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

async function rotate(tools: KeysTools, secrets: Secrets, purpose: string): Promise<Done> {
  const rotated = await rotateDataKey({ ...tools, secrets }, purpose);
  if (!rotated.ok) return failed(rotated.refusal.message);
  tools.out(`${rotated.value}\n`);
  return ok(null);
}
