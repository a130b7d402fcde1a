import type { Random } from "../../base/random.ts";
import type { NextTurn } from "../../base/turns.ts";
import type { Unit, Units } from "../../base/unit.ts";
import type { Log } from "../../base/log.ts";
import type { Clients } from "../access/ports.ts";
import type { ClientId } from "../access/schema.ts";
import type { Audit } from "../audit/ports.ts";
import type { Events } from "../events/ports.ts";
import type { ListChangesPorts, ListsInForce } from "../lists_in_force/ports.ts";
import type { Mode } from "../nouns.ts";
import type { ScreeningPorts } from "./ports.ts";
import type { Decide, Decided, DecideRefusal } from "./decide.ts";
import type { ScreeningBatchId } from "./decision_schema.ts";
import type { Result } from "../../base/result.ts";
import type { BatchLimits, BatchResult, BatchRow, ScreeningBatch } from "./batch_schema.ts";

/** Limits of batches. */
export interface BatchRules extends BatchLimits {
  /** Hours within which a batch ends. */
  readonly batchHours: number;
}

/** Ports of batches of screenings. */
export interface ScreeningBatchPorts extends ListChangesPorts {
  readonly audit: Audit;
  readonly events: Events;
  readonly nextTurn: NextTurn;
  readonly random: Random;
  readonly screeningBatches: ScreeningBatches;
  readonly screeningBatchRules: BatchRules;
}

/** Batches of screenings. Rows are encrypted under a key of their batch, which is deleted with its end. */
export interface ScreeningBatches {
  /** Writes the rows of a batch, which nothing can read before the batch is accepted. */
  prepare(batch: ScreeningBatch, rows: readonly BatchRow[]): Promise<PreparedBatch>;
  /** The unfinished batches of a client, for a unit that adds one. */
  openOf(owner: ClientId): Promise<OpenBatches>;
  /** A client's batches, the newest first, written by this version or a later one. */
  ofClient(owner: ClientId, batchesMax: number): Promise<readonly ScreeningBatch[]>;
  /** @returns the batch; null if there is none, or it was deleted */
  find(id: ScreeningBatchId): Promise<FoundBatch | null>;
  /** Ids of the unfinished batches of each client, in the order of their acceptance. */
  unfinished(): AsyncIterable<readonly ScreeningBatchId[]>;
}

/** A batch whose rows are written, not visible yet. */
export interface PreparedBatch {
  /**
   * Makes the batch visible. The unit loses if another batch of its client has become visible
   * meanwhile.
   */
  accept(unit: Unit, open: OpenBatches): void;
  /** Deletes the rows. */
  discard(): Promise<void>;
}

/** The unfinished batches of a client, as read. */
export interface OpenBatches {
  readonly ids: readonly ScreeningBatchId[];
}

/** A batch as read. A change loses if another one was committed meanwhile. */
export interface FoundBatch {
  readonly batch: ScreeningBatch;
  /** The server that works on it, and until when; null if none does. */
  readonly lease: { readonly holder: string; readonly until: Temporal.Instant } | null;
  /** Reads rows from an item on; none after the end. Decided rows are deleted with their commit. */
  rowsFrom(item: number): Promise<readonly BatchRow[]>;
  /** Replaces the batch, and adds the results of the next items. */
  advance(unit: Unit, next: ScreeningBatch, step: BatchStep): void;
  /**
   * Like {@link FoundBatch.advance}, and ends the batch: its key is deleted, so that its rows
   * cannot be read any more.
   */
  end(unit: Unit, next: ScreeningBatch, results: readonly BatchResult[]): Promise<void>;
  /** Removes the rows that remain after the end of the batch. */
  removeRows(): Promise<void>;
  /** Results in the order of the items, from one on. A decided item may have none. */
  results(from: number): AsyncIterable<BatchResult>;
}

/** The progress of a server on a batch. */
export interface BatchStep {
  readonly results: readonly BatchResult[];
  /** The server that works on it next. */
  readonly lease: FoundBatch["lease"];
}

/** Decides items as `POST /v1/screen` does, and records nothing. */
export interface BatchDecider {
  /**
   * @param items number of items in the whole batch @returns the result for each, in order, on
   * these lists
   */
  decide(
    inForce: ListsInForce,
    asked: readonly Decide[],
    items: number,
  ): Promise<readonly Result<Decided, DecideRefusal>[]>;
  /**
   * Like {@link BatchDecider.decide}, for items that may match one of some entities.
   *
   * @param among.changed the same set for all parts of a run
   * @returns null for each item that matches none of them
   */
  sift(
    inForce: ListsInForce,
    asked: readonly Decide[],
    among: { readonly items: number; readonly changed: ReadonlySet<string> },
  ): Promise<readonly (Result<Decided, DecideRefusal> | null)[]>;
}

/** Dependencies of running batches. */
export interface RunBatchesPorts extends
  Pick<
    ScreeningBatchPorts,
    | "audit"
    | "clock"
    | "events"
    | "nextTurn"
    | "random"
    | "screeningBatches"
    | "screeningBatchRules"
  >,
  Pick<ScreeningPorts, "clearedPairs" | "decisions" | "queue" | "reviewRules"> {
  readonly clients: Clients;
  readonly units: Units;
  readonly log: Log;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly decider: BatchDecider;
  /** Lists of each served mode. */
  readonly modes: Readonly<Partial<Record<Mode, ListChangesPorts>>>;
  /** Aborted when the service closes. */
  readonly closing: AbortSignal;
}
