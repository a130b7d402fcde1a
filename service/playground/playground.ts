import type { PlaygroundPorts } from "../../sandbox/playground/ports.ts";
import type { AuditLog } from "../../kv/audit/audit_log.ts";
import { latestEntriesOf } from "../../kv/audit/audit_reading.ts";
import { openPlaygroundWallets } from "../../kv/playground/playground_wallets.ts";
import type { DataKeys } from "../../kv/keys/data_keys.ts";
import { keysReadMax } from "../../kv/store/budget.ts";
import type { Store } from "../../kv/store/store.ts";
import type { App } from "../../routes/app.ts";
import type { Config } from "../config/config.ts";
import type { OpenedRuntime } from "../process/runtime.ts";
import { sandboxEvidencePrivateKey, sandboxIssuers } from "../../sandbox/invented/credentials.ts";
import { playgroundLoginClient } from "../../sandbox/invented/login_client.ts";

/** The dependencies of {@link openPlayground}. */
export interface PlaygroundDependencies {
  readonly store: Store;
  readonly keys: DataKeys;
  readonly auditLog: Pick<AuditLog, "nudge">;
  /** The service itself, which is mounted after its parts are opened. */
  readonly app: () => App;
}

/** Opens the playground of a sandbox deployment. */
export function openPlayground(
  { baseUrl, policy: { lifetimes } }: Config,
  { clock, random }: OpenedRuntime,
  { store, keys, auditLog, app }: PlaygroundDependencies,
): PlaygroundPorts {
  const atRest = keys["at-rest"];
  const { clientId, secret, redirectUris: [redirectUri = ""] } = playgroundLoginClient(baseUrl);
  return {
    clock,
    random,
    baseUrl,
    issuers: sandboxIssuers(),
    wallets: openPlaygroundWallets({
      store,
      clock,
      atRest,
      hours: lifetimes.playgroundWalletHours,
    }),
    relyingParty: { clientId, secret, redirectUri },
    evidenceKey: sandboxEvidencePrivateKey(),
    latestEntries: async (client) => {
      await auditLog.nudge();
      return await latestEntriesOf(store, client, keysReadMax);
    },
    fetchAs: (sourceAddress) => async (url, init) => {
      if (!url.startsWith(`${baseUrl}/`)) throw new Error("it is not of this sandbox");
      // What stands before the service takes the path of its base away.
      const own = new URL(url.slice(baseUrl.length), new URL(baseUrl).origin);
      return await app()(new Request(own, init), { peerAddress: sourceAddress });
    },
  };
}
