import { checkRegistry } from "../../core/kyb/check_registry.ts";
import { deterministicDrafter, openModelDrafter } from "../../core/kyb/drafters.ts";
import type { KybPorts } from "../../core/kyb/ports.ts";
import type { ReviewPorts } from "../../core/kyb/review_ports.ts";
import { pinReviewRules, ReviewTable } from "../../core/kyb/review/review_table.ts";
import reviewRules from "../../core/kyb/review/review_rules.json" with { type: "json" };
import { pinKybRules, RuleTable } from "../../core/kyb/rules.ts";
import rules from "../../core/kyb/rules.json" with { type: "json" };
import type { Connect } from "../../gateways/http/connect.ts";
import type { Matcher } from "../../core/matching/ports.ts";
import { openDraftingModel } from "../../gateways/drafter/drafting_model.ts";
import type { KeyRing } from "../../kv/keys/key_ring.ts";
import { openKybApplications } from "../../kv/kyb/kyb_applications.ts";
import { openKybDrafts } from "../../kv/kyb/kyb_drafts.ts";
import {
  type KybReviewDraftDependencies,
  openKybReviewDrafts,
} from "../../kv/kyb/kyb_review_drafts.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Config } from "../config/config.ts";
import type { OpenedRuntime } from "../process/runtime.ts";
import { nextTurn } from "../process/next_turn.ts";
import { openRegistries } from "./registers.ts";
import { withInvented } from "../../sandbox/invented/kyb_applications.ts";
import { openSandboxRegisters } from "../../sandbox/invented/registers.ts";

/** The ports of onboarding and review drafts in a mode. */
type KybAdapters = KybPorts["kyb"] & ReviewPorts["kyb"];

/** The ports of onboarding and review drafts in each mode. */
export interface KybModes {
  readonly sandbox: KybAdapters;
  readonly live: KybAdapters;
}

/** Dependencies of KYB. */
export interface OpenKyb {
  readonly store: Store;
  readonly atRest: KeyRing;
  /** Compares a registered name with the applicant's. */
  readonly matcher: Pick<Matcher, "compare">;
  /** Aborted when the service closes. */
  readonly signal: AbortSignal;
  /** Connects to registers, instead of the Internet. */
  readonly connect?: Connect | undefined;
}

/**
 * Opens onboarding and review drafts: drafts, applications, rule table, drafters and registers. A
 * sandbox uses no model and no register.
 */
export async function openKyb(
  { policy, draftingProvider: provider, registers }: Config,
  { clock, log }: OpenedRuntime,
  { store, atRest, matcher, signal, connect }: OpenKyb,
): Promise<KybModes> {
  const { providers: registries, snapshots } = await openRegistries({ policy, registers }, {
    clock,
    log,
  }, {
    signal,
    ...(connect === undefined ? {} : { connect }),
  });
  const registryPorts = { clock, matcher, registries, registerRules: policy.registers };
  const applications = openKybApplications({ store, clock, atRest });
  const common = {
    applications,
    drafts: openKybDrafts({ store, clock, atRest }),
    reviews: await openReviews(policy.kyb, { store, atRest }),
    rules: await pinKybRules(RuleTable.parse(rules)),
    policy: policy.kyb,
    draftDays: policy.lifetimes.kybDraftDays,
    nextTurn,
  };
  const deadline = AbortSignal.timeout;
  const model = provider === null
    ? null
    : await openDraftingModel({ provider, rules: policy.kyb, clock, log, deadline });
  return {
    sandbox: {
      ...common,
      applications: withInvented(applications, { clock, ...common.rules }),
      drafter: deterministicDrafter,
      registers: openSandboxRegisters(clock),
    },
    live: {
      ...common,
      drafter: model === null ? deterministicDrafter : openModelDrafter(model),
      // Each register has its own deadline (`registers.timeoutSeconds`).
      registers: { check: (claimed) => checkRegistry(registryPorts, claimed, signal), snapshots },
    },
  };
}

async function openReviews(
  { registryEvidenceDays, screeningEvidenceDays, highRiskCountries }: Config["policy"]["kyb"],
  opening: KybReviewDraftDependencies,
): Promise<ReviewPorts["kyb"]["reviews"]> {
  return {
    drafts: openKybReviewDrafts(opening),
    rules: await pinReviewRules(ReviewTable.parse(reviewRules)),
    settings: {
      registryEvidenceDays,
      screeningEvidenceDays,
      highRiskCountries: highRiskCountries.split(" ").filter((code) => code !== ""),
    },
  };
}
