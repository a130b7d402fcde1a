import type { Log } from "../../base/log.ts";
import type { Edition } from "./edition_ports.ts";
import type { InForce } from "./ports.ts";
import {
  type NewEdition,
  recordEdition,
  type RecordEditionDependencies,
} from "./record_edition.ts";

/** Dependencies of {@link keepRecord}. */
export interface KeepRecordDependencies<Data>
  extends Omit<RecordEditionDependencies, "audit" | "damaged"> {
  readonly inForce: InForce<Data>;
  readonly editionOf: (data: Data) => NewEdition;
  readonly audit: RecordEditionDependencies["audit"];
  readonly log: Log;
  /** Names of the log records. */
  readonly events: { readonly recorded: string; readonly failed: string };
}

/**
 * Opens the check that records data that came into force since the last call. Costs nothing without
 * a change. Never rejects: a failed recording is repeated at the next call.
 */
export function keepRecord<Data>(
  { inForce, editionOf, log, events, ...dependencies }: KeepRecordDependencies<Data>,
): () => Promise<void> {
  let settled: string | null = null;

  async function record(data: Data): Promise<void> {
    const edition = editionOf(data);
    const name = `${edition.id} ${edition.manifestAt}`;
    if (name === settled) return;
    const damaged = (fault: Error) => log.error(events.failed, fault);
    const outcome = await recordEdition({ ...dependencies, damaged }, edition);
    if (outcome.kind === "lost" || outcome.kind === "stopped") return;
    settled = name;
    if (outcome.kind === "recorded") log.info(events.recorded, countsOf(outcome.edition));
  }

  return () =>
    inForce.use(record).catch((cause) => {
      log.error(events.failed, cause);
    });
}

function countsOf({ id, parts }: Edition) {
  const sum = (count: "entries" | "added" | "changed" | "removed") =>
    parts.reduce((total, part) => total + part[count], 0);
  return {
    snapshotId: id,
    entries: sum("entries"),
    added: sum("added"),
    changed: sum("changed"),
    removed: sum("removed"),
  };
}
