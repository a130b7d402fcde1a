import assert from "node:assert/strict";
import { UNKNOWN_ID } from "../support/names.ts";
import { serviceInMemory } from "../support/service.ts";
import { pathOf, present, sendAnswer, start, tokenHeader } from "../support/verifying.ts";

const sessions = "/v1/verify/sessions";

Deno.test("a session reads as pending, then as completed, then never as anything else", async () => {
  await using service = await serviceInMemory({ mode: "sandbox" });
  const acme = service.as("acme");
  const started = await start(acme, "age-verification");
  const pending = {
    sessionId: started.sessionId,
    checkType: "age-verification",
    templateVersion: "age-verification@2",
    status: "pending",
    createdAt: "2026-03-02T09:00:00.000Z",
    expiresAt: "2026-03-02T09:10:00.000Z",
    error: null,
    decision: null,
  };
  assert.deepEqual((await acme.get(pathOf(started))).body, pending);
  const claims = { av_age_over_18: { age_over_18: true } };
  const { sessionId: _, ...decision } = (await present(service, started, claims)).body;
  const completed = {
    ...pending,
    status: "completed",
    decision: { ...decision, evidencePackCiphertext: null },
  };
  assert.deepEqual((await acme.get(pathOf(started))).body, completed);
  service.clock.advance({ hours: 24 * 400 });
  assert.deepEqual((await acme.get(pathOf(started))).body, completed);
  const listed = (await acme.get(`${sessions}?clientId=acme`)).body.sessions;
  assert.deepEqual(listed, [completed], "a row has the members of a read");
});

Deno.test("a pending session expires by the clock, at its tenth minute", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const started = await start(acme, "age-verification");
  const status = async () => (await acme.get(pathOf(started))).body.status;
  service.clock.advance({ minutes: 9, seconds: 59, milliseconds: 999 });
  assert.equal(await status(), "pending");
  service.clock.advance({ milliseconds: 1 });
  assert.equal(await status(), "expired");
  assert.equal((await acme.get(`${sessions}?clientId=acme`)).body.sessions[0].status, "expired");
});

Deno.test("a foreign session reads like an unknown one, in both modes", async () => {
  for (const mode of ["sandbox", "live"] as const) {
    await using service = await serviceInMemory({ mode });
    const started = await start(service.as("acme"), "age-verification");
    const foreign = await service.as("globex").get(pathOf(started));
    assert.deepEqual([foreign.status, foreign.body.error], [404, "not_found"]);
    for (const id of [UNKNOWN_ID, "x", "%20"]) {
      assert.equal((await service.as("globex").get(`${sessions}/${id}`)).text, foreign.text);
    }
    const upper = `${sessions}/${started.sessionId.toUpperCase()}`;
    assert.equal((await service.as("acme").get(upper)).status, 200);
  }
});

Deno.test("in sandbox whoever names no client reads a session by its id", async () => {
  await using service = await serviceInMemory();
  const started = await start(service.as("acme"), "age-verification");
  assert.equal((await service.fetch(pathOf(started))).status, 200);
});

Deno.test("evidencePackDelivery is claim or peek", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const started = await start(acme, "age-verification");
  for (const [delivery, status] of [["claim", 200], ["peek", 200], ["take", 400]] as const) {
    const answer = await acme.get(`${pathOf(started)}?evidencePackDelivery=${delivery}`);
    assert.equal(answer.status, status, delivery);
  }
});

Deno.test("a session token lives 24 hours past its session's end, by the clock", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = service.as("acme");
  const pending = await start(acme, "age-verification");
  const ended = await start(acme, "age-verification");
  const read = async ({ sessionToken, ...started }: typeof pending) =>
    (await service.fetch(pathOf(started), { headers: tokenHeader(sessionToken) })).status;
  service.clock.advance({ minutes: 5 });
  const refusal = { error: "access_denied" };
  assert.equal((await sendAnswer(service, ended.authorizationRequest, refusal)).status, 200);
  service.clock.advance({ hours: 23, minutes: 59, seconds: 59, milliseconds: 999 });
  assert.deepEqual([await read(ended), await read(pending)], [200, 200]);
  service.clock.advance({ milliseconds: 1 });
  assert.deepEqual([await read(ended), await read(pending)], [401, 200]);
  service.clock.advance({ minutes: 4, seconds: 59, milliseconds: 999 });
  assert.equal(await read(pending), 200);
  service.clock.advance({ milliseconds: 1 });
  assert.equal(await read(pending), 401);
});

