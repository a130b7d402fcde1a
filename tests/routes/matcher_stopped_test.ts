// Runs apart: it stops the matching core for the whole isolate.
import assert from "node:assert/strict";
import { defaultWeights } from "../../core/matching/weights.ts";
import { openMatcher } from "../../wasm/matcher.ts";
import { serviceInMemory } from "../support/service.ts";

/** Overflows the stack within a call of the module, which all services in this file share. */
function breakTheCore(): void {
  const endless = { ...defaultWeights, toJSON: (): unknown => endless.toJSON() };
  assert.throws(() => openMatcher(endless), /stopped in openMatcher\(\)/);
}

Deno.test("GET /ready and GET /health say that the matching core broke", async () => {
  await using service = await serviceInMemory();
  const ask = async (path: string) => {
    const answer = await service.fetch(path);
    return [answer.status, (await answer.json()).status];
  };
  assert.deepEqual([await ask("/ready"), await ask("/health")], [[200, "ready"], [200, "ok"]]);
  breakTheCore();
  for (const path of ["/ready", "/health"]) {
    assert.deepEqual(await ask(path), [503, "matcher_stopped"]);
  }
});
