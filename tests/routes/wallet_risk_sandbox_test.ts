import assert from "node:assert/strict";
import { type SandboxWallet, sandboxWallets } from "../../routes/openapi/sandbox_wallets.ts";
import { type Answer, serviceInMemory } from "../support/service.ts";
import { walletRiskPath } from "../support/wallet_risk.ts";

/** The rows of docs/sandbox.md, which has a request for every class. */
async function rowsOfTable(): Promise<readonly Pick<SandboxWallet, "send" | "result">[]> {
  const text = await Deno.readTextFile(new URL("../../docs/sandbox.md", import.meta.url));
  return [...text.matchAll(/^\| `(\{"network".*?\})`\s+\| ([^|]+?)\s*\|$/gm)].map((
    [, send = "", result = ""],
  ) => ({ send: JSON.parse(send), result }));
}

/** Whether an answer meets one promise of the table. */
function keeps({ status, body }: Answer, promise: string): boolean {
  if (promise === "400") return status === 400 && body.message.includes("network");
  const score = /^score (\w+)$/.exec(promise)?.[1];
  if (score !== undefined) return body.score === (score === "null" ? null : Number(score));
  const other = /^other network (\w+)$/.exec(promise)?.[1];
  if (other !== undefined) {
    return body.otherNetworks.map((one: { network: string }) => one.network).join() === other;
  }
  switch (promise) {
    case "LOW":
    case "HIGH":
    case "UNTAGGED":
      return body.classification === promise;
    case "two addresses of the actor":
      return body.sameActorAddresses.length === 2 && body.sameActorAddressesTotal === 2;
    case "sanctions concept":
      return body.matchedTags[0].isSanctionsConcept === true;
    case "superseded":
    case "below_confidence_floor":
      return body.excludedTags.length > 0 &&
        body.excludedTags.every((tag: { exclusionReason: string }) =>
          tag.exclusionReason === promise
        );
    case "network_not_in_corpus":
    case "address_malformed":
      return body.advisories.map(({ code }: { code: string }) => code).join() === promise;
    case "sandbox override":
      return body.meta.sandboxOverride === true;
    default:
      return false;
  }
}

Deno.test("docs/sandbox.md has the scores that the reference page offers", async () => {
  const offered = sandboxWallets.map(({ send, result }) => ({ send, result }));
  assert.deepEqual(await rowsOfTable(), offered);
  assert.equal(new Set(sandboxWallets.map(({ name }) => name)).size, offered.length);
});

Deno.test("the sandbox scores as docs/sandbox.md says", async (t) => {
  await using service = await serviceInMemory();
  for (const { send, result } of sandboxWallets) {
    await t.step(JSON.stringify(send), async () => {
      const answer = await service.as("prospect").post(walletRiskPath, send);
      const broken = result.split(", ").filter((promise) => !keeps(answer, promise));
      assert.deepEqual(broken, [], answer.text);
      if (answer.status !== 200) return;
      assert.equal(answer.body.frozenDecisionArtifact.tagpackEtlRunId, null);
    });
  }
});
