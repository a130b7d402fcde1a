import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { certify, keyUsageOf, signerExtensions } from "../support/certificates.ts";
import { answerOf, ERIKA } from "../support/sandbox_wallet.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { pathOf, present, sendAnswer, start } from "../support/verifying.ts";

const OF_AGE = { pid_birthdate: { birthdate: ERIKA.birthdate } };

/** An unknown issuer's certificate with a key usage of this many bytes. */
async function strangerOf(usageBytes: number) {
  return await certify({
    name: "Stranger",
    extensions: [keyUsageOf(usageBytes)],
  });
}

async function startedWith(service: TestService, x5c: readonly string[]) {
  const started = await start(service.as("acme"), "age-verification");
  const body = await answerOf(started.authorizationRequest, {
    now: service.clock.now(),
    claims: OF_AGE,
    sdJwt: { header: { x5c } },
  });
  return { started, body };
}

Deno.test("what is large is refused by its size, before anybody's signature is verified", async (t) => {
  await using service = await serviceInMemory();
  const small = await certify({ name: "Stranger", extensions: signerExtensions });
  const text = (der: Uint8Array) => Buffer.from(der).toString("base64");
  const cases = [
    ["a certificate with a key usage of 130,000 bytes", [text((await strangerOf(130_000)).der)]],
    ["150 certificates", Array.from({ length: 150 }, () => text(small.der))],
  ] as const;
  for (const [what, x5c] of cases) {
    await t.step(what, async () => {
      const { started, body } = await startedWith(service, x5c);
      const answer = await sendAnswer(service, started.authorizationRequest, body);
      assert.equal(answer.status, 400);
      assert.match(answer.body.message, /: presentation_too_large \(credential pid_birthdate\)$/);
    });
  }
});

Deno.test("of many hostile answers at once only as many are verified as a session has patience for", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { started, body } = await startedWith(service, [
    Buffer.from((await strangerOf(20_000)).der).toString("base64"),
  ]);
  const replies = await Promise.all(
    Array.from({ length: 32 }, () => sendAnswer(service, started.authorizationRequest, body)),
  );
  const count = (status: number) => replies.filter((reply) => reply.status === status).length;
  assert.deepEqual([count(400), count(409)], [5, 27]);
  assert.equal((await acme.get(pathOf(started))).body.status, "failed");
});

Deno.test("an answer that names __proto__, or a credential twice, is refused", async () => {
  await using service = await serviceInMemory();
  const started = await start(service.as("acme"), "age-verification");
  const request = started.authorizationRequest;
  const { vp_token: token, state } = await answerOf(request, {
    now: service.clock.now(),
    claims: OF_AGE,
  });
  const written = JSON.stringify(token);
  for (const name of ["__proto__", "pid_birthdate"]) {
    const odd = written.replace("{", `{"${name}":["x"],`);
    const bodies: readonly (readonly [string, string])[] = [
      ["application/json", `{"state":${JSON.stringify(state)},"vp_token":${odd}}`],
      ["application/x-www-form-urlencoded", `${new URLSearchParams({ state, vp_token: odd })}`],
    ];
    for (const [type, body] of bodies) {
      const answer = await service.fetch(new URL(request.response_uri).pathname, {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
      assert.equal(answer.status, 400, `${name} ${type}`);
      await answer.body?.cancel();
    }
  }
  const taken = await sendAnswer(service, request, { vp_token: token, state });
  assert.equal(taken.status, 200);
});

Deno.test("of 64 equal answers at once one is taken; of far more some are refused for now", async () => {
  for (const many of [64, 200]) {
    await using service = await serviceInMemory();
    const started = await start(service.as("acme"), "age-verification");
    const good = await answerOf(started.authorizationRequest, {
      now: service.clock.now(),
      claims: OF_AGE,
    });
    const replies = await Promise.all(
      Array.from({ length: many }, () => sendAnswer(service, started.authorizationRequest, good)),
    );
    const of = (status: number) => replies.filter((reply) => reply.status === status);
    assert.equal(of(200).length, 1);
    assert.equal(of(200).length + of(409).length + of(429).length, many);
    assert.equal(of(429).length > 0, many > 64);
    for (const { headers, body: { error, retryAfterSeconds } } of of(429)) {
      assert.deepEqual(
        [headers.get("retry-after"), error, retryAfterSeconds],
        ["1", "rate_limit_exceeded", 1],
      );
    }
    const decided = (await service.auditEvents()).filter(({ kind }) =>
      kind === "VERIFICATION_DECISION"
    );
    assert.equal(decided.length, 1);
  }
});

Deno.test("answers without a session's state keep nobody from answering it", async () => {
  await using service = await serviceInMemory();
  const started = await start(service.as("acme"), "age-verification");
  const wrong = { state: "guessed", vp_token: {} };
  const [replies, good] = await Promise.all([
    Promise.all(
      Array.from({ length: 200 }, () => sendAnswer(service, started.authorizationRequest, wrong)),
    ),
    present(service, started, OF_AGE),
  ]);
  assert(replies.every(({ status }) => status === 404 || status === 429));
  assert.equal(good.status, 200);
});
