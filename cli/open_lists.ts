import "../core/temporal.ts";
import { readLists } from "../core/config/lists_location.ts";
import { defaultPolicy } from "../core/policy/policy.ts";
import type { Matcher, SnapshotHandle } from "../core/ports/matcher.ts";
import { ok, refuse, type Result } from "../core/result.ts";
import { loadLists, type SnapshotRefusal } from "../engine.ts";

/**
 * Loads the snapshot that `AVAL_LISTS` names, as the service does.
 *
 * @param written the variable; undefined when it is unset
 * @returns null when it names none
 */
export async function openPublishedLists(
  written: string | undefined,
  matcher: Pick<Matcher, "load" | "unload">,
): Promise<Result<SnapshotHandle | null, SnapshotRefusal>> {
  const text = written?.trim() ?? "";
  if (text === "") return ok(null);
  const location = readLists(text);
  if (!location.ok) {
    const message = `AVAL_LISTS: ${location.refusal.problems.join("; ")}`;
    return refuse({ code: "snapshot_unusable", message });
  }
  const loaded = await loadLists(matcher, location.value, {
    rules: defaultPolicy.lists,
    clock: { now: () => Temporal.Now.instant() },
  });
  return loaded.ok ? ok(loaded.value.inForce.snapshot) : loaded;
}

/**
 * The bytes of that snapshot, checked as loading does: for whoever hands it on to other threads.
 *
 * @returns null when the variable names none; a refusal where it names anything but a file
 */
export async function readPublishedLists(
  written: string | undefined,
  matcher: Pick<Matcher, "load" | "unload">,
): Promise<Result<Uint8Array<ArrayBuffer> | null, SnapshotRefusal>> {
  const opened = await openPublishedLists(written, matcher);
  if (!opened.ok) return opened;
  const location = readLists(written?.trim() ?? "");
  if (opened.value === null || !location.ok) return ok(null);
  matcher.unload(opened.value);
  if (location.value.kind !== "snapshot" || URL.canParse(location.value.at)) {
    return refuse({ code: "snapshot_unusable", message: "AVAL_LISTS: expected a snapshot file" });
  }
  return ok(await Deno.readFile(location.value.at));
}

/** One line for people on what a snapshot holds. */
export function describeSnapshot({ id, lists }: SnapshotHandle): string {
  const named = lists.map(({ source, asOf }) => `${source} as of ${asOf}`);
  return `${named.join(", ")} (snapshot ${id})`;
}
