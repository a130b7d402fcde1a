import assert from "node:assert/strict";
import type { Candidate } from "../../core/screening/candidate_schema.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { type Answer, serviceInMemory } from "../support/service.ts";

/** The result for each entry: identifier, class, and position of the name. */
function found({ body }: Answer): readonly unknown[] {
  return body.candidates.map(({ listRef, classifyResult }: Candidate) => [
    listRef,
    classifyResult.classification,
    classifyResult.explain.name,
  ]);
}

/** An answer without the members that differ in every answer. */
function apart({ body }: Answer): unknown {
  const { decisionId: _, ...meta } = body.meta;
  return { ...body, meta };
}

Deno.test("POST /v1/screen answers the best of all names, and says which it is", async (t) => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const cases = [
    {
      why: "the second name alone is listed",
      request: { name: CLEAR_NAME, otherNames: [CONFIRMED_NAME] },
      expected: [["SBX-0001", "CONFIRMED_MATCH", 1]],
    },
    {
      why: "the more severe class of one entry",
      request: { name: POSSIBLE_NAME, otherNames: [CLEAR_NAME, CONFIRMED_NAME] },
      expected: [["SBX-0001", "CONFIRMED_MATCH", 2]],
    },
    {
      why: "the earlier of two equal ones",
      request: { name: CLEAR_NAME, otherNames: [CONFIRMED_NAME, "Сандбергов Виктор"] },
      expected: [["SBX-0001", "CONFIRMED_MATCH", 1]],
    },
    {
      why: "the first name where it is the best",
      request: { name: CONFIRMED_NAME, otherNames: [POSSIBLE_NAME] },
      expected: [["SBX-0001", "CONFIRMED_MATCH", 0]],
    },
    {
      why: "a name that is sent twice counts by its first place",
      request: { name: CLEAR_NAME, otherNames: [CLEAR_NAME, POSSIBLE_NAME, POSSIBLE_NAME] },
      expected: [["SBX-0001", "POSSIBLE_MATCH", 2]],
    },
    {
      why: "two names mean two entries",
      request: { name: "Pavlo Drovenchak", otherNames: [CONFIRMED_NAME] },
      expected: [["SBX-0001", "CONFIRMED_MATCH", 1], ["SBX-0002", "CONFIRMED_MATCH", 0]],
    },
    {
      why: "without a first name the others are compared",
      request: { name: " ", otherNames: [CONFIRMED_NAME] },
      expected: [["SBX-0001", "CONFIRMED_MATCH", 1]],
    },
    {
      why: "nobody",
      request: { name: CLEAR_NAME, otherNames: ["Ottoline Brackenby"] },
      expected: [],
    },
  ];
  for (const { why, request, expected } of cases) {
    await t.step(why, async () => {
      const answer = await acme.post("/v1/screen", request);
      assert.deepEqual(found(answer).toSorted(), expected, answer.text);
      assert.deepEqual(answer.body.meta.checksRun, ["name"]);
      const classes = expected.map(([, one]) => one);
      assert.equal(answer.body.classification, classes[0] ?? "CLEAR");
      const read = await acme.get(`/v1/screen/${answer.body.meta.decisionId}`);
      assert.deepEqual(read.body.candidates, answer.body.candidates);
    });
  }
});

Deno.test("each candidate is explained as a screening of its name alone explains it", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const rest = { dob: "1961-04-12", identifiers: [{ type: "passport", value: "X 1" }] };
  const names = ["Victor Sandburgov", "Andrey Chulmavets", "Goran Teslivkovic"];
  const [name, ...otherNames] = names;
  const together = await acme.post("/v1/screen", { name, otherNames, ...rest });
  const alone = await Promise.all(
    names.map((one) => acme.post("/v1/screen", { name: one, ...rest })),
  );
  const candidates = together.body.candidates as readonly Candidate[];
  assert(candidates.length > 3);
  for (const { classifyResult, ...one } of candidates) {
    const { name: at, ...explain } = classifyResult.explain;
    assert(at !== undefined);
    const own = (alone[at]?.body.candidates as readonly Candidate[])
      .find(({ entityId }) => entityId === one.entityId);
    assert.deepEqual({ ...one, classifyResult: { ...classifyResult, explain } }, own);
  }
  const scores = candidates.map(({ classifyResult }) => classifyResult.score);
  assert.deepEqual(scores, scores.toSorted((a, b) => b - a));
});

Deno.test("a name of several that was not read makes a possible match", async () => {
  await using service = await serviceInMemory();
  const { body } = await service.as("acme").post("/v1/screen", {
    name: CLEAR_NAME,
    otherNames: ["བསྟན་པ་ རྒྱ་མཚོ་"],
  });
  assert.deepEqual([body.classification, body.candidates], ["POSSIBLE_MATCH", []]);
  assert.deepEqual(body.meta.nameCoverage.unreadScripts, ["Tibt"]);
});

