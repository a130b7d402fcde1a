import { deterministicDrafter, openModelDrafter } from "../core/kyb/drafters.ts";
import type { KybPorts, Registers } from "../core/kyb/ports.ts";
import { pinKybRules, RuleTable } from "../core/kyb/rules.ts";
import rules from "../core/kyb/rules.json" with { type: "json" };
import { openDraftingModel } from "../gateways/drafter/drafting_model.ts";
import type { KeyRing } from "../kv/keys/key_ring.ts";
import { openKybDrafts } from "../kv/kyb_drafts.ts";
import type { Store } from "../kv/store/store.ts";
import type { Clock } from "../base/clock.ts";
import type { Config } from "./config/config.ts";
import type { OpenedRuntime } from "./runtime.ts";
import { openSandboxRegisters } from "./sandbox/registers.ts";

/** What onboarding reaches in each mode. */
export interface KybModes {
  readonly sandbox: KybPorts["kyb"];
  readonly live: KybPorts["kyb"];
}

/** Opens onboarding: drafts, rule table, drafters and registers. A sandbox asks no model and no register. */
export async function openKyb(
  { policy, draftingProvider: provider }: Config,
  { clock, log }: OpenedRuntime,
  { store, atRest }: { readonly store: Store; readonly atRest: KeyRing },
): Promise<KybModes> {
  const common = {
    drafts: openKybDrafts({ store, clock, atRest }),
    rules: await pinKybRules(RuleTable.parse(rules)),
    policy: policy.kyb,
    draftDays: policy.lifetimes.kybDraftDays,
    letOthersRun: () => new Promise<void>((resolve) => setTimeout(resolve, 0)),
  };
  const deadline = AbortSignal.timeout;
  const model = provider === null
    ? null
    : await openDraftingModel({ provider, rules: policy.kyb, clock, log, deadline });
  return {
    sandbox: {
      ...common,
      drafter: deterministicDrafter,
      registers: openSandboxRegisters(clock),
    },
    live: {
      ...common,
      drafter: model === null ? deterministicDrafter : openModelDrafter(model),
      registers: openNoRegisters(clock),
    },
  };
}

/** Registers of a deployment that asks none: nothing is verified, and each draft says so. */
function openNoRegisters(clock: Clock): Registers {
  return {
    check: () =>
      Promise.resolve({
        outcome: "not_supported",
        checkedAt: clock.now().toString({ smallestUnit: "millisecond" }),
      }),
  };
}
