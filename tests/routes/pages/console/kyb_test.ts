import assert from "node:assert/strict";
import {
  consoleOf,
  type ConsolePage,
  sandboxConsole,
  serviceWithConsole,
} from "../../../support/console.ts";
import { putRecord } from "../../../support/clients.ts";
import { COMPLETE, onboardingPath } from "../../../support/onboarding.ts";
import type { TestService } from "../../../support/service.ts";

const kyb = "/console/kyb";
const draftPage = (id: string) => `${kyb}/drafts/${id}`;
/** A name in the list excerpt in force. */
const LISTED_NAME = "Ahmed Khalfan Ghailani";
const unknownId = "0198f2a4-0000-7000-8000-000000000000";

/** Sends a form. @returns the draft's id */
async function apply(service: TestService, body: unknown = COMPLETE): Promise<string> {
  const sent = await service.fetch(onboardingPath, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.equal(sent.status, 200);
  return (await sent.json()).draftId;
}

/** Asserts that a page matches, without printing the page. */
function shows({ html }: ConsolePage, words: RegExp): void {
  assert.ok(words.test(html), `The page does not show ${words}`);
}

/** The fields of a decision that acknowledges the items listed on its page. */
function acknowledging(html: string): Record<string, string> {
  const names = [...html.matchAll(/name="(acknowledge_[A-Z_]+)"/g)].map(([, name]) => name!);
  return Object.fromEntries(names.map((name) => [name, "yes"]));
}

Deno.test("/console/kyb: a draft is accepted by one person, judged and approved by another", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const bob = await consoleOf(service, "bob");
  const draftId = await apply(service, {
    ...COMPLETE,
    persons: [...COMPLETE.persons, { role: "director", fullName: LISTED_NAME }],
  });
  const list = await ann.get(kyb);
  assert.equal(list.status, 200);
  assert.ok(list.html.includes(draftPage(draftId)));

  const accepted = await ann.submit(draftPage(draftId), `${draftPage(draftId)}/accept`, {
    clientId: "acme",
  });
  assert.equal(accepted.status, 303, accepted.html);
  const application = accepted.location!;
  assert.equal((await service.as("acme").get("/v1/screen/decisions")).status, 403);
  const own = await ann.get(application);
  shows(own, /You have accepted this application/);
  assert.ok(!own.html.includes(`${application}/approve`));

  const before = await bob.get(application);
  shows(before, /No approval while a check is open/);
  const early = await bob.submit(application, `${application}/approve`, {
    rationale: "in order",
    ...acknowledging(before.html),
  });
  assert.equal(early.status, 400);
  for (const [, action] of before.html.matchAll(/action="([^"]+\/checks\/[^"]+)"/g)) {
    const judged = await bob.submit(application, action!, {
      judgement: "false_positive",
      rationale: "born in another year",
    });
    assert.equal(judged.status, 303);
  }
  const ready = await bob.get(application);
  shows(ready, /required \/> <code>[A-Z_]+<\/code>: [A-Z]/);
  shows(ready, />Clear<\/span>/);
  shows(ready, /born in another year/);
  const same = await ann.submit(application, `${application}/approve`, {
    rationale: "mine",
    ...acknowledging(ready.html),
  }).catch(() => null);
  assert.ok(same === null || same.status === 400);
  const approved = await bob.submit(application, `${application}/approve`, {
    rationale: "in order",
    ...acknowledging(ready.html),
  });
  assert.equal(approved.status, 303, approved.html);
  assert.equal((await service.as("acme").get("/v1/screen/decisions")).status, 200);
  const again = await bob.get(application);
  shows(again, /approved/);
  assert.ok(!again.html.includes(`${application}/reject`));

  const events = await service.auditEvents();
  const by = (kind: string) =>
    events.filter((one) => one.kind === kind) as unknown as Record<string, unknown>[];
  assert.deepEqual(by("KYB_APPLICATION_CREATED").map(({ operator }) => operator), ["ann"]);
  assert.deepEqual(by("KYB_APPLICATION_DECIDED").map(({ operator }) => operator), ["bob"]);
  assert.ok(by("KYB_CHECK_JUDGED").every(({ operator }) => operator === "bob"));
  const reads = by("KYB_RECORD_READ");
  assert.ok(
    reads.some(({ record, recordId, operator }) =>
      record === "draft" && recordId === draftId && operator === "ann"
    ),
  );
  assert.ok(reads.some(({ record, operator }) => record === "application" && operator === "bob"));
  assert.ok(!JSON.stringify(events).includes(COMPLETE.legalName));
  assert.ok(!service.logLines.join("\n").includes(COMPLETE.legalName));
});

