import type { Config } from "../config/config.ts";
import type { Clients, Introspector } from "../../core/access/ports.ts";
import { traceIntrospection } from "../../core/telemetry/trace_introspection.ts";
import { openIntrospection } from "../../gateways/identity_provider/introspection.ts";
import { openAccessTokens } from "../../kv/access/access_tokens.ts";
import { openClients } from "../../kv/access/clients.ts";
import { rememberClients, rememberTokens } from "../../kv/access/remembered.ts";
import type { Store } from "../../kv/store/store.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/** The known callers, and the meaning of their tokens. */
export interface Access {
  readonly clients: Clients;
  /** For the guards of a request: records may be cached for a few seconds. */
  readonly rememberedClients: Clients;
  readonly introspector: Introspector;
}

/** Opens the records of clients and the introspection of bearer tokens. */
export function openAccess(config: Config, runtime: OpenedRuntime, store: Store): Access {
  const clients = openClients(store);
  const remembering = { clock: runtime.clock, rules: config.policy.introspection };
  return {
    clients,
    rememberedClients: rememberClients(clients, remembering),
    introspector: traceIntrospection(openIntrospector(config, runtime, store), runtime.telemetry),
  };
}

/**
 * Opens introspection: with an identity provider, only its tokens are accepted (decisions.md part
 * 4).
 */
function openIntrospector(
  { identityProvider: provider, policy: { introspection: rules } }: Config,
  { clock, log, telemetry }: OpenedRuntime,
  store: Store,
): Introspector {
  if (provider === null) {
    return rememberTokens(openAccessTokens({ store, clock }), { clock, rules });
  }
  const deadline = (milliseconds: number) => AbortSignal.timeout(milliseconds);
  return openIntrospection({ provider, rules, clock, log, deadline, telemetry });
}
