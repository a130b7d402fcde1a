import type { Clock } from "../../base/clock.ts";
import type { Matcher, SnapshotHandle } from "../matching/ports.ts";
import type { ListRules } from "../policy/lists.ts";
import type { Editions } from "../publications/edition_ports.ts";
import type { Dated, InForce } from "../publications/ports.ts";

/** Ports of the description of the lists. */
export interface ListsInForcePorts {
  readonly clock: Clock;
  readonly lists: Lists;
}

/** Ports for reading one entry. */
export interface ListEntryPorts {
  readonly lists: Lists;
  readonly matcher: Pick<Matcher, "entry">;
}

/** Ports for reading changes of the lists. */
export interface ListChangesPorts extends ListsInForcePorts {
  /** Lists that came into force, as recorded by all servers. */
  readonly listEditions: Editions;
  readonly listRules: Pick<ListRules, "changesKeptDays">;
}

/** The snapshot in force, with its ids that decisions pin. */
export interface ListsInForce extends Dated {
  readonly snapshot: SnapshotHandle;
  /**
   * Reads the bytes of the snapshot again, for a matcher in another thread or process; a newer
   * snapshot may be read.
   */
  readonly readAgain?: () => Promise<Uint8Array<ArrayBuffer> | null>;
  /** `listSnapshotIds` in answers; empty for the sandbox's synthetic list. */
  readonly snapshotIds: readonly string[];
  /** Hours after which a list is stale; null for a list that does not age. */
  readonly staleAfterHours: number | null;
  /** Times at which a list's files were last known to be the publisher's newest, by source. */
  readonly checkedAt: ReadonlyMap<string, Temporal.Instant>;
}

/** The list snapshots that are in force. */
export type Lists = InForce<ListsInForce>;
