import assert from "node:assert/strict";
import {
  type SandboxScreening,
  sandboxScreenings,
} from "../../routes/openapi/sandbox_screenings.ts";
import { ReviewState } from "../../core/screening/review_schema.ts";
import { putRecord } from "../support/clients.ts";
import { type Answer, serviceInMemory } from "../support/service.ts";

/** The rows of docs/sandbox.md, which has a request for every outcome. */
async function rowsOfTable(): Promise<readonly Pick<SandboxScreening, "send" | "result">[]> {
  const text = await Deno.readTextFile(new URL("../../docs/sandbox.md", import.meta.url));
  return [...text.matchAll(/^\| `(\{"name".*?\})`\s+\| ([^|]+?)\s*\|$/gm)].map((
    [, send = "", result = ""],
  ) => ({ send: JSON.parse(send), result }));
}

/** Whether an answer meets one promise of the table. */
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
  const offered = sandboxScreenings.map(({ send, result }) => ({ send, result }));
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

Deno.test("docs/sandbox.md has a row for each state of a review, and each is true", async (t) => {
  const text = await Deno.readTextFile(new URL("../../docs/sandbox.md", import.meta.url));
  const rows = [
    ...text.matchAll(/^\| `([A-Z]+)`\s+\| `([^`|]+)`\s+\| (?:`(\{.*?\})`|none)\s+\|/gm),
  ];
  assert.deepEqual(rows.map(([, state]) => state), ReviewState.options);
  await using service = await serviceInMemory();
  await putRecord(service, "PROPOSED", { fourEyes: "all" });
  for (const [, state = "", name, review] of rows) {
    await t.step(state, async () => {
      // A client of its own each: the list then has this decision alone.
      const client = service.as(state);
      const { body: { meta } } = await client.post("/v1/screen", { name });
      if (review !== undefined) {
        const path = `/v1/screen/${meta.decisionId}/review`;
        assert.equal((await client.post(path, JSON.parse(review))).status, 200);
      }
      const { body } = await client.get("/v1/screen/decisions?state=all");
      assert.deepEqual(body.decisions.map((one: { state: string }) => one.state), [state]);
    });
  }
});

Deno.test("a customer of docs/sandbox.md who is cleared is marked, and a change ends it", async () => {
  await using service = await serviceInMemory();
  const client = service.as("prospect");
  const customer = { name: "Victor Sandburgov", subjectRef: "customer-4711" };
  const { body: { meta } } = await client.post("/v1/screen", customer);
  const review = { decision: "false_positive", clearForDays: 30 };
  await client.post(`/v1/screen/${meta.decisionId}/review`, review);
  const mark = async (request: unknown) =>
    (await client.post("/v1/screen", request)).body.candidates[0].clearedBefore;
  assert("until" in await mark(customer));
  const changed = { ...customer, dob: "1961-04-12" };
  assert.equal((await mark(changed)).lapsed, "subject_changed");
  assert.equal(await mark(changed), undefined);
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
