import assert from "node:assert/strict";
import { folderOf } from "../support/folder.ts";
import { CLEAR_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { serviceInMemory, type TestClient, type TestService } from "../support/service.ts";

const TODAY = { from: "2026-03-02", to: "2026-03-03" };

async function usageOf(client: TestClient, { from, to } = TODAY) {
  const answer = await client.get(`/v1/screen/usage?from=${from}&to=${to}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** The decisions of a client on the audit chain. */
async function chained(service: TestService, client: string) {
  const counts: Record<string, number> = { CLEAR: 0, POSSIBLE_MATCH: 0, CONFIRMED_MATCH: 0 };
  for (const event of await service.auditEvents()) {
    if (event.kind !== "SCREENING_DECISION" || event.clientId !== client) continue;
    counts[event.classification] = (counts[event.classification] ?? 0) + 1;
  }
  return counts;
}

for (const mode of ["live", "sandbox"] as const) {
  Deno.test(`usage in ${mode} is each client's own, and its decisions are the audit chain's`, async () => {
    await using service = await serviceInMemory({ mode });
    const [acme, globex] = [service.as("acme"), service.as("globex")];
    for (const name of [CLEAR_NAME, CLEAR_NAME, POSSIBLE_NAME]) {
      await acme.post("/v1/screen", { name, mode: "sandbox" });
    }
    await globex.post("/v1/screen", { name: POSSIBLE_NAME, mode: "sandbox" });
    const ofAcme = await usageOf(acme);
    assert.deepEqual(ofAcme, {
      ...TODAY,
      requestVolume: {
        total: 4,
        byDay: [{ date: "2026-03-02", count: 4 }],
        byMonth: [{ month: "2026-03", count: 4 }],
      },
      decisions: { CLEAR: 2, POSSIBLE_MATCH: 1, CONFIRMED_MATCH: 0 },
    });
    const ofGlobex = await usageOf(globex);
    assert.equal(ofGlobex.requestVolume.total, 2);
    assert.deepEqual(ofAcme.decisions, await chained(service, "acme"));
    assert.deepEqual(ofGlobex.decisions, await chained(service, "globex"));
    assert.equal((await usageOf(service.as("initech"))).requestVolume.total, 1);
  });
}

Deno.test("a replay counts as a request and not as a decision", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = service.as("acme");
  const screen = () => acme.post("/v1/screen", { name: CLEAR_NAME }, { "idempotency-key": "once" });
  assert.equal((await screen()).status, 200);
  assert.equal((await screen()).headers.get("idempotent-replayed"), "true");
  const { requestVolume, decisions } = await usageOf(acme);
  assert.deepEqual([requestVolume.total, decisions.CLEAR], [3, 1]);
});

Deno.test("requests that are refused count where the caller is known, and nowhere else", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = service.as("acme");
  assert.equal((await acme.post("/v1/screen", {})).status, 400);
  assert.equal((await acme.get("/v1/screen/unknown")).status, 404);
  const unknown = await service.fetch("/v1/screen/usage", {
    headers: { authorization: `Bearer ${"A".repeat(43)}` },
  });
  assert.equal(unknown.status, 401);
  await unknown.body?.cancel();
  await (await service.fetch("/health")).body?.cancel();
  const { requestVolume, decisions } = await usageOf(acme);
  assert.equal(requestVolume.total, 3);
  assert.deepEqual(decisions, { CLEAR: 0, POSSIBLE_MATCH: 0, CONFIRMED_MATCH: 0 });
});

Deno.test("a request belongs to the UTC day and month that it was made in", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const screen = () => acme.post("/v1/screen", { name: CLEAR_NAME });
  service.clock.advance({ hours: 29 * 24 + 14, minutes: 59, seconds: 59, milliseconds: 999 });
  await screen();
  service.clock.advance({ milliseconds: 1 });
  await screen();
  await screen();
  const { requestVolume, decisions } = await usageOf(acme, {
    from: "2026-03-30",
    to: "2026-04-02",
  });
  assert.deepEqual(requestVolume, {
    total: 4,
    byDay: [
      { date: "2026-03-30", count: 0 },
      { date: "2026-03-31", count: 1 },
      { date: "2026-04-01", count: 3 },
    ],
    byMonth: [{ month: "2026-03", count: 1 }, { month: "2026-04", count: 3 }],
  });
  assert.equal(decisions.CLEAR, 3);
  const march = await usageOf(acme, { from: "2026-03-31", to: "2026-04-01" });
  assert.deepEqual([march.requestVolume.total, march.decisions.CLEAR], [1, 1]);
  const byDefault = await acme.get("/v1/screen/usage");
  assert.deepEqual([byDefault.body.from, byDefault.body.to], ["2026-01-01", "2026-04-01"]);
  assert.equal(byDefault.body.requestVolume.total, 1);
});

Deno.test("usage refuses impossible dates and windows, and names the parameter", async (t) => {
  await using service = await serviceInMemory();
  const cases = [
    { query: "from=2026-02-29", name: "from" },
    { query: "to=2026-13-01", name: "to" },
    { query: "to=yesterday", name: "to" },
    { query: "from=", name: "from" },
    { query: "from=2026-03-01T00:00:00Z", name: "from" },
    { query: "to=0000-01-01", name: "to" },
    { query: "from=%2B010000-01-01", name: "from" },
    { query: "from=2026-03-03", name: "from" },
    { query: "from=2026-03-02&to=2026-03-01", name: "from" },
    { query: "from=2025-03-01&to=2026-03-03", name: "from" },
    { query: "from=2026-03-01&from=2026-03-02", name: "query parameter" },
  ];
  for (const { query, name } of cases) {
    await t.step(query, async () => {
      const answer = await service.as("acme").get(`/v1/screen/usage?${query}`);
      assert.deepEqual([answer.status, answer.body.error], [400, "bad_request"]);
      assert(answer.body.message.includes(name), answer.body.message);
      assert(!answer.body.message.includes("yesterday"));
    });
  }
  const empty = await service.as("acme").get("/v1/screen/usage?from=2026-03-01&to=2026-03-01");
  assert.deepEqual([empty.status, empty.body.requestVolume], [200, {
    total: 0,
    byDay: [],
    byMonth: [],
  }]);
  assert.deepEqual(empty.body.decisions, { CLEAR: 0, POSSIBLE_MATCH: 0, CONFIRMED_MATCH: 0 });
  const widest = await service.as("acme").get("/v1/screen/usage?from=2025-03-01&to=2026-03-02");
  assert.equal(widest.body.requestVolume.byDay.length, 366);
});

Deno.test("what was counted is there after a restart, and two instances add up", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const kv = `${folder}/kv.sqlite3`;
  {
    await using one = await serviceInMemory({ kv, seed: 1 });
    await using two = await serviceInMemory({ kv, seed: 2 });
    for (let n = 0; n < 30; n++) {
      const client = (n % 2 === 0 ? one : two).as("acme");
      assert.equal((await client.post("/v1/screen", { name: CLEAR_NAME })).status, 200);
    }
  }
  await using later = await serviceInMemory({ kv, seed: 3 });
  const { requestVolume, decisions } = await usageOf(later.as("acme"));
  assert.deepEqual([requestVolume.total, decisions.CLEAR], [31, 30]);
});
