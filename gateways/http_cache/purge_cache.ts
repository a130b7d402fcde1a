import type { Log } from "../../base/log.ts";
import { postJson } from "../http/post_json.ts";

/** What forgets answers by their `Cache-Tag`. */
export interface PurgedCache {
  /** Takes `{"tags": [...]}`. */
  readonly url: string;
  /** Bearer token; null where it takes none. Never in a log. */
  readonly token: string | null;
}

/** The dependencies of {@link openPurge}. */
export interface PurgeDependencies {
  readonly cache: PurgedCache;
  /** Seconds that it may take. */
  readonly seconds: number;
  readonly log: Pick<Log, "warn">;
  /** Aborts after so many milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
}

/**
 * Opens the purge of a cache. A purge is sent once: one that fails is logged as `cache_not_purged`, and
 * what is kept ends with its `max-age`. Resolves when it has ended; never rejects.
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
