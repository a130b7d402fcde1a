import type { PersonProvider } from "../../core/console/ports.ts";
import { openPersonProvider } from "../../gateways/identity_provider/person_provider.ts";
import type { Config } from "../config/config.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/**
 * Whether persons log in by the identity provider that also issues tokens: in live, if a part of
 * the console is configured.
 */
export function hasPersonLogin(
  { mode, consoleParts, identityProvider }: Pick<
    Config,
    "mode" | "consoleParts" | "identityProvider"
  >,
): boolean {
  return mode === "live" && identityProvider !== null && consoleParts.length > 0;
}

/** Opens the identity provider by which persons log in; null if they do not log in by one. */
export function openPersonLogin(
  config: Pick<Config, "mode" | "baseUrl" | "consoleParts" | "identityProvider" | "policy">,
  { clock, log }: Pick<OpenedRuntime, "clock" | "log">,
): PersonProvider | null {
  const { baseUrl, identityProvider, policy } = config;
  if (identityProvider === null || !hasPersonLogin(config)) return null;
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
