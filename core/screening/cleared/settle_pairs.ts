import type { ClientId } from "../../access/schema.ts";
import type { Audit } from "../../audit/ports.ts";
import type { Unit } from "../../../base/unit.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { uuidV7 } from "../../../base/uuid.ts";
import type { ClearedPair, StandingPair } from "../cleared_schema.ts";
import type { PairChange, ScreeningPorts, SubjectPairs } from "../ports.ts";
import { clearedForDays } from "../queue/review_state.ts";
import { PairId } from "../candidate_schema.ts";
import type { ScreeningDecision } from "../decision_schema.ts";
import type { KeptReview, ReviewId } from "../review_schema.ts";

/** Maximum pairs of one customer. */
const subjectPairsMax = 64;
/**
 * Maximum pairs of all customers in one commit: so many fit next to a hundred reviews with the
 * longest notes, even if each replaces another one and names an entity with a long name.
 */
const pairsAtOnceMax = 30;

/** Ports for the effect of reviews on pairs. */
export type PairPorts = Pick<ScreeningPorts, "clearedPairs" | "clock" | "random"> & {
  readonly audit: Pick<Audit, "record">;
};

/** A person's new review of candidates of a decision. */
export interface Spoken {
  readonly unit: Unit;
  readonly decision: ScreeningDecision;
  /** Null for a disposition, which clears no pair. */
  readonly review: KeptReview | null;
  /** All reviews of the decision, with this one. */
  readonly reviews: readonly KeptReview[];
  /** The candidates that the review is about. */
  readonly entityIds: readonly string[];
  /** Whether the review says anything other than false positive. */
  readonly isAgainst: boolean;
}

/** The pairs would exceed the maximum of a customer or of a commit. */
export type PairRefusal = { readonly code: "bad_request"; readonly message: string };

/** The pairs of customers, as the reviews of one request change them. */
export interface OpenedPairs {
  /**
   * Reads the pairs of the decision's customer. Call it before `settle`; a customer is read
   * only once.
   */
  read(decision: ScreeningDecision): Promise<void>;
  /** Ends and begins pairs by a review. A refusal changes nothing. */
  settle(spoken: Spoken): Result<null, PairRefusal>;
  /** Adds all changes to a unit. */
  write(unit: Unit): Promise<void>;
}

/** The pairs of one customer, with pending changes. */
interface Subject {
  readonly kept: SubjectPairs;
  standing: readonly StandingPair[];
  readonly begun: Map<string, ClearedPair>;
  readonly ended: Set<PairId>;
}

/**
 * Opens the pairs of a client's customers for a request that reviews.
 *
 * A pair begins with the review that completes the closing of its candidate as a false positive, if
 * as many people want to clear the customer. It ends when any review, in whatever decision, says
 * otherwise about the same customer and entity.
 *
 * @param options `holdsTurn`: the caller has the client's turn in the queue, which every change of
 * a pair takes or breaks
 * @see decisions-3.md part 21, cleared pairs
 */
