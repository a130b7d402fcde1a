import assert from "node:assert/strict";
import { ClientId } from "../../core/access/schema.ts";
import { mintAccessToken } from "../../kv/access/access_tokens.ts";
import { seededRandom } from "../support/random.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

const bodies = [
  { why: "no JSON", body: "{", headers: {} },
  { why: "no UTF-8", body: new Uint8Array([0xff, 0xfe]), headers: {} },
  { why: "another type", body: "{}", headers: { "content-type": "text/plain" } },
  { why: "a coding", body: "{}", headers: { "content-encoding": "gzip" } },
  { why: "too large", body: new Uint8Array(300_000), headers: {} },
  {
    why: "declared too large",
    body: new Uint8Array(300_000),
    headers: { "content-length": "300000" },
  },
] as const;

/** A body that records whether any of it was read. */
function watched(body: string | Uint8Array): {
  readonly stream: ReadableStream<Uint8Array>;
  readonly isRead: () => boolean;
} {
  let read = false;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      read = true;
      controller.enqueue(bytes);
      controller.close();
    },
  }, { highWaterMark: 0 });
  return { stream, isRead: () => read };
}

async function post(
  service: TestService,
  { body, headers }: {
    readonly body: string | Uint8Array;
    readonly headers: Readonly<Record<string, string>>;
  },
) {
  const { stream, isRead } = watched(body);
  const answer = await service.fetch("/v1/screen", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: stream,
  });
  const { error } = await answer.json();
  return { status: answer.status, error, isRead: isRead(), headers: answer.headers };
}

Deno.test("POST /v1/screen reads nothing of a body in live before its token is checked", async (t) => {
  await using service = await serviceInMemory({ mode: "live" });
  for (const { why, body, headers } of bodies) {
    await t.step(why, async () => {
      const { status, error, isRead } = await post(service, { body, headers });
      assert.deepEqual([status, error, isRead], [401, "unauthorized", false]);
    });
  }
});

Deno.test("POST /v1/screen reads nothing of a body in live before scope and rate are checked, and counts it then", async () => {
  const policy = { rateLimits: { screening: { capacity: 2, refillPerSecond: 1 } } };
  await using service = await serviceInMemory({ mode: "live", policy });
  const random = seededRandom(3);
  const mint = (scopes: readonly string[]) =>
    mintAccessToken({ store: service.store, clock: service.clock, random }, {
      clientId: ClientId.parse("acme"),
      roles: [],
      scopes,
      seconds: 600,
    });
  const [token, agentToken] = [await mint([]), await mint(["agent:read-only"])];
  const send = (bearer: string, body: string | Uint8Array) =>
    post(service, { body, headers: { authorization: `Bearer ${bearer}` } });
  const agent = await send(agentToken, "{");
  assert.deepEqual([agent.status, agent.error, agent.isRead], [403, "insufficient_scope", false]);
  const malformed = await send(token, "{");
  assert.deepEqual([malformed.status, malformed.headers.get("ratelimit")?.includes("r=1")], [
    400,
    true,
  ]);
  const large = await send(token, new Uint8Array(300_000));
  assert.deepEqual([large.status, large.error], [413, "payload_too_large"]);
  const third = await send(token, "{");
  assert.deepEqual([third.status, third.error, third.isRead], [429, "rate_limit_exceeded", false]);
  // The usage counts whoever was admitted, whatever it sent.
  const usage = await service.as("acme").get("/v1/screen/usage?from=2026-03-01&to=2026-03-03");
  assert.equal(usage.body.requestVolume.total, 3);
});

Deno.test("POST /v1/screen counts a body in a sandbox that cannot be read", async () => {
  const policy = { rateLimits: { screening: { capacity: 1, refillPerSecond: 1 } } };
  await using service = await serviceInMemory({ policy });
  const first = await post(service, { body: "{", headers: {} });
  assert.deepEqual([first.status, first.headers.get("ratelimit")?.includes("r=0")], [400, true]);
  const second = await post(service, { body: "{", headers: {} });
  assert.deepEqual([second.status, second.error], [429, "rate_limit_exceeded"]);
});
