import type { Clock } from "../../base/clock.ts";
import type { LoginClients } from "../../core/login/ports.ts";
import { openLoginClients } from "../../kv/login/login_clients.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Config } from "../config/config.ts";
import { playgroundLoginClient, sandboxLoginClient } from "../../sandbox/invented/login_client.ts";

/** The relying parties of a deployment; the published ones only in a sandbox. */
export function openRelyingParties(
  { mode, baseUrl }: Pick<Config, "mode" | "baseUrl">,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): LoginClients {
  return openLoginClients({
    store,
    clock,
    published: mode === "sandbox" ? [sandboxLoginClient(), playgroundLoginClient(baseUrl)] : [],
  });
}
