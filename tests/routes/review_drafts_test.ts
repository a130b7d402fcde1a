import assert from "node:assert/strict";
import { z } from "zod";
import { decideApplication } from "../../core/kyb/applications/decide_application.ts";
import { judgeCheck } from "../../core/kyb/applications/judge_check.ts";
import { KybApplication, KybCheck, OperatorId } from "../../core/kyb/application_schema.ts";
import { kybReviewDrafts } from "../../kv/kyb/kyb_review_drafts.ts";
import { encrypted } from "../../kv/store/encrypted.ts";
import { commitAct } from "../../kv/store/operator_act.ts";
import { putRecord } from "../support/clients.ts";
import {
  candidateOf,
  file,
  type Filed,
  latestPath,
  operatorsKyb,
  reviewsPath,
  soundApplication,
} from "../support/kyb_reviews.ts";
import { UNKNOWN_ID } from "../support/names.ts";
import { type Answer, serviceInMemory, type TestService } from "../support/service.ts";
import { recordingBackend } from "../support/written.ts";

const sound = soundApplication();
const { id } = sound.application;
const STAFF = { roles: ["kyb-reviewer"] };

/** An application whose owner may be listed; its texts must not leak. */
const doubtful: Filed = {
  ...sound,
  checks: sound.checks.map((check) =>
    check.kind === "entity_screening" ? withCandidate(check) : check
  ),
};

function withCandidate(check: KybCheck): KybCheck {
  const found = { classification: "POSSIBLE_MATCH", candidates: [candidateOf(false)] };
  return KybCheck.parse({ ...check, evidence: { ...check.evidence, ...found } });
}

async function live(filed: Filed | null = sound) {
  const service = await serviceInMemory({ mode: "live" });
  if (filed !== null) await file(service, filed);
  return service;
}

const draft = (service: TestService, staff = service.as("kyb-desk", STAFF)) =>
  staff.post(reviewsPath(id), undefined);

const statusAndBytes = ({ status, text, headers }: Answer) => [
  status,
  text,
  [...headers].filter(([name]) => name !== "x-request-id"),
];

/** Number of stored review drafts. */
async function stored(service: TestService): Promise<number> {
  const { opening: { store, atRest } } = await operatorsKyb(service, "live");
  const range = { prefix: kybReviewDrafts.key() };
  return (await Array.fromAsync(store.list(encrypted(z.unknown(), atRest), range))).length;
}

async function draftedEvents(service: TestService) {
  return (await service.auditEvents()).filter(({ kind }) => kind === "KYB_REVIEW_DRAFTED");
}

Deno.test("staff drafts a review and reads it again, and the application stays as it is", async () => {
  await using service = await live();
  const staff = service.as("kyb-desk", STAFF);
  const { applications } = await operatorsKyb(service, "live");
  const before = await applications.find(id);
  const drafted = await staff.post(reviewsPath(id), undefined);
  assert.equal(drafted.status, 201);
  const { draftId, recommendation, evidence, createdAt, rationale, ...rest } = drafted.body;
  assert.deepEqual(rest, { applicationId: id });
  assert.match(draftId, /^[0-9a-f-]{36}$/);
  assert.equal(recommendation, "APPROVE_RECOMMENDED");
  assert.equal(createdAt, "2026-03-02T09:00:00.000Z");
  for (const { evidenceId } of evidence) assert(rationale.includes(evidenceId));
  assert.deepEqual(evidence.map((one: { kind: string }) => one.kind), [
    "declaration",
    "registry",
    "entity_screening",
    "person_screening",
    "person_screening",
  ]);
  const latest = await staff.get(latestPath(id));
  assert.deepEqual([latest.status, latest.text], [200, drafted.text]);
  const after = await applications.find(id);
  assert.deepEqual([after?.application, after?.checks], [before?.application, before?.checks]);
  const [event, ...others] = await draftedEvents(service);
  assert.deepEqual(others, []);
  assert(event?.kind === "KYB_REVIEW_DRAFTED");
  const { ruleSetHash, ...named } = event;
  assert.match(ruleSetHash, /^[0-9a-f]{64}$/);
  assert.deepEqual(named, {
    kind: "KYB_REVIEW_DRAFTED",
    clientId: "kyb-desk",
    applicationId: id,
    reviewDraftId: draftId,
    mode: "live",
    recommendation: "APPROVE_RECOMMENDED",
  });
});

