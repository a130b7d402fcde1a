import assert from "node:assert/strict";
import {
  DecisionReadBack,
  ReviewResponse,
  ScreeningResponse,
} from "../../core/screening/decision_schema.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME, UNKNOWN_ID } from "../support/names.ts";
import { serviceInMemory } from "../support/service.ts";

const ESCALATED = { decision: "escalated", notes: "Second look, please" };

Deno.test("POST /v1/screen answers CLEAR, POSSIBLE_MATCH and CONFIRMED_MATCH as the schema has it", async () => {
  await using service = await serviceInMemory();
  const cases = [
    { name: CLEAR_NAME, classification: "CLEAR", review: false },
    { name: POSSIBLE_NAME, classification: "POSSIBLE_MATCH", review: true },
    { name: CONFIRMED_NAME, classification: "CONFIRMED_MATCH", review: false },
  ];
  for (const { name, classification, review } of cases) {
    const { status, body } = await service.as("acme").post("/v1/screen", { name });
    assert.equal(status, 200);
    assert.deepEqual(ScreeningResponse.parse(body), body, "no member beside the schema's");
    assert.equal(body.classification, classification);
    assert.equal(body.meta.humanReviewRequired, review);
    assert.deepEqual(body.candidates.length > 0, classification !== "CLEAR");
    assert.deepEqual(body.meta.checksRun, ["name"]);
    assert.deepEqual(body.meta.listSnapshotIds, []);
    assert.deepEqual(body.wallet, {
      classification: "CLEAR",
      matches: [],
      checkedAddresses: [],
      unrecognizedAddresses: [],
    });
  }
});

Deno.test("POST /v1/screen orders candidates by score, then entity id, and answers at most 20", async () => {
  await using service = await serviceInMemory();
  for (const name of ["Andrey Chulmavets", "Goran Teslivković"]) {
    const { body } = await service.as("acme").post("/v1/screen", { name });
    const order = body.candidates.map((
      { entityId, classifyResult }: { entityId: string; classifyResult: { score: number } },
    ) => [-classifyResult.score, entityId]);
    assert(order.length > 1 && order.length <= 20, name);
    assert.deepEqual(
      order,
      order.toSorted((a: [number, string], b: [number, string]) =>
        a[0] - b[0] || (a[1] < b[1] ? -1 : 1)
      ),
    );
  }
});

Deno.test("POST /v1/screen takes names and addresses independently: either, both or neither", async () => {
  await using service = await serviceInMemory();
  const listed = "1Dbzh9N37q3ye2ooEAMrpzWqWhnpnY85zg";
  const cases = [
    { body: { name: " " }, checksRun: [], classification: "CLEAR" },
    {
      body: { name: "", walletAddresses: [listed] },
      checksRun: ["wallet"],
      classification: "CONFIRMED_MATCH",
    },
    {
      body: { name: CLEAR_NAME, walletAddresses: [] },
      checksRun: ["name"],
      classification: "CLEAR",
    },
    {
      body: { name: POSSIBLE_NAME, walletAddresses: [listed] },
      checksRun: ["name", "wallet"],
      classification: "CONFIRMED_MATCH",
    },
  ];
  for (const { body: request, checksRun, classification } of cases) {
    const { body } = await service.as("acme").post("/v1/screen", request);
    assert.deepEqual([body.meta.checksRun, body.classification], [checksRun, classification]);
  }
});

Deno.test("POST /v1/screen compares normal forms of addresses, and says which it did not know", async () => {
  await using service = await serviceInMemory();
  const { body } = await service.as("acme").post("/v1/screen", {
    name: "",
    walletAddresses: [
      " 0x3BEB4368AE246C1654A381A37E4EACB6BB3B0905", // listed in lower case for two entities
      "0x3beb4368ae246c1654a381a37e4eacb6bb3b0905",
      "bitcoin:bc1qx0tlpd3wt7dhv0fwz8vd5tuuxckj38tvll69fy?amount=1", // listed without an entity
      "1dbzh9N37q3ye2ooEAMrpzWqWhnpnY85zg", // base58 in the wrong case is another text
      "no address at all",
    ],
  });
  assert.deepEqual(body.wallet.checkedAddresses, [
    "0x3beb4368ae246c1654a381a37e4eacb6bb3b0905",
    "bc1qx0tlpd3wt7dhv0fwz8vd5tuuxckj38tvll69fy",
    "1dbzh9N37q3ye2ooEAMrpzWqWhnpnY85zg",
    "no address at all",
  ]);
  assert.deepEqual(body.wallet.unrecognizedAddresses, [
    "1dbzh9N37q3ye2ooEAMrpzWqWhnpnY85zg",
    "no address at all",
  ]);
  const matches = body.wallet.matches as {
    address: string;
    listRef: string | null;
    entityName: string | null;
  }[];
  assert.deepEqual(
    matches.map(({ address, listRef }) => [address, listRef]).toSorted(),
    [
      ["0x3beb4368ae246c1654a381a37e4eacb6bb3b0905", "SBX-0001"],
      ["0x3beb4368ae246c1654a381a37e4eacb6bb3b0905", "SBX-0024"],
      ["bc1qx0tlpd3wt7dhv0fwz8vd5tuuxckj38tvll69fy", null],
    ],
  );
  assert.equal(body.wallet.classification, "CONFIRMED_MATCH");
});