Deno.test("/console/kyb: a draft suspends a client that is active only where that is said", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const status = async (clientId: string) =>
    (await service.as(clientId).get("/v1/screen/decisions")).status;
  const accept = async (draft: string, fields: Readonly<Record<string, string>>) =>
    await ann.submit(draft, `${draft}/accept`, fields);
  await putRecord(service, "my-bank", {});
  assert.equal((await service.as("acme").post("/v1/screen", { name: "Ann Bell" })).status, 200);
  shows(
    await ann.get(draftPage(await apply(service))),
    /A draft that no person accepts is deleted on\s+<time/,
  );
  // One by its record, and one by what it has done under the defaults.
  for (const clientId of ["my-bank", "acme"]) {
    const draft = draftPage(
      await apply(service, { ...COMPLETE, contactEmail: `${clientId}@a.example` }),
    );
    const refused = await accept(draft, { clientId });
    assert.equal(refused.status, 400);
    shows(refused, new RegExp(`role="alert"[^]*${clientId} is active: it will be suspended until`));
    shows(refused, new RegExp(`value="${clientId}"[^>]*name="clientId"`));
    assert.equal(await status(clientId), 200);
    assert.equal((await accept(draft, { clientId, suspend: "no" })).status, 400);
    assert.equal((await accept(draft, { clientId, suspend: "yes" })).status, 303);
    assert.equal(await status(clientId), 403);
  }
  const created = (await service.auditEvents()).filter(({ kind }) =>
    kind === "KYB_APPLICATION_CREATED"
  );
  assert.equal(created.length, 2);
});

Deno.test("/console/client shows the client's last application, and what suspends it in words", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const bob = await consoleOf(service, "bob");
  const client = "/console/client?clientId=acme";
  const shown = async () =>
    (await ann.get(client)).html.replaceAll(/<[^>]+>|\s+/g, " ")
      .replaceAll(/ +/g, " ");
  const suspend = (act: string) =>
    ann.submit(client, `/console/client/${act}`, { clientId: "acme" });
  assert.match(await shown(), /KYB application none/);
  const draft = draftPage(await apply(service));
  const accepted = await ann.submit(draft, `${draft}/accept`, { clientId: "acme" });
  const application = accepted.location!.replace("#done", "");
  assert.ok((await ann.get(client)).html.includes(`href="${application}"`));
  assert.ok(!(await ann.get(client)).html.includes(COMPLETE.legalName));
  const waiting = await shown();
  assert.match(waiting, /State suspended until its KYB is approved Record/);
  assert.match(waiting, /KYB application waits Application accepted on/);
  assert.match(waiting, /would change nothing today.*Suspend the client past an approval/);
  assert.equal((await suspend("suspend")).status, 303);
  assert.match(
    await shown(),
    /suspended until its KYB is approved, and by an operator.*Lift the operator&#39;s suspension/,
  );
  assert.equal((await suspend("resume")).status, 303);
  const rejected = await bob.submit(application, `${application}/reject`, { rationale: "no" });
  assert.equal(rejected.status, 303);
  assert.match(await shown(), /suspended until its KYB.*KYB application rejected Application/);
  const list = (await ann.get("/console/clients")).html.replaceAll(/<[^>]+>|\s+/g, " ");
  const offboarding = (await ann.get("/console/client/offboard?clientId=acme")).html;
  const [, deleted, stays] = /id="deleted">(.*?)id="stays">(.*?)<h2>/s.exec(offboarding)!;
  assert.ok(stays!.includes("<li>a KYB application, for 1827 days</li>"));
  assert.ok(!deleted!.includes("KYB"));
  assert.match(list, /acme +suspended +until its KYB is approved/);
});

