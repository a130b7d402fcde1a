import "../../base/temporal.ts";
import { type ListsLocation, readLists } from "../../service/config/lists_location.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import type { Matcher, SnapshotHandle } from "../../core/matching/ports.ts";
import { ok, type Result } from "../../base/result.ts";
import { type SnapshotRefusal, unusable } from "../../service/publications/load_published.ts";
import { loadLists, loadSnapshot } from "../../service/screening/lists_in_force.ts";

/**
 * Loads the snapshot that `AVAL_LISTS` names, like the service.
 *
 * @param written the variable; undefined when it is unset
 * @returns null when the variable names none
 */
export async function openPublishedLists(
  written: string | undefined,
  matcher: Pick<Matcher, "load" | "unload">,
): Promise<Result<SnapshotHandle | null, SnapshotRefusal>> {
  const location = locationIn(written);
  if (!location.ok) return location;
  if (location.value === null) return ok(null);
  const loaded = await loadLists(matcher, location.value, {
    rules: defaultPolicy.lists,
    clock: { now: () => Temporal.Now.instant() },
  });
  return loaded.ok ? ok(loaded.value.inForce.snapshot) : loaded;
}

/**
 * Reads the verified bytes of that snapshot, for a caller that passes them to other threads.
 *
 * @returns null when the variable names none; a refusal for a manifest
 */
export async function readPublishedLists(
  written: string | undefined,
  matcher: Pick<Matcher, "load" | "unload">,
): Promise<Result<Uint8Array<ArrayBuffer> | null, SnapshotRefusal>> {
  const location = locationIn(written);
  if (!location.ok) return location;
  if (location.value === null) return ok(null);
  if (location.value.kind !== "snapshot") {
    return unusable(
      "AVAL_LISTS",
      "expected a snapshot, whose bytes never change, instead of a manifest",
    );
  }
  const loaded = await loadSnapshot(matcher, location.value, { rules: defaultPolicy.lists });
  if (!loaded.ok) return loaded;
  matcher.unload(loaded.value.snapshot);
  return ok(loaded.value.bytes);
}

function locationIn(written: string | undefined): Result<ListsLocation | null, SnapshotRefusal> {
  const text = written?.trim() ?? "";
  if (text === "") return ok(null);
  const location = readLists(text);
  return location.ok ? location : unusable("AVAL_LISTS", location.refusal.problems.join("; "));
}

/** One line for people about the content of a snapshot. */
export function describeSnapshot({ id, lists }: SnapshotHandle): string {
  const named = lists.map(({ source, asOf }) => `${source} as of ${asOf}`);
  return `${named.join(", ")} (snapshot ${id})`;
}
