import type { ApplicationId } from "../../core/kyb/application_schema.ts";
import type { KybReviewDrafts } from "../../core/kyb/review_ports.ts";
import { RecordedReviewDraft } from "../../core/kyb/review_schema.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted } from "../store/encrypted.ts";
import { create, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/**
 * Key of a review draft, numbered from 1 for each application, so that the last is the newest.
 * Concurrent drafts have the same number, and none of them makes another's commit fail.
 */
export const kybReviewDrafts = defineKey({
  name: "kyb_review_draft",
  parts: ["applicationId", "number", "draftId"],
  value: "advice on the decision of an application, with the evidence that it read, encrypted",
  lifetime: "as the application",
  personal: "yes: whom they resemble",
  protected: "encrypted",
});

/** The dependencies of {@link openKybReviewDrafts}. */
export interface KybReviewDraftDependencies {
  readonly store: Store;
  /** The `at-rest` data keys. */
  readonly atRest: KeyRing;
}

/** Opens the review drafts. */
export function openKybReviewDrafts(
  { store, atRest }: KybReviewDraftDependencies,
): KybReviewDrafts {
  const stored = encrypted(RecordedReviewDraft, atRest);

  async function last(id: ApplicationId) {
    const range = { prefix: kybReviewDrafts.key(id) };
    const [entry] = await Array.fromAsync(store.list(stored, range, { limit: 1, reverse: true }));
    return entry ?? null;
  }

  return {
    add: async (unit, draft) => {
      const { applicationId, draftId } = draft;
      const [, , number = 0] = (await last(applicationId))?.key ?? [];
      const key = kybReviewDrafts.key(applicationId, Number(number) + 1, draftId);
      addTo(unit, create(stored, key, draft));
    },
    latest: async (id) => (await last(id))?.value ?? null,
  };
}
