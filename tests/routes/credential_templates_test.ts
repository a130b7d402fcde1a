import assert from "node:assert/strict";
import { INSTITUTION } from "../support/credential_batches.ts";
import { putIssuer } from "../support/put_institution.ts";
import { liveEnvironment, serviceInMemory } from "../support/service.ts";
import {
  exampleTemplates,
  submitted,
  templateRequest,
  templatesPath,
} from "../support/templates.ts";

Deno.test("a template goes from DRAFT over PENDING_REVIEW to APPROVED, and stays as it is", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const request = templateRequest(INSTITUTION);
  const created = await acme.post(templatesPath, request);
  assert.equal(created.status, 201);
  const { templateId, createdAt, ...rest } = created.body;
  assert.deepEqual(rest, {
    ...request,
    vct: "urn:academic:enrolment:1",
    status: "DRAFT",
    submittedAt: null,
    reviewedAt: null,
    reviewNotes: null,
  });
  const path = `${templatesPath}/${templateId}`;
  const early = await acme.post(`${path}/review`, { decision: "APPROVED" });
  assert.deepEqual([early.status, early.body.error], [409, "template_not_reviewable"]);
  service.clock.advance({ minutes: 1 });
  const pending = await acme.post(`${path}/submit`, {});
  assert.deepEqual([pending.status, pending.body.status], [200, "PENDING_REVIEW"]);
  assert(pending.body.submittedAt > createdAt);
  const again = await acme.post(`${path}/submit`, {});
  assert.deepEqual([again.status, again.body.error], [409, "template_not_submittable"]);
  const approved = await acme.post(`${path}/review`, { decision: "APPROVED", notes: "Fine." });
  assert.deepEqual(approved.body, {
    ...pending.body,
    status: "APPROVED",
    reviewedAt: approved.body.reviewedAt,
    reviewNotes: "Fine.",
  });
  for (const [act, body] of [["submit", {}], ["review", { decision: "REJECTED" }]] as const) {
    assert.equal((await acme.post(`${path}/${act}`, body)).status, 409, act);
  }
  assert.deepEqual((await acme.get(templatesPath)).body.templates, [approved.body]);
  assert.deepEqual(
    (await service.auditEvents()).filter(({ kind }) => kind === "TEMPLATE_REVIEWED"),
    [{
      kind: "TEMPLATE_REVIEWED",
      templateId,
      academicIssuerId: INSTITUTION,
      decision: "APPROVED",
    }],
  );
});

Deno.test("a rejected template is neither submitted nor reviewed again", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const path = `${templatesPath}/${await submitted(acme, INSTITUTION)}`;
  const rejected = await acme.post(`${path}/review`, { decision: "REJECTED", notes: null });
  assert.deepEqual([rejected.body.status, rejected.body.reviewNotes], ["REJECTED", null]);
  assert.equal((await acme.post(`${path}/submit`, {})).body.error, "template_not_submittable");
  const review = await acme.post(`${path}/review`, { decision: "APPROVED" });
  assert.equal(review.body.error, "template_not_reviewable");
});

Deno.test("every example template is taken", async () => {
  await using service = await serviceInMemory();
  for (const { exampleClaims: _, ...template } of exampleTemplates) {
    const created = await service.as("acme").post(templatesPath, {
      academicIssuerId: INSTITUTION,
      ...template,
    });
    assert.equal(created.status, 201, created.text);
    assert.deepEqual(created.body.claimsSchema, template.claimsSchema);
    assert.deepEqual(created.body.sdJwtDisclosureFrame, template.sdJwtDisclosureFrame);
  }
});

Deno.test("an institution that is not on file is not found", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  for (const id of ["unknown", "", "a b", "ü", "x".repeat(300)]) {
    const created = await acme.post(templatesPath, templateRequest(id));
    assert.deepEqual([created.status, created.body.error], [404, "not_found"], id);
    const listed = await acme.get(`${templatesPath}?academicIssuerId=${encodeURIComponent(id)}`);
    assert.equal(listed.status, 404, id);
  }
  assert.deepEqual((await acme.get(templatesPath)).body, { templates: [], nextCursor: null });
});