Deno.test("to everybody but staff there is no application, in the same bytes", async () => {
  await using service = await live();
  assert.equal((await draft(service)).status, 201);
  const staff = service.as("kyb-desk", STAFF);
  const unknown = await staff.post(reviewsPath(UNKNOWN_ID), undefined);
  assert.deepEqual([unknown.status, unknown.body.error], [404, "not_found"]);
  const suspended = service.as("suspended-desk", STAFF);
  await putRecord(service, "suspended-desk", { status: "SUSPENDED" });
  const callers = [
    service.as("acme"),
    service.as("acme", { roles: ["credentials-api-reviewer", "KYB-REVIEWER"] }),
    service.as("initech"),
    // The applicant's own key, whatever it may do.
    service.as("initech", STAFF),
    service.as("kyb-desk", { ...STAFF, scopes: ["agent:read-only"] }),
    suspended,
  ];
  for (const caller of callers) {
    assert.deepEqual(
      statusAndBytes(await caller.post(reviewsPath(id), undefined)),
      statusAndBytes(unknown),
    );
    const read = await caller.get(latestPath(id));
    assert.deepEqual([read.status, read.text], [404, unknown.text]);
  }
  for (const odd of ["1", "..%2f", `${id}0`, "NULL"]) {
    const answer = await staff.post(reviewsPath(odd), undefined);
    assert.deepEqual([answer.status, answer.text], [404, unknown.text], odd);
  }
  const nobody = await service.fetch(reviewsPath(id), { method: "POST" });
  assert.equal(nobody.status, 401);
  await nobody.body?.cancel();
  assert.equal(await stored(service), 1);
  assert.equal((await draftedEvents(service)).length, 1);
});

Deno.test("a restriction of source holds on other routes, and not for staff's", async () => {
  await using service = await live();
  await putRecord(service, "kyb-desk", { ipAllowlist: ["192.0.2.7"] });
  const staff = service.as("kyb-desk", STAFF);
  assert.equal((await staff.get("/v1/lists")).status, 403);
  assert.equal((await draft(service)).status, 201);
  assert.equal((await staff.get(latestPath(id))).status, 200);
});

Deno.test("latest is not found before any draft, and follows the last one", async () => {
  await using service = await live();
  const staff = service.as("kyb-desk", STAFF);
  const none = await staff.get(latestPath(id));
  const unknown = await staff.get(latestPath(UNKNOWN_ID));
  assert.deepEqual(statusAndBytes(none), statusAndBytes(unknown));
  assert.equal(none.status, 404);
  // Of one moment: the order is that of the commits.
  for (let n = 0; n < 12; n++) {
    const drafted = await draft(service);
    assert.equal((await staff.get(latestPath(id))).text, drafted.text);
  }
  assert.equal(await stored(service), 12);
});

Deno.test("posts at once are as many drafts, whatever idempotency key they have", async () => {
  await using service = await live();
  const staff = service.as("kyb-desk", STAFF);
  const key = { "idempotency-key": "review-1" };
  const drafted = await Promise.all(
    Array.from({ length: 40 }, () => staff.post(reviewsPath(id), undefined, key)),
  );
  assert.deepEqual(drafted.map(({ status }) => status), Array.from({ length: 40 }, () => 201));
  const ids = new Set(drafted.map(({ body }) => body.draftId));
  assert.equal(ids.size, 40);
  assert(ids.has((await staff.get(latestPath(id))).body.draftId));
  assert.equal(await stored(service), 40);
  assert.equal((await draftedEvents(service)).length, 40);
});

