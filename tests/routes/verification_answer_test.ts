import assert from "node:assert/strict";
import { UNKNOWN_ID } from "../support/names.ts";
import { answerOf, ERIKA } from "../support/sandbox_wallet.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { pathOf, present, start } from "../support/verifying.ts";

const OF_AGE = { av_age_over_18: { age_over_18: true } };

/** Posts what a wallet might. */
async function send(
  service: TestService,
  path: string,
  body: string,
  type = "application/json",
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await service.fetch(`${path}/responses`, {
    method: "POST",
    headers: { "content-type": type, ...headers },
    body,
  });
  return { status: answer.status, body: await answer.json() };
}

const form = "application/x-www-form-urlencoded";

Deno.test("an answer is taken as a form and as JSON, a presentation bare or in an array", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const formOf = ({ state, vp_token }: { state: string; vp_token: unknown }) =>
    new URLSearchParams({ state, vp_token: JSON.stringify(vp_token) }).toString();
  for (const [type, write] of [["application/json", JSON.stringify], [form, formOf]] as const) {
    for (const isBare of [true, false]) {
      const started = await start(acme, "age-verification");
      const body = await answerOf(started.authorizationRequest, {
        now: service.clock.now(),
        claims: OF_AGE,
      });
      const [presentation = ""] = body.vp_token["av_age_over_18"] ?? [];
      const vp_token = { av_age_over_18: isBare ? presentation : [presentation] };
      const reply = await send(service, pathOf(started), write({ ...body, vp_token }), type);
      assert.deepEqual([reply.status, reply.body.booleanProofs], [200, { ageOver18: true }]);
    }
  }
});

Deno.test("an answer that has not the documented form is a 400, and costs the session nothing", async (t) => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const started = await start(acme, "age-verification");
  const { state } = started.authorizationRequest;
  const json = (vp_token: unknown) => [JSON.stringify({ state, vp_token })] as const;
  const text = (vp_token: string) =>
    [new URLSearchParams({ state, vp_token }).toString(), form] as const;
  const cases: Readonly<Record<string, readonly [string, string?]>> = {
    "no state": [JSON.stringify({ vp_token: {} })],
    "neither vp_token nor error": [JSON.stringify({ state })],
    "a text": json("x"),
    "a number": json(5),
    "null": json(null),
    "a number inside": json({ pid_birthdate: 5 }),
    "numbers in an array": json({ pid_birthdate: [5] }),
    "JSON text in JSON": json(JSON.stringify({ pid_birthdate: "x" })),
    "no JSON in a form": text("{"),
    "a JSON text in a form": text('"x"'),
    "no JSON": ["{"],
    "two states": [`state=${state}&state=${state}`, form],
    "another content type": [JSON.stringify({ state }), "text/plain"],
  };
  for (const [why, [body, type]] of Object.entries(cases)) {
    await t.step(why, async () => {
      const reply = await send(service, pathOf(started), body, type);
      assert.deepEqual([reply.status, reply.body.error], [400, "bad_request"]);
    });
  }
  assert.equal((await present(service, started, OF_AGE)).status, 200);
});

Deno.test("a wrong state answers like an unknown session, and changes nothing", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const started = await start(acme, "age-verification");
  const other = await start(acme, "age-verification");
  const unknown = await send(service, `/v1/verify/sessions/${UNKNOWN_ID}`, `{"state":"x"}`);
  assert.deepEqual([unknown.status, unknown.body.error], [404, "not_found"]);
  for (const state of ["", "x", other.authorizationRequest.state, "ä".repeat(43)]) {
    for (const rest of [{}, { error: "access_denied" }, { vp_token: {} }]) {
      const body = JSON.stringify({ state, ...rest });
      assert.deepEqual(await send(service, pathOf(started), body), unknown);
    }
  }
  assert.equal((await present(service, started, OF_AGE)).status, 200);
});

