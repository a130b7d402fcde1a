import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { Result } from "../../base/result.ts";
import type { NextTurn } from "../../base/turns.ts";
import type { Unit } from "../../base/unit.ts";
import type { Audit } from "../audit/ports.ts";
import type { Mode } from "../nouns.ts";
import type { Kyb as KybPolicy } from "../policy/kyb.ts";
import type { ScreeningPorts } from "../screening/ports.ts";
import type { ModelApplication, ModelInput } from "./model_schema.ts";
import type { ClaimedCompany, RegistryCheck } from "./registry_schema.ts";
import type { KybRules } from "./rules.ts";
import type {
  AcceptedDraft,
  AdvisoryFlag,
  DraftedBy,
  DraftId,
  KybDraft,
  NormalizedApplication,
} from "./schema.ts";

/** Ports of onboarding. */
export interface KybPorts extends Pick<ScreeningPorts, "lists" | "matcher" | "rules"> {
  readonly audit: Audit;
  readonly clock: Clock;
  readonly random: Random;
  readonly kyb: {
    readonly drafts: KybDrafts;
    readonly drafter: Drafter;
    readonly registers: Registers;
    readonly rules: KybRules;
    readonly policy: Pick<KybPolicy, "applicantDetail">;
    /** Days after which a draft that was not accepted is gone. */
    readonly draftDays: number;
    /** Lets other requests run between steps: names that are long take long, and their number is the sender's. */
    readonly nextTurn: NextTurn;
  };
}

/** Registers of companies. One that does not answer is a finding, never a fault. */
export interface Registers {
  check(claimed: ClaimedCompany): Promise<RegistryCheck>;
  /** Those of them that are snapshots. */
  readonly snapshots: readonly RegisterSnapshotInForce[];
}

/** A snapshot of a company register, as old as its newest record. */
export interface RegisterSnapshotInForce {
  /** As evidence names it. */
  readonly provider: string;
  /** Content address: SHA-256 of its bytes, hex. */
  readonly id: string;
  /** ISO 8601 instant of the newest change of a record; null where it holds none. */
  readonly newestUpdate: string | null;
  readonly records: number;
  /** Days after which it is stale. */
  readonly staleAfterDays: number;
}

/** Brings an application into its normal form. It decides nothing: rules look at the deterministic one. */
export interface Drafter {
  /** @param deterministic the normal form by fixed rules */
  draft(deterministic: NormalizedApplication): Promise<Drafted>;
}

/** What a drafter made of an application. */
export interface Drafted {
  readonly application: NormalizedApplication;
  readonly advisoryFlags: readonly AdvisoryFlag[];
  readonly by: Pick<DraftedBy, "kind" | "model">;
}

/** A language model that spells applications. Nothing of what it says is believed unseen. */
export interface DraftingModel {
  readonly name: string;
  /** SHA-256, hex, of its fixed instructions. */
  readonly promptHash: string;
  /** Never throws, and answers within its deadline. */
  normalize(input: ModelInput): Promise<ModelReply>;
}

/** The reply of a model, and how long it took. */
export interface ModelReply {
  readonly answer: Result<ModelApplication, ModelRefusal>;
  /** SHA-256, hex, of what came; null: nothing did. */
  readonly outputHash: string | null;
  readonly latencyMilliseconds: number;
}

/** Reason for which a model is of no use. Says nothing of the application. */
export interface ModelRefusal {
  readonly code:
    | "connection"
    | "deadline"
    | "status"
    | "too_long"
    | "bad_answer"
    | "refused"
    | "left_alone";
}

/** Onboarding drafts, encrypted at rest, until they are accepted or their days are over. */
export interface KybDrafts {
  /** Adds a draft under its id. */
  add(unit: Unit, draft: KybDraft): void;
  /** @returns null where there is none, or its time has passed */
  find(id: DraftId): Promise<KybDraft | AcceptedDraft | null>;
  /**
   * Takes a draft, once, and leaves no more of it than its answer: the unit is lost when another one
   * takes it.
   *
   * @returns null where there is none, it was taken, or its time has passed
   */
  take(unit: Unit, id: DraftId): Promise<KybDraft | null>;
  /** Drafts of a mode, the newest first; those of one applicant stand together, behind its newest. */
  list(mode: Mode, limits: DraftLimits): Promise<DraftList>;
}

/** How many drafts a list has at most. */
export interface DraftLimits {
  readonly limit: number;
  /** Rows that are read for them: those of the other mode and accepted ones count too. */
  readonly readMax: number;
}

/** Drafts that wait. */
export interface DraftList {
  readonly drafts: readonly KybDraft[];
  /** Whether there may be more. */
  readonly isCut: boolean;
}
