import type { ListsInForce } from "./ports.ts";
import type { Matcher } from "../matching/ports.ts";
import { openSwappable, type Swappable } from "../publications/swappable.ts";

/** Opens the lists in force, which keep each snapshot as long as a screening uses it. */
export function openLiveLists(
  matcher: Pick<Matcher, "unload">,
  first: ListsInForce,
): Swappable<ListsInForce> {
  return openSwappable(first, {
    isSame: sameSnapshot,
    free: ({ snapshot }) => matcher.unload(snapshot),
  });
}

/** Whether two values belong to the same snapshot. */
export function sameSnapshot(a: ListsInForce, b: ListsInForce): boolean {
  return a.snapshot === b.snapshot;
}
