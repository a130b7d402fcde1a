import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import { isStale } from "../../../core/wallet_risk/corpus_age.ts";
import type { TagCorpus } from "../../../core/wallet_risk/ports.ts";

Deno.test("a corpus is stale once it is older than the policy's days, that of the sandbox never", () => {
  const corpus = { meta: { builtAt: "2026-03-02T09:00:00.000Z" } } as TagCorpus;
  const stale = (staleAfterDays: number | null, now: string) =>
    isStale({ corpus, staleAfterDays }, Temporal.Instant.from(now));
  assert.equal(stale(30, "2026-04-01T09:00:00.000Z"), false);
  assert.equal(stale(30, "2026-04-01T09:00:00.001Z"), true);
  assert.equal(stale(null, "2036-04-01T09:00:00Z"), false);
  // Built by a machine whose clock is ahead.
  assert.equal(stale(0, "2026-03-02T08:00:00Z"), false);
});