Deno.test("a list pages newest first, by institution and by status", async () => {
  const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
  await using service = await serviceInMemory({ env: { AVAL_MODE: "sandbox", AVAL_SECRET_KEY } });
  await putIssuer(service, "beta");
  const acme = service.as("acme");
  const ids: string[] = [];
  for (let n = 0; n < 25; n++) {
    const made = await acme.post(
      templatesPath,
      templateRequest(n % 2 === 0 ? INSTITUTION : "beta"),
    );
    ids.unshift(made.body.templateId);
    service.clock.advance({ seconds: 1 });
  }
  const read = async (query: string) => {
    const { body } = await acme.get(`${templatesPath}?${query}`);
    const names = body.templates.map(({ templateId }: { templateId: string }) => templateId);
    return { names, next: body.nextCursor };
  };
  assert.deepEqual(await read(""), { names: ids.slice(0, 20), next: ids[19] });
  assert.deepEqual(await read(`cursor=${ids[19]}`), { names: ids.slice(20), next: null });
  assert.deepEqual(await read("limit=3"), { names: ids.slice(0, 3), next: ids[2] });
  const ofBeta = ids.filter((_, at) => at % 2 === 1);
  assert.deepEqual(await read("academicIssuerId=beta&limit=100"), { names: ofBeta, next: null });
  const two = [ids[4], ids[20]];
  for (const id of two) await acme.post(`${templatesPath}/${id}/submit`, {});
  assert.deepEqual(await read("status=PENDING_REVIEW"), { names: two, next: null });
  assert.deepEqual(await read("status=PENDING_REVIEW&limit=1"), { names: [ids[4]], next: ids[4] });
  assert.deepEqual((await read("status=DRAFT&limit=100")).names.length, 23);
  assert.deepEqual(await read("status=APPROVED"), { names: [], next: null });
  for (const query of ["status=draft", "status=", "limit=0", "limit=101", "cursor=x"]) {
    assert.equal((await acme.get(`${templatesPath}?${query}`)).status, 400, query);
  }
});

Deno.test("of two reviews at once one decides, and is the one on the audit chain", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const path = `${templatesPath}/${await submitted(acme, INSTITUTION)}`;
  const release = Promise.withResolvers<void>();
  const held = service.holdNextCommit(release.promise);
  const first = acme.post(`${path}/review`, { decision: "APPROVED" });
  await held.reached;
  const second = await acme.post(`${path}/review`, { decision: "REJECTED" });
  assert.deepEqual([second.status, second.body.status], [200, "REJECTED"]);
  release.resolve();
  const lost = await first;
  assert.deepEqual([lost.status, lost.body.error], [409, "template_not_reviewable"]);
  const [only, ...others] = (await service.auditEvents()).filter(({ kind }) =>
    kind === "TEMPLATE_REVIEWED"
  );
  assert.deepEqual([only?.kind === "TEMPLATE_REVIEWED" && only.decision, others], ["REJECTED", []]);
  assert.equal((await acme.get(`${templatesPath}?status=APPROVED`)).body.templates.length, 0);
});

Deno.test("of two submissions at once one is made", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { templateId } = (await acme.post(templatesPath, templateRequest(INSTITUTION))).body;
  const submit = () => acme.post(`${templatesPath}/${templateId}/submit`, {});
  const statuses = (await Promise.all([submit(), submit()])).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [200, 409]);
});

Deno.test("notes are bounded, and appear nowhere but in the template", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const path = `${templatesPath}/${await submitted(acme, INSTITUTION)}`;
  const long = await acme.post(`${path}/review`, {
    decision: "REJECTED",
    notes: "x".repeat(4_001),
  });
  assert.equal(long.status, 400);
  for (const decision of ["PENDING_REVIEW", "approved", null]) {
    assert.equal((await acme.post(`${path}/review`, { decision })).status, 400);
  }
  const notes = "The thesis of Secret Person is named";
  assert.equal((await acme.post(`${path}/review`, { decision: "REJECTED", notes })).status, 200);
  assert(!service.logLines.join("\n").includes("Secret"));
  assert(!JSON.stringify(await service.auditEvents()).includes("Secret"));
});
