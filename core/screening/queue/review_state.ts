import type { FourEyes } from "../../nouns.ts";
import type { Classification } from "../candidate_schema.ts";
import type { KeptDisposition, KeptReview, ReviewOutcome, ReviewState } from "../review_schema.ts";

/** A judgement that closes: anything but an escalation. */
type Closing = Exclude<ReviewOutcome, "escalated">;

/** A decision with all that people have said about it. */
export interface Reviewed {
  readonly classification: Classification;
  /** Whether a confirmed match is to be reviewed. */
  readonly confirmedIsReviewed: boolean;
  /** Entities of its candidates; empty if the decision itself is reviewed. */
  readonly entityIds: readonly string[];
  /** Reviews, in any order. */
  readonly reviews: readonly KeptReview[];
  /** Dispositions, in any order. */
  readonly dispositions: readonly KeptDisposition[];
}

/** One judgement of one person. */
interface Judgement {
  /** Null if the review names no reviewer. */
  readonly person: string | null;
  readonly decision: ReviewOutcome;
  /** Whether this outcome needs a second person. */
  readonly needsTwo: Readonly<Record<Closing, boolean>>;
  /**
   * Whether a person who changes their own earlier outcome needs a second person, even for an
   * outcome that does not need one otherwise.
   */
  readonly bindsFirst: boolean;
  /** Whether the identity provider has authenticated the person. */
  readonly isAuthenticated: boolean;
  /** Whether two people count only if both are authenticated. */
  readonly authenticatedOnly: boolean;
  /** Null if the judgement is about every candidate. */
  readonly entityIds: readonly string[] | null;
  /** Days for which the person clears the customer of the candidate; null if not at all. */
  readonly clearForDays: number | null;
}

/** The progress of the review of one candidate. */
type Progress =
  | { readonly state: "OPEN" }
  | { readonly state: "PROPOSED" }
  /** `people` is the number of people who were needed. */
  | { readonly state: "CLOSED"; readonly as: Closing; readonly people: number }
  /**
   * `by` names the people who cannot end the escalation; empty if the review that escalated names
   * no reviewer.
   */
  | { readonly state: "ESCALATED"; readonly by: readonly string[] };

/**
 * The state of a decision's review, from its recorded reviews only: a change of the client's record
 * does not move it, because each review stores the rule at that time.
 *
 * A candidate is closed by as many people as that rule requires. `escalated`, or two people who
 * differ, escalate it until another person closes it. Of several candidates the one that needs most
 * determines the state: an escalated one, then one without a judgement, then one that lacks its
 * second person.
 *
 * @see decisions-3.md part 21, the state of a review
 */
export function reviewState(reviewed: Reviewed): ReviewState {
  const all = progresses(reviewed);
  if (all.length === 0) return "NONE";
  const states = new Set(all.map(({ state }) => state));
  return (["ESCALATED", "OPEN", "PROPOSED"] as const).find((one) => states.has(one)) ?? "CLOSED";
}

/** Whether all that waits is escalated, and only a person other than this one can end it. */
export function waitsForAnother(reviewed: Reviewed, person: string): boolean {
  const id = personOf(person);
  const waiting = progresses(reviewed).filter(({ state }) => state !== "CLOSED");
  return id !== null && waiting.length > 0 &&
    waiting.every((one) => one.state === "ESCALATED" && one.by.includes(id));
}

/** The progress of each candidate, or of the decision itself; empty if nothing is reviewed. */
function progresses(reviewed: Reviewed): readonly Progress[] {
  const { classification, confirmedIsReviewed, entityIds } = reviewed;
  switch (classification) {
    case "CLEAR":
      return [];
    case "CONFIRMED_MATCH":
      return confirmedIsReviewed ? [progressOf(disposed(reviewed))] : [];
    case "POSSIBLE_MATCH": {
      const judgements = judged(reviewed);
      return entityIds.length === 0
        ? [progressOf(judgements)]
        : entityIds.map((entityId) => progressOf(about(entityId, judgements)));
    }
    default:
      return classification satisfies never;
  }
}

/**
 * The days for which the last review clears the customer of a candidate. The candidate must be
 * closed as a false positive, and as many people must want to clear the customer as closed it, and
 * as the last of them needs. The shortest time counts. After the first pair each must ask again:
 * one person alone cannot renew a pair that two have begun.
 *
 * @returns null if it does not clear
 * @see decisions-3.md part 21, cleared pairs
 */
export function clearedForDays(
  reviews: readonly KeptReview[],
  entityId: string,
): number | null {
  const judgements = about(entityId, judged({ reviews }));
  let [days, begun]: [number | null, number] = [null, 0];
  for (let count = 1; count <= judgements.length; count++) {
    days = daysOf(judgements.slice(0, count), begun);
    if (days !== null) begun = count;
  }
  return days;
}

/**
 * The days of the shortest clearing, if enough people ask for one after the first `behind`
 * judgements; else null.
 *
 * @param judgements the oldest first
 */
function daysOf(judgements: readonly Judgement[], behind: number): number | null {
  const progress = progressOf(judgements);
  if (progress.state !== "CLOSED" || progress.as !== "false_positive") return null;
  /** The last judgement of each person, the oldest first. */
  const last = new Map<string | null, Judgement>();
  for (const judgement of judgements) {
    last.delete(judgement.person);
    last.set(judgement.person, judgement);
  }
  const fresh = new Set(judgements.slice(behind));
  const asking = [...last.values()].filter((one) => one.clearForDays !== null && fresh.has(one));
  const people = Math.max(progress.people, asking.at(-1)?.needsTwo.false_positive ? 2 : 1);
  const isHeld = people === 2 && asking.at(-1)?.authenticatedOnly === true;
  const counted = asking.filter((one) => one.isAuthenticated || !isHeld);
  if (counted.length < people) return null;
  return Math.min(...counted.slice(-people).map(({ clearForDays }) => clearForDays ?? 0));
}

