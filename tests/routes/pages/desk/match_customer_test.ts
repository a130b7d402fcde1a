/**
 * The customer's data on the page of a match: shown if the service has them, with an audit entry,
 * and never another client's.
 */

import assert from "node:assert/strict";
import type { AuditEvent } from "../../../../core/audit/event.ts";
import { putRecord } from "../../../support/clients.ts";
import { POSSIBLE_NAME } from "../../../support/names.ts";
import { reviewerOf, serviceWithReviewers } from "../../../support/reviewers.ts";
import type { TestService } from "../../../support/service.ts";

const subject = "/v1/monitoring/subjects/c-1";
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ");

/** Monitors a customer with a possible match. @returns the page of the match */
async function monitored(service: TestService, client: string, name = POSSIBLE_NAME) {
  const { body } = await service.as(client).put(subject, { name, dob: "1961-04-21" });
  return `/desk/matches/${body.meta.decisionId}`;
}

async function readsOf(service: TestService) {
  return (await service.auditEvents()).filter((event): event is AuditEvent =>
    event.kind === "MONITORED_SUBJECT_READ"
  );
}

Deno.test("a monitored customer stands beside the entry, and the read is audited by person", async () => {
  await using service = await serviceWithReviewers();
  const path = await monitored(service, "acme");
  const { html, status } = await reviewerOf(service, "ann", "acme").get(path);
  assert.equal(status, 200, html);
  assert.match(textOf(html), /The customer Name ?Viktor Sandbegov ?Date of birth ?1961-04-21/);
  assert.match(html, /<mark>/);
  assert.ok(!html.includes('name="name"'));
  assert.equal(/<title>([^<]*)/.exec(html)?.[1], "Match · aval");
  const decisionId = path.split("/").at(-1);
  assert.deepEqual(await readsOf(service), [{
    ...{ kind: "MONITORED_SUBJECT_READ", clientId: "acme", mode: "sandbox", decisionId },
    person: "ann",
  }]);
  const recorded = JSON.stringify(await service.auditEvents()) + service.logLines.join("\n");
  assert.ok(!recorded.includes("Sandbegov") && !recorded.includes("c-1"));
});

Deno.test("a HEAD shows no customer, and has no entry", async () => {
  await using service = await serviceWithReviewers();
  const path = await monitored(service, "acme");
  const head = await service.fetch(path, {
    method: "HEAD",
    headers: { "x-reviewer": "ann@acme" },
  });
  assert.equal(head.status, 200);
  assert.deepEqual(await readsOf(service), []);
});

Deno.test("the queue marks what may show a customer, so that its script reads none ahead", async () => {
  await using service = await serviceWithReviewers();
  const path = await monitored(service, "acme");
  const { body } = await service.as("acme").post("/v1/screen", { name: POSSIBLE_NAME });
  const { html } = await reviewerOf(service, "ann", "acme").get("/desk");
  const marks = new Map(
    [...html.matchAll(/href="([^"]*)" data-swap=""\s+data-match="([^"]*)"/g)]
      .map(([, address, mark]) => [address, mark]),
  );
  assert.equal(marks.get(path), "customer");
  assert.equal(marks.get(`/desk/matches/${body.meta.decisionId}`), "");
  assert.deepEqual(await readsOf(service), []);
});

Deno.test("a customer of the same subjectRef of another client is never shown", async () => {
  await using service = await serviceWithReviewers();
  await monitored(service, "globex", "Farzin Tabarkuhan");
  const { body } = await service.as("acme").post("/v1/screen", {
    ...{ name: POSSIBLE_NAME, subjectRef: "c-1" },
  });
  const path = `/desk/matches/${body.meta.decisionId}`;
  const { html } = await reviewerOf(service, "ann", "acme").get(path);
  assert.ok(!html.includes("Tabarkuhan"));
  assert.match(html, /name="name"/);
  assert.equal((await reviewerOf(service, "eve", "globex").get(path)).status, 404);
  assert.deepEqual(await readsOf(service), []);
});

Deno.test("data that were put after the decision are shown as changed, and a removed customer's not", async () => {
  await using service = await serviceWithReviewers();
  const path = await monitored(service, "acme");
  const ann = reviewerOf(service, "ann", "acme");
  await service.as("acme").put(subject, { name: "Vera Novak" });
  const changed = textOf((await ann.get(path)).html);
  assert.match(changed, /have changed since the decision/);
  assert.match(changed, /Vera Novak/);
  await service.as("acme").delete(subject);
  const removed = (await ann.get(path)).html;
  assert.ok(!removed.includes("Vera Novak"));
  assert.match(removed, /name="name"/);
});

Deno.test("a client whose record turns monitoring off is shown no data, and a link to its own page", async () => {
  await using service = await serviceWithReviewers({ mode: "live" });
  const subjectUrlTemplate = "https://crm.example/customers/{subjectRef}";
  await putRecord(service, "acme", { monitoring: true, subjectUrlTemplate });
  const path = await monitored(service, "acme");
  const ann = reviewerOf(service, "ann", "acme");
  const shown = (await ann.get(path)).html;
  assert.match(shown, /Sandbegov/);
  assert.match(shown, /href="https:\/\/crm\.example\/customers\/c-1"/);
  await putRecord(service, "acme", { subjectUrlTemplate });
  service.clock.advance({ minutes: 5 });
  const off = (await ann.get(path)).html;
  assert.ok(!off.includes("Sandbegov"));
  assert.match(off, /href="https:\/\/crm\.example\/customers\/c-1"/);
});
