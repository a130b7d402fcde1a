import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { Unit } from "../../base/unit.ts";
import type { Audit } from "../audit/ports.ts";
import type { KybApplications } from "./application_ports.ts";
import type { ApplicationId } from "./application_schema.ts";
import type { ReviewRules } from "./review/review_table.ts";
import type { RecordedReviewDraft, ReviewSettings } from "./review_schema.ts";

/** Ports of review drafts. */
export interface ReviewPorts {
  readonly audit: Pick<Audit, "record">;
  readonly clock: Clock;
  readonly random: Random;
  readonly kyb: {
    readonly applications: Pick<KybApplications, "find" | "ofClient">;
    readonly reviews: {
      readonly drafts: KybReviewDrafts;
      readonly rules: ReviewRules;
      readonly settings: ReviewSettings;
    };
  };
}

/** Review drafts, encrypted at rest, kept as long as their application. A draft never changes. */
export interface KybReviewDrafts {
  /** Adds a draft after the stored drafts of its application. */
  add(unit: Unit, draft: RecordedReviewDraft): Promise<void>;
  /** @returns null if there is none */
  latest(id: ApplicationId): Promise<RecordedReviewDraft | null>;
}