Deno.test("a wrong, foreign, empty or late token is 401, the same bytes whether or not there is a session", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = service.as("acme");
  const one = await start(acme, "age-verification");
  const other = await start(acme, "age-verification");
  const texts = new Set<string>();
  const refused: readonly (readonly [string, string])[] = [
    [pathOf(one), other.sessionToken],
    [pathOf(one), `${one.sessionToken}x`],
    [pathOf(one), ""],
    [pathOf(one), one.sessionToken.toLowerCase()],
    [`${sessions}/${UNKNOWN_ID}`, one.sessionToken],
    [`${sessions}/x`, one.sessionToken],
  ];
  for (const [path, token] of refused) {
    const answer = await service.fetch(path, {
      headers: { ...tokenHeader(token), "x-request-id": "same" },
    });
    assert.equal(answer.headers.get("www-authenticate"), "Bearer");
    texts.add(`${answer.status} ${await answer.text()} ${JSON.stringify([...answer.headers])}`);
  }
  assert.equal(texts.size, 1);
  assert.match([...texts].join(), /^401 \{"error":"unauthorized"/);
});

Deno.test("a refusal of a session token names the header of session tokens, in both modes", async () => {
  for (const mode of ["sandbox", "live"] as const) {
    await using service = await serviceInMemory({ mode });
    const started = await start(service.as("acme"), "age-verification");
    for (const path of [pathOf(started), `${sessions}/x`]) {
      const answer = await service.fetch(path, { headers: tokenHeader("wrong") });
      assert.equal(answer.status, 401);
      const { message } = await answer.json();
      assert.match(message, /X-Aval-Verify-Session-Token: TOKEN$/);
      assert(!message.includes("Authorization"));
    }
  }
});

Deno.test("a bearer beside a session token: the narrower one counts", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = service.as("acme");
  const started = await start(acme, "age-verification");
  assert.equal((await acme.get(pathOf(started), tokenHeader(started.sessionToken))).status, 200);
  // Not what the bearer could have read; and a bearer of nobody takes nothing away.
  assert.equal((await acme.get(pathOf(started), tokenHeader("wrong"))).status, 401);
  const answer = await service.fetch(pathOf(started), {
    headers: { ...tokenHeader(started.sessionToken), authorization: "Bearer of-nobody" },
  });
  assert.equal(answer.status, 200);
});

Deno.test("pages of any origin read by session token, and by nothing else", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = service.as("acme");
  const started = await start(acme, "age-verification");
  const origin = { origin: "https://shop.example" };
  const allowed = async (headers: Readonly<Record<string, string>>, path = pathOf(started)) => {
    const answer = await service.fetch(path, { headers: { ...origin, ...headers } });
    await answer.body?.cancel();
    assert.equal(answer.headers.get("access-control-allow-credentials"), null);
    const allows = answer.headers.get("access-control-allow-origin");
    const exposes = answer.headers.get("access-control-expose-headers");
    assert.equal(exposes, allows === null ? null : "retry-after, x-aval-mode, x-request-id");
    return [answer.status, allows];
  };
  assert.deepEqual(await allowed(tokenHeader(started.sessionToken)), [200, "*"]);
  assert.deepEqual(await allowed(tokenHeader("wrong")), [401, "*"]);
  assert.deepEqual(
    await allowed(tokenHeader("x"), `${pathOf(started)}?evidencePackDelivery=x`),
    [400, "*"],
  );
  assert.deepEqual(await allowed({}), [401, null]);
  const bearer = await acme.get(pathOf(started), origin);
  assert.deepEqual([bearer.status, bearer.headers.get("access-control-allow-origin")], [200, null]);
  assert.deepEqual(await allowed({}, sessions), [401, null]);
});

Deno.test("a preflight allows GET with the session token from anywhere, and no other route answers one", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const ask = async (path: string, method = "GET") => {
    const answer = await service.fetch(path, {
      method: "OPTIONS",
      headers: {
        origin: "https://shop.example",
        "access-control-request-method": method,
        "access-control-request-headers": "x-aval-verify-session-token",
      },
    });
    await answer.body?.cancel();
    return answer;
  };
  const allowed = await ask(`${sessions}/${UNKNOWN_ID}`);
  assert.equal(allowed.status, 204);
  assert.equal(allowed.headers.get("access-control-allow-origin"), "*");
  assert.equal(allowed.headers.get("access-control-allow-methods"), "GET");
  assert.equal(allowed.headers.get("access-control-allow-headers"), "x-aval-verify-session-token");
  assert.equal(allowed.headers.get("access-control-allow-credentials"), null);
  for (const path of [sessions, `${sessions}/${UNKNOWN_ID}/responses`, "/v1/verify/usage"]) {
    const refused = await ask(path);
    assert.deepEqual(
      [refused.status, refused.headers.get("access-control-allow-origin")],
      [405, null],
      path,
    );
  }
});