Deno.test("of several nationalities one that agrees is enough", async (t) => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  // SBX-0001 has RU alone.
  const cases = [
    { nationalities: ["FR", "RU"], relation: "agrees" },
    { nationality: "FR", nationalities: ["Russian"], relation: "agrees" },
    { nationality: "RU", nationalities: ["FR", "DE"], relation: "agrees" },
    { nationality: "FR", nationalities: ["DE"], relation: "differs" },
    { nationalities: ["stateless", "RU"], relation: "agrees" },
    { nationalities: ["stateless"], relation: "absent" },
    { nationalities: [], relation: "absent" },
    // The unknown one may be the one that is listed.
    { nationalities: ["FR", "Narnia"], relation: "absent", unknown: true },
    { nationality: "Narnia", nationalities: ["RU"], relation: "absent", unknown: true },
  ];
  for (const { relation, unknown, ...request } of cases) {
    await t.step(JSON.stringify(request), async () => {
      const { body } = await acme.post("/v1/screen", { name: CONFIRMED_NAME, ...request });
      assert.equal(body.candidates[0].classifyResult.explain.nationality.relation, relation);
      assert.equal(body.meta.unrecognizedNationality, unknown);
      const expected = relation === "differs" ? "POSSIBLE_MATCH" : "CONFIRMED_MATCH";
      assert.equal(body.classification, expected);
    });
  }
});

Deno.test("meta.subjectRef repeats the pseudonym, which no log and no audit entry has", async () => {
  await using service = await serviceInMemory({ env: { AVAL_LOG: "debug" } });
  const acme = service.as("acme");
  const subjectRef = "Customer:4711_a.b-C";
  const key = { "idempotency-key": "of-a-customer" };
  const first = await acme.post("/v1/screen", { name: POSSIBLE_NAME, subjectRef }, key);
  assert.deepEqual([first.status, first.body.meta.subjectRef], [200, subjectRef]);
  const again = await acme.post("/v1/screen", { name: POSSIBLE_NAME, subjectRef }, key);
  assert.equal(again.text, first.text);
  const other = await acme.post("/v1/screen", { name: POSSIBLE_NAME, subjectRef: "other" }, key);
  assert.equal(other.body.error, "idempotency_key_conflict");
  const read = await acme.get(`/v1/screen/${first.body.meta.decisionId}`);
  assert.equal(read.body.meta.subjectRef, subjectRef);
  await acme.post("/v1/screen", { name: POSSIBLE_NAME, subjectRef: `${subjectRef} ` });
  const written = JSON.stringify([service.logLines, await service.auditEvents()]);
  assert(written.includes(first.body.meta.decisionId));
  assert(!written.includes(subjectRef));
});

Deno.test("an answer to a request without the new members has none of theirs", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  for (const name of [CLEAR_NAME, POSSIBLE_NAME, CONFIRMED_NAME]) {
    const plain = await acme.post("/v1/screen", { name });
    assert(!/"subjectRef"|"explain":\{[^}]*"name":/.test(plain.text), plain.text);
    const empty = await acme.post("/v1/screen", { name, otherNames: [], nationalities: [] });
    assert.deepEqual(apart(empty), apart(plain));
  }
});

Deno.test("POST /v1/screen refuses other names, nationalities and references of another form", async (t) => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const cases = [
    { otherNames: "Viktor" },
    { otherNames: [""] },
    { otherNames: ["!!!"] },
    { otherNames: [null] },
    { otherNames: [["Viktor"]] },
    { otherNames: Array(11).fill(CLEAR_NAME) },
    { otherNames: ["x".repeat(501)] },
    { nationalities: "FR" },
    { nationalities: Array(11).fill("FR") },
    { nationalities: [7] },
    { nationalities: ["x".repeat(101)] },
    ...["", " ", "a b", "é", "a/b", "x".repeat(65), 'a"b', "a\n", 7, {}]
      .map((subjectRef) => ({ subjectRef })),
  ];
  for (const members of cases) {
    await t.step(JSON.stringify(members).slice(0, 60), async () => {
      const { status, body } = await acme.post("/v1/screen", { name: CLEAR_NAME, ...members });
      assert.deepEqual([status, body.error], [400, "bad_request"]);
      const [member = ""] = Object.keys(members);
      assert(body.message.includes(`"${member}`), body.message);
      assert(!/Viktor|xxx|Bistrup/.test(body.message));
    });
  }
  await t.step("ten of each, the longest, are taken", async () => {
    const otherNames = Array.from({ length: 10 }, (_, at) => `${at} ${"Zuppolino ".repeat(49)}`);
    const nationalities = Array(10).fill("Islamic Republic of Iran");
    const { status, text } = await acme.post("/v1/screen", {
      ...{ name: CONFIRMED_NAME, otherNames, nationalities, subjectRef: "x".repeat(64) },
    });
    assert.equal(status, 200, text);
  });
});

Deno.test("another name without anything to compare is named by its place", async () => {
  await using service = await serviceInMemory();
  // U+02B9 is a letter to Unicode, and no part of a word.
  const { status, body } = await service.as("acme").post("/v1/screen", {
    name: CLEAR_NAME,
    otherNames: [CONFIRMED_NAME, "\u02B9"],
  });
  assert.equal(status, 400);
  assert.equal(body.message, 'Field "otherNames[1]" has no letter or digit that could be compared');
});