Deno.test("POST /v1/screen never answers CLEAR about a name that it could not compare", async () => {
  await using service = await serviceInMemory();
  for (const name of ["!!!", "💰💰", "​‮", "---"]) {
    const { status, body } = await service.as("acme").post("/v1/screen", { name });
    assert.deepEqual([status, body.error], [400, "bad_request"], JSON.stringify(name));
    assert.match(body.message, /"name"/);
  }
});

/** Names with more than a particle in a script that is not read here, and those scripts. */
const UNREAD: readonly (readonly [name: string, ...scripts: string[]])[] = [
  ["བསྟན་འཛིན་ རྒྱ་མཚོ་", "Tibt"],
  ["Tenzin རྒྱ་མཚོ་", "Tibt"],
  ["ང", "Tibt"],
  ["ꆈꌠ Kim", "Yiii"],
  ["𐌰𐌱𐌲", "Zzzz"],
  ["ܝܘܚܢܢ ꆈꌠ", "Syrc", "Yiii"],
  ["Margaret Th\uFFFDstlewood", "Zzzz"],
  ["Margaret \uE001\uE002\uE003", "Zzzz"],
  ["Thistlewo\uE001d ꆈꌠ", "Yiii", "Zzzz"],
];

Deno.test("POST /v1/screen clears nobody by a name that it did not read", async (t) => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  for (const [name, ...scripts] of UNREAD) {
    await t.step(name, async () => {
      const { body } = await acme.post("/v1/screen", { name, dob: "1970-01-01" });
      assert.deepEqual([body.classification, body.candidates], ["POSSIBLE_MATCH", []]);
      assert.deepEqual(body.meta.nameCoverage, {
        untransliteratedScripts: scripts,
        unreadScripts: scripts,
      });
      assert.equal(body.meta.humanReviewRequired, true);
    });
  }
  await t.step("a candidate by what was read stays one", async () => {
    const { body } = await acme.post("/v1/screen", { name: "Viktor Sandbergov ꆈꌠ" });
    assert.equal(body.candidates[0].listRef, "SBX-0001");
    assert.deepEqual(body.meta.nameCoverage.unreadScripts, ["Yiii"]);
  });
  await t.step("a bullet of a font's own is no letter", async () => {
    const { body } = await acme.post("/v1/screen", { name: "\uF0B7 Margaret Thistlewood" });
    assert.equal(body.classification, "CLEAR");
    assert.equal(body.meta.nameCoverage, undefined);
  });
  await t.step("one letter beside a name that was read is no more than an initial", async () => {
    const { body } = await acme.post("/v1/screen", { name: "Margaret ང Thistlewood" });
    assert.equal(body.classification, "CLEAR");
    assert.deepEqual(body.meta.nameCoverage, { untransliteratedScripts: ["Tibt"] });
  });
});

Deno.test("POST /v1/screen/{id}/review takes a name that was not read as any possible match", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { body: { meta } } = await acme.post("/v1/screen", { name: "བསྟན་འཛིན་" });
  const review = { decision: "false_positive", notes: "Reads Tenzin: nobody listed." };
  const { status, body } = await acme.post(`/v1/screen/${meta.decisionId}/review`, review);
  assert.deepEqual([status, body.classification], [200, "POSSIBLE_MATCH"]);
  assert.equal(body.customerReviews[0].decision, "false_positive");
});

Deno.test("POST /v1/screen says when a name was read as a text, and by how many words", async () => {
  await using service = await serviceInMemory();
  const name = "zuppolo ".repeat(40) + "Viktor Sandbergov";
  const { body } = await service.as("acme").post("/v1/screen", { name });
  assert.deepEqual(body.meta.nameCoverage, {
    untransliteratedScripts: [],
    wordsBeyondOneName: 10,
  });
  const { readAs, steps } = body.candidates[0].classifyResult.explain;
  assert.equal(readAs, "name_in_text");
  assert(steps.some((one: { step: string }) => one.step === "within_text"));
  const usual = await service.as("acme").post("/v1/screen", { name: "Viktor Sandbergov" });
  assert.equal(usual.body.meta.nameCoverage, undefined);
});