function about(entityId: string, judgements: readonly Judgement[]): readonly Judgement[] {
  return judgements.filter((one) => one.entityIds?.includes(entityId) ?? true);
}

/** The reviews of a possible match, the oldest first. */
function judged({ reviews }: Pick<Reviewed, "reviews">): readonly Judgement[] {
  return reviews
    .toSorted((a, b) => inOrder(a.reviewedAt, b.reviewedAt) || inOrder(a.reviewId, b.reviewId))
    .map(({ entityIds, clearForDays = null, fourEyes = "none", ...review }) => ({
      ...saidBy(review),
      decision: review.decision,
      needsTwo: {
        confirmed_match: needsTwo("confirmed_match", fourEyes),
        false_positive: needsTwo("false_positive", fourEyes),
      },
      bindsFirst: fourEyes !== "none",
      entityIds: entityIds ?? null,
      clearForDays: review.decision === "false_positive" ? clearForDays : null,
    }));
}

/**
 * The dispositions of a confirmed match, the oldest first. Each needs as many people as a confirmed
 * match does.
 */
function disposed({ dispositions }: Reviewed): readonly Judgement[] {
  return dispositions
    .toSorted((a, b) =>
      inOrder(a.disposedAt, b.disposedAt) || inOrder(a.dispositionId, b.dispositionId)
    )
    .map(({ fourEyes, ...disposition }) => {
      const bindsFirst = needsTwo("confirmed_match", fourEyes);
      return {
        ...saidBy(disposition),
        decision: disposition.decision,
        needsTwo: { confirmed_match: bindsFirst, false_positive: bindsFirst },
        bindsFirst,
        entityIds: null,
        clearForDays: null,
      };
    });
}

function needsTwo(decision: Closing, fourEyes: FourEyes): boolean {
  return fourEyes === "all" || fourEyes === "confirmed" && decision === "confirmed_match";
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The person of a judgement, and whether it may be one of two. */
function saidBy(
  { reviewer, identity, authenticatedOnly }: Pick<
    KeptReview,
    "reviewer" | "identity" | "authenticatedOnly"
  >,
): Pick<Judgement, "person" | "isAuthenticated" | "authenticatedOnly"> {
  return {
    person: personOf(reviewer),
    isAuthenticated: identity === "authenticated",
    authenticatedOnly: authenticatedOnly === true,
  };
}

/** The person that an id names. Letter case and full-width letters make no difference. */
function personOf(reviewer: string | undefined): string | null {
  return reviewer?.normalize("NFKC").toLowerCase() ?? null;
}

/** The progress of the judgements of one candidate, oldest first. */
function progressOf(judgements: readonly Judgement[]): Progress {
  /** The last outcome of each person that still counts. */
  const words = new Map<string, Closing>();
  /** People whose judgement was authenticated. */
  const authenticated = new Set<string>();
  /** Whether an authenticated person has judged. */
  let isSpokenFor = false;
  let progress: Progress = { state: "OPEN" };
  for (const judgement of judgements) {
    const { person, decision, needsTwo, bindsFirst, authenticatedOnly } = judgement;
    /** Whether the judgement is too weak to overturn what an authenticated person has said. */
    const isWeak = authenticatedOnly && !judgement.isAuthenticated && isSpokenFor;
    isSpokenFor ||= judgement.isAuthenticated;
    if (decision === "escalated") {
      if (person !== null) words.delete(person);
      progress = { state: "ESCALATED", by: person === null ? [] : [person] };
      continue;
    }
    if (isWeak && progress.state === "ESCALATED") continue;
    const before = person === null ? undefined : words.get(person);
    const isChanged = before !== undefined && before !== decision;
    const isForged = isWeak && isChanged && person !== null && authenticated.has(person);
    if (person !== null && !isForged) {
      words.set(person, decision);
      if (judgement.isAuthenticated) authenticated.add(person);
      else if (before !== decision) authenticated.delete(person);
    }
    if (progress.state === "ESCALATED") {
      if (person !== null && progress.by.includes(person)) continue;
      // Another person has settled it: who had said otherwise counts no more.
      for (const [who, word] of words) if (word !== decision) words.delete(who);
    } else {
      // What an authenticated person has said stands beside what the client says in their name.
      const others = [...words].filter(([, word]) => word !== decision);
      if (person !== null && others.length > 0) {
        progress = { state: "ESCALATED", by: [person, ...others.map(([who]) => who)] };
        continue;
      }
      if (progress.state === "CLOSED" && progress.as === decision) continue;
    }
    const isBound = isChanged && bindsFirst && progress.state !== "CLOSED";
    const people: number = needsTwo[decision] || isBound ? 2 : 1;
    const isHeld = authenticatedOnly && people === 2;
    const agreeing: number = [...words].filter(([who, word]) =>
      word === decision && (authenticated.has(who) || !isHeld)
    ).length;
    progress = person === null || agreeing >= people
      ? { state: "CLOSED", as: decision, people: person === null ? 1 : people }
      : { state: "PROPOSED" };
  }
  return progress;
}
