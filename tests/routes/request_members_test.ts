import assert from "node:assert/strict";
import { CLEAR_NAME } from "../support/names.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

/** Sends a body unchanged. */
function sendText(service: Pick<TestService, "fetch">, path: string, body: string) {
  return service.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
}

Deno.test("null reads as absent in every optional member of a request", async (t) => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const absent = await acme.post("/v1/screen", { name: "Ferryman of Tavrel" });
  const { decisionId } = absent.body.meta;
  await t.step("screening", async () => {
    const nulls = {
      ...{ dob: null, nationality: null, walletAddresses: null, mode: null },
      ...{ otherNames: null, nationalities: null, subjectRef: null },
    };
    const answer = await acme.post("/v1/screen", { name: "Ferryman of Tavrel", ...nulls });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(
      { ...answer.body, meta: { ...answer.body.meta, decisionId } },
      absent.body,
    );
  });
  await t.step("it is the same request to an idempotency key", async () => {
    const key = { "idempotency-key": "null" };
    const first = await acme.post("/v1/screen", { name: CLEAR_NAME, dob: null }, key);
    const second = await acme.post("/v1/screen", { name: CLEAR_NAME }, key);
    assert.deepEqual([second.status, second.text], [200, first.text]);
  });
  await t.step("review", async () => {
    const review = { decision: "escalated", notes: null };
    const answer = await acme.post(`/v1/screen/${decisionId}/review`, review);
    assert.equal(answer.body.customerReviews[0].notes, null);
  });
  await t.step("sign", async () => {
    const body = { document: "JVBERg==", signerId: "s", pin: null, pinObjectId: null };
    assert.equal((await acme.post("/v1/sign", body)).body.error, "qes_not_configured");
    const { body: refused } = await acme.post("/v1/sign", { ...body, pin: "1234" });
    assert.equal(refused.message, 'Field "pinObjectId" is required');
  });
  await t.step("a wallet's answer", async () => {
    const { body: { authorizationRequest: { state }, sessionId } } = await acme.post(
      "/v1/verify/sessions",
      { clientId: "acme", checkType: "age-verification", countryCode: null },
    );
    const answer = await acme.post(`/v1/verify/sessions/${sessionId}/responses`, {
      state,
      vp_token: null,
      error: "access_denied",
      error_description: null,
    });
    assert.deepEqual([answer.status, answer.body.status], [200, "failed"], answer.text);
  });
  await t.step("not where it is required", async () => {
    const answer = await acme.post("/v1/screen", { name: null });
    assert.deepEqual([answer.status, answer.body.error], [400, "bad_request"]);
  });
});

Deno.test("a member that a JSON object repeats is a 400", async () => {
  await using service = await serviceInMemory();
  for (
    const body of [
      '{"name":"Viktor Sandbergov","name":"Margaret Thistlewood"}',
      '{"name":"Viktor Sandbergov","n\\u0061me":"Margaret Thistlewood"}',
      '{"name":"Margaret Thistlewood","unknown":[{"a":1,"a":1}]}',
    ]
  ) {
    const answer = await sendText(service, "/v1/screen", body);
    assert.equal(answer.status, 400);
    assert.equal(
      (await answer.json()).message,
      "The body names a member of an object more than once",
    );
  }
});

Deno.test("a 400 names every wrong member, ten at most, and none of their values", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const wrong = { dob: "yesterday", nationality: 5, walletAddresses: "all", mode: "secret" };
  const { body } = await acme.post("/v1/screen", wrong);
  assert.equal(
    body.message,
    [
      'Field "name" is required',
      'Field "dob" is not valid: expected a calendar date: YYYY-MM-DD, YYYY-MM or YYYY',
      'Field "nationality" is not valid: expected string',
      'Field "walletAddresses" is not valid: expected array',
      'Field "mode" is not valid: expected one of sandbox, live',
    ].join("; "),
  );
  const walletAddresses = Array.from({ length: 50 }, () => 1);
  const { body: many } = await acme.post("/v1/screen", { name: "a", walletAddresses });
  assert.equal(many.message.split("; ").length, 11);
  assert(many.message.includes('"walletAddresses[9]"') && many.message.endsWith("; and more"));
  const { body: query } = await acme.get("/v1/screen/usage?from=x&to=y");
  assert.match(query.message, /^Query parameter "from" .*; Query parameter "to" /);
});

Deno.test("a sandbox client's header that is no client id is a 401, which every operation has", async () => {
  await using service = await serviceInMemory();
  for (const path of ["/v1/lists", "/v1/screen/usage", "/v1/screen/gdpr/export"]) {
    const headers = { "x-aval-sandbox-client": "two words" };
    const answer = await service.fetch(path, { headers });
    assert.equal(answer.status, 401);
    assert.match((await answer.json()).message, /client id/);
  }
});
