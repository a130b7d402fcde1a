import type { SnapshotHandle } from "./matcher.ts";

/** The list snapshots that are in force. */
export interface Lists {
  /**
   * The snapshot to screen against. An operation asks once and keeps the handle for as long as it
   * runs: a swap never changes the list under it.
   */
  current(): SnapshotHandle;
}
