import assert from "node:assert/strict";
import { z } from "zod";
import { ok } from "../../../../base/result.ts";
import type { BucketName } from "../../../../core/policy/rate_limits.ts";
import { defineRoute } from "../../../../routes/http/route.ts";
import { CLEAR_NAME, POSSIBLE_NAME } from "../../../support/names.ts";
import { type Answer, serviceInMemory } from "../../../support/service.ts";

const key = (value: string) => ({ "idempotency-key": value });
const screening = (capacity: number, refillPerSecond = 10) => ({
  rateLimits: { screening: { capacity, refillPerSecond } },
});
const limitHeaders = ({ headers }: Pick<Answer, "headers">) => [
  headers.get("ratelimit-policy"),
  headers.get("ratelimit"),
  headers.get("retry-after"),
];

Deno.test("POST /v1/screen takes 60 at once, then 10 a second, by default", async () => {
  await using service = await serviceInMemory({ mode: "live", policy: {} });
  const acme = service.as("acme");
  const burst = async (count: number) => {
    const answers = await Promise.all(
      Array.from({ length: count }, () => acme.post("/v1/screen", { name: CLEAR_NAME })),
    );
    return answers.filter(({ status }) => status === 200).length;
  };
  assert.equal(await burst(80), 60);
  service.clock.advance({ seconds: 1 });
  assert.equal(await burst(20), 10);
  service.clock.advance({ minutes: 1 });
  assert.equal(await burst(80), 60);
});

Deno.test("POST /v1/screen answers 429 with the wait in body and header, and the wait is enough", async () => {
  await using service = await serviceInMemory({ mode: "live", policy: screening(2, 0.25) });
  const acme = service.as("acme");
  const first = await acme.post("/v1/screen", { name: CLEAR_NAME });
  assert.deepEqual(limitHeaders(first), ['"screening";q=2;w=8', '"screening";r=1;t=4', null]);
  service.clock.advance({ milliseconds: 1_500 });
  const second = await acme.post("/v1/screen", { name: CLEAR_NAME });
  assert.deepEqual(limitHeaders(second), ['"screening";q=2;w=8', '"screening";r=0;t=3', null]);
  service.clock.advance({ milliseconds: 100 });
  const third = await acme.post("/v1/screen", { name: CLEAR_NAME });
  assert.deepEqual([third.status, third.headers.get("content-type")], [429, "application/json"]);
  assert.deepEqual(third.body, {
    error: "rate_limit_exceeded",
    message: "Too many requests; try again after the seconds in Retry-After",
    retryAfterSeconds: 3, // 0.4 of a token is there, 0.6 come in 2.4 s
  });
  assert.deepEqual(limitHeaders(third), ['"screening";q=2;w=8', '"screening";r=0;t=3', "3"]);
  service.clock.advance({ seconds: third.body.retryAfterSeconds });
  assert.equal((await acme.post("/v1/screen", { name: CLEAR_NAME })).status, 200);
});

Deno.test("live counts clients, each by itself and from wherever it comes", async () => {
  await using service = await serviceInMemory({ mode: "live", policy: screening(3) });
  const screen = async (client: string) =>
    (await service.as(client).post("/v1/screen", { name: CLEAR_NAME })).status;
  assert.deepEqual(
    [await screen("acme"), await screen("acme"), await screen("acme"), await screen("acme")],
    [200, 200, 200, 429],
  );
  assert.equal(await screen("globex"), 200);
  const elsewhere = service.as("acme", { roles: ["kyb-reviewer"] }); // another token of acme
  assert.equal((await elsewhere.post("/v1/screen", { name: CLEAR_NAME })).status, 429);
});

Deno.test("a sandbox counts sources alone, whatever client a request names", async () => {
  await using service = await serviceInMemory({ policy: screening(3) });
  const screen = async (peer: string, client: string) => {
    const answer = await service.fetch("/v1/screen", {
      method: "POST",
      peer,
      headers: { "content-type": "application/json", "x-aval-sandbox-client": client },
      body: JSON.stringify({ name: CLEAR_NAME }),
    });
    await answer.body?.cancel();
    return answer.status;
  };
  const statuses = [];
  for (const client of ["a", "b", "c", "d"]) statuses.push(await screen("192.0.2.1", client));
  assert.deepEqual(statuses, [200, 200, 200, 429]);
  assert.equal(await screen("192.0.2.2", "a"), 200);
  const networks = [];
  for (const host of ["1", "2", "ffff:1", "3"]) {
    networks.push(await screen(`2001:db8::${host}`, "a"));
  }
  assert.deepEqual(networks, [200, 200, 200, 429], "an IPv6 source is its /64");
  assert.equal(await screen("2001:db8:0:1::1", "a"), 200);
});

