import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { Audit } from "../audit/ports.ts";
import type { Events } from "../events/ports.ts";
import type { Lists } from "../lists_in_force/ports.ts";
import type { Matcher } from "../matching/ports.ts";
import type { FourEyes, Mode } from "../nouns.ts";
import type { Telemetry } from "../telemetry/ports.ts";
import type { ScreeningRules } from "./gates.ts";
import type { ClientId } from "../access/schema.ts";
import type { ClearedPair, Lapse, StandingPair } from "./cleared_schema.ts";
import type { SubjectRef } from "./request_schema.ts";
import type { PairId } from "./candidate_schema.ts";
import type { DecisionId, ScreeningDecision, SubjectMac } from "./decision_schema.ts";
import type { KeptDisposition, KeptReview, ReviewId, ReviewState } from "./review_schema.ts";
import type { QueueDay, QueueRow, QueueTotals } from "./queue_schema.ts";
import type { Unit } from "../../base/unit.ts";
import type { Result } from "../../base/result.ts";

/** Ports of screening. */
export interface ScreeningPorts {
  readonly audit: Audit;
  readonly clearedPairs: ClearedPairs;
  readonly clock: Clock;
  readonly decisions: Decisions;
  readonly events: Events;
  readonly lists: Lists;
  readonly matcher: Matcher;
  readonly queue: ReviewQueue;
  readonly random: Random;
  readonly reviewRules: ReviewRulesOfClients;
  /** Gates and hashes that a screening pins. */
  readonly rules: ScreeningRules;
  /** The vector layer, which decides nothing. */
  readonly shadow: Shadow;
  readonly telemetry: Telemetry;
}

/** Screening decisions and their reviews. Neither is ever changed. */
export interface Decisions {
  /** Adds a decision under its id, and its row of the queue. */
  add(unit: Unit, decision: ScreeningDecision, row: QueueRow): void;
  /** Like {@link Decisions.add}, for several decisions of a commit that has its own check. */
  addMany(
    unit: Unit,
    decided: readonly { readonly decision: ScreeningDecision; readonly row: QueueRow }[],
  ): void;
  /** @returns the decision, or null when it is unknown or another client's */
  find(id: DecisionId, owner: ClientId): Promise<ScreeningDecision | null>;
  /**
   * Like {@link find}, for a caller who knows the unguessable id: a sandbox deployment accepts it
   * as proof of ownership if the request names no client (decisions.md part 1).
   */
  findUnscoped(id: DecisionId): Promise<ScreeningDecision | null>;
  /** Adds one immutable review; its text is encrypted at rest. */
  addReview(unit: Unit, id: DecisionId, review: KeptReview): void;
  /** @returns every review of the decision, most recent first */
  reviews(id: DecisionId): Promise<readonly KeptReview[]>;
  /** @returns exactly these reviews, in this order. @throws Error if one is missing */
  reviewsById(id: DecisionId, reviewIds: readonly ReviewId[]): Promise<readonly KeptReview[]>;
  /** Adds one immutable disposition of a confirmed match, encrypted at rest. */
  addDisposition(unit: Unit, id: DecisionId, disposition: KeptDisposition): void;
  /** @returns every disposition of the decision, most recent first */
  dispositions(id: DecisionId): Promise<readonly KeptDisposition[]>;
  /** @returns all that people have said about the decision, whatever its class */
  said(id: DecisionId): Promise<Said>;
}

/** Reviews and dispositions of a decision, most recent first. */
export interface Said {
  readonly reviews: readonly KeptReview[];
  readonly dispositions: readonly KeptDisposition[];
}

/** The decisions of clients, by the state of their review. */
export interface ReviewQueue {
  /**
   * Takes the turn to change rows of a client; take it before reading anything on which the change
   * depends.
   *
   * @param only the only decision whose row is changed, so that changes of different decisions do
   * not wait for each other
   */
  turn(owner: ClientId, only?: QueueChange["decision"]): Promise<QueueTurn>;
  /** Makes concurrent changes of several of a client's rows begin again. */
  breakTurn(unit: Unit, owner: ClientId): void;
  /** Rows in the order of their time. */
  list(owner: ClientId, range: QueueRange): AsyncIterable<QueueRow>;
  /**
   * A text that differs after each change of rows, but not after new rows; null before the first
   * change.
   */
  lastTurn(owner: ClientId): Promise<string | null>;
  /** Number of decisions on which a person must act. */
  totals(owner: ClientId, mode: Mode): Promise<QueueTotals>;
  /** Rows of one customer's matches, the newest first, written by this version or a later one. */
  ofSubject(subject: SubjectOf, rowsMax: number): Promise<readonly QueueRow[]>;
  /**
   * Numbers of opened and closed decisions since a day, including those beyond the maximum of a
   * page.
   */
  days(owner: ClientId, from: { readonly mode: Mode; readonly from: string }): Promise<
    readonly QueueDay[]
  >;
  /** Whether decisions from before there was a queue are all in it. */
  isComplete(): Promise<boolean>;
}

