import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import { ok } from "../../../base/result.ts";
import { judgeManifest } from "../../../core/publications/judge_manifest.ts";

Deno.test("judgeManifest() believes a signer's clock that is ten minutes ahead, and no more", async () => {
  const judged = async (createdAt: string) => {
    const manifest = { createdAt, snapshot: { url: "a", sha256: "b", bytes: 1 } };
    const loaded = { manifestAt: Temporal.Instant.from(createdAt) };
    const result = await judgeManifest(
      {
        kind: {
          variable: "AVAL_LISTS",
          open: () => Promise.resolve(ok(manifest)),
          isInForce: () => false,
          renew: () => loaded,
          lossOf: () => null,
          load: () => Promise.resolve(ok(loaded)),
        },
        verifierKeys: [],
        clock: { now: () => Temporal.Instant.from("2026-03-02T09:00:00Z") },
      },
      "note",
      null,
    );
    return result.ok ? "taken" : result.refusal.code;
  };
  assert.equal(await judged("2026-03-02T09:10:00Z"), "taken");
  assert.equal(await judged("2026-03-02T09:10:01Z"), "from_future");
});
