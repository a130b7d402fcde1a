import type { LoginSigningKeys } from "../core/login/ports.ts";
import { openLoginSigningKeys } from "../kv/login_signing_keys.ts";
import type { Store } from "../kv/store/store.ts";
import type { AuditAdapters } from "./audit.ts";
import type { Config } from "./config/config.ts";
import type { OpenedRuntime } from "./runtime.ts";

/**
 * Opens the keys that sign id_tokens; the first start makes the first one.
 *
 * @throws Error that says what to do, when the secret key does not open them
 */
export function openLoginKeys(
  { secretKey: current, previousSecretKey: previous }: Config,
  runtime: OpenedRuntime,
  { store, auditLog: audit, units }: Pick<AuditAdapters, "auditLog" | "units"> & {
    readonly store: Store;
  },
): Promise<LoginSigningKeys> {
  const secrets = previous === null ? { current } : { current, previous };
  return openLoginSigningKeys({ store, ...runtime, secrets, audit, units });
}
