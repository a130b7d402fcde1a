import assert from "node:assert/strict";
import { putRecord } from "../support/clients.ts";
import { CLEAR_NAME, POSSIBLE_NAME, UNKNOWN_ID } from "../support/names.ts";
import { type Answer, serviceInMemory, type TestService } from "../support/service.ts";

/** A source refused by a restriction; it must not be in any log. */
const SOURCE = "192.0.2.77";
const env = { AVAL_TRUSTED_PROXIES: "127.0.0.1/32" };
const document = btoa("%PDF-1.7");

/**
 * The client with a token of the current hour: test tokens expire after one hour, and another role
 * gives another token.
 */
function clientOf(service: TestService, client: string) {
  const hour = service.clock.now().toString().slice(0, "2026-03-02T09".length);
  return service.as(client, { roles: [hour] });
}

/** Sends requests to a route without a bucket, which are counted and judged. */
async function lookAround(service: TestService, client: string, times: number): Promise<void> {
  const asked = Array.from({ length: times }, () => clientOf(service, client).get("/v1/lists"));
  for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
  await service.runMaintenance();
}

async function ordinaryDay(service: TestService, clients: readonly string[]): Promise<void> {
  for (let hour = 0; hour < 24; hour++) {
    for (const client of clients) await lookAround(service, client, 5);
    service.clock.advance({ hours: 1 });
  }
}

function limits({ status, headers }: Answer) {
  return [status, headers.get("ratelimit-policy"), headers.get("ratelimit")];
}

const throttleEvents = async (service: TestService) =>
  (await service.auditEvents()).filter(({ kind }) => kind === "CLIENT_AUTO_THROTTLED");

Deno.test("a spike leaves its client a quarter of its bucket at once, for 15 minutes, and nobody else", async () => {
  await using service = await serviceInMemory({ mode: "live", policy: {}, env });
  await ordinaryDay(service, ["acme", "globex"]);
  const [acme, globex] = [clientOf(service, "acme"), clientOf(service, "globex")];
  const screen = (client = acme) => client.post("/v1/screen", { name: CLEAR_NAME });

  assert.deepEqual(limits(await screen()), [200, '"screening";q=60;w=6', '"screening";r=59;t=1']);
  await lookAround(service, "acme", 100);
  // 59 tokens are left of a bucket that holds 15 now: seal, sign and a sandbox request take from it too.
  const seal = { document, authorizingRepresentativeId: UNKNOWN_ID };
  const answers = [
    await screen(),
    await acme.post("/v1/seal", seal),
    await acme.post("/v1/sign", { document, signerId: UNKNOWN_ID }),
    await acme.post("/v1/screen", { name: CLEAR_NAME, mode: "sandbox" }),
  ];
  const policy = '"screening";q=15;w=6';
  assert.deepEqual(answers.map(limits), [
    [200, policy, '"screening";r=14;t=1'],
    [503, policy, '"screening";r=13;t=1'],
    [503, policy, '"screening";r=12;t=1'],
    [200, policy, '"screening";r=11;t=1'],
  ]);
  for (let left = 11; left > 0; left--) assert.equal((await screen()).status, 200);
  const refused = [await screen(), await acme.post("/v1/seal", seal)];
  for (const answer of refused) {
    assert.deepEqual(limits(answer), [429, policy, '"screening";r=0;t=1']);
    assert.deepEqual(
      [answer.body.error, answer.body.retryAfterSeconds, answer.headers.get("retry-after")],
      ["rate_limit_exceeded", 1, "1"],
    );
  }
  assert.deepEqual(limits(await screen(globex))[1], '"screening";q=60;w=6');
  assert.equal((await acme.get("/v1/lists")).status, 200, "what has no bucket goes on");

  await service.runMaintenance();
  service.clock.advance({ minutes: 14, seconds: 59, milliseconds: 999 });
  assert.equal(limits(await screen())[1], policy);
  service.clock.advance({ milliseconds: 1 });
  assert.equal(limits(await screen())[1], '"screening";q=60;w=6');
  assert.equal((await throttleEvents(service)).length, 1);
});

