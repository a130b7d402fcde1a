import type { SnapshotHandle } from "./matcher.ts";

/** What is in force, and what decisions pin of it. */
export interface ListsInForce {
  readonly snapshot: SnapshotHandle;
  /** What answers name in `listSnapshotIds`: empty for the synthetic list of the sandbox. */
  readonly snapshotIds: readonly string[];
  /** Hours after which a list is stale, or null for a list that does not age. */
  readonly staleAfterHours: number | null;
}

/** The list snapshots that are in force. */
export interface Lists {
  /**
   * The lists to screen against. An operation asks once and keeps the answer for as long as it
   * runs: a swap never changes the list under it.
   */
  current(): ListsInForce;
}
