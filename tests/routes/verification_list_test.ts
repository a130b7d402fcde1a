import assert from "node:assert/strict";
import { serviceInMemory, type TestClient, type TestService } from "../support/service.ts";
import { start } from "../support/verifying.ts";

const sessions = "/v1/verify/sessions";

/** Starts sessions a second apart. @returns their ids, newest first */
async function startMany(service: TestService, client: TestClient, count: number) {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    ids.unshift((await start(client, "age-verification")).sessionId);
    service.clock.advance({ seconds: 1 });
  }
  return ids;
}

const idsOf = (body: { readonly sessions: readonly { readonly sessionId: string }[] }) =>
  body.sessions.map(({ sessionId }) => sessionId);

Deno.test("GET /v1/verify/sessions pages newest first, 20 by default and 100 at most", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = service.as("acme");
  const ids = await startMany(service, acme, 105);
  await startMany(service, service.as("globex"), 2);
  const first = (await acme.get(sessions)).body;
  assert.deepEqual(idsOf(first), ids.slice(0, 20));
  const second = (await acme.get(`${sessions}?limit=100&cursor=${first.nextCursor}`)).body;
  assert.deepEqual([idsOf(second), second.nextCursor], [ids.slice(20), null]);
  const most = (await acme.get(`${sessions}?limit=100`)).body;
  assert.deepEqual([idsOf(most), most.nextCursor], [ids.slice(0, 100), ids[99]]);
  const whole = (await acme.get(`${sessions}?limit=5&cursor=${ids[99]}`)).body;
  assert.deepEqual([idsOf(whole), whole.nextCursor], [ids.slice(100), null]);
});

Deno.test("a page is all that is left: a cursor at the last session, or of another client, reveals nothing", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = service.as("acme");
  const [newest, oldest] = await startMany(service, acme, 2);
  const [foreign] = await startMany(service, service.as("globex"), 1);
  const page = async (query: string) => (await acme.get(`${sessions}?${query}`)).body;
  assert.deepEqual(await page(`cursor=${oldest}`), { sessions: [], nextCursor: null });
  const all = await page("");
  // Only a place in time: of one's own sessions, those before it.
  assert.deepEqual(await page(`cursor=${foreign}`), all);
  assert.deepEqual(idsOf(all), [newest, oldest]);
  assert.deepEqual(await page("clientId=globex"), all, "in live clientId is ignored");
  assert.deepEqual(await page("clientId=%20"), all, "whatever it holds");
});

Deno.test("GET /v1/verify/sessions refuses limits and cursors that are none", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  for (
    const query of [
      "limit=0",
      "limit=101",
      "limit=-1",
      "limit=x",
      "limit=1e1",
      "limit=0x5",
      "limit=%205",
      "limit=%2B5",
      "limit=5.0",
      "limit=٥",
      "limit=1.5",
      "cursor=x",
      "limit=",
    ]
  ) {
    const answer = await acme.get(`${sessions}?clientId=acme&${query}`);
    assert.deepEqual([answer.status, answer.body.error], [400, "bad_request"], query);
  }
});

Deno.test("in sandbox a list needs clientId, and is that client's", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  await start(acme, "age-verification");
  const missing = await acme.get(sessions);
  assert.deepEqual([missing.status, missing.body.error], [400, "bad_request"]);
  assert.match(missing.body.message, /clientId/);
  assert.equal(
    (await service.as("globex").get(`${sessions}?clientId=acme`)).body.sessions.length,
    1,
  );
  assert.equal((await acme.get(`${sessions}?clientId=globex`)).body.sessions.length, 0);
});
