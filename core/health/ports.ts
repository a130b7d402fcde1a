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
  /** The trust anchors that are read again while the process runs; null where there are none. */
  readonly anchorsRead: (() => AnchorsRead) | null;
}

/** What is known of trust anchors that are read again. */
export interface AnchorsRead {
  /** How many are believed. */
  readonly anchors: number;
  /** Time of the last reading that was believed. */
  readonly readAt: Temporal.Instant;
}

/** The running process: which version it is, and whether it is about to end. */
export interface Lifecycle {
  /** Version of the service, from `deno.json`. */
  readonly version: string;
  /** What the version is of: hex digits over the sources; null where the process may not read them. */
  readonly build: string | null;
  /** True from SIGTERM or SIGINT until the process exits. */
  draining(): boolean;
}

/** What a store does: all that it is asked, reads alone, or nothing in time. */
export type StoreState = "available" | "read_only" | "unavailable";

/** Probe of the store, for health and readiness. */
export interface StoreProbe {
  /**
   * What the store does now, by a read and, where a write has failed, by one that changes nothing. Never
   * rejects and never takes longer than the deadline of the policy.
   */
  state(): Promise<StoreState>;
  /** Whether the last commit found a disk that takes nothing. Asks no store. */
  isReadOnly(): boolean;
}
