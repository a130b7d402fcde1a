import assert from "node:assert/strict";
import "../../../../base/temporal.ts";
import { ClientRecord, defaultClientRecord } from "../../../../core/access/client_schema.ts";
import { membersOf, renderClientForm } from "../../../../routes/pages/console/client_form.ts";
import { renderHourChart } from "../../../../routes/pages/console/hour_chart.ts";
import { renderOwners } from "../../../../routes/pages/console/owner_tree.ts";
import { html } from "hono/html";

const hostile = `"><script>alert(1)</script>'&`;

Deno.test("renderHourChart() says in words what it draws, and marks throttled hours by a shape", () => {
  const drawn = String(renderHourChart({
    title: `acme ${hostile}`,
    counts: [{ hour: 1_000, kind: "screen", count: 3 }, { hour: 1_000, kind: "list", count: 2 }],
    lastHour: 1_000,
    throttledHours: [999],
  }));
  assert.match(drawn, /5 requests in 48 hours, 5 in the busiest hour, 1 throttled hour\./);
  // 48 bars; the base line and one triangle are paths.
  assert.equal(drawn.match(/<rect /g)?.length, 48);
  assert.equal(drawn.match(/<path /g)?.length, 2);
  assert.ok(!drawn.includes("<script>"));
});

Deno.test("renderHourChart() draws hours without a request as nothing", () => {
  const drawn = String(
    renderHourChart({ title: "acme", counts: [], lastHour: 1_000, throttledHours: [] }),
  );
  assert.match(drawn, /0 requests .* no throttled hour/);
  assert.ok(!drawn.includes("NaN"));
});

Deno.test("renderOwners() escapes what an applicant has typed", () => {
  const drawn = String(renderOwners(hostile, [{
    role: "ubo",
    roles: ["ubo"],
    fullName: hostile,
    dob: null,
    nationalities: [],
    ownership: { minimum: 2_500, maximum: 5_000 },
    controlBasis: hostile,
  }]));
  assert.ok(!drawn.includes("<script>"));
  assert.match(drawn, /25 to 50 %/);
});

Deno.test("a record survives the fields of its form", () => {
  const record = ClientRecord.parse({
    ipAllowlist: ["192.0.2.0/24", "2001:db8::1"],
    allowedDomain: "*.example.com",
    rateLimits: { screening: { capacity: 5, refillPerSecond: 1 } },
    returnOrigins: ["https://shop.example"],
    fourEyes: "all",
    review: { dueHours: 24, confirmed: true },
    monitoring: true,
    subjectUrlTemplate: "https://crm.example/{subjectRef}",
  });
  const { status, suspendedBy } = record;
  const form = String(
    renderClientForm({ clientId: hostile, record, isKnown: true, formToken: html`` }),
  );
  assert.ok(!form.includes("<script>"));
  const { rateLimits, academicIssuerId, kybApplicationId, sealCredential } = record;
  const { signingCredentials, evidenceEncryptionKey, loginClient } = record;
  const others = {
    ...{ rateLimits, academicIssuerId, kybApplicationId, sealCredential },
    ...{ signingCredentials, evidenceEncryptionKey, loginClient },
  };
  const read = membersOf({
    seen: "0".repeat(64),
    ipAllowlist: "192.0.2.0/24\r\n\r\n 2001:db8::1",
    allowedDomain: "*.example.com",
    returnOrigins: "https://shop.example",
    fourEyes: "all",
    dueHours: "24",
    confirmed: "yes",
    monitoring: "yes",
    subjectUrlTemplate: "https://crm.example/{subjectRef}",
    others: JSON.stringify(others),
  });
  assert.deepEqual(ClientRecord.parse({ ...read, status, suspendedBy }), record);
});

Deno.test("membersOf() takes no member for another field's, and nothing but an object", () => {
  const fields = {
    seen: "0".repeat(64),
    ipAllowlist: "",
    allowedDomain: "",
    returnOrigins: "",
    fourEyes: "none",
    dueHours: "72",
    subjectUrlTemplate: "",
    others: "{}",
  } as const;
  const read = membersOf(fields);
  assert.deepEqual(ClientRecord.parse(read), defaultClientRecord);
  for (
    const others of ["", "[]", "null", '{"status":"ACTIVE"}', '{"monitoring":true}', '{"a":']
  ) {
    assert.equal(membersOf({ ...fields, others }), null, others);
  }
  assert.ok(!ClientRecord.safeParse(membersOf({ ...fields, others: '{"unknown":1}' })).success);
  assert.ok(!ClientRecord.safeParse(membersOf({ ...fields, dueHours: "1e3" })).success);
});
