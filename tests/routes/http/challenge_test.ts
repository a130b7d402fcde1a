import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { refuse, type Result } from "../../../base/result.ts";
import { type StepUpChallenge, writeChallenge } from "../../../routes/http/challenge.ts";
import { type Refusal, refusalKinds } from "../../../routes/http/refusals.ts";
import { renderRefusal } from "../../../routes/http/render.ts";
import { defineRoute } from "../../../routes/http/route.ts";
import { serviceInMemory } from "../../support/service.ts";

/** One challenge of RFC 9110 §11.6.1: scheme, and parameters that are tokens or quoted strings. */
function parseChallenge(header: string): Readonly<Record<string, string>> {
  const [, scheme, rest = ""] = /^([!#$%&'*+.^_`|~\w-]+)(?: (.+))?$/.exec(header) ?? [];
  assert(scheme !== undefined, header);
  const read: Record<string, string> = { scheme };
  const parameter =
    /([!#$%&'*+.^_`|~\w-]+)=(?:([!#$%&'*+.^_`|~\w-]+)|"((?:[\t \x21\x23-\x5b\x5d-\x7e]|\\[\t\x20-\x7e])*)")(?:, |$)/y;
  while (parameter.lastIndex < rest.length) {
    const at = parameter.lastIndex;
    const [, name = "", token, text = ""] = parameter.exec(rest) ?? [];
    assert(name !== "", `not well formed from ${at}: ${rest}`);
    assert(!(name in read), `${name} twice`);
    read[name] = token ?? text.replace(/\\(.)/g, "$1");
  }
  return read;
}

const stepUp: StepUpChallenge = {
  error: "insufficient_user_authentication",
  acrValues: "2",
  maxAgeSeconds: 300,
};

const approve = defineRoute({
  method: "post",
  path: "/test/approve",
  summary: "A test route",
  documentation: { operationId: "approveTest" },
  service: "credentials",
  kind: "test",
  auth: "bearer",
  answers: { 200: z.object({}) },
  refuses: ["unauthorized"],
  run: (): Result<Record<string, never>, Refusal<"unauthorized">> => {
    const message = "The step-up assertion is older than 300 seconds";
    return refuse({ code: "unauthorized", message, challenge: stepUp });
  },
});

Deno.test("a 401 that asks for another login says which one, and its body is as ever", async () => {
  await using service = await serviceInMemory({ routes: [approve] });
  const answer = await service.as("acme").post("/test/approve", {});
  assert.deepEqual([answer.status, answer.body], [401, {
    error: "unauthorized",
    message: "The step-up assertion is older than 300 seconds",
  }]);
  assert.equal(
    answer.headers.get("www-authenticate"),
    'Bearer error="insufficient_user_authentication", error_description="The step-up assertion is older than 300 seconds", acr_values="2", max_age=300',
  );
});

Deno.test("a bearer token's challenge names invalid_token where one was shown", async () => {
  await using service = await serviceInMemory({ mode: "live", routes: [approve] });
  const challengeOf = async (headers: Record<string, string>) => {
    const answer = await service.fetch("/test/approve", { method: "POST", headers });
    await answer.body?.cancel();
    return parseChallenge(answer.headers.get("www-authenticate") ?? "");
  };
  assert.deepEqual(await challengeOf({}), { scheme: "Bearer" });
  assert.deepEqual(await challengeOf({ authorization: "Bearer none" }), {
    scheme: "Bearer",
    error: "invalid_token",
  });
});

Deno.test("a challenge is well formed whatever its level and its message hold", () => {
  const someText = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constant('a", b="\\'));
  fc.assert(fc.property(someText, someText, fc.nat(), (acrValues, message, maxAgeSeconds) => {
    const header = writeChallenge({ ...stepUp, acrValues, maxAgeSeconds }, message);
    assert.equal(new Headers({ "www-authenticate": header }).get("www-authenticate"), header);
    const { acr_values, error_description = "", ...rest } = parseChallenge(header);
    assert.deepEqual(rest, {
      scheme: "Bearer",
      error: "insufficient_user_authentication",
      max_age: String(maxAgeSeconds),
    });
    assert.equal(acr_values, acrValues.replace(/[^\x20-\x7e]/g, "?"));
    assert.match(error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/);
  }));
});

Deno.test("a challenge for another login says so, where its refusal has no words of its own", () => {
  const { body } = renderRefusal({ code: "unauthorized", challenge: stepUp });
  assert.deepEqual(JSON.parse(String(body)), {
    error: "unauthorized",
    message: "The person must show a login at level 2 of the last 300 seconds, not used before",
  });
  const token = renderRefusal({ code: "unauthorized", challenge: "invalid_token" });
  assert.equal(JSON.parse(String(token.body)).message, refusalKinds.unauthorized.message);
});