Deno.test("a 429 writes nothing, takes no idempotency key and leaves no entry", async () => {
  await using service = await serviceInMemory({ mode: "live", policy: screening(1, 1) });
  const acme = service.as("acme");
  await acme.post("/v1/screen", { name: CLEAR_NAME });
  const stored = async () => {
    await service.auditEvents(); // whatever is recorded is on the chain
    const keys: unknown[] = [];
    for (const prefix of ["replay", "audit_entry", "rate_limit"]) {
      for await (const { key, check } of service.store.list(z.unknown(), { prefix: [prefix] })) {
        keys.push([key, check.versionstamp]);
      }
    }
    return keys;
  };
  const before = await stored();
  const refused = await acme.post("/v1/screen", { name: POSSIBLE_NAME }, key("k"));
  assert.equal(refused.status, 429);
  assert.deepEqual(await stored(), before);
  service.clock.advance({ seconds: 1 });
  const other = await acme.post("/v1/screen", { name: CLEAR_NAME }, key("k"));
  assert.deepEqual([other.status, other.headers.get("idempotent-replayed")], [200, null]);
});

Deno.test("replays, refusals and conflicts are requests that count, and say what is left", async () => {
  await using service = await serviceInMemory({ mode: "live", policy: screening(5, 1) });
  const acme = service.as("acme");
  const answers = [
    await acme.post("/v1/screen", { name: CLEAR_NAME }, key("k")),
    await acme.post("/v1/screen", { name: CLEAR_NAME }, key("k")),
    await acme.post("/v1/screen", { name: POSSIBLE_NAME }, key("k")),
    await acme.post("/v1/screen", { dob: 7 }),
    await acme.post("/v1/screen", { name: "!!!" }),
    await acme.post("/v1/screen", { name: CLEAR_NAME }, key("k")),
  ];
  assert.deepEqual(answers.map((answer) => [answer.status, answer.headers.get("ratelimit")]), [
    [200, '"screening";r=4;t=1'],
    [200, '"screening";r=3;t=1'],
    [409, '"screening";r=2;t=1'],
    [400, '"screening";r=1;t=1'],
    [400, '"screening";r=0;t=1'],
    [429, '"screening";r=0;t=1'],
  ]);
  assert.equal(answers[1]?.headers.get("idempotent-replayed"), "true");
  assert.equal(answers[1]?.text, answers[0]?.text);
});

