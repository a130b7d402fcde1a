import type { Matcher } from "../../core/matching/ports.ts";
import type { NamedPair } from "./schema.ts";

/** Scores pairs of names outside any list, from 0 to 100, one for each pair in order. */
export function comparePairs(
  matcher: Pick<Matcher, "compare">,
  pairs: readonly NamedPair[],
): readonly number[] {
  return matcher.compare(
    pairs.map(({ left, right, schema }) => ({ left, right, entityType: schema })),
  );
}