/** The turn to change rows of a client. Of several concurrent turns only one is committed. */
export interface QueueTurn {
  /** Replaces rows and updates their counts. The unit loses if another change had the turn. */
  change(unit: Unit, changes: readonly QueueChange[]): Promise<void>;
}

/** A change of a decision's row. */
export interface QueueChange {
  readonly decision: Pick<ScreeningDecision, "id" | "response">;
  /**
   * @param standing the present row; null if there is none. @returns the new row; null to leave it
   */
  next(standing: QueueRow | null): QueueRow | null;
}

/** Which rows are listed. */
export interface QueueRange {
  readonly mode: Mode;
  readonly states: readonly ReviewState[];
  readonly order: "oldest" | "newest";
  /** Only rows after this decision in the order; null: from the beginning. */
  readonly after: string | null;
  readonly from: Temporal.Instant | null;
  readonly to: Temporal.Instant | null;
  /** Number of rows of a state that are read at once. */
  readonly rowsAtOnce: number;
}

/** A customer of a client. */
export interface SubjectOf {
  readonly owner: ClientId;
  readonly mode: Mode;
  readonly subjectRef: SubjectRef;
}

/** Customers that reviewers have cleared of entities (decisions-3.md part 21). */
export interface ClearedPairs {
  /** The pairs of one customer that have not ended, or whose end was not recorded yet. */
  ofSubject(subject: SubjectOf): Promise<SubjectPairs>;
  /** @returns the pair, or null when it is unknown, another client's, or ended by a person */
  find(owner: ClientId, mode: Mode, id: PairId): Promise<ClearedPair | null>;
  /** The pairs of a client in the order in which they began, after the given one. */
  list(owner: ClientId, mode: Mode, after: string | null): AsyncIterable<ClearedPair>;
  /** A MAC of the customer data that a client sent. */
  macOf(owner: ClientId, text: string): SubjectMac;
  /** Whether a MAC belongs to this text; false if its data key no longer exists. */
  isMacOf(mac: SubjectMac, owner: ClientId, text: string): boolean;
}

/** The pairs of one customer. */
export interface SubjectPairs {
  readonly standing: readonly StandingPair[];
  /** Number of checks that a change of the pairs adds to a commit. */
  readonly checks: number;
  /** Adds changes to a unit. The unit loses if the pairs were changed since they were read. */
  change(unit: Unit, changed: ChangedPairs): Promise<void>;
}

/** Changes of a customer's pairs. */
export interface ChangedPairs {
  /** Pairs in force after the change. */
  readonly standing: readonly StandingPair[];
  readonly changes: readonly PairChange[];
  /**
   * Whether the commit checks the pairs. False if the caller holds the client's turn in the queue,
   * which every other change breaks.
   */
  readonly isChecked: boolean;
}

/** A change of one pair. */
export type PairChange =
  | { readonly kind: "begin"; readonly pair: ClearedPair }
  /** A person has ended the pair, which is no longer listed. */
  | { readonly kind: "end"; readonly pairId: PairId }
  | { readonly kind: "lapse"; readonly pairId: PairId; readonly lapse: Lapse };

/** A client's rules for reviews. */
export interface ReviewRules {
  /** Outcomes that need a second person. */
  readonly fourEyes: FourEyes;
  /** Whether each of the two must be authenticated by the identity provider. Default: no. */
  readonly authenticatedOnly?: true;
  readonly review: {
    /** Whether a confirmed match is to be reviewed too. */
    readonly confirmed: boolean;
    /** Hours within which a decision is to be reviewed. */
    readonly dueHours: number;
  };
}

/** The rules for reviews in clients' records. */
export interface ReviewRulesOfClients {
  /** @param lookUp `fresh` false: a record cached for a few seconds is sufficient */
  get(clientId: ClientId, lookUp: { readonly fresh: boolean }): Promise<ReviewRules>;
}

/** Question to the vector layer, asked once the decision is on file. */
export interface ShadowQuestion {
  readonly decisionId: DecisionId;
  /** The name as the caller wrote it. */
  readonly name: string;
  /** The listed names of the decision's candidates, in their order; at least one. */
  readonly listed: readonly string[];
}

/**
 * The vector layer in the shadow of decisions: its scores are logged and reach no answer
 * (Screening §1; decisions.md part 6).
 */
export interface Shadow {
  /** Remembers a question until its unit is committed. Never throws, never waits. */
  note(unit: Unit, question: ShadowQuestion): void;
}

/** Why names could not be compared, without the names. */
export interface VectorRefusal {
  readonly code:
    /** There is no connection, or it was closed. */
    | "connection"
    /** The answer did not arrive within the deadline. */
    | "deadline"
    /** Any status but 200. */
    | "status"
    /** The answer is longer than the maximum. */
    | "too_long"
    /** The answer has another form, or not one embedding for each name. */
    | "bad_answer"
    /** It failed repeatedly and is not called for a while. */
    | "left_alone";
}

/** Compares names by their embeddings: the vector layer, whatever provides it. */
export interface Vectors {
  /** @returns cosine similarity, -1 to 1, of a name with each of the listed ones, in their order */
  compare(
    name: string,
    listed: readonly string[],
    signal: AbortSignal,
  ): Promise<Result<readonly number[], VectorRefusal>>;
}
