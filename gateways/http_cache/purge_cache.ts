import type { Log } from "../../base/log.ts";
import { postJson } from "../http/post_json.ts";

/** A cache that purges answers by their `Cache-Tag`. */
export interface PurgedCache {
  /** URL that accepts `{"tags": [...]}`. */
  readonly url: string;
  /** Bearer token; null if none is needed. Never in a log. */
  readonly token: string | null;
}

/** The dependencies of {@link openPurge}. */
export interface PurgeDependencies {
  readonly cache: PurgedCache;
  /** Maximum seconds of a purge. */
  readonly seconds: number;
  readonly log: Pick<Log, "warn">;
  /** Aborts after a number of milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
}

/**
 * Opens the purge of a cache. A purge is sent once; a failed one is logged as `cache_not_purged`,
 * and cached answers then expire by their `max-age`. Resolves when the purge has ended; never
 * rejects.
 */
export function openPurge(
  { cache: { url, token: key }, seconds, log, deadline }: PurgeDependencies,
): (tags: readonly string[]) => Promise<void> {
  return async (tags) => {
    const body = JSON.stringify({ tags });
    const sent = await postJson({ url, key, body, signal: deadline(seconds * 1_000) });
    if (!sent.ok) return log.warn("cache_not_purged", { reason: sent.refusal.code, status: null });
    const { ok, status } = sent.value;
    await sent.value.body?.cancel().catch(() => {});
    if (!ok) log.warn("cache_not_purged", { reason: "status", status });
  };
}
