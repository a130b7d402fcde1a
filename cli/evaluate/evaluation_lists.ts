import { buildSnapshot } from "../../core/lists/build_snapshot.ts";
import { readLists } from "../../core/lists/read_lists.ts";
import { listFileBounds } from "../../core/policy/list_files.ts";
import type { Matcher, SnapshotHandle } from "../../core/ports/matcher.ts";
import { ok, refuse, type Result } from "../../core/result.ts";
import type { SnapshotRefusal } from "../../engine.ts";
import { openSnapshotBuilder } from "../../wasm/matcher.ts";
import { findFiles, openFiles } from "../lists/source_files.ts";

/**
 * The fullest set of OFAC's list at hand: the entities of one release with the aliases and remarks
 * of a later one. Numbers of entities are stable, so aliases of entities that are newer fall out.
 */
const fullestSet = [
  "ofac-sdn-2023-11/sdn.csv",
  "ofac-sdn-2026-partial/alt.csv",
  "ofac-sdn-2026-partial/sdn_comments.csv",
];
/** The release of the entities; the set says no day. */
const asOf = "2023-11-30";

/** Builds the lists that the labelled screenings are about, in memory. */
export async function buildEvaluationLists(
  folder: string,
  matcher: Pick<Matcher, "load">,
): Promise<Result<SnapshotHandle, SnapshotRefusal>> {
  const sources = fullestSet.map((file) => ({
    source: "ofac-sdn" as const,
    path: `${folder}/${file}`,
  }));
  const found = await findFiles(sources, listFileBounds);
  if (!found.ok) return unusable(found.refusal.message);
  const lists = readLists(openFiles(found.value, asOf), listFileBounds);
  return lists.ok
    ? ok(matcher.load(buildSnapshot(openSnapshotBuilder(), lists.value)))
    : unusable(`${lists.refusal.file ?? folder}: ${lists.refusal.message}`);
}

function unusable(message: string): Result<never, SnapshotRefusal> {
  return refuse({
    code: "snapshot_unusable",
    message: `${message}; name a snapshot by AVAL_LISTS instead`,
  });
}
