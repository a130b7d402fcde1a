import type { ClientId } from "../access/caller.ts";
import type { DecisionId, Review, ReviewId, ScreeningDecision } from "../screening/schema.ts";
import type { Unit } from "./unit.ts";

/** Screening decisions and their reviews. Neither is ever changed. */
export interface Decisions {
  /** Adds a decision under its id. */
  add(unit: Unit, decision: ScreeningDecision): void;
  /** @returns the decision, or null when it is unknown or another client's */
  find(id: DecisionId, owner: ClientId): Promise<ScreeningDecision | null>;
  /**
   * As {@link find} for whoever holds the unguessable id, which a sandbox deployment takes
   * for ownership when the request names no client (decisions.md part 1).
   */
  findUnscoped(id: DecisionId): Promise<ScreeningDecision | null>;
  /** Adds one immutable review; its notes are encrypted at rest. */
  addReview(unit: Unit, id: DecisionId, review: Review): Promise<void>;
  /** @returns every review of the decision, most recent first */
  reviews(id: DecisionId): Promise<readonly Review[]>;
  /** @returns exactly these reviews, in this order; one that is not on file is a fault */
  reviewsById(id: DecisionId, reviewIds: readonly ReviewId[]): Promise<readonly Review[]>;
}
