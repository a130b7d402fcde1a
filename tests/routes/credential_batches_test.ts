import assert from "node:assert/strict";
import {
  approve,
  approvedTemplate,
  batchBody,
  BATCHES,
  csvBody,
  DEAN,
  DEGREE,
  draftTemplate,
  INSTITUTION,
  preparedBatch,
  REGISTRAR,
  student,
  students,
} from "../support/credential_batches.ts";
import { serviceInMemory } from "../support/service.ts";

const UNKNOWN = "0198c0de-0000-7000-8000-00000000000a";

Deno.test("POST batches stores every row and answers without any of them", async () => {
  await using service = await serviceInMemory();
  const registry = service.as("registry");
  const templateId = await approvedTemplate(registry);
  const created = await registry.post(BATCHES, batchBody(templateId, students(3)));
  assert.equal(created.status, 201, created.text);
  const { batchId, createdAt: _, ...rest } = created.body;
  assert.deepEqual(rest, {
    academicIssuerId: "sandbox-university",
    credentialTemplateId: templateId,
    submissionMethod: "API",
    preparedBySignatoryId: REGISTRAR,
    status: "PENDING_APPROVAL",
    itemCount: 3,
    approvedAt: null,
    approvedBySignatoryId: null,
  });
  const read = await registry.get(`${BATCHES}/${batchId}`);
  assert.equal(read.status, 200);
  const { items, ...summary } = read.body;
  assert.deepEqual(summary, created.body);
  assert.deepEqual(items.map(({ row }: { row: unknown }) => row), students(3));
  for (const { status, offerUri, lastRecheck } of items) {
    assert.deepEqual([status, offerUri, lastRecheck], ["PENDING", null, null]);
  }
  const events = (await service.auditEvents()).filter(({ kind }) => kind === "BATCH_CREATED");
  assert.deepEqual(events, [{
    kind: "BATCH_CREATED",
    clientId: "registry",
    mode: "sandbox",
    academicIssuerId: "sandbox-university",
    batchId,
    credentialTemplateId: templateId,
    preparedBySignatoryId: REGISTRAR,
    items: 3,
  }]);
  assert(!service.logLines.some((line) => line.includes("Recognisable")));
});

Deno.test("POST batches lists every row that is wrong, without a value, and stores nothing", async () => {
  await using service = await serviceInMemory();
  const registry = service.as("registry");
  const templateId = await approvedTemplate(registry);
  const { award_title: _, ...untitled } = DEGREE;
  const rows = [
    student(0),
    student(1, { studentEmail: "Secretissima", studentDob: "2001-02-29" }),
    student(2, { studentFullName: "  ", claimValues: untitled }),
    student(3, { institutionStudentId: "S-0" }),
    student(4, { claimValues: { ...DEGREE, secretissima: 1, award_date: "yesterday" } }),
    "Secretissima",
    student(6, { studentFullName: "x".repeat(501), claimValues: null }),
    student(7, { studentDob: "2222-01-01", institutionStudentId: 7 }),
    student(8, { institutionStudentId: null, studentEmail: "W0@students.example" }),
    student(9, { institutionStudentId: "S-2" }),
    student(10, { institutionStudentId: "S-4", studentDob: "2222-01-01" }),
  ];
  const refused = await registry.post(BATCHES, batchBody(templateId, rows), {
    "idempotency-key": "wrong",
  });
  assert.equal(refused.status, 400, refused.text);
  assert.equal(refused.body.error, "bad_request");
  assert(!refused.text.toLowerCase().includes("secretissima"));
  const listed = refused.body.rows.map((
    { index, property }: { readonly index: number; readonly property: string },
  ) => `${index} ${property}`);
  assert.deepEqual(listed.sort(), [
    "1 studentDob",
    "1 studentEmail",
    "10 institutionStudentId",
    "10 studentDob",
    "2 claimValues.award_title",
    "2 studentFullName",
    "3 institutionStudentId",
    "4 claimValues.*",
    "4 claimValues.award_date",
    "5 row",
    "6 claimValues",
    "6 studentFullName",
    "7 institutionStudentId",
    "7 studentDob",
    "8 studentEmail",
    // Also rows that are wrong otherwise are of somebody.
    "9 institutionStudentId",
  ]);
  // The key was given back: a repaired batch goes through under it.
  const repaired = await registry.post(BATCHES, batchBody(templateId), {
    "idempotency-key": "wrong",
  });
  assert.equal(repaired.status, 201);
  const events = await service.auditEvents();
  assert.equal(events.filter(({ kind }) => kind === "BATCH_CREATED").length, 1);
});

