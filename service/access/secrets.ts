import type { Secrets } from "../../kv/keys/wrapped_key.ts";
import type { Config } from "../config/config.ts";

/** The operator's secrets, which wrap the keys in the store. */
export function secretsOf(
  { secretKey: current, previousSecretKey: previous }: Pick<
    Config,
    "secretKey" | "previousSecretKey"
  >,
): Secrets {
  return previous === null ? { current } : { current, previous };
}
