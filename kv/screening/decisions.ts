import type { Decisions } from "../../core/screening/ports.ts";
import { type DecisionId, ScreeningDecision } from "../../core/screening/decision_schema.ts";
import {
  KeptDisposition,
  KeptReview,
  lastDisposedFirst,
  mostRecentFirst,
  type ReviewId,
} from "../../core/screening/review_schema.ts";
import { openReviewQueue } from "./review_queue.ts";
import { defineKey } from "../store/define_key.ts";
import { keysReadMax } from "../store/budget.ts";
import { encrypted } from "../store/encrypted.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import type { Key } from "../store/key.ts";
import { create, put, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of a screening decision. */
export const screeningDecisions = defineKey({
  name: "decision",
  parts: ["decisionId"],
  value: "the decision, encrypted",
  lifetime: "until the client is offboarded",
  personal: "yes: listed persons, resemblance, `subjectRef`",
  protected: "encrypted",
});

/** Key of a review of a decision. */
export const decisionReviews = defineKey({
  name: "decision_review",
  parts: ["decisionId", "reviewId"],
  value: "the review, encrypted",
  lifetime: "as its decision",
  personal: "yes: what the reviewer writes, and their id",
  protected: "encrypted",
});

/** Key of a disposition of a confirmed match. */
export const decisionDispositions = defineKey({
  name: "decision_disposition",
  parts: ["decisionId", "dispositionId"],
  value: "what a client made of a confirmed match, encrypted",
  lifetime: "as its decision",
  personal: "yes: what the reviewer writes, and their id",
  protected: "encrypted",
});

/** Dependencies of the decisions. */
export interface OpenDecisions {
  readonly store: Store;
  /**
   * The `at-rest` data keys. Reviewers' notes are free text, and so is a wallet address of
   * unknown form: both are kept encrypted.
   */
  readonly atRest: KeyRing;
}

/**
 * Opens screening decisions and their reviews. Each review has its own key, so that reviewers never
 * conflict and no review changes.
 */
export function openDecisions({ store, atRest }: OpenDecisions): Decisions {
  const queue = openReviewQueue({ store, atRest });
  const SealedDecision = encrypted(ScreeningDecision, atRest);
  const SealedReview = encrypted(KeptReview, atRest);
  const SealedDisposition = encrypted(KeptDisposition, atRest);

  async function findUnscoped(id: DecisionId): Promise<ScreeningDecision | null> {
    const [found = null] = await store.getImmutable(SealedDecision, [decisionKey(id)]);
    return found?.value ?? null;
  }

  async function reviews(id: DecisionId): Promise<readonly KeptReview[]> {
    const prefix = decisionReviews.key(id);
    const entries = await Array.fromAsync(store.list(SealedReview, { prefix }));
    return entries.map(({ value }) => value).sort(mostRecentFirst);
  }

  async function dispositions(id: DecisionId): Promise<readonly KeptDisposition[]> {
    const prefix = decisionDispositions.key(id);
    const entries = await Array.fromAsync(store.list(SealedDisposition, { prefix }));
    return entries.map(({ value }) => value).sort(lastDisposedFirst);
  }

  return {
    add: (unit, decision, row) => {
      addTo(unit, create(SealedDecision, decisionKey(decision.id), decision));
      addTo(unit, queue.first(decision, row));
    },
    // Without a check each, of which a commit has ten: their ids are new.
    addMany: (unit, decided) => {
      for (const { decision, row } of decided) {
        addTo(unit, [put(SealedDecision, decisionKey(decision.id), decision)]);
        addTo(unit, queue.first(decision, row));
      }
    },
    find: async (id, owner) => {
      const decision = await findUnscoped(id);
      return decision?.clientId === owner ? decision : null;
    },
    findUnscoped,
    // Without a check, of which a commit has ten: the id of a review is new.
    addReview: (unit, id, review) =>
      addTo(unit, [put(SealedReview, reviewKey(id, review.reviewId), review)]),
    reviews,
    reviewsById: async (id, reviewIds) => {
      const reviews: KeptReview[] = [];
      for (let at = 0; at < reviewIds.length; at += keysReadMax) {
        const batch = reviewIds.slice(at, at + keysReadMax);
        const keys = batch.map((reviewId) => reviewKey(id, reviewId));
        for (const found of await store.getMany(SealedReview, keys)) {
          if (found === null) throw new Error("A review that an answer names is not on file");
          reviews.push(found.value);
        }
      }
      return reviews;
    },
    addDisposition: (unit, id, disposition) => {
      const key = decisionDispositions.key(id, disposition.dispositionId);
      addTo(unit, create(SealedDisposition, key, disposition));
    },
    dispositions,
    said: async (id) => {
      const [said, disposed] = await Promise.all([reviews(id), dispositions(id)]);
      return { reviews: said, dispositions: disposed };
    },
  };
}

function decisionKey(id: DecisionId): Key {
  return screeningDecisions.key(id);
}

function reviewKey(id: DecisionId, reviewId: ReviewId): Key {
  return decisionReviews.key(id, reviewId);
}
