import type { PersonProvider } from "../../core/console/ports.ts";
import { openPersonProvider } from "../../gateways/identity_provider/person_provider.ts";
import type { Config } from "../config/config.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/** Opens the identity provider that persons log in by: that of tokens, in live, where pages need a login. */
export function openPersonLogin(
  { mode, baseUrl, consoleParts, identityProvider, policy }: Pick<
    Config,
    "mode" | "baseUrl" | "consoleParts" | "identityProvider" | "policy"
  >,
  { clock, log }: Pick<OpenedRuntime, "clock" | "log">,
): PersonProvider | null {
  if (mode === "sandbox" || identityProvider === null || consoleParts.length === 0) return null;
  return openPersonProvider({
    provider: identityProvider,
    redirectUri: `${baseUrl}/desk/login/return`,
    loggedOutUri: `${baseUrl}/desk/login`,
    rules: policy.sessions,
    clock,
    machineTime: () => Date.now(),
    log,
  });
}
