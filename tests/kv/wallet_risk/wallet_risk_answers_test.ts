import assert from "node:assert/strict";
import { z } from "zod";
import { ClientId } from "../../../core/access/schema.ts";
import type { WalletRiskResponse } from "../../../core/wallet_risk/schema.ts";
import { encrypted } from "../../../kv/store/encrypted.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { openWalletRiskAnswers } from "../../../kv/wallet_risk/wallet_risk_answers.ts";
import { storeInMemory } from "../../support/store.ts";

/** An ID of the maximum length. */
const client = ClientId.parse("c".repeat(128));
const other = ClientId.parse("globex");

function answerOf(address: string): WalletRiskResponse {
  return {
    network: "ETH",
    address,
    addressLookup: address,
    score: null,
    classification: "UNTAGGED",
    matchedTags: [],
    matchedTagsTotal: 0,
    excludedTags: [],
    excludedTagsTotal: 0,
    sameActorAddresses: [],
    sameActorAddressesTotal: 0,
    frozenDecisionArtifact: {
      engineVersion: "test",
      riskWeightsHash: "0".repeat(64),
      tagpackEtlRunId: null,
    },
    meta: { mode: "live", sandboxOverride: false },
  };
}

Deno.test("KeptScores.erase() takes any number of answers of one client, and no other's", async () => {
  await using opened = await storeInMemory();
  const { store, dataKeys } = opened;
  const units = openUnits(store);
  const kept = openWalletRiskAnswers({ ...opened, atRest: dataKeys["at-rest"], windowHours: 24 });
  const addAll = async (owner: ClientId, addresses: readonly string[]) => {
    const unit = units.begin();
    const ids = addresses.map((address) => kept.add(unit, owner, answerOf(address)));
    assert.deepEqual(await units.commit(unit), { kind: "committed" });
    return ids;
  };
  for (let ten = 0; ten < 110; ten++) {
    await addAll(client, Array.from({ length: 10 }, (_, at) => `${ten} ${at}`));
  }
  // In several pieces each: a commit removes them all.
  for (let long = 0; long < 3; long++) await addAll(client, ["x".repeat(100_000)]);
  const [others = ""] = await addAll(other, ["another's"]);
  await kept.erase(client);
  const answers = encrypted(z.unknown(), dataKeys["at-rest"]);
  const left = await Array.fromAsync(store.list(answers, { prefix: ["wallet_risk_answer"] }));
  assert.equal(left.length, 1);
  assert.equal((await kept.find(other, others))?.address, "another's");
  assert.deepEqual(await Array.fromAsync(store.list(z.unknown(), { prefix: ["chunk"] })), []);
});