Deno.test("a page of KYB has no name in its title, and escapes what an applicant has typed", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const hostile = `<img src=x onerror=alert(1)>"'&`;
  const id = await apply(service, {
    ...COMPLETE,
    legalName: `${hostile} GmbH`,
    registryNumber: hostile,
    contactEmail: hostile,
    persons: [{ role: hostile, fullName: hostile, nationality: hostile, controlBasis: hostile }],
  });
  for (const path of [kyb, draftPage(id)]) {
    const { html, status } = await ann.get(path);
    assert.equal(status, 200);
    assert.ok(!html.includes("<img"), path);
    assert.ok(!/<title>[^<]*onerror/.test(html));
  }
  const accepted = await ann.submit(draftPage(id), `${draftPage(id)}/accept`, { clientId: "acme" });
  const { html } = await ann.get(accepted.location!);
  assert.ok(!html.includes("<img"));
  assert.ok(!accepted.location!.includes("onerror"));
  assert.ok(html.includes("<title>Application · aval</title>"));
});

Deno.test("acts of KYB with bad or unknown input are refused, and change nothing", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const id = await apply(service);
  const accept = `${draftPage(id)}/accept`;
  for (const clientId of ["", "two words", "x".repeat(256), "\u0000"]) {
    assert.equal((await ann.submit(draftPage(id), accept, { clientId })).status, 400);
  }
  const unknown = await ann.submit(draftPage(id), `${draftPage(unknownId)}/accept`, {
    clientId: "acme",
  });
  assert.equal(unknown.status, 404);
  assert.equal((await ann.get(draftPage(unknownId))).status, 404);
  assert.equal((await ann.get(`${kyb}/drafts/..%2f`)).status, 404);
  assert.equal((await ann.get(`${kyb}/applications/${unknownId}`)).status, 404);
  assert.equal((await ann.submit(draftPage(id), accept, { clientId: "acme" })).status, 303);
  const second = await apply(service, { ...COMPLETE, registryNumber: "HRB 86892" });
  const taken = await ann.submit(draftPage(second), `${draftPage(second)}/accept`, {
    clientId: "acme",
  });
  assert.equal(taken.status, 400);
  // The draft that was not accepted is there still.
  shows(await ann.get(draftPage(second)), /Accept the draft/);
});

Deno.test("a sandbox's console shows invented applications, and acts on a copy of its own alone", async () => {
  await using service = await serviceWithConsole();
  const mine = await sandboxConsole(service);
  const other = await sandboxConsole(service);
  const draftId = await apply(service);
  const list = await mine.get(kyb);
  assert.ok(!list.html.includes(draftId));
  assert.equal((await mine.get(draftPage(draftId))).status, 404);
  const invented = /href="(\/console\/kyb\/applications\/[^"]+)"/.exec(list.html)![1]!;
  const shown = await mine.get(invented);
  shows(shown, /invented, and cannot be changed/);
  assert.ok(!shown.html.includes("/reject"));
  const reject = { rationale: "no" };
  assert.equal((await mine.submit(invented, `${invented}/reject`, reject)).status, 404);
  const copied = await mine.submit(invented, `${invented}/practise`);
  assert.equal(copied.status, 303);
  const own = copied.location!;
  shows(await mine.get(own), /deleted after 24 hours/);
  assert.equal((await other.get(own)).status, 404);
  assert.ok(!(await other.get(kyb)).html.includes(own));
  assert.equal((await other.submit(invented, `${own}/reject`, reject)).status, 404);
  assert.equal((await mine.submit(invented, `${invented}/practise`)).status, 400);
  assert.equal((await mine.submit(own, `${own}/reject`, reject)).status, 303);
  shows(await mine.get(own), /rejected/);
  service.clock.advance({ hours: 25 });
  await service.runMaintenance();
  assert.equal((await mine.get(own)).status, 303);
});