/** Characters that are invisible, or that look different from their code. */
const unseen = {
  control: "\u0007",
  "a line end": "\n",
  "a line separator": "\u2028",
  "right to left": "\u202e",
  "an isolate": "\u2066",
  "zero width": "\u200b",
  "a joiner": "\u200d",
  "a byte order mark": "\ufeff",
  "a soft hyphen": "\u00ad",
};

Deno.test("POST batches refuses blank texts and characters that nobody sees, wherever they are", async (t) => {
  await using service = await serviceInMemory();
  const registry = service.as("registry");
  const templateId = await approvedTemplate(registry);
  const refusedAt = async (changed: Readonly<Record<string, unknown>>) => {
    const body = batchBody(templateId, [student(0, changed)]);
    const { status, body: answer } = await registry.post(BATCHES, body);
    assert.equal(status, 400, JSON.stringify(changed));
    return answer.rows.map(({ property }: { readonly property: string }) => property);
  };
  for (const [what, character] of Object.entries(unseen)) {
    await t.step(what, async () => {
      const text = `Ab${character}cd`;
      assert.deepEqual(await refusedAt({ studentFullName: text }), ["studentFullName"]);
      assert.deepEqual(await refusedAt({ institutionStudentId: text }), ["institutionStudentId"]);
      assert.deepEqual(
        await refusedAt({ claimValues: { ...DEGREE, family_name: text } }),
        ["claimValues.family_name"],
      );
      const thesis = { ...DEGREE.thesis, title: text };
      assert.deepEqual(
        await refusedAt({ claimValues: { ...DEGREE, thesis } }),
        ["claimValues.thesis.title"],
      );
    });
  }
  for (const blank of ["", "  ", "\t\n", "\u3000"]) {
    assert.deepEqual(
      await refusedAt({ claimValues: { ...DEGREE, family_name: blank } }),
      ["claimValues.family_name"],
    );
  }
  const events = await service.auditEvents();
  assert(!events.some(({ kind }) => kind === "BATCH_CREATED"));
});

Deno.test("POST batches trims texts, of CSV too, and a recheck compares what is trimmed", async () => {
  await using service = await serviceInMemory();
  const registry = service.as("registry");
  const templateId = await approvedTemplate(registry);
  const padded = {
    ...DEGREE,
    family_name: " \tMüller\u00a0 ",
    thesis: { ...DEGREE.thesis, title: " A " },
  };
  const rows = [student(0, { studentFullName: " Mia  Müller ", claimValues: padded })];
  const created = await registry.post(BATCHES, batchBody(templateId, rows));
  assert.equal(created.status, 201, created.text);
  const path = `${BATCHES}/${created.body.batchId}`;
  const [item] = (await registry.get(path)).body.items;
  assert.equal(item.row.studentFullName, "Mia  Müller");
  const { family_name, thesis } = item.row.claimValues;
  assert.deepEqual([family_name, thesis.title], ["Müller", "A"]);
  const request = { recheckingSignatoryId: "sandbox-registry-clerk", claimValues: padded };
  const rechecked = await registry.post(`${path}/items/${item.itemId}/recheck`, request);
  assert.deepEqual(rechecked.body.differences, []);
  const csv =
    "studentFullName,studentEmail,claim.family_name,claim.given_name,claim.award_title,claim.award_date\n" +
    " Mia ,mia@students.example, Muster , Mia, BSc ,2026-07-10\n";
  const ofCsv = await registry.post(BATCHES, csvBody(templateId, csv));
  assert.equal(ofCsv.status, 201, ofCsv.text);
  const read = await registry.get(`${BATCHES}/${ofCsv.body.batchId}`);
  assert.equal(read.body.items[0].row.claimValues.family_name, "Muster");
});

