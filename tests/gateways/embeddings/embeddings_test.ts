import assert from "node:assert/strict";
import { openEmbeddings } from "../../../gateways/embeddings/embeddings.ts";
import { jsonLog } from "../../../base/json_log.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { fixedClock } from "../../support/clock.ts";

interface Asked {
  readonly authorization: string | null;
  readonly body: unknown;
}

/** A service with the interface of `/v1/embeddings` on this machine. */
function embeddingsService(answer: (request: Request) => Response | Promise<Response>) {
  const asked: Asked[] = [];
  const server = Deno.serve({ port: 0, onListen: () => {} }, async (request) => {
    const authorization = request.headers.get("authorization");
    asked.push({ authorization, body: await request.json() });
    return await answer(request);
  });
  return {
    asked,
    url: `http://localhost:${server.addr.port}/v1/embeddings`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function vectorsAt(url: string, key: string | null = null) {
  const clock = fixedClock();
  const lines: string[] = [];
  const vectors = openEmbeddings({
    provider: { url, model: "names-3", key },
    rules: defaultPolicy.vector,
    clock,
    log: jsonLog({ level: "debug", clock, write: (line) => void lines.push(line) }),
  });
  return { vectors, clock, lines };
}

const heedless = new AbortController().signal;
const embeddings = (...all: readonly (readonly number[])[]) =>
  Response.json({ data: all.map((embedding, index) => ({ index, embedding })) });

Deno.test("openEmbeddings() asks for one embedding a name and compares by the cosine", async () => {
  await using service = embeddingsService(() =>
    // In another order than asked for, as the shape allows.
    Response.json({
      object: "list",
      model: "names-3",
      data: [
        { object: "embedding", index: 3, embedding: [0, 0] },
        { object: "embedding", index: 1, embedding: [6, 8] },
        { object: "embedding", index: 2, embedding: [-4, 3] },
        { object: "embedding", index: 0, embedding: [3, 4] },
      ],
      usage: { prompt_tokens: 9, total_tokens: 9 },
    })
  );
  const { vectors } = vectorsAt(service.url, "s3cr3t");
  const compared = await vectors.compare("Wilhelmina", ["One", "Two", "Three"], heedless);
  assert(compared.ok);
  // Of one direction; at a right angle; of no direction.
  assert.deepEqual(compared.value, [1, 0, NaN]);
  assert.deepEqual(service.asked, [{
    authorization: "Bearer s3cr3t",
    body: {
      model: "names-3",
      input: ["Wilhelmina", "One", "Two", "Three"],
      encoding_format: "float",
    },
  }]);
});

Deno.test("openEmbeddings() refuses what is no answer", async (t) => {
  const cases = [
    { why: "a fault", answer: () => new Response("no", { status: 500 }), code: "status" },
    {
      why: "a redirect, which would take the names elsewhere",
      answer: () => new Response(null, { status: 307, headers: { location: "/elsewhere" } }),
      code: "status",
    },
    { why: "no JSON", answer: () => new Response("<html>"), code: "bad_answer" },
    { why: "another form", answer: () => Response.json({ embeddings: [] }), code: "bad_answer" },
    { why: "one too few", answer: () => embeddings([1, 0]), code: "bad_answer" },
    { why: "other lengths", answer: () => embeddings([1, 0], [1]), code: "bad_answer" },
    { why: "texts", answer: () => Response.json({ data: ["x", "y"] }), code: "bad_answer" },
    {
      why: "one without end",
      answer: () => new Response(" ".repeat(defaultPolicy.vector.answerBytesMax + 1)),
      code: "too_long",
    },
  ];
  for (const { why, answer, code } of cases) {
    await t.step(why, async () => {
      await using service = embeddingsService(answer);
      const { vectors } = vectorsAt(service.url);
      const compared = await vectors.compare("Wilhelmina", ["One"], heedless);
      assert.deepEqual(compared, { ok: false, refusal: { code } });
      assert.equal(service.asked.length, 1);
    });
  }
});

Deno.test("openEmbeddings() gives up by the signal, and where nobody listens", async () => {
  const ended = Promise.withResolvers<Response>();
  await using service = embeddingsService(() => ended.promise);
  const deadline = new AbortController();
  const asking = vectorsAt(service.url).vectors.compare("Wilhelmina", ["One"], deadline.signal);
  deadline.abort();
  assert.deepEqual(await asking, { ok: false, refusal: { code: "deadline" } });
  ended.resolve(embeddings([1], [1]));
  const nowhere = vectorsAt("http://localhost:1/v1/embeddings").vectors;
  assert.deepEqual(await nowhere.compare("Wilhelmina", ["One"], heedless), {
    ok: false,
    refusal: { code: "connection" },
  });
});

Deno.test("openEmbeddings() leaves no service alone for names that it does not take", async () => {
  for (const status of [400, 413, 422]) {
    await using service = embeddingsService(() => new Response(null, { status }));
    const { vectors, lines } = vectorsAt(service.url);
    for (let question = 0; question < 9; question++) {
      const compared = await vectors.compare("Wilhelmina", ["One"], heedless);
      assert.deepEqual(compared, { ok: false, refusal: { code: "status" } });
    }
    assert.deepEqual([service.asked.length, lines], [9, []]);
  }
});

Deno.test("openEmbeddings() leaves a failing service alone for a while", async () => {
  const { breakerFailuresMin, breakerOpenSeconds } = defaultPolicy.vector;
  let status = 500;
  await using service = embeddingsService(() =>
    status === 200 ? embeddings([1], [1]) : new Response(null, { status })
  );
  const { vectors, clock, lines } = vectorsAt(service.url);
  const ask = async () => await vectors.compare("Wilhelmina", ["One"], heedless);
  for (let question = 0; question < breakerFailuresMin; question++) await ask();
  assert.deepEqual(await ask(), { ok: false, refusal: { code: "left_alone" } });
  assert.equal(service.asked.length, breakerFailuresMin);
  status = 200;
  clock.advance({ seconds: breakerOpenSeconds + 1 });
  assert.equal((await ask()).ok, true);
  assert.deepEqual(lines.map((line) => JSON.parse(line).state), ["opened", "closed"]);
  assert(!lines.join().includes("Wilhelmina"));
});
