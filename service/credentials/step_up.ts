import { noStepUp, openStepUp } from "../../core/credentials/step_up/open_step_up.ts";
import type { Signatories } from "../../core/credentials/ports.ts";
import type { StepUp } from "../../core/credentials/step_up_ports.ts";
import type { StepUpKeys } from "../../core/credentials/step_up_ports.ts";
import { openProviderKeys } from "../../gateways/identity_provider/jwks.ts";
import { realmAddress } from "../../gateways/identity_provider/provider.ts";
import { openSignatories } from "../../kv/credentials/signatories.ts";
import type { Store } from "../../kv/store/store.ts";
import { openUsedAssertions } from "../../kv/credentials/used_assertions.ts";
import type { Config } from "../config/config.ts";
import type { OpenedRuntime } from "../process/runtime.ts";
import {
  sandboxSignatories,
  sandboxStepUpAudiences,
  sandboxStepUpIssuer,
  sandboxStepUpKeys,
} from "../../sandbox/invented/step_up.ts";

/** The signatories, and the verification that they have just authenticated. */
export interface StepUpAdapters {
  readonly signatories: Signatories;
  readonly stepUp: StepUp;
}

/**
 * Opens signatories and step-up: a sandbox has published ones, whatever its identity provider; live
 * without an identity provider has no step-up.
 */
export async function openStepUpAdapters(
  config: Config,
  runtime: OpenedRuntime,
  store: Store,
): Promise<StepUpAdapters> {
  const isSandbox = config.mode === "sandbox";
  return {
    signatories: openSignatories({ store, published: isSandbox ? sandboxSignatories() : [] }),
    stepUp: isSandbox
      ? stepUpBy(config, runtime, {
        store,
        keys: await sandboxStepUpKeys(),
        issuer: sandboxStepUpIssuer,
        audience: sandboxStepUpAudiences(config.baseUrl),
      })
      : liveStepUp(config, runtime, store),
  };
}

function liveStepUp(config: Config, runtime: OpenedRuntime, store: Store): StepUp {
  const { identityProvider: provider, policy, stepUpAcr } = config;
  if (provider === null) {
    return noStepUp({ acrValues: stepUpAcr, maxAgeSeconds: policy.lifetimes.stepUpSeconds });
  }
  const { clock, log } = runtime;
  const deadline = AbortSignal.timeout;
  return stepUpBy(config, runtime, {
    store,
    keys: openProviderKeys({ provider, rules: policy.providerKeys, clock, log, deadline }),
    issuer: realmAddress(provider),
    audience: provider.clientId,
  });
}

function stepUpBy(
  { policy: { lifetimes, verification }, stepUpAcr }: Config,
  { clock }: OpenedRuntime,
  { store, keys, issuer, audience }: {
    readonly store: Store;
    readonly keys: StepUpKeys;
    readonly issuer: string;
    readonly audience: string | readonly string[];
  },
): StepUp {
  return openStepUp({
    clock,
    keys,
    used: openUsedAssertions({ store, clock, issuer }),
    expected: {
      issuer,
      audience,
      acr: stepUpAcr,
      maxAgeSeconds: lifetimes.stepUpSeconds,
      clockSkewSeconds: verification.clockSkewSeconds,
    },
  });
}