Deno.test("POST /v1/screen refuses a request that has not the documented form", async (t) => {
  await using service = await serviceInMemory();
  const cases = [
    { why: "no name", body: {}, message: /"name" is required/ },
    { why: "a name of another type", body: { name: 5 }, message: /"name"/ },
    { why: "a name of 501 characters", body: { name: "a".repeat(501) }, message: /"name".*500/ },
    { why: "an impossible date", body: { name: "a", dob: "2023-02-29" }, message: /"dob"/ },
    { why: "a date of three digits", body: { name: "a", dob: "1969-7-016" }, message: /"dob"/ },
    { why: "an empty date", body: { name: "a", dob: "" }, message: /"dob"/ },
    {
      why: "101 addresses",
      body: { name: "a", walletAddresses: Array(101).fill("x") },
      message: /"walletAddresses".*100/,
    },
    { why: "another mode", body: { name: "a", mode: "test" }, message: /"mode"/ },
  ];
  for (const { why, body, message } of cases) {
    await t.step(why, async () => {
      const answer = await service.as("acme").post("/v1/screen", body);
      assert.deepEqual([answer.status, answer.body.error], [400, "bad_request"]);
      assert.match(answer.body.message, message);
    });
  }
  for (const dob of ["1969", "1969-07", "1969-07-16", "2024-02-29"]) {
    const answer = await service.as("acme").post("/v1/screen", { name: CLEAR_NAME, dob });
    assert.equal(answer.status, 200, dob);
  }
});

Deno.test("GET /v1/screen/{id} answers what was answered, and what its client made of it", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { body: screened } = await acme.post("/v1/screen", { name: POSSIBLE_NAME });
  const path = `/v1/screen/${screened.meta.decisionId}`;
  const before = await acme.get(path);
  assert.deepEqual(before.body, { ...screened, customerReviews: [] });
  assert.deepEqual(DecisionReadBack.parse(before.body), before.body);
  const reviewed = await acme.post(`${path}/review`, ESCALATED);
  assert.deepEqual(ReviewResponse.parse(reviewed.body), reviewed.body);
  assert.deepEqual([reviewed.status, reviewed.body.humanReviewRequired], [200, false]);
  const after = await acme.get(path);
  assert.equal(after.body.classification, "POSSIBLE_MATCH", "a review changes no classification");
  assert.equal(after.body.meta.humanReviewRequired, false);
  assert.deepEqual(after.body.customerReviews, reviewed.body.customerReviews);
});

Deno.test("POST /v1/screen/{id}/review adds a record each time, most recent first", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { body: screened } = await acme.post("/v1/screen", { name: POSSIBLE_NAME });
  const path = `/v1/screen/${screened.meta.decisionId}/review`;
  const decisions = ["escalated", "false_positive", "confirmed_match"] as const;
  for (const decision of decisions) {
    service.clock.advance({ minutes: 1 });
    await acme.post(path, { decision });
  }
  const { body } = await acme.get(`/v1/screen/${screened.meta.decisionId}`);
  assert.deepEqual(
    body.customerReviews.map(({ decision }: { decision: string }) => decision),
    decisions.toReversed(),
  );
  assert.equal((await service.auditEvents()).length, 4);
});

Deno.test("POST /v1/screen/{id}/review shows the order that a read shows, within a millisecond too", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { body: screened } = await acme.post("/v1/screen", { name: POSSIBLE_NAME });
  const path = `/v1/screen/${screened.meta.decisionId}`;
  for (let n = 0; n < 12; n++) {
    const { body } = await acme.post(`${path}/review`, { decision: "escalated" });
    assert.deepEqual((await acme.get(path)).body.customerReviews, body.customerReviews);
  }
});

Deno.test("POST /v1/screen/{id}/review ends at the number of reviews that the policy gives", async () => {
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, JSON.stringify({ limits: { decisionReviewsMax: 10 } }));
  await using service = await serviceInMemory({ env: { AVAL_POLICY: file } });
  const acme = service.as("acme");
  const { body: screened } = await acme.post("/v1/screen", { name: POSSIBLE_NAME });
  const path = `/v1/screen/${screened.meta.decisionId}/review`;
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) {
    statuses.push((await acme.post(path, { decision: "escalated" })).status);
  }
  assert.deepEqual(statuses, [...Array(10).fill(200), 400]);
  await Deno.remove(file);
});