Deno.test("who is not authenticated or not allowed takes no token", async () => {
  await using service = await serviceInMemory({ mode: "live", policy: screening(1, 1) });
  const agent = service.as("acme", { scopes: ["agent:read-only"] });
  for (let n = 0; n < 3; n++) {
    const forbidden = await agent.post("/v1/screen", { name: CLEAR_NAME });
    assert.deepEqual([forbidden.status, ...limitHeaders(forbidden)], [403, null, null, null]);
    const unknown = await service.fetch("/v1/screen", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    assert.equal(unknown.status, 401);
    await unknown.body?.cancel();
  }
  const allowed = await service.as("acme").post("/v1/screen", { name: CLEAR_NAME });
  assert.equal(allowed.status, 200);
});

Deno.test("reads and reviews have no bucket", async () => {
  await using service = await serviceInMemory({ mode: "live", policy: screening(1, 1) });
  const acme = service.as("acme");
  const { body } = await acme.post("/v1/screen", { name: POSSIBLE_NAME, mode: "sandbox" });
  for (let n = 0; n < 5; n++) {
    const read = await acme.get(`/v1/screen/${body.meta.decisionId}`);
    const review = await acme.post(`/v1/screen/${body.meta.decisionId}/review`, {
      decision: "escalated",
    });
    const lists = await acme.get("/v1/lists");
    for (const answer of [read, review, lists]) {
      assert.deepEqual([answer.status, ...limitHeaders(answer)], [200, null, null, null]);
    }
  }
});

Deno.test("a fault after the bucket says what is left, and one of the bucket is never a 429", async () => {
  await using service = await serviceInMemory({ mode: "live", policy: screening(5, 1) });
  const acme = service.as("acme");
  const broken = Promise.withResolvers<void>();
  const commit = service.holdNextCommit(broken.promise);
  void commit.reached.then(() => broken.reject(new Error("the disk is full")));
  const failed = await acme.post("/v1/screen", { name: CLEAR_NAME });
  assert.deepEqual([failed.status, failed.headers.get("ratelimit")], [500, '"screening";r=4;t=1']);
  const closed = await serviceInMemory({
    mode: "live",
    policy: screening(5, 1),
    routes: [counted],
  });
  const token = closed.as("acme");
  await token.post("/test/counted", {});
  await closed[Symbol.asyncDispose]();
  const dead = await token.post("/test/counted", {});
  assert.deepEqual([dead.status, dead.body.error], [500, "internal_error"]);
});

Deno.test("a policy takes effect on buckets that stand there already", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const takeOne = async (capacity: number) => {
    const policy = screening(capacity, 1 / 3600);
    await using service = await serviceInMemory({ routes: [counted], policy, kv });
    const answer = await service.as("acme").post("/test/counted", {});
    return answer.headers.get("ratelimit")?.split(";")[1];
  };
  assert.deepEqual(
    [await takeOne(60), await takeOne(5), await takeOne(60)],
    ["r=59", "r=4", "r=3"],
  );
  await Deno.remove(folder, { recursive: true });
});

const common = {
  service: "screening",
  kind: "test",
  summary: "A test route",
  method: "post",
  answers: { 200: z.object({}) },
  run: () => ok({}),
} as const;
const counted = defineRoute({
  ...common,
  path: "/test/counted",
  auth: "bearer",
  limits: { bucket: "screening" },
});
const anonymous = (name: BucketName, errorForm: "aval" | "oauth" | "page") =>
  defineRoute({
    ...common,
    path: `/test/${name}`,
    auth: "none",
    limits: { bucket: name },
    form: { urlencoded: z.object({}), errors: errorForm },
  });

Deno.test("an agent key takes from the bucket of its client", async () => {
  const routes = [
    defineRoute({
      ...common,
      path: "/test/agents",
      auth: "bearer",
      access: { agents: true },
      limits: { bucket: "verification" },
    }),
  ];
  const policy = { rateLimits: { verification: { capacity: 2, refillPerSecond: 0.1 } } };
  await using service = await serviceInMemory({ mode: "live", routes, policy });
  const agent = service.as("acme", { scopes: ["agent:read-only"] });
  const statuses = [
    (await service.as("acme").post("/test/agents", {})).status,
    (await agent.post("/test/agents", {})).status,
    (await agent.post("/test/agents", {})).status,
    (await service.as("acme").post("/test/agents", {})).status,
    (await service.as("globex").post("/test/agents", {})).status,
  ];
  assert.deepEqual(statuses, [200, 200, 429, 429, 200]);
});