export function openPairs(
  ports: PairPorts,
  owner: ClientId,
  { holdsTurn }: { readonly holdsTurn: boolean },
): OpenedPairs {
  const subjects = new Map<string, Subject>();

  return {
    read: async ({ response: { meta } }) => {
      const { mode, subjectRef } = meta;
      if (subjectRef === undefined) return;
      const kept = await ports.clearedPairs.ofSubject({ owner, mode, subjectRef });
      const name = nameOf(meta);
      // Decisions of one customer share what they change.
      if (subjects.has(name)) return;
      subjects.set(name, { kept, standing: kept.standing, begun: new Map(), ended: new Set() });
    },
    settle: (spoken) => {
      const { meta } = spoken.decision.response;
      const subject = meta.subjectRef === undefined ? undefined : subjects.get(nameOf(meta));
      if (subject === undefined) return ok(null);
      const { unit, decision: { clientId, id: decisionId }, isAgainst, entityIds } = spoken;
      const begun = isAgainst ? [] : begunBy(ports, spoken);
      const entities = isAgainst ? entityIds : begun.map(({ standing }) => standing.entityId);
      const ended = subject.standing.filter(({ entityId }) => entities.includes(entityId));
      if (begun.length === 0 && ended.length === 0) return ok(null);
      const left = subject.standing.filter((one) => !ended.includes(one));
      const standing = [...left, ...begun.map((one) => one.standing)];
      if (begun.length > 0 && standing.length > subjectPairsMax) {
        return refuseAsTooMany(`A customer has at most ${subjectPairsMax} cleared pairs`);
      }
      const others = [...subjects.values()].filter((one) => one !== subject && isChanged(one))
        .reduce((sum, one) => sum + one.standing.length, 0);
      if (others > 0 && others + standing.length > pairsAtOnceMax) {
        return refuseAsTooMany(
          `Reviews of one request change at most ${pairsAtOnceMax} cleared pairs: send this one apart`,
        );
      }
      for (const { pairId } of ended) {
        if (!subject.begun.delete(pairId)) subject.ended.add(pairId);
        const cause = isAgainst ? "reopened" : "replaced";
        ports.audit.record(unit, {
          kind: "CLEARED_PAIR_ENDED",
          clientId,
          pairId,
          cause,
          decisionId,
        });
      }
      for (const { pair, reviewId } of begun) {
        const { pairId, until } = pair;
        subject.begun.set(pairId, pair);
        ports.audit.record(unit, {
          kind: "CLEARED_PAIR_BEGUN",
          clientId,
          pairId,
          decisionId,
          reviewId,
          until,
        });
      }
      subject.standing = standing;
      return ok(null);
    },
    write: async (unit) => {
      for (const subject of [...subjects.values()].filter(isChanged)) {
        const { kept, standing, begun, ended } = subject;
        const changes: PairChange[] = [
          ...[...begun.values()].map((pair): PairChange => ({ kind: "begin", pair })),
          ...[...ended].map((pairId): PairChange => ({ kind: "end", pairId })),
        ];
        await kept.change(unit, { standing, changes, isChecked: !holdsTurn });
      }
    },
  };
}

/** Names a customer of the client. */
function nameOf({ mode, subjectRef }: ScreeningDecision["response"]["meta"]): string {
  return `${mode} ${subjectRef}`;
}

function refuseAsTooMany(message: string): Result<never, PairRefusal> {
  return refuse({ code: "bad_request", message });
}

function isChanged({ begun, ended }: Subject): boolean {
  return begun.size > 0 || ended.size > 0;
}

/** A pair that a review begins: in its listed form, and in the form for screenings. */
interface BegunPair {
  readonly pair: ClearedPair;
  readonly standing: StandingPair;
  readonly reviewId: ReviewId;
}

function begunBy(
  ports: PairPorts,
  { decision, review, reviews, entityIds }: Spoken,
): readonly BegunPair[] {
  const { compared, response: { candidates, meta: { subjectRef } } } = decision;
  if (review?.clearForDays === undefined || compared === undefined || subjectRef === undefined) {
    return [];
  }
  const { reviewId, reviewedAt, reviewer = null, reasonCode } = review;
  return candidates.flatMap(({ entityId, source, listRef, entityName = null }, at) => {
    const entry = compared.entries[at] ?? null;
    const days = entityIds.includes(entityId) ? clearedForDays(reviews, entityId) : null;
    if (entry === null || days === null) return [];
    const until = Temporal.Instant.from(reviewedAt).add({ hours: days * 24 })
      .toString({ smallestUnit: "millisecond" });
    const pairId = PairId.parse(uuidV7(ports));
    return [{
      reviewId,
      pair: {
        ...{ pairId, subjectRef, entityId, source, listRef, entityName },
        ...{ decisionId: decision.id, reviewedAt, reviewer },
        reasonCode: reasonCode ?? null,
        until,
      },
      standing: {
        ...{ pairId, entityId, entry, subject: compared.subject, reviewedAt },
        ...(reasonCode === undefined ? {} : { reasonCode }),
        until,
      },
    }];
  });
}
