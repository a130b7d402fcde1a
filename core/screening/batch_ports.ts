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

/** Numbers that batches are held to. */
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
  /** The batches of a client, the newest first: those of this version or a later one. */
  ofClient(owner: ClientId, batchesMax: number): Promise<readonly ScreeningBatch[]>;
  /** @returns the batch, or null when there is none, or none any more */
  find(id: ScreeningBatchId): Promise<FoundBatch | null>;
  /** Ids of the unfinished batches of each client, in the order of their acceptance. */
  unfinished(): AsyncIterable<readonly ScreeningBatchId[]>;
}

/** A batch whose rows are written. */
export interface PreparedBatch {
  /** Makes the batch visible, on condition that no other of its client has been meanwhile. */
  accept(unit: Unit, open: OpenBatches): void;
  /** Takes the rows away. */
  discard(): Promise<void>;
}

/** The unfinished batches of a client, as they were read. */
export interface OpenBatches {
  readonly ids: readonly ScreeningBatchId[];
}

/** A batch as it was read. A change of it loses where another has changed it meanwhile. */
export interface FoundBatch {
  readonly batch: ScreeningBatch;
  /** The server that works on it, until when; null: none. */
  readonly lease: { readonly holder: string; readonly until: Temporal.Instant } | null;
  /** Rows from one on, of one read; none once it has ended. Those that are done go with their commit. */
  rowsFrom(item: number): Promise<readonly BatchRow[]>;
  /** Puts the batch in the place of this one, with results of the items behind those that were done. */
  advance(unit: Unit, next: ScreeningBatch, step: BatchStep): void;
  /** As {@link FoundBatch.advance}, to an end: its key is deleted, and its rows cannot be read again. */
  end(unit: Unit, next: ScreeningBatch, results: readonly BatchResult[]): Promise<void>;
  /** Removes rows that were left at its end. */
  removeRows(): Promise<void>;
  /** Results in the order of the items, from one on. An item that is done may have none. */
  results(from: number): AsyncIterable<BatchResult>;
}

/** What a server has done of a batch. */
export interface BatchStep {
  readonly results: readonly BatchResult[];
  /** Who works on it from now on. */
  readonly lease: FoundBatch["lease"];
}

/** Decides items as `POST /v1/screen` does, and records nothing. */
export interface BatchDecider {
  /**
   * @param items of the batch in all
   * @returns what is found of each, in their order, on these lists
   */
  decide(
    inForce: ListsInForce,
    asked: readonly Decide[],
    items: number,
  ): Promise<readonly Result<Decided, DecideRefusal>[]>;
  /**
   * As {@link BatchDecider.decide}, for items that may match one of some entities.
   *
   * @param among.changed the same set for all pieces of a run
   * @returns null for each item that matches none of them
   */
  sift(
    inForce: ListsInForce,
    asked: readonly Decide[],
    among: { readonly items: number; readonly changed: ReadonlySet<string> },
  ): Promise<readonly (Result<Decided, DecideRefusal> | null)[]>;
}

/** What running batches needs. */
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
  /** Lists of each mode; a mode that is not served has none. */
  readonly modes: Readonly<Partial<Record<Mode, ListChangesPorts>>>;
  /** Aborted when the service closes. */
  readonly closing: AbortSignal;
}
