import type { CorpusInForce, TagCorpus } from "./ports.ts";

/** Seconds since a corpus was built; 0 if another machine's clock set a future time. */
export function secondsSinceBuilt(
  { meta }: Pick<TagCorpus, "meta">,
  now: Temporal.Instant,
): number {
  const built = Temporal.Instant.from(meta.builtAt).epochMilliseconds;
  return Math.max(0, (now.epochMilliseconds - built) / 1_000);
}

/** Whether a corpus is older than the policy allows. A sandbox's corpus does not age. */
export function isStale(
  { corpus, staleAfterDays }: Pick<CorpusInForce, "corpus" | "staleAfterDays">,
  now: Temporal.Instant,
): boolean {
  return staleAfterDays !== null && secondsSinceBuilt(corpus, now) > staleAfterDays * 86_400;
}