Deno.test("POST batches and templates take no claim of a name that programs trip over", async () => {
  await using service = await serviceInMemory();
  const registry = service.as("registry");
  const open = { type: "object", properties: { a: { type: "object" } } };
  const templateId = await approvedTemplate(registry, open);
  for (const name of ["__proto__", "constructor", "prototype"]) {
    const named = JSON.parse(`{"${name}": "x"}`);
    for (const claimValues of [named, { a: named }, { a: { b: [named] } }]) {
      const body = batchBody(templateId, [student(0, { claimValues })]);
      const refused = await registry.post(BATCHES, body);
      assert.equal(refused.status, 400, refused.text);
      assert.match(refused.body.rows[0].reason, /must not contain a member __proto__, constructor/);
    }
    const property = JSON.parse(`{"${name}": {"type": "string"}}`);
    const schemas = [
      { type: "object", properties: property },
      { type: "object", properties: { a: { type: "object", properties: property } } },
      {
        type: "object",
        $defs: { b: { properties: property } },
        properties: { a: { $ref: "#/$defs/b" } },
      },
    ];
    for (const claimsSchema of schemas) {
      const created = await registry.post("/v1/credentials/issue/templates", {
        academicIssuerId: INSTITUTION,
        credentialType: "DEGREE_AWARD",
        claimsSchema,
        sdJwtDisclosureFrame: {},
      });
      assert.deepEqual([created.status, created.body.error], [400, "bad_request"], created.text);
      assert.match(
        created.body.message,
        new RegExp(`/properties/${name} is not permitted as a claim name`),
      );
    }
  }
});

Deno.test("POST batches: two students may share an address where both have a number", async () => {
  await using service = await serviceInMemory();
  const registry = service.as("registry");
  const templateId = await approvedTemplate(registry);
  const shared = { studentEmail: "office@students.example" };
  const rows = [student(0, shared), student(1, shared)];
  assert.equal((await registry.post(BATCHES, batchBody(templateId, rows))).status, 201);
});

Deno.test("POST batches refuses rows whose validation takes too many steps together", async () => {
  const policy = { limits: { batchSchemaStepsMax: 10_000 } };
  await using service = await serviceInMemory({ policy });
  const registry = service.as("registry");
  // Each level asks the next one twice: some 4,000 steps a row, of the 20,000 that one may take.
  const levels = Array.from({ length: 11 }, (_, level) => {
    const next = { $ref: `#/$defs/l${level + 1}` };
    return [`l${level}`, level === 10 ? true : { allOf: [next, next] }] as const;
  });
  const templateId = await approvedTemplate(registry, {
    type: "object",
    $ref: "#/$defs/l0",
    $defs: Object.fromEntries(levels),
  });
  const two = await registry.post(BATCHES, batchBody(templateId, students(2)));
  assert.equal(two.status, 201, two.text);
  const three = await registry.post(BATCHES, batchBody(templateId, students(3)));
  assert.deepEqual([three.status, three.body.error, three.body.rows], [
    400,
    "bad_request",
    undefined,
  ]);
  assert.match(three.body.message, /takes too many steps; send fewer rows/);
});

Deno.test("POST batches refuses what is missing, too much, unknown or not approved", async (t) => {
  const policy = { limits: { batchRowsMax: 3, batchRowBytesMax: 2_048 } };
  await using service = await serviceInMemory({ policy });
  const registry = service.as("registry");
  const templateId = await approvedTemplate(registry);
  const draft = await draftTemplate(registry);
  const long = { ...DEGREE, classification: "x".repeat(100), modules: [] as unknown[] };
  long.modules = Array.from({ length: 60 }, () => ({ code: "CS101", credits: 7.5 }));
  const cases = [
    { why: "no rows", body: batchBody(templateId, []), status: 400 },
    { why: "rows missing", body: batchBody(templateId, undefined, { rows: null }), status: 400 },
    {
      why: "only the other member",
      body: batchBody(templateId, undefined, { submissionMethod: "CSV_UPLOAD", csvContent: "" }),
      status: 400,
    },
    { why: "a row too many", body: batchBody(templateId, students(4)), status: 400 },
    {
      why: "a row too long",
      body: batchBody(templateId, [student(0, { claimValues: long })]),
      status: 400,
    },
    {
      why: "an unknown method",
      body: { ...batchBody(templateId), submissionMethod: "FAX" },
      status: 400,
    },
    { why: "an unknown template", body: batchBody(UNKNOWN), status: 404 },
    {
      why: "an unknown institution",
      body: batchBody(templateId, undefined, { academicIssuerId: "elsewhere" }),
      status: 404,
    },
    {
      why: "an unknown signatory",
      body: batchBody(templateId, undefined, { preparedBySignatoryId: "nobody" }),
      status: 404,
    },
    { why: "a template that is not approved", body: batchBody(draft), status: 409 },
    {
      why: "the other member is ignored, whatever it is",
      body: batchBody(templateId, undefined, { csvContent: 7 }),
      status: 201,
    },
  ];
  for (const { why, body, status } of cases) {
    await t.step(why, async () => {
      const answer = await registry.post(BATCHES, body);
      assert.equal(answer.status, status, answer.text);
      if (status === 409) assert.equal(answer.body.error, "template_not_approved");
    });
  }
  const events = await service.auditEvents();
  assert.equal(events.filter(({ kind }) => kind === "BATCH_CREATED").length, 1);
});

