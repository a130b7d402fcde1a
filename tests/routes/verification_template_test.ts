import assert from "node:assert/strict";
import { z } from "zod";
import { Limits } from "../../core/policy/limits.ts";
import { ok } from "../../base/result.ts";
import { uuidV7 } from "../../base/uuid.ts";
import { SessionId } from "../../core/presentation/schema.ts";
import { defineRoute } from "../../routes/http/route.ts";
import { verificationRoutes } from "../../routes/api/verification.ts";
import { serviceInMemory } from "../support/service.ts";
import { pathOf, present, sendAnswer, start } from "../support/verifying.ts";

const OF_AGE = { av_age_over_18: { age_over_18: true } };

/** Stores the same session again, as a server of another version has started it. */
const startedElsewhere = defineRoute({
  method: "post",
  path: "/test/sessions",
  summary: "Put a session of another version on file",
  service: "verification",
  kind: "test",
  auth: "bearer",
  body: z.object({ sessionId: SessionId, templateVersion: z.string() }),
  answers: { 200: z.object({ sessionId: SessionId }) },
  run: async (ports, { unit, body: { sessionId, templateVersion } }) => {
    const found = await ports.verificationSessions.find(sessionId);
    assert(found !== null);
    const id = SessionId.parse(uuidV7(ports));
    const response_uri = found.session.request.response_uri.replace(sessionId, id);
    const request = { ...found.session.request, response_uri };
    ports.verificationSessions.add(unit, { ...found.session, id, request, templateVersion }, null);
    return ok({ sessionId: id });
  },
});

const routes = [
  ...verificationRoutes({
    limits: Limits.parse({}),
    deployed: "sandbox",
    signsRequests: false,
    requestUriMethod: "get",
    encryptsAnswers: false,
  }),
  startedElsewhere,
];

Deno.test("no session is judged by another version of its check than it was asked in", async (t) => {
  for (const templateVersion of ["age-verification@1", "age-verification@3"]) {
    await t.step(templateVersion, async () => {
      await using service = await serviceInMemory({ routes });
      const acme = service.as("acme");
      const started = await start(acme, "age-verification");
      const { body } = await acme.post("/test/sessions", { ...started, templateVersion });
      const { authorizationRequest: request } = started;
      const response_uri = request.response_uri.replace(started.sessionId, body.sessionId);
      const other = { ...started, ...body, authorizationRequest: { ...request, response_uri } };

      const reply = await present(service, other, OF_AGE);
      assert.deepEqual([reply.status, reply.body.error], [409, "verification_template_unknown"]);
      const { body: read } = await acme.get(pathOf(other));
      assert.deepEqual(
        [read.status, read.templateVersion, read.decision],
        ["pending", templateVersion, null],
      );

      // Its wrong answers are nobody's fault: the session waits for the server that has asked.
      for (let tries = 0; tries < 10; tries++) {
        await sendAnswer(service, other.authorizationRequest, { vp_token: {} });
      }
      assert.equal((await acme.get(pathOf(other))).body.status, "pending");
      assert.equal((await present(service, started, OF_AGE)).status, 200);
      const events = await service.auditEvents();
      assert.deepEqual(events.map(({ kind }) => kind), ["VERIFICATION_DECISION"]);
    });
  }
});
