import { readLists } from "../../core/config/readers.ts";
import type { Matcher, SnapshotHandle } from "../../core/ports/matcher.ts";
import { ok, refuse, type Result } from "../../core/result.ts";

/** A snapshot that can't be used. */
export interface SnapshotRefusal {
  readonly code: "snapshot_unusable";
  readonly message: string;
}

/** Loads the snapshot that `AVAL_LISTS` names, checked against its pin as the service does. */
export async function openPublishedLists(
  written: string,
  matcher: Pick<Matcher, "load">,
): Promise<Result<SnapshotHandle, SnapshotRefusal>> {
  const file = readLists(written);
  if (!file.ok) return unusable(`AVAL_LISTS: ${file.refusal.problems.join("; ")}`);
  const { path, sha256 } = file.value;
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(path);
  } catch {
    return unusable(`AVAL_LISTS: ${path}: no such file, or no access`);
  }
  let snapshot: SnapshotHandle;
  try {
    snapshot = matcher.load(bytes);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : "not readable";
    return unusable(`AVAL_LISTS: ${path}: no list snapshot of this version (${reason})`);
  }
  return sha256 === null || sha256 === snapshot.id
    ? ok(snapshot)
    : unusable(`AVAL_LISTS: ${path} is not the snapshot that its sha256 pins`);
}

/** One line for people on what a snapshot holds. */
export function describeSnapshot({ id, lists }: SnapshotHandle): string {
  const named = lists.map(({ source, asOf }) => `${source} as of ${asOf}`);
  return `${named.join(", ")} (snapshot ${id})`;
}

function unusable(message: string): Result<never, SnapshotRefusal> {
  return refuse({ code: "snapshot_unusable", message });
}