for (const status of ["APPROVED", "REJECTED"] as const) {
  Deno.test(`an application that is ${status} is not reviewed, and its last draft is still read`, async () => {
    await using service = await live();
    const drafted = await draft(service);
    await decide(service, status);
    const refused = await draft(service);
    assert.deepEqual([refused.status, refused.body.error], [
      409,
      "kyb_application_not_reviewable",
    ]);
    const latest = await service.as("kyb-desk", STAFF).get(latestPath(id));
    assert.deepEqual([latest.status, latest.text], [200, drafted.text]);
    assert.equal(await stored(service), 1);
  });

  Deno.test(`a draft of what is ${status} meanwhile is refused, and nothing of it is written`, async () => {
    await using service = await live();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { reached } = service.holdNextCommit(promise);
    const drafting = draft(service);
    await reached;
    await decide(service, status);
    resolve();
    assert.equal((await drafting).body.error, "kyb_application_not_reviewable");
    assert.equal(await stored(service), 0);
    assert.deepEqual(await draftedEvents(service), []);
  });
}

async function decide(service: TestService, status: "APPROVED" | "REJECTED") {
  const ports = await operatorsKyb(service, "live");
  const operator = OperatorId.parse("bob");
  const decided = await commitAct(
    service.store,
    (unit) =>
      decideApplication(ports, {
        unit,
        id,
        status,
        rationale: "Seen",
        operator,
        acknowledged: [],
      }),
  );
  assert(decided.ok);
}

Deno.test("a judgement that is recorded meanwhile is in the draft", async () => {
  await using service = await live(doubtful);
  assert.equal((await draft(service)).body.recommendation, "ESCALATE_RECOMMENDED");
  const { promise, resolve } = Promise.withResolvers<void>();
  const { reached } = service.holdNextCommit(promise);
  const drafting = draft(service);
  await reached;
  const ports = await operatorsKyb(service, "live");
  const [, { id: checkId } = assert.fail()] = doubtful.checks;
  const judged = await commitAct(service.store, (unit) =>
    judgeCheck(ports, {
      unit,
      id,
      checkId,
      judgement: "false_positive",
      rationale: "Another company",
      operator: OperatorId.parse("alice"),
    }));
  assert(judged.ok);
  resolve();
  const { body } = await drafting;
  assert.equal(body.recommendation, "APPROVE_RECOMMENDED");
  assert.match(body.rationale, /a person judged on 2026-03-02 that it is somebody else/);
});

Deno.test("an application whose client was offboarded is not reviewed; once it is over there is none", async () => {
  const keptUntil = "2026-03-02T10:00:00.000Z";
  await using service = await live(null);
  await file(service, sound);
  await draft(service);
  const { applications } = await operatorsKyb(service, "live");
  const found = await applications.find(id);
  const ended = await commitAct(service.store, (unit) => {
    found?.put(unit, KybApplication.parse({ ...sound.application, keptUntil }));
    return Promise.resolve({ ok: true as const, value: null });
  });
  assert(ended.ok);
  assert.equal((await draft(service)).body.error, "kyb_application_not_reviewable");
  service.clock.advance({ hours: 1 });
  const staff = service.as("kyb-desk", { ...STAFF, scopes: ["again"] });
  assert.equal((await staff.get(latestPath(id))).status, 404);
  assert.equal(await stored(service), 1);
  service.clock.advance({ minutes: 1 });
  await service.runMaintenance();
  assert.equal(await stored(service), 0, "a draft is kept as its application");
});

Deno.test("an application of another mode is not found", async () => {
  await using service = await live(null);
  const application = { ...sound.application, mode: "sandbox" as const };
  await file(service, { ...sound, application });
  assert.equal((await draft(service)).status, 404);
});

Deno.test("nothing of whoever was declared stands in clear in store, log or audit", async () => {
  const written = recordingBackend();
  await using service = await serviceInMemory({
    mode: "live",
    wrapBackend: written.wrapBackend,
  });
  await file(service, doubtful);
  const drafted = await draft(service);
  await service.as("kyb-desk", STAFF).get(latestPath(id));
  await service.as("initech", STAFF).get(latestPath(id));
  assert(drafted.text.includes("Margarete Listed-Thistlewood"));
  const audit = JSON.stringify(await service.auditEvents());
  const places = { store: written.text(), log: service.logLines.join("\n"), audit };
  assert(places.store.includes(id) && places.audit.includes(id), "the search works");
  const secrets = ["Thistlewood", "Bistrupgaard", "Naidis", "naidis", '12345"', "Listed", "MATCH"];
  for (const [place, text] of Object.entries(places)) {
    for (const secret of secrets) assert(!text.includes(secret), `${secret} in ${place}`);
  }
  // The applicant's own export says nothing of its review.
  const exported = await service.as("initech").get("/v1/screen/gdpr/export");
  assert(!exported.text.includes("KYB_REVIEW_DRAFTED"));
  const own = await service.as("kyb-desk", STAFF).get("/v1/screen/gdpr/export");
  assert(own.text.includes("KYB_REVIEW_DRAFTED"));
});

