import assert from "node:assert/strict";
import fc from "fast-check";
import type { Vectors } from "../../core/screening/ports.ts";
import { ok, refuse } from "../../base/result.ts";
import { serviceInMemory } from "../support/service.ts";
import { runs } from "../support/runs.ts";

/** Entries of the excerpt, as listed and misspelt, and an unlisted name. */
const names = [
  "GHAILANI, Ahmed Khalfan",
  "Achmed Khalfan Ghailany",
  "Muzahim Hassan Tikriti",
  "Xhevad Ademi",
  "Hannelore Bistrupgaard",
];

/** All that a client sees of some screenings: answers, replays, read-backs, usage. */
async function seenWith(vectors?: Vectors) {
  await using service = await serviceInMemory({
    mode: "live",
    ...(vectors === undefined ? {} : { vectors }),
  });
  const acme = service.as("acme");
  const seen: string[] = [];
  for (const [index, name] of names.entries()) {
    const headers = { "idempotency-key": `key-${index}` };
    const first = await acme.post("/v1/screen", { name }, headers);
    assert.equal(first.status, 200, first.text);
    const replay = await acme.post("/v1/screen", { name }, headers);
    const read = await acme.get(`/v1/screen/${first.body.meta.decisionId}`);
    seen.push(first.text, replay.text, read.text);
    for (const { classifyResult } of first.body.candidates) {
      assert.equal(classifyResult.explain.vector, null);
    }
  }
  seen.push((await acme.get("/v1/screen/usage")).text);
  seen.push(JSON.stringify(await service.auditEvents()));
  await new Promise((resolve) => setTimeout(resolve, 0));
  return { seen, logLines: service.logLines };
}

const anyScore = fc.oneof(
  fc.double(),
  fc.constantFrom(NaN, Infinity, -Infinity, 1, -1, 0, -0),
  fc.anything(),
);

/** Any behaviour of a provider: the numbers select the answer to each question. */
const someVectors: fc.Arbitrary<Vectors> = fc.array(
  fc.record({
    does: fc.constantFrom("scores", "throws", "rejects", "hangs", "refuses", "nothing"),
    scores: fc.array(anyScore, { maxLength: 25 }),
  }),
  { minLength: 1, maxLength: 5 },
).map((behaviours) => {
  let questions = 0;
  return {
    compare: (name) => {
      const { does, scores } = behaviours[questions++ % behaviours.length] ?? behaviours[0]!;
      switch (does) {
        case "scores":
          return Promise.resolve(ok(scores as number[]));
        case "throws":
          throw new Error(name);
        case "rejects":
          return Promise.reject(new Error(name));
        case "hangs":
          return new Promise(() => {});
        case "refuses":
          return Promise.resolve(refuse({ code: "connection" }));
        default:
          return Promise.resolve(undefined as never);
      }
    },
  };
});

Deno.test("no score of the shadow vector layer changes a byte of any answer", async () => {
  const { seen: without, logLines } = await seenWith();
  assert(!logLines.some((line) => line.includes("shadow_vector")));
  await fc.assert(
    fc.asyncProperty(someVectors, async (vectors) => {
      assert.deepEqual((await seenWith(vectors)).seen, without);
    }),
    { numRuns: runs(12) },
  );
});

Deno.test("the shadow vector layer is asked once a decision, with its name and candidates", async () => {
  const asked: [string, readonly string[]][] = [];
  const { seen, logLines } = await seenWith({
    compare: (name, listed) => {
      asked.push([name, listed]);
      return Promise.resolve(ok(listed.map(() => 0.5)));
    },
  });
  const answers = seen.filter((text) => text.includes("checksRun")).map((text) => JSON.parse(text));
  const found = answers.filter((_, index) => index % 3 === 0)
    .map(({ candidates }) =>
      candidates.map((one: { classifyResult: { explain: { matchedName: string } } }) =>
        one.classifyResult.explain.matchedName
      )
    );
  const expected = names.map((name, index) => [name, found[index]]).filter(([, listed]) =>
    listed.length > 0
  );
  assert(expected.length >= 1, "somebody is found");
  assert.deepEqual(asked, expected);
  const logged = logLines.filter((line) => line.includes('"shadow_vector"'));
  assert.equal(logged.length, asked.length);
  for (const name of names) assert(!logLines.join().includes(name));
});

Deno.test("a sandbox request of a live deployment shows the vector layer nothing", async () => {
  const asked: string[] = [];
  await using service = await serviceInMemory({
    mode: "live",
    vectors: {
      compare: (name) => {
        asked.push(name);
        return Promise.resolve(ok([]));
      },
    },
  });
  const { body } = await service.as("acme").post("/v1/screen", {
    name: "Viktor Sandbergov",
    mode: "sandbox",
  });
  assert.equal(body.classification, "CONFIRMED_MATCH");
  assert.deepEqual(asked, []);
});

Deno.test("AVAL_VECTOR_URL has names compared there, and the scores logged under the decision", async () => {
  const asked: string[][] = [];
  await using server = Deno.serve({ port: 0, onListen: () => {} }, async (request) => {
    const { input } = await request.json();
    asked.push(input);
    return Response.json({
      data: input.map((_: string, index: number) => ({ index, embedding: [1, index] })),
    });
  });
  await using service = await serviceInMemory({
    mode: "live",
    env: {
      AVAL_VECTOR_URL: `http://localhost:${server.addr.port}/v1/embeddings`,
      AVAL_VECTOR_MODEL: "names-3",
    },
  });
  const { body } = await service.as("acme").post("/v1/screen", { name: "Achmed Khalfan Ghailany" });
  assert.equal(body.candidates.length, 1);
  assert.equal(body.candidates[0].classifyResult.explain.vector, null);
  const logged = () => service.logLines.find((line) => line.includes("shadow_vector"));
  while (logged() === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.deepEqual(asked, [["Achmed Khalfan Ghailany", "GHAILANI, Ahmed Khalfan"]]);
  const { at: _, ...line } = JSON.parse(logged() ?? "");
  assert.deepEqual(line, {
    level: "info",
    event: "shadow_vector",
    decisionId: body.meta.decisionId,
    layer: "vector",
    // The cosine of (1, 0) and (1, 1).
    scores: "0.7071",
  });
});
