import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { KybDrafts } from "../../core/kyb/ports.ts";
import { AcceptedDraft, type DraftId, isAccepted, KybDraft } from "../../core/kyb/schema.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted } from "../store/encrypted.ts";
import { hasPassed, timestamp } from "../store/lifetime.ts";
import { create, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/**
 * Key of an onboarding draft. Its id contains the time, so that the range is in the order of time.
 */
export const kybDrafts = defineKey({
  name: "kyb_draft",
  parts: ["draftId"],
  value:
    "an applicant's normal form, findings and evidence, encrypted; once accepted its answer alone",
  lifetime: "30 d (`kybDraftDays`); accepted: 8 d in all",
  personal: "yes: owners, directors, whom they resemble",
  protected: "encrypted",
});

/**
 * Hours after its creation for which an accepted draft is kept, at least as long as its answer is
 * replayed.
 */
const replayedHours = 8 * 24;

/** The dependencies of {@link openKybDrafts}. */
export interface KybDraftDependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** The `at-rest` data keys. */
  readonly atRest: KeyRing;
}

const StoredDraft = z.union([AcceptedDraft, KybDraft]);
type StoredDraft = z.infer<typeof StoredDraft>;

/** Opens the onboarding drafts. */
export function openKybDrafts({ store, clock, atRest }: KybDraftDependencies): KybDrafts {
  const stored = encrypted(StoredDraft, atRest);
  const keyOf = (id: DraftId) => kybDrafts.key(id);
  const isThere = ({ expiresAt }: StoredDraft) => !hasPassed(expiresAt, clock.now());
  return {
    add: (unit, draft) => addTo(unit, create(stored, keyOf(draft.id), draft)),
    find: async (id) => {
      const draft = (await store.get(stored, keyOf(id)))?.value ?? null;
      return draft !== null && isThere(draft) ? draft : null;
    },
    take: async (unit, id) => {
      const entry = await store.get(stored, keyOf(id));
      if (entry === null || !isThere(entry.value) || isAccepted(entry.value)) return null;
      addTo(unit, [entry.check, entry.set(accepted(entry.value, clock.now()))]);
      return entry.value;
    },
    list: async (mode, { limit, readMax }) => {
      const drafts: KybDraft[] = [];
      let read = 0;
      const range = { prefix: kybDrafts.key() };
      for await (const { value } of store.list(stored, range, { reverse: true, limit: readMax })) {
        read++;
        if (value.mode !== mode || isAccepted(value) || !isThere(value)) continue;
        if (drafts.push(value) === limit) break;
      }
      return {
        drafts: [...Map.groupBy(drafts, applicantOf).values()].flat(),
        isCut: drafts.length === limit || read === readMax,
      };
    },
  };
}

/** The remains of an accepted draft; the application has all other data. */
function accepted(draft: KybDraft, now: Temporal.Instant): AcceptedDraft {
  const { id, mode, createdAt, expiresAt, normalized, advisoryFlags, answered } = draft;
  const replayed = timestamp(Temporal.Instant.from(createdAt).add({ hours: replayedHours }));
  return {
    ...{ id, mode, createdAt, normalized, advisoryFlags, answered },
    acceptedAt: timestamp(now),
    expiresAt: replayed < expiresAt ? replayed : expiresAt,
  };
}

/** The applicant of a draft, by its register entry; by name if the number could not be read. */
function applicantOf({ deterministic }: KybDraft): string {
  const { registryCountry, registryNumber, registryCourt, legalName } = deterministic;
  return JSON.stringify([
    registryCountry,
    registryNumber,
    registryCourt,
    registryCountry === null || registryNumber === null ? legalName : null,
  ]);
}