Deno.test("concurrent reviews are all kept", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { body: screened } = await acme.post("/v1/screen", { name: POSSIBLE_NAME });
  const path = `/v1/screen/${screened.meta.decisionId}`;
  await Promise.all(
    Array.from({ length: 20 }, () => acme.post(`${path}/review`, { decision: "escalated" })),
  );
  assert.equal((await acme.get(path)).body.customerReviews.length, 20);
});

Deno.test("POST /v1/screen/{id}/review refuses what is no possible match, and bad input", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  for (const name of [CLEAR_NAME, CONFIRMED_NAME]) {
    const { body } = await acme.post("/v1/screen", { name });
    const answer = await acme.post(`/v1/screen/${body.meta.decisionId}/review`, ESCALATED);
    assert.deepEqual([answer.status, answer.body.error], [
      409,
      "screening_decision_not_reviewable",
    ]);
  }
  const { body } = await acme.post("/v1/screen", { name: POSSIBLE_NAME });
  const path = `/v1/screen/${body.meta.decisionId}/review`;
  for (
    const review of [{}, { decision: "maybe" }, { decision: "escalated", notes: "x".repeat(4001) }]
  ) {
    const answer = await acme.post(path, review);
    assert.deepEqual([answer.status, answer.body.error], [400, "bad_request"]);
  }
});

for (const mode of ["sandbox", "live"] as const) {
  Deno.test(`a foreign decision and an unknown one answer the same bytes in ${mode}`, async () => {
    await using service = await serviceInMemory({ mode });
    const acme = service.as("acme");
    const globex = service.as("globex");
    const { body } = await acme.post("/v1/screen", { name: POSSIBLE_NAME, mode: "sandbox" });
    const id = body.meta.decisionId;
    for (const path of ["", "/review"]) {
      const ask = (decision: string) =>
        path === ""
          ? globex.get(`/v1/screen/${decision}`)
          : globex.post(`/v1/screen/${decision}${path}`, ESCALATED);
      const foreign = await ask(id);
      const unknown = await ask(UNKNOWN_ID);
      const nonsense = await ask("nonsense");
      assert.deepEqual([foreign.status, foreign.body.error], [404, "not_found"]);
      assert.deepEqual([unknown.status, unknown.text], [404, foreign.text]);
      assert.deepEqual([nonsense.status, nonsense.text], [404, foreign.text]);
    }
    assert.equal((await acme.get(`/v1/screen/${id}`)).body.customerReviews.length, 0);
  });
}

Deno.test("a sandbox caller who names no client acts as the owner of what it names by id", async () => {
  await using service = await serviceInMemory();
  const { body } = await service.as("acme").post("/v1/screen", { name: POSSIBLE_NAME });
  const anonymous = await service.fetch(`/v1/screen/${body.meta.decisionId}`);
  assert.equal(anonymous.status, 200);
  await anonymous.body?.cancel();
});

Deno.test("an audit entry describes a decision and a review, and names nobody", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { body } = await acme.post("/v1/screen", { name: POSSIBLE_NAME });
  const id = body.meta.decisionId;
  await acme.post(`/v1/screen/${id}/review`, ESCALATED);
  const [decided, reviewed] = await service.auditEvents();
  const { engineVersion, gatesHash, ensembleWeightsHash } = body.meta;
  assert.deepEqual(decided, {
    kind: "SCREENING_DECISION",
    clientId: "acme",
    decisionId: id,
    mode: "sandbox",
    classification: "POSSIBLE_MATCH",
    engineVersion,
    gatesHash,
    ensembleWeightsHash,
    listSnapshotIds: [],
  });
  const reviewId = (await acme.get(`/v1/screen/${id}`)).body.customerReviews[0].reviewId;
  assert.deepEqual(reviewed, {
    kind: "SCREENING_REVIEWED",
    clientId: "acme",
    decisionId: id,
    reviewId,
    decision: "escalated",
  });
});

Deno.test("an answered request is a debug line of its operation and status, and of nothing it names", async () => {
  await using service = await serviceInMemory();
  await service.as("acme").get(`/v1/screen/${UNKNOWN_ID}`, { "x-request-id": "r-1" });
  const line = JSON.parse(service.logLines.at(-1) ?? "{}");
  assert.deepEqual(
    [line.level, line.event, line.operation, line.status, line.requestId],
    ["debug", "answered", "GET /v1/screen/{decisionId}", 404, "r-1"],
  );
  assert(!service.logLines.join().includes(UNKNOWN_ID));
});
