import assert from "node:assert/strict";
import { UNKNOWN_ID } from "../support/names.ts";
import { answerOf, ERIKA } from "../support/sandbox_wallet.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { pathOf, present, sendAnswer, start } from "../support/verifying.ts";

const OF_AGE = { av_age_over_18: { age_over_18: true } };

/** Posts a text as the body of an answer. */
async function send(
  service: TestService,
  path: string,
  body: string,
  type = "application/json",
): Promise<{ readonly status: number; readonly error: string; readonly message: string }> {
  const answer = await service.fetch(`${path}/responses`, {
    method: "POST",
    headers: { "content-type": type },
    body,
  });
  return { status: answer.status, ...await answer.json() };
}

const form = "application/x-www-form-urlencoded";

Deno.test("an answer is taken as a form and as JSON, a presentation bare or in an array", async () => {
  await using service = await serviceInMemory();
  for (const json of [false, true]) {
    for (const isBare of [true, false]) {
      const { authorizationRequest: request } = await start(
        service.as("acme"),
        "age-verification",
      );
      const answer = await answerOf(request, { now: service.clock.now(), claims: OF_AGE });
      const [presentation = ""] = answer.vp_token["av_age_over_18"] ?? [];
      const vp_token = { av_age_over_18: isBare ? presentation : [presentation] };
      const reply = await sendAnswer(service, request, { vp_token }, { json });
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
    "an array": json([{ pid_birthdate: "x" }]),
    "a number inside": json({ pid_birthdate: 5 }),
    "null inside": json({ pid_birthdate: null }),
    "an object inside": json({ pid_birthdate: { presentation: "x" } }),
    "numbers in an array": json({ pid_birthdate: [5] }),
    "an array in an array": json({ pid_birthdate: [["x"]] }),
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
      assert.deepEqual([reply.status, reply.error], [400, "bad_request"]);
    });
  }
  const tooLong = await send(service, pathOf(started), ...text("x".repeat(1_100_000)));
  assert.deepEqual([tooLong.status, tooLong.error], [413, "payload_too_large"]);
  assert.equal((await present(service, started, OF_AGE)).status, 200);
});

Deno.test("a wrong state answers like an unknown session, and changes nothing", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const started = await start(acme, "age-verification");
  const other = await start(acme, "age-verification");
  const unknown = await send(service, `/v1/verify/sessions/${UNKNOWN_ID}`, `{"state":"x"}`);
  assert.deepEqual([unknown.status, unknown.error], [404, "not_found"]);
  const { state: own } = started.authorizationRequest;
  for (const state of ["", "x", `${own}x`, other.authorizationRequest.state, "ä".repeat(43)]) {
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
  const deny = ({ authorizationRequest }: typeof failed) =>
    sendAnswer(service, authorizationRequest, { error: "access_denied" });
  await deny(failed);
  service.clock.advance({ minutes: 10 });
  for (
    const [started, status] of [[completed, "completed"], [failed, "failed"], [
      expired,
      "expired",
    ]] as const
  ) {
    const again = await present(service, started, { av_age_over_18: { age_over_18: false } });
    assert.deepEqual([again.status, again.body.error], [409, "verification_session_not_pending"]);
    assert.equal((await deny(started)).status, 409);
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
    const reply = await sendAnswer(service, started.authorizationRequest, {
      error,
      error_description: "Erika said no",
    });
    const expected = error.includes(" ") ? "unknown_error" : error;
    assert.deepEqual([reply.status, reply.body], [200, {
      sessionId: started.sessionId,
      status: "failed",
      error: expected,
    }]);
    const read = (await acme.get(pathOf(started))).body;
    assert.deepEqual([read.status, read.error, read.decision], ["failed", expected, null]);
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
  const wrong = { vp_token: { pid_birthdate: ["x"] } };
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => sendAnswer(service, started.authorizationRequest, wrong)),
  );
  assert.deepEqual(replies.map(({ status }) => status), [400, 400, 400, 400, 400]);
  assert.equal((await service.as("acme").get(pathOf(started))).body.status, "failed");
});

Deno.test("both credentials of an age check, none, or one that was not asked for are refused", async () => {
  await using service = await serviceInMemory();
  const { authorizationRequest: request } = await start(service.as("acme"), "age-verification");
  const { vp_token } = await answerOf(request, {
    now: service.clock.now(),
    claims: { ...OF_AGE, pid_birthdate: { birthdate: ERIKA.birthdate } },
  });
  const pid = vp_token["pid_birthdate"] ?? [];
  const tokens = [
    [vp_token, "credential_set_unsatisfied"],
    [{}, "credential_set_unsatisfied"],
    [{ pid_birthdate: pid, pid_aml_identity: pid }, "credential_unasked"],
    [{ pid_birthdate: [...pid, ...pid] }, "presentation_count_unaccepted"],
    [{ pid_birthdate: [] }, "presentation_count_unaccepted"],
  ] as const;
  for (const [token, code] of tokens) {
    const reply = await sendAnswer(service, request, { vp_token: token });
    assert.deepEqual([reply.status, reply.body.error], [400, "invalid_presentation"]);
    assert.equal(reply.body.message, `The presentation does not verify: ${code}`);
  }
});
