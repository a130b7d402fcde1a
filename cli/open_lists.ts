import { readLists } from "../core/config/readers.ts";
import type { Matcher, SnapshotHandle } from "../core/ports/matcher.ts";
import { ok, refuse, type Result } from "../core/result.ts";
import { loadListsFile, type SnapshotRefusal } from "../engine.ts";

/**
 * Loads the snapshot that `AVAL_LISTS` names, as the service does.
 *
 * @param written the variable; undefined when it is unset
 * @returns null when it names none
 */
export async function openPublishedLists(
  written: string | undefined,
  matcher: Pick<Matcher, "load">,
): Promise<Result<SnapshotHandle | null, SnapshotRefusal>> {
  const text = written?.trim() ?? "";
  if (text === "") return ok(null);
  const file = readLists(text);
  return file.ok ? await loadListsFile(matcher, file.value) : refuse({
    code: "snapshot_unusable",
    message: `AVAL_LISTS: ${file.refusal.problems.join("; ")}`,
  });
}

/**
 * The bytes of that snapshot, checked as loading does.
 *
 * @returns null when the variable names none
 */
export async function readPublishedLists(
  written: string | undefined,
  matcher: Pick<Matcher, "load" | "unload">,
): Promise<Result<Uint8Array<ArrayBuffer> | null, SnapshotRefusal>> {
  const opened = await openPublishedLists(written, matcher);
  if (!opened.ok) return opened;
  const file = readLists(written?.trim() ?? "");
  if (opened.value === null || !file.ok) return ok(null);
  matcher.unload(opened.value);
  return ok(await Deno.readFile(file.value.path));
}

/** One line for people on what a snapshot holds. */
export function describeSnapshot({ id, lists }: SnapshotHandle): string {
  const named = lists.map(({ source, asOf }) => `${source} as of ${asOf}`);
  return `${named.join(", ")} (snapshot ${id})`;
}
