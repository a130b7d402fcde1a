import assert from "node:assert/strict";
import { leiStatus } from "../../../standards/company_number/lei_status.ts";

// RegistrationStatus and EntityStatus of LEI-CDF 3.1.
for (
  const [registration, expected] of [
    ["ISSUED", "active"],
    ["PENDING_TRANSFER", "active"],
    ["PENDING_ARCHIVAL", "active"],
    ["LAPSED", "unknown"],
    ["RETIRED", "inactive"],
    ["MERGED", "inactive"],
    ["ANNULLED", "unknown"],
    ["DUPLICATE", "unknown"],
    ["CANCELLED", "unknown"],
    ["TRANSFERRED", "unknown"],
    ["PENDING_VALIDATION", "unknown"],
    ["SOMETHING_NEW", "unknown"],
  ] as const
) {
  Deno.test(`leiStatus() of an active entity whose registration is ${registration}: ${expected}`, () => {
    assert.equal(leiStatus({ entity: "ACTIVE", registration }), expected);
    assert.equal(leiStatus({ entity: "INACTIVE", registration }), "inactive");
    const unsaid = expected === "inactive" ? "inactive" : "unknown";
    assert.equal(leiStatus({ entity: "NULL", registration }), unsaid);
    assert.equal(leiStatus({ entity: null, registration }), unsaid);
  });
}