Deno.test("a client's own bucket holds for it alone, throttled or not, and from the next request on", async () => {
  await using service = await serviceInMemory({ mode: "live", policy: {}, env });
  await ordinaryDay(service, ["acme"]);
  const screen = async (client: string) =>
    limits(await clientOf(service, client).post("/v1/screen", { name: CLEAR_NAME }))[1];
  const record = (capacity: number, refillPerSecond: number) =>
    putRecord(service, "acme", { rateLimits: { screening: { capacity, refillPerSecond } } });
  await record(200, 20);
  assert.equal(await screen("acme"), '"screening";q=200;w=10');
  assert.equal(await screen("globex"), '"screening";q=60;w=6');
  await lookAround(service, "acme", 100);
  assert.equal(await screen("acme"), '"screening";q=50;w=10');
  await record(2, 0.5);
  assert.equal(
    await screen("acme"),
    '"screening";q=1;w=2',
    "never less than 1, never more than given",
  );
  await putRecord(service, "acme", {});
  assert.equal(await screen("acme"), '"screening";q=15;w=6');
});

Deno.test("a replay takes a token of the throttled bucket and is counted; it decides nothing", async () => {
  await using service = await serviceInMemory({ mode: "live", policy: {}, env });
  await ordinaryDay(service, ["acme"]);
  await lookAround(service, "acme", 100);
  const acme = clientOf(service, "acme");
  const screen = () =>
    acme.post("/v1/screen", { name: POSSIBLE_NAME, mode: "sandbox" }, { "idempotency-key": "k" });
  const [first, ...replays] = [await screen(), await screen(), await screen()];
  for (const [n, replayed] of replays.entries()) {
    assert.equal(replayed.text, first?.text);
    assert.equal(replayed.headers.get("idempotent-replayed"), "true");
    assert.equal(replayed.headers.get("ratelimit"), `"screening";r=${13 - n};t=1`);
  }
  const { body } = await acme.get("/v1/screen/usage?from=2026-03-02&to=2026-03-04");
  assert.equal(body.requestVolume.total, 24 * 5 + 100 + 3 + 1);
  assert.deepEqual(body.decisions, { CLEAR: 0, POSSIBLE_MATCH: 1, CONFIRMED_MATCH: 0 });
});

Deno.test("who is refused before the bucket takes nothing of it, whatever the reason, and can't throttle", async () => {
  await using service = await serviceInMemory({ mode: "live", policy: {}, env });
  await ordinaryDay(service, ["acme"]);
  const acme = clientOf(service, "acme");
  const body = { name: CLEAR_NAME };
  const from = { "x-forwarded-for": SOURCE };
  const refusals = [
    { record: { status: "SUSPENDED" }, error: "account_inactive" },
    { record: { ipAllowlist: ["198.51.100.0/24"] }, error: "client_access_restricted" },
    { record: { allowedDomain: "app.example.com" }, error: "client_access_restricted" },
  ] as const;
  for (const { record, error } of refusals) {
    await putRecord(service, "acme", record);
    const refused = await Promise.all(
      Array.from({ length: 110 }, () => acme.post("/v1/screen", body, from)),
    );
    for (const answer of refused) {
      assert.deepEqual([...limits(answer), answer.body.error], [403, null, null, error]);
    }
  }
  await service.runMaintenance();
  await putRecord(service, "acme", { ipAllowlist: [`${SOURCE}/32`] });
  const answer = await acme.post("/v1/screen", body, from);
  assert.deepEqual(limits(answer), [200, '"screening";q=60;w=6', '"screening";r=59;t=1']);
  assert.equal((await throttleEvents(service)).length, 0);
  assert(!service.logLines.join("\n").includes(SOURCE));
});
