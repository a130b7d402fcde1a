import assert from "node:assert/strict";
import {
  type SandboxScreening,
  sandboxScreenings,
} from "../../routes/openapi/sandbox_screenings.ts";
import { type Answer, serviceInMemory } from "../support/service.ts";

/** The rows of docs/sandbox.md, which has a request for every outcome. */
async function rowsOfTable(): Promise<readonly Omit<SandboxScreening, "name">[]> {
  const text = await Deno.readTextFile(new URL("../../docs/sandbox.md", import.meta.url));
  return [...text.matchAll(/^\| `(\{"name".*?\})`\s+\| ([^|]+?)\s*\| ([^|]+?)\s*\|$/gm)].map((
    [, send = "", result = "", because = ""],
  ) => ({ send: JSON.parse(send), result, because }));
}

/** Whether an answer keeps one promise of the table. */
function keeps({ status, body }: Answer, promise: string): boolean {
  if (promise === "400") return status === 400;
  const candidates = body.candidates as {
    listRef: string;
    isPep: boolean;
    linkedPeps: unknown[];
    classifyResult: { exactMatchShortCircuit: boolean; explain: { name?: number } };
  }[];
  if (promise.startsWith("SBX-")) {
    return [...candidates, ...body.wallet.matches].some(({ listRef }) => listRef === promise);
  }
  switch (promise) {
    case "CLEAR":
    case "POSSIBLE_MATCH":
    case "CONFIRMED_MATCH":
      return body.classification === promise;
    case "short circuit":
      return candidates[0]?.classifyResult.exactMatchShortCircuit === true;
    case "PEP":
      return candidates[0]?.isPep === true;
    case "by the second name":
      return candidates[0]?.classifyResult.explain.name === 1;
    case "subject customer-4711":
      return body.meta.subjectRef === "customer-4711";
    case "two linked PEPs":
      return candidates[0]?.linkedPeps.length === 2;
    case "unrecognized address":
      return body.wallet.unrecognizedAddresses.length === 1;
    case "no check run":
      return body.meta.checksRun.length === 0;
    case "script Tibt unread":
      return candidates.length === 0 && body.meta.nameCoverage.unreadScripts.includes("Tibt");
    case "sandbox override":
      return body.meta.sandboxOverride === true;
    default:
      return false;
  }
}

Deno.test("docs/sandbox.md has the screenings that the reference page offers", async () => {
  const offered = sandboxScreenings.map(({ name: _, ...row }) => row);
  assert.deepEqual(await rowsOfTable(), offered);
  assert.equal(new Set(sandboxScreenings.map(({ name }) => name)).size, offered.length);
});

Deno.test("the sandbox answers as docs/sandbox.md says", async (t) => {
  await using service = await serviceInMemory();
  for (const { send, result } of sandboxScreenings) {
    await t.step(JSON.stringify(send), async () => {
      const answer = await service.as("prospect").post("/v1/screen", send);
      const broken = result.split(", ").filter((promise) => !keeps(answer, promise));
      assert.deepEqual(broken, [], answer.text);
    });
  }
});

Deno.test("the README's first answer is the one that its request gets", async () => {
  const text = await Deno.readTextFile(new URL("../../README.md", import.meta.url));
  const request = /-d '(\{"name": "[^']+\})'/.exec(text)?.[1] ?? "";
  const shown = {
    classification: /"classification": "(\w+)", \/\//.exec(text)?.[1],
    matchedVia: JSON.parse(/"matchedVia": (\[[^\]]+\])/.exec(text)?.[1] ?? "null"),
    score: Number(/"score": ([\d.]+)/.exec(text)?.[1]),
  };
  await using service = await serviceInMemory();
  const { body } = await service.as("prospect").post("/v1/screen", JSON.parse(request));
  const [{ matchedVia, classifyResult: { score } }] = body.candidates;
  assert.deepEqual(shown, { classification: body.classification, matchedVia, score });
});