Deno.test("a record that lapsed years ago is no fresh evidence, however lately it was read", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const [registry, ...others] = sound.checks;
  assert(registry?.kind === "registry");
  const dates = {
    recordUpdatedAt: "2018-05-01T00:00:00.000Z",
    snapshotAt: "2023-04-25T00:00:00.000Z",
  };
  const old = KybCheck.parse({ ...registry, evidence: { ...registry.evidence, ...dates } });
  await file(service, { ...sound, checks: [old, ...others] });
  const { body } = await service.as("kyb-desk", STAFF).post(reviewsPath(id), undefined);
  assert.equal(body.recommendation, "ESCALATE_RECOMMENDED");
  assert.match(body.rationale, /^R3: The evidence of the register is of 2018-05-01: older than 90/);
  assert.doesNotMatch(body.rationale, /as active/);
  const evidence = body.evidence.find(({ kind }: { kind: string }) => kind === "registry");
  assert.deepEqual(
    { recordUpdatedAt: evidence.recordUpdatedAt, snapshotAt: evidence.snapshotAt },
    dates,
  );
});

Deno.test("the policy says what is too old and which countries are high-risk", async () => {
  await using service = await serviceInMemory({
    mode: "live",
    policy: { kyb: { registryEvidenceDays: 1, highRiskCountries: "DK EE" } },
  });
  await file(service, sound);
  service.clock.advance({ hours: 2 });
  const { body } = await service.as("kyb-desk", STAFF).post(reviewsPath(id), undefined);
  assert.equal(body.recommendation, "ESCALATE_RECOMMENDED");
  assert.match(
    body.rationale,
    /^R3: The evidence of the register is of 2026-03-01: older than 1 days/,
  );
  assert.match(body.rationale, /R5: The company is of a country [^\n]*: EE/);
  assert.match(body.rationale, /R5: Declared person 2 [^\n]*: DK/);
});

Deno.test("an application with 50 persons, each like ten entries, is reviewed in one commit", async () => {
  const idAt = (kind: string, at: number) =>
    `0199b000-000${kind}-7000-8000-${String(at).padStart(12, "0")}`;
  const [registry, entity, screened] = sound.checks;
  const [person] = sound.application.persons;
  assert(registry !== undefined && entity !== undefined && screened?.kind === "person_screening");
  const all = Array.from({ length: 50 }, (_, at) => at);
  const persons = all.map((at) => ({
    ...person,
    id: idAt("e", at + 10),
    path: `persons[${at}]`,
    roles: ["director", "ubo"],
  }));
  const candidates = all.slice(0, 10).map((at) => ({
    ...candidateOf(at % 2 === 0),
    matchedName: "Listed ".repeat(60),
  }));
  const checks = all.map((at) =>
    KybCheck.parse({
      ...screened,
      id: idAt("c", at + 10),
      personId: idAt("e", at + 10),
      evidence: { ...screened.evidence, classification: "POSSIBLE_MATCH", candidates },
    })
  );
  await using service = await live({
    application: KybApplication.parse({ ...sound.application, persons }),
    checks: [registry, entity, ...checks],
  });
  const drafted = await draft(service);
  assert.deepEqual([drafted.status, drafted.body.evidence.length], [201, 53]);
  assert.equal(drafted.body.rationale.match(/^R4: /gm)?.length, 50);
  assert.equal(drafted.body.rationale.match(/^R5: /gm)?.length, 50);
  const latest = await service.as("kyb-desk", STAFF).get(latestPath(id));
  assert.equal(latest.text, drafted.text);
});
