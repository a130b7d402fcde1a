/** Two reviewers of one client, and an old login, at the desk of a deployment with a login. */

import "../../../../base/temporal.ts";
import assert from "node:assert/strict";
import { ClientId, PersonId } from "../../../../core/access/schema.ts";
import { oldLogin } from "../../../../core/console/fresh_login.ts";
import { ok, refuse } from "../../../../base/result.ts";
import type { Deployment } from "../../../../routes/http/deployment.ts";
import { putRecord } from "../../../support/clients.ts";
import { POSSIBLE_NAME } from "../../../support/names.ts";
import { serviceInMemory, type TestService } from "../../../support/service.ts";

const loggedInAt = Temporal.Instant.from("2026-03-10T12:00:00Z");

/** Sessions that accept the person named by a request, as logged in at one time. */
function sessionsAt(at: () => Temporal.Instant): NonNullable<Deployment["consoleSessions"]> {
  return {
    identify: () => Promise.resolve(refuse(oldLogin)),
    identifyReviewer: (request) =>
      Promise.resolve(ok({
        kind: "desk",
        client: { kind: "sandbox", clientId: ClientId.parse("acme"), named: true },
        person: {
          personId: PersonId.parse(request.headers.get("x-person") ?? "ann"),
          login: "link",
          loggedInAt: at(),
          homes: { desk: "/desk" },
        },
        formToken: "token",
      })),
  };
}

async function judge(
  service: TestService,
  { person, id, judgement }: Readonly<Record<"person" | "id" | "judgement", string>>,
): Promise<number> {
  const answer = await service.fetch(`/desk/matches/${id}/judgements`, {
    method: "POST",
    headers: { "x-person": person, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ formToken: "token", judgement }).toString(),
  });
  await answer.body?.cancel();
  return answer.status;
}

async function pageOf(service: TestService, person: string, id: string): Promise<string> {
  const answer = await service.fetch(`/desk/matches/${id}`, { headers: { "x-person": person } });
  return (await answer.text()).replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}

async function matchOf(service: TestService): Promise<string> {
  const { body } = await service.as("acme").post("/v1/screen", { name: POSSIBLE_NAME });
  return body.meta.decisionId;
}

Deno.test("a proposal waits for a second person, and its own cannot second it", async () => {
  let now = loggedInAt;
  await using service = await serviceInMemory({ consoleSessions: sessionsAt(() => now) });
  now = service.clock.now();
  await putRecord(service, "acme", { fourEyes: "all" });
  const id = await matchOf(service);
  assert.equal(await judge(service, { person: "ann", id, judgement: "name_only" }), 303);
  assert.match(await pageOf(service, "ann", id), /You have judged this match/);
  // A form that was open before.
  assert.equal(await judge(service, { person: "Ann", id, judgement: "name_only" }), 303);
  const seen = await pageOf(service, "bob", id);
  assert.match(seen, /One person has judged. A second person must agree/);
  assert.match(seen, /Your judgement/);
  assert.equal(await judge(service, { person: "bob", id, judgement: "name_only" }), 303);
  assert.match(await pageOf(service, "ann", id), /Closed/);
});

Deno.test("who has escalated, or differs, sees no form, and another person decides", async () => {
  await using service = await serviceInMemory({ consoleSessions: sessionsAt(() => loggedInAt) });
  await putRecord(service, "acme", { fourEyes: "confirmed" });
  const forAnother = /You have judged this match\. Another person must decide\./;
  const escalated = await matchOf(service);
  await judge(service, { person: "ann", id: escalated, judgement: "escalated" });
  const seen = await pageOf(service, "ANN", escalated);
  assert.match(seen, forAnother);
  assert.doesNotMatch(seen, /Your judgement|In a sandbox/);
  assert.match(await pageOf(service, "bob", escalated), /Your judgement/);
  service.clock.advance({ milliseconds: 1 });
  await judge(service, { person: "bob", id: escalated, judgement: "name_only" });
  assert.match(await pageOf(service, "ann", escalated), /Closed.*Your judgement/);
  const differing = await matchOf(service);
  await judge(service, { person: "ann", id: differing, judgement: "name_only" });
  service.clock.advance({ milliseconds: 1 });
  await judge(service, { person: "bob", id: differing, judgement: "confirmed_match" });
  for (const person of ["ann", "bob"]) {
    assert.match(await pageOf(service, person, differing), forAnother);
  }
  assert.match(await pageOf(service, "eve", differing), /Escalated.*Your judgement/);
});

Deno.test("an old login judges, but confirms no match", async () => {
  let now = loggedInAt;
  await using service = await serviceInMemory({ consoleSessions: sessionsAt(() => now) });
  const id = await matchOf(service);
  now = service.clock.now().subtract({ minutes: 5, seconds: 1 });
  assert.equal(await judge(service, { person: "ann", id, judgement: "confirmed_match" }), 403);
  assert.match(await pageOf(service, "ann", id), /no judgement yet/);
  assert.equal(await judge(service, { person: "ann", id, judgement: "escalated" }), 303);
  now = service.clock.now().subtract({ minutes: 4 });
  assert.equal(await judge(service, { person: "ann", id, judgement: "confirmed_match" }), 303);
  assert.match(
    await pageOf(service, "ann", id),
    /The listed party ann/,
  );
});

Deno.test("an id that reviews cannot name is refused", async () => {
  const sessions = sessionsAt(() => loggedInAt);
  await using service = await serviceInMemory({ consoleSessions: sessions });
  const id = await matchOf(service);
  const person = "x".repeat(65);
  assert.equal(await judge(service, { person, id, judgement: "name_only" }), 400);
});