Deno.test("a session that is not pending takes no answer, good or bad", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const completed = await start(acme, "age-verification");
  const failed = await start(acme, "age-verification");
  const expired = await start(acme, "age-verification");
  await present(service, completed, OF_AGE);
  const access_denied = (of: typeof failed) =>
    JSON.stringify({ state: of.authorizationRequest.state, error: "access_denied" });
  await send(service, pathOf(failed), access_denied(failed));
  service.clock.advance({ minutes: 10 });
  for (
    const [started, status] of [[completed, "completed"], [failed, "failed"], [
      expired,
      "expired",
    ]] as const
  ) {
    const again = await present(service, started, { av_age_over_18: { age_over_18: false } });
    assert.deepEqual([again.status, again.body.error], [409, "verification_session_not_pending"]);
    assert.equal((await send(service, pathOf(started), access_denied(started))).status, 409);
    assert.equal((await acme.get(pathOf(started))).body.status, status);
  }
  assert.equal((await acme.get(pathOf(completed))).body.decision.booleanProofs.ageOver18, true);
});

Deno.test("a wallet's error ends the session as failed, by a code that is known", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const sent = [
    "access_denied",
    "vp_formats_not_supported",
    "wallet_unavailable",
    "Erika Mustermann",
  ];
  for (const error of sent) {
    const started = await start(acme, "age-verification");
    const { state } = started.authorizationRequest;
    const body = new URLSearchParams({ state, error, error_description: "Erika said no" });
    const reply = await send(service, pathOf(started), body.toString(), form);
    const told = error.includes(" ") ? "unknown_error" : error;
    assert.deepEqual(reply, {
      status: 200,
      body: { sessionId: started.sessionId, status: "failed", error: told },
    });
    const read = (await acme.get(pathOf(started))).body;
    assert.deepEqual([read.status, read.error, read.decision], ["failed", told, null]);
  }
  assert.deepEqual(await service.auditEvents(), []);
});

Deno.test("the fifth presentation that does not verify ends the session; four leave it open", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const started = await start(acme, "age-verification");
  const open = await start(acme, "age-verification");
  const wrong = { mdoc: { items: [{ id: 0, name: "age_over_18", value: true }], signedItems: [] } };
  for (let n = 1; n <= 5; n++) {
    assert.equal((await acme.get(pathOf(started))).body.status, "pending");
    const reply = await present(service, started, OF_AGE, wrong);
    assert.deepEqual([reply.status, reply.body.error], [400, "invalid_presentation"]);
    assert.match(reply.body.message, /digest\w* \(credential av_age_over_18\)$/);
  }
  const read = (await acme.get(pathOf(started))).body;
  assert.deepEqual([read.status, read.decision], ["failed", null]);
  assert.match(read.error, /digest/);
  assert.equal((await present(service, started, OF_AGE)).status, 409);
  for (let n = 1; n <= 4; n++) await present(service, open, OF_AGE, wrong);
  assert.equal((await present(service, open, OF_AGE)).status, 200);
});

Deno.test("presentations that do not verify are each counted when they come at once", async () => {
  await using service = await serviceInMemory();
  const started = await start(service.as("acme"), "age-verification");
  const body = JSON.stringify({
    state: started.authorizationRequest.state,
    vp_token: { pid_birthdate: ["x"] },
  });
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => send(service, pathOf(started), body)),
  );
  assert.deepEqual(replies.map(({ status }) => status), [400, 400, 400, 400, 400]);
  assert.equal((await service.as("acme").get(pathOf(started))).body.status, "failed");
});

Deno.test("both credentials of an age check, none, or one that was not asked for are refused", async () => {
  await using service = await serviceInMemory();
  const started = await start(service.as("acme"), "age-verification");
  const both = { ...OF_AGE, pid_birthdate: { birthdate: ERIKA.birthdate } };
  const { state, vp_token } = await answerOf(started.authorizationRequest, {
    now: service.clock.now(),
    claims: both,
  });
  const tokens = [
    vp_token,
    {},
    { pid_aml_identity: vp_token["pid_birthdate"] },
    { pid_birthdate: [...vp_token["pid_birthdate"] ?? [], ...vp_token["pid_birthdate"] ?? []] },
  ];
  for (const token of tokens) {
    const reply = await send(service, pathOf(started), JSON.stringify({ state, vp_token: token }));
    assert.deepEqual([reply.status, reply.body.error], [400, "invalid_presentation"]);
  }
});
