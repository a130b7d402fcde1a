import type { Result } from "../../base/result.ts";
import { type Config, type ConfigRefusal, parseConfig } from "./config.ts";
import type { Environment } from "./variables.ts";

/**
 * Reads the configuration with its policy file. An unreadable policy is a problem of the
 * configuration, reported with the others.
 */
export async function readConfig(
  environment: Environment,
): Promise<Result<Config, ConfigRefusal>> {
  const file = environment["AVAL_POLICY"];
  const policy = file === undefined
    ? undefined
    : await Deno.readTextFile(file).catch(() => undefined);
  return parseConfig(environment, policy);
}
