import type { WalletRiskPorts } from "../../core/wallet_risk/ports.ts";
import { pinRiskWeights, RiskWeights } from "../../core/wallet_risk/weights.ts";
import weights from "../../core/wallet_risk/weights.json" with { type: "json" };
import type { KeyRing } from "../../kv/keys/key_ring.ts";
import type { Store } from "../../kv/store/store.ts";
import { openWalletRiskAnswers } from "../../kv/wallet_risk/wallet_risk_answers.ts";
import type { Config } from "../config/config.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/** The ports of scores in either mode, except the corpus. */
export type WalletRiskAdapters = Omit<WalletRiskPorts["walletRisk"], "corpora">;

/** Opens weights and kept answers of wallet risk. */
export async function openWalletRisk(
  { policy: { idempotency, limits } }: Pick<Config, "policy">,
  { clock, random }: Pick<OpenedRuntime, "clock" | "random">,
  { store, atRest }: { readonly store: Store; readonly atRest: KeyRing },
): Promise<WalletRiskAdapters> {
  const { windowHours } = idempotency;
  return {
    rules: await pinRiskWeights(RiskWeights.parse(weights)),
    kept: openWalletRiskAnswers({ store, clock, random, atRest, windowHours }),
    limits,
  };
}
