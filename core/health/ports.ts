import type { Clock } from "../../base/clock.ts";
import type { Lists } from "../lists_in_force/ports.ts";
import type { Matcher } from "../matching/ports.ts";

/** Ports of health and readiness. */
export interface HealthPorts {
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  readonly lists: Lists;
  readonly matcher: Pick<Matcher, "isRunning">;
  readonly storeProbe: StoreProbe;
  /** The trust anchors that are read again while the process runs; null if there are none. */
  readonly anchorsRead: (() => AnchorsRead) | null;
}

/** The state of trust anchors that are read again. */
export interface AnchorsRead {
  /** The number of trusted anchors. */
  readonly anchors: number;
  /** Time of the last accepted reading. */
  readonly readAt: Temporal.Instant;
}

/** The running process: its version, and whether it is about to end. */
export interface Lifecycle {
  /** Version of the service, from `deno.json`. */
  readonly version: string;
  /** Id of the build: a digest of the sources in hex; null if the process may not read them. */
  readonly build: string | null;
  /** True from SIGTERM or SIGINT until the process exits. */
  draining(): boolean;
}

/** The ability of a store: reads and writes, reads only, or no answer in time. */
export type StoreState = "available" | "read_only" | "unavailable";

/** Probe of the store for health and readiness. */
export interface StoreProbe {
  /**
   * Returns the current state of the store, by a read and, after a failed write, by a write that
   * changes nothing. Never rejects and never takes longer than the policy's deadline.
   */
  state(): Promise<StoreState>;
  /** Whether the last commit failed because the disk is full. Does not access the store. */
  isReadOnly(): boolean;
}
