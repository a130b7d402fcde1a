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
  /** As {@link Decisions.add}, for many of a commit that has a check of its own. */
  addMany(
    unit: Unit,
    decided: readonly { readonly decision: ScreeningDecision; readonly row: QueueRow }[],
  ): void;
  /** @returns the decision, or null when it is unknown or another client's */
  find(id: DecisionId, owner: ClientId): Promise<ScreeningDecision | null>;
  /**
   * As {@link find} for a caller who holds the unguessable id, which a sandbox deployment takes
   * for ownership when the request names no client (decisions.md part 1).
   */
  findUnscoped(id: DecisionId): Promise<ScreeningDecision | null>;
  /** Adds one immutable review; its text is encrypted at rest. */
  addReview(unit: Unit, id: DecisionId, review: KeptReview): void;
  /** @returns every review of the decision, most recent first */
  reviews(id: DecisionId): Promise<readonly KeptReview[]>;
  /** @returns exactly these reviews, in this order; one that is not on file is a fault */
  reviewsById(id: DecisionId, reviewIds: readonly ReviewId[]): Promise<readonly KeptReview[]>;
  /** Adds one immutable disposition of a confirmed match, encrypted at rest. */
  addDisposition(unit: Unit, id: DecisionId, disposition: KeptDisposition): void;
  /** @returns every disposition of the decision, most recent first */
  dispositions(id: DecisionId): Promise<readonly KeptDisposition[]>;
  /** @returns all that people have said about the decision, whatever its class */
  said(id: DecisionId): Promise<Said>;
}

/** What people have said about a decision, most recent first. */
export interface Said {
  readonly reviews: readonly KeptReview[];
  readonly dispositions: readonly KeptDisposition[];
}

/** The decisions of clients, by how far people have come with them. */
export interface ReviewQueue {
  /**
   * The turn to change rows of a client: taken before anything is read that the change rests on.
   *
   * @param only the one decision whose row is changed; changes of different ones then wait for no other
   */
  turn(owner: ClientId, only?: QueueChange["decision"]): Promise<QueueTurn>;
  /** Lets changes of many rows of a client that are under way begin anew. */
  breakTurn(unit: Unit, owner: ClientId): void;
  /** Rows in the order of their time. */
  list(owner: ClientId, range: QueueRange): AsyncIterable<QueueRow>;
  /** Another text after each change of rows, but not after new ones; null before any. */
  lastTurn(owner: ClientId): Promise<string | null>;
  /** How many decisions a person has to act on. */
  totals(owner: ClientId, mode: Mode): Promise<QueueTotals>;
  /** Rows of one customer's matches, the newest first: those of this version or a later one. */
  ofSubject(subject: SubjectOf, rowsMax: number): Promise<readonly QueueRow[]>;
  /** What was opened and closed from a day on, which may be many more than a page lists. */
  days(owner: ClientId, from: { readonly mode: Mode; readonly from: string }): Promise<
    readonly QueueDay[]
  >;
  /** Whether decisions from before there was a queue are all in it. */
  isComplete(): Promise<boolean>;
}

/** One change of rows of a client; of any number at once one wins. */
export interface QueueTurn {
  /** Puts rows in place, with what is counted of them. The unit is lost where another had its turn. */
  change(unit: Unit, changes: readonly QueueChange[]): Promise<void>;
}

/** What becomes of the row of a decision. */
export interface QueueChange {
  readonly decision: Pick<ScreeningDecision, "id" | "response">;
  /** @param standing null where there is none. @returns null to leave it as it is */
  next(standing: QueueRow | null): QueueRow | null;
}

/** Which rows are listed. */
export interface QueueRange {
  readonly mode: Mode;
  readonly states: readonly ReviewState[];
  readonly order: "oldest" | "newest";
  /** Rows behind this decision, in the order; null: from its begin. */
  readonly after: string | null;
  readonly from: Temporal.Instant | null;
  readonly to: Temporal.Instant | null;
  /** Rows of a state that are read at a time. */
  readonly rowsAtOnce: number;
}

/** A customer of a client. */
export interface SubjectOf {
  readonly owner: ClientId;
  readonly mode: Mode;
  readonly subjectRef: SubjectRef;
}

/** Customers whom reviewers have cleared of entities (decisions-3.md part 21). */
export interface ClearedPairs {
  /** The pairs of one customer that have not ended, or whose end is on no record yet. */
  ofSubject(subject: SubjectOf): Promise<SubjectPairs>;
  /** @returns the pair, or null when it is unknown, another client's, or ended by a person */
  find(owner: ClientId, mode: Mode, id: PairId): Promise<ClearedPair | null>;
  /** The pairs of a client behind one of them, in the order in which they began. */
  list(owner: ClientId, mode: Mode, after: string | null): AsyncIterable<ClearedPair>;
  /** A MAC of what a client sent of a customer. */
  macOf(owner: ClientId, text: string): SubjectMac;
  /** Whether a MAC is of this; false where its data key is not on file. */
  isMacOf(mac: SubjectMac, owner: ClientId, text: string): boolean;
}

/** The pairs of one customer. */
export interface SubjectPairs {
  readonly standing: readonly StandingPair[];
  /** Checks that a change of them takes of a commit. */
  readonly checks: number;
  /** Puts changes into a unit, which is lost where others have changed the pairs since they were read. */
  change(unit: Unit, changed: ChangedPairs): Promise<void>;
}

/** What becomes of the pairs of a customer. */
export interface ChangedPairs {
  /** Those that stand from now on. */
  readonly standing: readonly StandingPair[];
  readonly changes: readonly PairChange[];
  /** False: the caller holds the client's turn in the queue, which every other change breaks. */
  readonly isChecked: boolean;
}

/** What becomes of one pair. */
export type PairChange =
  | { readonly kind: "begin"; readonly pair: ClearedPair }
  /** A person has ended it: it is listed no longer. */
  | { readonly kind: "end"; readonly pairId: PairId }
  | { readonly kind: "lapse"; readonly pairId: PairId; readonly lapse: Lapse };

/** How a client wants its matches reviewed. */
export interface ReviewRules {
  /** Outcomes that need a second person. */
  readonly fourEyes: FourEyes;
  /** Whether each of the two must be authenticated by the identity provider. Default: no. */
  readonly authenticatedOnly?: true;
  readonly review: {
    /** Whether a confirmed match is to be reviewed too. */
    readonly confirmed: boolean;
    /** Hours after a decision in which it is to be reviewed. */
    readonly dueHours: number;
  };
}

/** How clients want their matches reviewed, by their records. */
export interface ReviewRulesOfClients {
  /** @param lookUp whether what was known a few seconds ago may do */
  get(clientId: ClientId, lookUp: { readonly fresh: boolean }): Promise<ReviewRules>;
}

/** Question to the vector layer, asked once the decision is on file. */
export interface ShadowQuestion {
  readonly decisionId: DecisionId;
  /** As the caller wrote it. */
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

/** Reason for which names could not be compared. Says nothing of them. */
export interface VectorRefusal {
  readonly code:
    /** No connection, or it broke. */
    | "connection"
    /** It took longer than we wait. */
    | "deadline"
    /** Any status but 200. */
    | "status"
    /** Longer than what we read. */
    | "too_long"
    /** No answer of the agreed form, or not one embedding a name. */
    | "bad_answer"
    /** It failed again and again and is left alone for a while. */
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