Deno.test("POST batches under one key makes one batch, at once and later, and another one conflicts", async () => {
  await using service = await serviceInMemory();
  const registry = service.as("registry");
  const templateId = await approvedTemplate(registry);
  const key = { "idempotency-key": "2026-summer" };
  const body = batchBody(templateId, students(150));
  const both = await Promise.all([
    registry.post(BATCHES, body, key),
    registry.post(BATCHES, body, key),
  ]);
  assert.deepEqual(both.map(({ status }) => status), [201, 201]);
  assert.equal(both[0].text, both[1].text);
  const { batchId } = both[0].body;
  await approve(service, { registry, batchId });
  // The very bytes of the first answer, whatever became of the batch since.
  const reordered = { ...body, rows: body.rows.map((row) => ({ ...(row as object) })) };
  const later = await registry.post(BATCHES, reordered, key);
  assert.equal(later.text, both[0].text);
  const other = await registry.post(BATCHES, batchBody(templateId, students(149)), key);
  assert.equal(other.body.error, "idempotency_key_conflict");
  const events = await service.auditEvents();
  assert.equal(events.filter(({ kind }) => kind === "BATCH_CREATED").length, 1);
});

Deno.test("GET batches/{id} of an unknown batch is 404", async () => {
  await using service = await serviceInMemory();
  const unknown = await service.as("registry").get(`${BATCHES}/${UNKNOWN}`);
  assert.equal(unknown.status, 404);
  const malformed = await service.as("registry").get(`${BATCHES}/x`);
  assert.deepEqual(malformed.body, unknown.body);
});

Deno.test("GET batches/{id} shows an offer for each item from the approval until its time is over", async () => {
  await using service = await serviceInMemory();
  const batch = await preparedBatch(service);
  const { registry, batchId } = batch;
  const approved = await approve(service, batch);
  assert.equal(approved.status, 200, approved.text);
  assert.deepEqual(
    [approved.body.status, approved.body.approvedBySignatoryId],
    ["APPROVED", DEAN],
  );
  const { items } = (await registry.get(`${BATCHES}/${batchId}`)).body;
  const uris = new Set<string>();
  for (const { status, offerUri, offerExpiresAt } of items) {
    assert.equal(status, "OFFERED");
    const uri = new URL(offerUri);
    assert.equal(uri.protocol, "openid-credential-offer:");
    assert.match(
      uri.searchParams.get("credential_offer_uri") ?? "",
      /^http:\/\/localhost:8000\/v1\/credentials\/offers\/[A-Za-z0-9_-]{43}$/,
    );
    const end = Temporal.Instant.from(approved.body.approvedAt).add({ hours: 7 * 24 });
    assert.equal(Temporal.Instant.from(offerExpiresAt).equals(end), true);
    uris.add(offerUri);
  }
  assert.equal(uris.size, 2);
  service.clock.advance({ hours: 7 * 24 });
  const later = (await registry.get(`${BATCHES}/${batchId}`)).body.items[0];
  assert.deepEqual([later.status, later.offerUri, later.row.studentDob], [
    "EXPIRED",
    null,
    "2001-02-28",
  ]);
});

Deno.test("POST batches lists long names of claims shortened, so that its answer stays small", async () => {
  await using service = await serviceInMemory();
  const registry = service.as("registry");
  const name = "n".repeat(15_000);
  const templateId = await approvedTemplate(registry, {
    type: "object",
    properties: { [name]: { type: "string" } },
    required: [name],
  });
  const rows = Array.from({ length: 1_000 }, (_, n) => student(n, { claimValues: {} }));
  const refused = await registry.post(BATCHES, batchBody(templateId, rows));
  assert.deepEqual([refused.status, refused.body.rows.length], [400, 1_000]);
  assert(refused.text.length < 500_000, `${refused.text.length} characters`);
  assert.match(refused.body.rows[0].property, /^claimValues\.n+…$/);
});
