import type { BatchPorts } from "../../core/credentials/batch_ports.ts";
import { openCredentialBatches } from "../../kv/credentials/credential_batches.ts";
import { openCredentialOffers } from "../../kv/credentials/credential_offers.ts";
import type { DataKeys } from "../../kv/keys/data_keys.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Config } from "../config/config.ts";
import { nextTurn } from "../process/next_turn.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/** The ports of batches that are opened here. */
export type BatchAdapters = Pick<
  BatchPorts,
  "batchRules" | "credentialBatches" | "credentialOffers" | "nextTurn"
>;

/** Opens the batches of the deployment's mode, with their offers. */
export function openBatches(
  { mode, baseUrl, policy: { credentials, lifetimes, limits } }: Pick<
    Config,
    "mode" | "baseUrl" | "policy"
  >,
  runtime: OpenedRuntime,
  { store, keys }: { readonly store: Store; readonly keys: DataKeys },
): BatchAdapters {
  const credentialBatches = openCredentialBatches({
    ...runtime,
    store,
    mode,
    atRest: keys["at-rest"],
    codes: keys["session-token"],
    rowDays: lifetimes.batchRowDays,
  });
  return {
    batchRules: {
      baseUrl,
      preAuthorizedCodeDays: lifetimes.preAuthorizedCodeDays,
      batchRowDays: lifetimes.batchRowDays,
      batchRowsMax: limits.batchRowsMax,
      batchRowBytesMax: limits.batchRowBytesMax,
      batchSchemaStepsMax: limits.batchSchemaStepsMax,
      nameCharactersMax: limits.nameCharactersMax,
      preparerStepUp: credentials.preparerStepUp,
      schemaLimits: limits,
    },
    credentialBatches,
    credentialOffers: openCredentialOffers({ ...runtime, store, batches: credentialBatches }),
    nextTurn,
  };
}
