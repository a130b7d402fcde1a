import "../../../../base/temporal.ts";
import assert from "node:assert/strict";
import type { Json } from "../../../../base/json.ts";
import { checkRows } from "../../../../core/credentials/batches/check_rows.ts";
import { compileClaims } from "../../../../core/credentials/templates/claims_check.ts";
import { defaultPolicy } from "../../../../core/policy/policy.ts";

const claims = compileClaims({ type: "object" }, defaultPolicy.limits);
assert(claims.ok);

const limits = {
  batchRowsMax: 3,
  batchRowBytesMax: 500,
  batchSchemaStepsMax: 1_000,
  nameCharactersMax: 20,
};

const student = (n: number, changed: Readonly<Record<string, Json>> = {}) => ({
  studentFullName: "Ann Other",
  studentEmail: `w${n}@students.example`,
  claimValues: {},
  ...changed,
});

/** The faults of rows on 2 March 2026; null if there are none. */
async function faultOf(...rows: readonly Json[]): Promise<unknown> {
  const checked = await checkRows(
    {
      batchRules: {
        ...{ ...defaultPolicy.credentials, ...defaultPolicy.lifetimes, ...limits },
        ...{ baseUrl: "", schemaLimits: defaultPolicy.limits },
      },
      clock: { now: () => Temporal.Instant.from("2026-03-02T12:00Z") },
      nextTurn: () => Promise.resolve(),
    },
    { submissionMethod: "API", rows },
    claims.ok ? claims.value : assert.fail(),
  );
  if (checked.kind === "rows") return null;
  return checked.kind === "problems"
    ? checked.problems.map(({ property }) => property)
    : checked.kind;
}

Deno.test("checkRows() takes a row up to each bound, and none past it", async (t) => {
  // The members that are there, their names, and the two that are null.
  const row = { ...student(0), studentDob: null, institutionStudentId: null };
  const spare = limits.batchRowBytesMax - JSON.stringify({ ...row, claimValues: { a: "" } }).length;
  const cases = [
    { why: "born today", rows: [student(0, { studentDob: "2026-03-02" })], fault: null },
    {
      why: "born tomorrow",
      rows: [student(0, { studentDob: "2026-03-03" })],
      fault: ["studentDob"],
    },
    { why: "born in 1800", rows: [student(0, { studentDob: "1800-01-01" })], fault: null },
    {
      why: "born before 1800",
      rows: [student(0, { studentDob: "1799-12-31" })],
      fault: ["studentDob"],
    },
    {
      why: "as long as a row may be",
      rows: [student(0, { claimValues: { a: "x".repeat(spare) } })],
      fault: null,
    },
    {
      why: "a byte longer",
      rows: [student(0, { claimValues: { a: "x".repeat(spare + 1) } })],
      fault: ["row"],
    },
    { why: "as many as there may be", rows: [1, 2, 3].map((n) => student(n)), fault: null },
    { why: "one more", rows: [1, 2, 3, 4].map((n) => student(n)), fault: "too_many" },
  ];
  for (const { why, rows, fault } of cases) {
    await t.step(why, async () => assert.deepEqual(await faultOf(...rows), fault));
  }
});