Deno.test("a 429 has one body on every route, and source buckets count sources in live too", async () => {
  const one = { capacity: 1, refillPerSecond: 0.1 };
  const names = ["onboarding", "loginToken", "loginAuthorize"] as const;
  await using service = await serviceInMemory({
    mode: "live",
    routes: [
      anonymous("onboarding", "aval"),
      anonymous("loginToken", "oauth"),
      anonymous("loginAuthorize", "page"),
    ],
    policy: { rateLimits: Object.fromEntries(names.map((name) => [name, one])) },
  });
  const send = async (name: string, peer: string) => {
    const answer = await service.fetch(`/test/${name}`, {
      method: "POST",
      peer,
      body: new URLSearchParams(),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const texts = [];
  for (const name of names) {
    assert.equal((await send(name, "192.0.2.1")).status, 200);
    const refused = await send(name, "192.0.2.1");
    assert.deepEqual([refused.status, ...limitHeaders(refused)], [
      429,
      `"${name}";q=1;w=10`,
      `"${name}";r=0;t=10`,
      "10",
    ]);
    texts.push(refused.text);
    assert.equal((await send(name, "192.0.2.2")).status, 200);
  }
  assert.equal(new Set(texts).size, 1);
  assert.deepEqual(Object.keys(JSON.parse(texts[0] ?? "")), [
    "error",
    "message",
    "retryAfterSeconds",
  ]);
});

Deno.test("a bucket of sources is asked before anything else is looked at", async (t) => {
  const proofs = [
    { auth: "none", token: undefined },
    { auth: "optional_bearer", token: "Bearer not-a-token" },
    { auth: "bearer", token: undefined },
  ] as const;
  for (const mode of ["sandbox", "live"] as const) {
    for (const { auth, token } of proofs) {
      await t.step(`${mode}, ${auth}`, async () => {
        const bucketed = defineRoute({
          ...common,
          path: "/test/token",
          auth,
          limits: { bucket: "loginToken" },
          form: { urlencoded: z.object({ grant_type: z.string() }), errors: "oauth" },
        });
        await using service = await serviceInMemory({
          mode,
          routes: [bucketed],
          policy: { rateLimits: { loginToken: { capacity: 2, refillPerSecond: 0.1 } } },
        });
        const send = async () => {
          let isRead = false;
          const body = new ReadableStream<Uint8Array>({
            pull: (controller) => {
              isRead = true;
              controller.close();
            },
          }, { highWaterMark: 0 });
          const answer = await service.fetch("/test/token", {
            method: "POST",
            body,
            headers: token === undefined ? {} : { authorization: token },
          });
          return { status: answer.status, isRead, text: await answer.text(), answer };
        };
        // Whoever is refused for its proof or its body has taken a token all the same.
        for (const left of ["1", "0"]) {
          const { status, answer } = await send();
          // A sandbox reads the token of an optional bearer alone.
          const reads = mode === "live" ? auth !== "none" : auth === "optional_bearer";
          assert.equal(status, reads ? 401 : 400);
          assert.match(
            answer.headers.get("ratelimit") ?? "",
            new RegExp(`^"loginToken";r=${left};`),
          );
        }
        const { status, isRead, text, answer } = await send();
        assert.deepEqual([status, isRead], [429, false]);
        assert.equal(JSON.parse(text).error, "rate_limit_exceeded");
        assert.deepEqual(limitHeaders(answer), [
          '"loginToken";q=2;w=20',
          '"loginToken";r=0;t=10',
          "10",
        ]);
      });
    }
  }
});

Deno.test("a bucket of sources is taken from once a request", async () => {
  await using service = await serviceInMemory({
    routes: [anonymous("loginToken", "oauth")],
    policy: { rateLimits: { loginToken: { capacity: 5, refillPerSecond: 1 } } },
  });
  const lefts = [];
  for (let n = 0; n < 3; n++) {
    const answer = await service.fetch("/test/loginToken", {
      method: "POST",
      body: new URLSearchParams(),
    });
    assert.equal(answer.status, 200);
    await answer.body?.cancel();
    lefts.push(answer.headers.get("ratelimit")?.split(";")[1]);
  }
  assert.deepEqual(lefts, ["r=4", "r=3", "r=2"]);
});

Deno.test("a bucket of clients on a route without a client stops the start", async () => {
  const routes = [anonymous("screening", "aval")];
  await assert.rejects(serviceInMemory({ routes }), /counts clients/);
});

Deno.test("GET /openapi.json documents 429 and its headers where there is a bucket", async () => {
  await using service = await serviceInMemory();
  const document = await (await service.fetch("/openapi.json")).json();
  const { responses, schemas } = document.components;
  assert.deepEqual(Object.keys(responses.TooManyRequests.headers), [
    "Retry-After",
    "RateLimit-Policy",
    "RateLimit",
  ]);
  assert.deepEqual(
    responses.TooManyRequests.content["application/json"].schema.$ref,
    "#/components/schemas/RateLimitError",
  );
  assert.deepEqual(schemas.RateLimitError.required, ["error", "message", "retryAfterSeconds"]);
  const headersOf = (path: string, method: string) =>
    Object.keys(document.paths[path][method].responses[200].headers ?? {});
  assert.deepEqual(headersOf("/v1/screen", "post"), ["RateLimit-Policy", "RateLimit"]);
  assert.deepEqual(headersOf("/v1/lists", "get"), []);
});
