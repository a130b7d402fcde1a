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
    /** Days until a draft that was not accepted expires. */
    readonly draftDays: number;
    /**
     * Lets other requests run between steps, since long names take long and the sender chooses
     * their number.
     */
    readonly nextTurn: NextTurn;
  };
}

/** Company registers. A register without an answer is a finding, never a fault. */
export interface Registers {
  check(claimed: ClaimedCompany): Promise<RegistryCheck>;
  /** The registers that are snapshots. */
  readonly snapshots: readonly RegisterSnapshotInForce[];
}

/** A snapshot of a company register, dated by its newest record. */
export interface RegisterSnapshotInForce {
  /** The register's name in evidence. */
  readonly provider: string;
  /** Content address: SHA-256 of its bytes, hex. */
  readonly id: string;
  /** ISO 8601 instant of the newest record change; null without records. */
  readonly newestUpdate: string | null;
  readonly records: number;
  /** Days after which the snapshot is stale. */
  readonly staleAfterDays: number;
}

/**
 * Converts an application to its normal form. It decides nothing: rules read only the deterministic
 * form.
 */
export interface Drafter {
  /** @param deterministic the normal form computed by fixed rules */
  draft(deterministic: NormalizedApplication): Promise<Drafted>;
}

/** A drafter's result for an application. */
export interface Drafted {
  readonly application: NormalizedApplication;
  readonly advisoryFlags: readonly AdvisoryFlag[];
  readonly by: Pick<DraftedBy, "kind" | "model">;
}

/** A language model that spells applications. Its answers are never used without a check. */
export interface DraftingModel {
  readonly name: string;
  /** SHA-256, hex, of the model's fixed instructions. */
  readonly promptHash: string;
  /** Never throws, and returns within its deadline. */
  normalize(input: ModelInput): Promise<ModelReply>;
}

/** The answer of a model, and its duration. */
export interface ModelReply {
  readonly answer: Result<ModelApplication, ModelRefusal>;
  /** SHA-256, hex, of the answer; null without an answer. */
  readonly outputHash: string | null;
  readonly latencyMilliseconds: number;
}

/** The reason why a model's answer is unusable, without content of the application. */
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

/** Onboarding drafts, encrypted at rest, until they are accepted or expire. */
export interface KybDrafts {
  /** Adds a draft under its id. */
  add(unit: Unit, draft: KybDraft): void;
  /** @returns null for an unknown or expired draft */
  find(id: DraftId): Promise<KybDraft | AcceptedDraft | null>;
  /**
   * Takes a draft, and keeps only its answer. A draft can be taken once: the commit fails if
   * another unit takes it.
   *
   * @returns null for an unknown, taken or expired draft
   */
  take(unit: Unit, id: DraftId): Promise<KybDraft | null>;
  /**
   * Lists the drafts of a mode, the newest first; an applicant's drafts are together, at the place
   * of the newest.
   */
  list(mode: Mode, limits: DraftLimits): Promise<DraftList>;
}

/** Limits of a list of drafts. */
export interface DraftLimits {
  readonly limit: number;
  /** Maximum rows read for the list, including those of the other mode and accepted ones. */
  readonly readMax: number;
}

/** Drafts that wait. */
export interface DraftList {
  readonly drafts: readonly KybDraft[];
  /** Whether there may be more. */
  readonly isCut: boolean;
}
