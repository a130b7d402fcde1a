import type { Clock } from "../base/clock.ts";
import type { LoginClients } from "../core/login/ports.ts";
import { openLoginClients } from "../kv/login_clients.ts";
import type { Store } from "../kv/store/store.ts";
import type { Config } from "./config/config.ts";
import { sandboxLoginClient } from "./sandbox/login_client.ts";

/** The relying parties of a deployment: in a sandbox also the published one, in live never. */
export function openRelyingParties(
  { mode }: Pick<Config, "mode">,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): LoginClients {
  return openLoginClients({
    store,
    clock,
    published: mode === "sandbox" ? sandboxLoginClient() : null,
  });
}
