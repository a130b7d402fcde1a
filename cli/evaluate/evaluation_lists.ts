import { buildSnapshot, type SnapshotList } from "../../sources/lists/build_snapshot.ts";
import type { ListSource } from "../../sources/lists/publishers.ts";
import { type NamedListRead, readLists } from "../../sources/lists/read_lists.ts";
import { listFileBounds } from "../../core/policy/list_files.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { SnapshotRefusal } from "../../service/publications/load_published.ts";
import { openSnapshotBuilder } from "../../wasm/matcher.ts";
import { findFiles, openFiles } from "../lists/source_files.ts";

/**
 * Every available list in its publisher's form. OFAC's own is the fullest set: the entities of one
 * release with the aliases and remarks of a later one. Entity numbers are stable, so that aliases
 * of newer entities are dropped.
 */
const listFiles: readonly (readonly [ListSource, string])[] = [
  ["ofac-sdn", "ofac-sdn-2023-11/sdn.csv"],
  ["ofac-sdn", "ofac-sdn-2026-partial/alt.csv"],
  ["ofac-sdn", "ofac-sdn-2026-partial/sdn_comments.csv"],
  ["ofac-cons", "ofac-nonsdn/cons_prim.csv"],
  ["ofac-cons", "ofac-nonsdn/cons_alt.csv"],
  ["ofac-cons", "ofac-nonsdn/cons_comments.csv"],
  ["un-sc", "un/consolidated-2026-02-27.xml"],
  ["ca-sema", "ca/sema-lmes-2025.xml"],
  ["us-dpl", "ofac-nonsdn/bis_dpl.txt"],
  ["us-pep", "pep/us-legislators-current.yaml"],
  ["us-pep", "pep/us-executive.yaml"],
];
/** The release of OFAC's entities, also used for sets without a date. */
const asOf = "2023-11-30";

/** Reads the lists that the labelled screenings are about. */
export async function readEvaluationLists(
  folder: string,
): Promise<Result<readonly NamedListRead[], SnapshotRefusal>> {
  const sources = listFiles.map(([source, file]) => ({ source, path: `${folder}/${file}` }));
  const found = await findFiles(sources, listFileBounds);
  if (!found.ok) return unusable(found.refusal.message);
  const lists = readLists(openFiles(found.value, asOf), listFileBounds);
  return lists.ok ? lists : unusable(`${lists.refusal.file ?? folder}: ${lists.refusal.message}`);
}

/** Builds a snapshot of the lists of the labelled screenings, in memory. */
export async function buildEvaluationLists(
  folder: string,
): Promise<Result<Uint8Array<ArrayBuffer>, SnapshotRefusal>> {
  const lists = await readEvaluationLists(folder);
  return lists.ok ? ok(snapshotOf(lists.value)) : lists;
}

/** Builds a snapshot of lists in memory. */
export function snapshotOf(lists: readonly SnapshotList[]): Uint8Array<ArrayBuffer> {
  return buildSnapshot(openSnapshotBuilder(), lists);
}

function unusable(message: string): Result<never, SnapshotRefusal> {
  return refuse({
    code: "snapshot_unusable",
    message: `${message}; name a snapshot by AVAL_LISTS instead`,
  });
}
