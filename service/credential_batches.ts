import type { BatchPorts } from "../core/credentials/ports.ts";
import { openCredentialBatches } from "../kv/credential_batches.ts";
import { openCredentialOffers } from "../kv/credential_offers.ts";
import type { DataKeys } from "../kv/keys/data_keys.ts";
import type { Store } from "../kv/store/store.ts";
import type { Config } from "./config/config.ts";
import type { OpenedRuntime } from "./runtime.ts";

/** The ports of batches that are opened here. */
export type CredentialBatchAdapters = Pick<
  BatchPorts,
  "batchRules" | "credentialBatches" | "credentialOffers" | "pause"
>;

/** Opens batches and their offers, of the deployment's mode. */
export function openBatches(
  { baseUrl, mode, policy: { lifetimes, limits } }: Config,
  runtime: OpenedRuntime,
  { store, keys }: { readonly store: Store; readonly keys: DataKeys },
): CredentialBatchAdapters {
  const { batchRowDays, preAuthorizedCodeDays } = lifetimes;
  const { batchRowsMax, batchRowBytesMax, nameCharactersMax } = limits;
  const batches = openCredentialBatches({
    ...runtime,
    store,
    mode,
    atRest: keys["at-rest"],
    codes: keys["session-token"],
    rowDays: batchRowDays,
  });
  return {
    batchRules: {
      baseUrl,
      preAuthorizedCodeDays,
      batchRowDays,
      batchRowsMax,
      batchRowBytesMax,
      nameCharactersMax,
      schemaLimits: limits,
    },
    credentialBatches: batches,
    credentialOffers: openCredentialOffers({ ...runtime, store, batches }),
    pause: runtime.pause,
  };
}
