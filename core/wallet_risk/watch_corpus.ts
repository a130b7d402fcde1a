import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Telemetry } from "../telemetry/ports.ts";
import { isStale, secondsSinceBuilt } from "./corpus_age.ts";
import type { TagCorpora } from "./ports.ts";

/**
 * Measures the age of the tag corpus, and opens the check that logs when it becomes older than the
 * policy allows (`tagpacks_stale`), and when it no longer is (`tagpacks_fresh`).
 */
export function watchCorpus(
  { corpora, clock, log, telemetry }: {
    readonly corpora: TagCorpora;
    readonly clock: Clock;
    readonly log: Log;
    readonly telemetry: Pick<Telemetry, "observe">;
  },
): () => void {
  telemetry.observe("aval.tagpacks.age", () => [{
    value: secondsSinceBuilt(corpora.current().corpus, clock.now()),
  }]);
  telemetry.observe("aval.tagpacks.age.limit", () => {
    const { staleAfterDays } = corpora.current();
    return staleAfterDays === null ? [] : [{ value: staleAfterDays * 86_400 }];
  });
  let logged = false;
  return () => {
    const inForce = corpora.current();
    const stale = isStale(inForce, clock.now());
    if (stale === logged) return;
    logged = stale;
    const { builtAt, etlRunId: tagpackEtlRunId } = inForce.corpus.meta;
    if (stale) log.warn("tagpacks_stale", { builtAt, tagpackEtlRunId });
    else log.info("tagpacks_fresh");
  };
}
