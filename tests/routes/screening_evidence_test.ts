import assert from "node:assert/strict";
import type { Candidate } from "../../core/screening/candidate_schema.ts";
import { ScreeningResponse } from "../../core/screening/decision_schema.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

/** The service's answer about one listed person. */
async function screened(service: TestService, listRef: string, request: object) {
  const { status, body } = await service.as("acme").post("/v1/screen", request);
  assert.equal(status, 200);
  assert.deepEqual(ScreeningResponse.parse(body), body, "no member beside the schema's");
  const found = (body.candidates as readonly Candidate[]).find((one) => one.listRef === listRef);
  return { body, judged: found?.classifyResult ?? null };
}

Deno.test("POST /v1/screen weighs a date of birth by what the list says", async (t) => {
  await using service = await serviceInMemory({ mode: "live" });
  // OFAC 12057: 1951 to 1953, 1960 to 1962, Apr 1961; 9758: 26 Dec 1955, 31 Dec 1955.
  const naqdi = { listRef: "12057", name: "Muhammad Riza Naqdi" };
  const dawood = { listRef: "9758", name: "Dawud Ibrahim" };
  const cases = [
    { ...naqdi, dob: "1961-04-11", says: 0.9 },
    { ...naqdi, dob: "1952", says: 0.8 },
    { ...naqdi, dob: undefined, says: 0.5 },
    { ...naqdi, dob: "1964", says: 0.2 },
    { ...naqdi, dob: "1995", says: 0 },
    { ...dawood, dob: "1955-12-31", says: 1 },
    { ...dawood, dob: "1955-12", says: 0.9 },
    { ...dawood, dob: "1955", says: 0.85 },
    { ...dawood, dob: "1956-12-31", says: 0.75 },
    { ...dawood, dob: "1955-11-30", says: 0.425 },
    { ...dawood, dob: "1956-02-03", says: 0.2 },
    { ...dawood, dob: "1958-02-03", says: 0.1 },
  ];
  const scores = new Map<string, { score: number; says: number }[]>();
  for (const { listRef, name, dob, says } of cases) {
    await t.step(`${listRef} ${dob}`, async () => {
      const request = dob === undefined ? { name } : { name, dob };
      const { judged } = await screened(service, listRef, request);
      if (says === 0) return assert.equal(judged, null, "years apart, and no exact name");
      assert.equal(judged?.explain.dobNat.dob, says);
      const own = scores.get(listRef) ?? [];
      scores.set(listRef, [...own, { score: judged?.score ?? 0, says }]);
    });
  }
  for (const [listRef, own] of scores) {
    const falling = own.toSorted((a, b) => b.says - a.says).map(({ score }) => score);
    assert.deepEqual(falling, falling.toSorted((a, b) => b - a), listRef);
  }
});

Deno.test("POST /v1/screen understands a nationality however it is written", async (t) => {
  await using service = await serviceInMemory({ mode: "live" });
  // OFAC 9758: nationality India, citizen India, Pakistan and United Arab Emirates.
  const cases = [
    ...["IN", "pk", "ARE", "356", "India", "Pakistani", "Emirati", "UAE", "Indian citizen"]
      .map((nationality) => ({ nationality, says: 1 })),
    { nationality: "French; Pakistani", says: 1 },
    ...["FR", "Congolese", "former Soviet Union"].map((nationality) => ({ nationality, says: 0 })),
    ...["Narnia", "stateless", "", undefined].map((nationality) => ({ nationality, says: 0.5 })),
  ];
  for (const { nationality, says } of cases) {
    await t.step(`${nationality}: ${says}`, async () => {
      const name = "Dawud Ibrahim";
      const request = nationality === undefined ? { name } : { name, nationality };
      const { body, judged } = await screened(service, "9758", request);
      assert.equal(judged?.explain.dobNat.nationality, says);
      assert.equal(body.meta.unrecognizedNationality, nationality === "Narnia" ? true : undefined);
    });
  }
});

Deno.test("POST /v1/screen says that a nationality was not understood, and keeps nothing of it", async () => {
  await using service = await serviceInMemory();
  const asked = { name: "Margaret Thistlewood", nationality: "Narnia" };
  const client = service.as("acme");
  const { body } = await client.post("/v1/screen", asked);
  assert.equal(body.meta.unrecognizedNationality, true);
  const read = await client.get(`/v1/screen/${body.meta.decisionId}`);
  assert.equal(read.body.meta.unrecognizedNationality, true);
  assert(!/narnia/i.test(JSON.stringify([body, read.body, service.logLines])));
});

Deno.test("POST /v1/screen keeps an exact name whatever contradicts it, for a person to look", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  for (
    const [listRef, name] of [
      ["9758", "IBRAHIM, Dawood"],
      ["12057", "Mohammad Reza Naqdi"],
      ["6925", "Ahmed Khalfan Ghailani"],
      ["11648", "Kim Tong Myong"],
    ] as const
  ) {
    const request = { name, dob: "2004-02-29", nationality: "Finnish" };
    const { body, judged } = await screened(service, listRef, request);
    assert.equal(judged?.classification, "POSSIBLE_MATCH", name);
    assert(judged !== null && judged.score >= 70);
    assert.equal(judged.explain.dobNat.dob, 0);
    assert.equal(body.meta.humanReviewRequired, true);
  }
});

Deno.test("POST /v1/screen keeps at the threshold an exact name that evidence pushed under it", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  // OFAC 10330 has a weak alias of one word; alone it is 100, a person's birth and country take 31.
  const { judged } = await screened(service, "10330", {
    ...{ name: "AL-ZAWL", dob: "2004-02-29", nationality: "FI" },
  });
  assert.deepEqual([judged?.floored, judged?.score, judged?.classification], [
    ...[true, 70, "POSSIBLE_MATCH"],
  ]);
});
