import assert from "node:assert/strict";
import publishedGates from "../../../core/screening/gates.json" with { type: "json" };
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { Gates } from "../../../core/screening/gates.ts";
import { openEngine } from "../../../service/screening/matching.ts";

Deno.test("openEngine() has the published gates where the policy moves none", async () => {
  const { rules } = await openEngine();
  assert.deepEqual(rules.gates, Gates.parse(publishedGates));
});

Deno.test("openEngine() moves the gates as the policy says, and gatesHash tells", async () => {
  const screening = { ...defaultPolicy.screening, possibleAtPoints: 74 };
  const [before, after] = [await openEngine(), await openEngine(screening)];
  assert.equal(after.rules.gates.possibleAt, 74);
  assert.notEqual(after.rules.gatesHash, before.rules.gatesHash);
  assert.equal(after.rules.ensembleWeightsHash, before.rules.ensembleWeightsHash);
});
