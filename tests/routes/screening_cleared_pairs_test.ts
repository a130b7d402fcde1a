import assert from "node:assert/strict";
import { PairPage } from "../../core/screening/cleared_schema.ts";
import { ScreeningDecision, ScreeningResponse } from "../../core/screening/decision_schema.ts";
import { rotateDataKey } from "../../kv/keys/key_rotation.ts";
import { screeningDecisions } from "../../kv/screening/decisions.ts";
import { encrypted } from "../../kv/store/encrypted.ts";
import { putRecord } from "../support/clients.ts";
import { CONFIRMED_NAME, POSSIBLE_NAME, UNKNOWN_ID } from "../support/names.ts";
import { seededRandom } from "../support/random.ts";
import { TEST_SECRET } from "../support/store.ts";
import { type ServiceClient, serviceInMemory, type TestService } from "../support/service.ts";

const pairs = "/v1/screen/cleared-pairs";
const queue = "/v1/screen/decisions";
const SUBJECT = { name: POSSIBLE_NAME, subjectRef: "c-1" } as const;
const CLEAR = {
  decision: "false_positive",
  reasonCode: "dob_differs",
  reviewer: "max",
  clearForDays: 30,
} as const;

// deno-lint-ignore no-explicit-any -- as `Answer.body`
async function screened(client: ServiceClient, request: unknown = SUBJECT): Promise<any> {
  const { status, body, text } = await client.post("/v1/screen", request);
  assert.equal(status, 200, text);
  assert.deepEqual(ScreeningResponse.parse(body), body);
  return body;
}

async function reviewed(
  client: ServiceClient,
  { meta }: { readonly meta: { readonly decisionId: string } },
  review: unknown = CLEAR,
): Promise<void> {
  const { status, text } = await client.post(`/v1/screen/${meta.decisionId}/review`, review);
  assert.equal(status, 200, text);
}

async function pairsOf(client: ServiceClient, query = ""): Promise<PairPage["pairs"]> {
  const { status, body, text } = await client.get(`${pairs}${query}`);
  assert.equal(status, 200, text);
  assert.deepEqual(PairPage.parse(body), body);
  return body.pairs;
}

/** The mark of the first candidate of a new screening. */
async function markOf(client: ServiceClient, request: unknown = SUBJECT) {
  const { candidates } = await screened(client, request);
  return candidates[0].clearedBefore;
}

async function endsOf(service: TestService): Promise<readonly (string | undefined)[]> {
  const events = await service.auditEvents();
  return events.flatMap((one) => one.kind === "CLEARED_PAIR_ENDED" ? [one.cause] : []);
}

Deno.test("a review with clearForDays marks the candidate of later screenings, and changes no other byte", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const first = await screened(acme);
  await reviewed(acme, first);
  const [pair] = await pairsOf(acme);
  assert(pair !== undefined);
  const [candidate] = first.candidates;
  const reviewedAt = service.clock.now().toString({ smallestUnit: "millisecond" });
  const until = service.clock.now().add({ hours: 30 * 24 })
    .toString({ smallestUnit: "millisecond" });
  assert.deepEqual(pair, {
    pairId: pair.pairId,
    subjectRef: "c-1",
    entityId: candidate.entityId,
    source: candidate.source,
    listRef: candidate.listRef,
    entityName: candidate.entityName,
    decisionId: first.meta.decisionId,
    reviewedAt,
    reviewer: "max",
    reasonCode: "dob_differs",
    until,
    state: "HOLDS",
    lapsed: null,
  });
  const second = await screened(acme);
  const mark = { pairId: pair.pairId, reviewedAt, reasonCode: "dob_differs", until };
  assert.deepEqual(second, {
    ...first,
    candidates: [{ ...candidate, clearedBefore: mark }],
    meta: { ...first.meta, decisionId: second.meta.decisionId },
  });
  assert.equal(second.meta.humanReviewRequired, true);
  const read = await acme.get(`/v1/screen/${second.meta.decisionId}`);
  assert.deepEqual(read.body, { ...second, customerReviews: [] });
  // Another customer of the same name, the same one of another client, and none.
  for (
    const [client, request] of [
      [acme, { ...SUBJECT, subjectRef: "c-2" }],
      [service.as("globex"), SUBJECT],
      [acme, { name: POSSIBLE_NAME }],
    ] as const
  ) assert.equal(await markOf(client, request), undefined);
  assert.deepEqual((await pairsOf(service.as("globex"))).length, 0);
});

Deno.test("clearForDays is refused where nobody could be cleared", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { meta } = await screened(acme);
  const unnamed = await screened(acme, { name: POSSIBLE_NAME });
  const unread = await screened(acme, { name: "བསྟན་པ་ རྒྱ་མཚོ་", subjectRef: "c-1" });
  const cases = [
    [meta.decisionId, { ...CLEAR, clearForDays: 0 }],
    [meta.decisionId, { ...CLEAR, clearForDays: 366 }],
    [meta.decisionId, { ...CLEAR, clearForDays: 1.5 }],
    [meta.decisionId, { ...CLEAR, clearForDays: "30" }],
    [meta.decisionId, { ...CLEAR, decision: "confirmed_match" }],
    [meta.decisionId, { ...CLEAR, decision: "escalated" }],
    [unnamed.meta.decisionId, CLEAR],
    [unread.meta.decisionId, CLEAR],
  ] as const;
  for (const [id, review] of cases) {
    const { status, body, text } = await acme.post(`/v1/screen/${id}/review`, review);
    assert.deepEqual([status, body.error], [400, "bad_request"], text);
    assert.match(body.message, /"clearForDays"/);
  }
  const { body } = await acme.post("/v1/screen/reviews", {
    reviews: [{ ...CLEAR, decisionId: unnamed.meta.decisionId }],
  });
  assert.equal(body.results[0].status, 400);
  assert.deepEqual(await pairsOf(acme), []);
  assert.deepEqual((await acme.get(`/v1/screen/${meta.decisionId}`)).body.customerReviews, []);
});

Deno.test("a decision from before pairs reads back byte for byte, and clears nobody", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { meta } = await screened(acme);
  const path = `/v1/screen/${meta.decisionId}`;
  const { text } = await acme.get(path);
  const Sealed = encrypted(ScreeningDecision, service.dataKeys["at-rest"]);
  const stored = await service.store.get(Sealed, screeningDecisions.key(meta.decisionId));
  assert(stored !== null);
  const { compared, ...before } = stored.value;
  assert.equal(compared?.entries.length, 1);
  assert(await service.store.commit([stored.set(before)]));
  assert.equal((await acme.get(path)).text, text);
  const { status, body } = await acme.post(`${path}/review`, CLEAR);
  assert.equal(status, 400);
  assert.match(body.message, /"clearForDays"/);
  const { clearForDays: _, ...plain } = CLEAR;
  await reviewed(acme, { meta }, plain);
});

Deno.test("where two people close, both clear, and the shorter time counts", async () => {
  await using service = await serviceInMemory();
  await putRecord(service, "acme", { fourEyes: "all" });
  const acme = service.as("acme");
  const first = await screened(acme);
  const say = async (reviewer: string, clearForDays?: number) => {
    service.clock.advance({ minutes: 1 });
    const days = clearForDays === undefined ? {} : { clearForDays };
    await reviewed(acme, first, { decision: "false_positive", reviewer, ...days });
    return (await pairsOf(acme)).length;
  };
  // Proposed; agreed to without a clearing; closed; then agreed to with it.
  assert.deepEqual([await say("max", 90), await say("Max", 60), await say("eva")], [0, 0, 0]);
  assert.equal(await say("eva", 365), 1);
  const [pair] = await pairsOf(acme);
  assert.equal(
    (Date.parse(pair?.until ?? "") - Date.parse(pair?.reviewedAt ?? "")) / 86_400_000,
    60,
  );
  assert.equal(pair?.reviewer, "eva");
  assert.equal((await markOf(acme)).pairId, pair?.pairId);
});

Deno.test("a person who says otherwise of the same customer and entity ends the pair", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const first = await screened(acme);
  for (const decision of ["escalated", "confirmed_match"]) {
    await reviewed(acme, first);
    const second = await screened(acme);
    assert("until" in second.candidates[0].clearedBefore);
    await reviewed(acme, second, { decision });
    assert.deepEqual(await pairsOf(acme), []);
    assert.equal(await markOf(acme), undefined);
  }
  // A clearing that is asked for again replaces the one before it.
  await reviewed(acme, first, { ...CLEAR, clearForDays: 1 });
  await reviewed(acme, first, { ...CLEAR, clearForDays: 2 });
  assert.equal((await pairsOf(acme)).length, 1);
  // A disposition of a confirmed match, too.
  const confirmed = await screened(acme, { name: CONFIRMED_NAME, subjectRef: "c-1" });
  assert.equal(confirmed.candidates[0].clearedBefore.lapsed, "subject_changed");
  await reviewed(acme, first);
  await acme.post(`${queue}/${confirmed.meta.decisionId}/dispositions`, {
    ...{ reviewer: "eva", decision: "confirmed_match" },
  });
  assert.deepEqual(await pairsOf(acme, "?state=HOLDS"), []);
  assert.deepEqual(await endsOf(service), [
    "reopened",
    "reopened",
    "replaced",
    "subject_changed",
    "reopened",
  ]);
});

Deno.test("a review of some candidates clears of those alone", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const request = { name: "Goran Teslivkovic", dob: "1990-01-01", subjectRef: "c-1" };
  const { candidates, ...first } = await screened(acme, request);
  const [one, other] = candidates.map(({ entityId }: { entityId: string }) => entityId);
  assert(one !== undefined && other !== undefined);
  await reviewed(acme, first, { ...CLEAR, entityIds: [other] });
  assert.deepEqual((await pairsOf(acme)).map(({ entityId }) => entityId), [other]);
  service.clock.advance({ seconds: 1 });
  const second = await screened(acme, request);
  const marks = () => acme.get(`${queue}?subjectRef=c-1&order=newest`);
  assert.deepEqual(
    second.candidates.map(({ clearedBefore }: { clearedBefore?: unknown }) =>
      clearedBefore !== undefined
    ),
    candidates.map(({ entityId }: { entityId: string }) => entityId === other),
  );
  const [row] = (await marks()).body.decisions;
  assert.deepEqual([row.candidates, row.clearedCandidates], [candidates.length, 1]);
});

Deno.test("GET /v1/screen/decisions leaves out what is cleared whole where it is asked to", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const first = await screened(acme);
  await reviewed(acme, first);
  service.clock.advance({ seconds: 1 });
  const second = await screened(acme);
  const idsOf = async (query: string) =>
    (await acme.get(`${queue}${query}`)).body.decisions
      .map(({ decisionId }: { decisionId: string }) => decisionId);
  assert.deepEqual(await idsOf(""), [second.meta.decisionId]);
  assert.deepEqual(await idsOf("?cleared=include"), [second.meta.decisionId]);
  assert.deepEqual(await idsOf("?cleared=exclude"), []);
  assert.equal((await acme.get(`${queue}?cleared=yes`)).status, 400);
  const { totals } = (await acme.get(queue)).body;
  assert.equal(totals.OPEN, 1);
  // What is confirmed stays in the list: a wallet of the customer's is on a list.
  const wallet = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  await putRecord(service, "acme", { review: { confirmed: true } });
  const third = await screened(acme, { ...SUBJECT, walletAddresses: [wallet] });
  assert("until" in third.candidates[0].clearedBefore);
  // And so does a lapsed pair.
  service.clock.advance({ hours: 31 * 24 });
  const lapsed = await screened(acme);
  assert.deepEqual(lapsed.candidates[0].clearedBefore.lapsed, "expired");
  assert((await idsOf("?cleared=exclude")).includes(lapsed.meta.decisionId));
});

Deno.test("DELETE /v1/screen/cleared-pairs/{pairId} ends a pair, and another client's is unknown", async () => {
  await using service = await serviceInMemory();
  const [acme, globex] = [service.as("acme"), service.as("globex")];
  await reviewed(acme, await screened(acme));
  const [pair] = await pairsOf(acme);
  const path = `${pairs}/${pair?.pairId}`;
  const foreign = await globex.delete(path);
  const unknown = await globex.delete(`${pairs}/${UNKNOWN_ID}`);
  const nonsense = await globex.delete(`${pairs}/nonsense`);
  assert.deepEqual([foreign.status, foreign.body.error], [404, "not_found"]);
  assert.deepEqual([unknown.text, nonsense.text], [foreign.text, foreign.text]);
  assert.equal((await pairsOf(acme)).length, 1);
  const ended = await acme.delete(path);
  assert.deepEqual([ended.status, ended.body], [200, { pairId: pair?.pairId }]);
  assert.equal((await acme.delete(path)).status, 404);
  assert.deepEqual(await pairsOf(acme), []);
  assert.equal(await markOf(acme), undefined);
  assert.deepEqual(await endsOf(service), ["deleted"]);
});

Deno.test("GET /v1/screen/cleared-pairs filters, and pages by cursors of its own", async () => {
  await using service = await serviceInMemory();
  const [acme, globex] = [service.as("acme"), service.as("globex")];
  for (const at of [1, 2, 3, 4, 5]) {
    service.clock.advance({ seconds: 1 });
    const request = { ...SUBJECT, subjectRef: `c-${at}` };
    await reviewed(acme, await screened(acme, request), { ...CLEAR, clearForDays: at });
  }
  const refs = async (query: string) =>
    (await pairsOf(acme, query)).map(({ subjectRef }) => subjectRef);
  assert.deepEqual(await refs(""), ["c-1", "c-2", "c-3", "c-4", "c-5"]);
  assert.deepEqual(await refs("?subjectRef=c-3"), ["c-3"]);
  const [{ source } = { source: "" }] = await pairsOf(acme);
  assert.equal((await refs(`?source=${source}`)).length, 5);
  assert.deepEqual(await refs("?source=none"), []);
  service.clock.advance({ hours: 60 });
  assert.deepEqual(await refs("?state=LAPSED"), ["c-1", "c-2"]);
  assert.deepEqual(await refs("?state=HOLDS"), ["c-3", "c-4", "c-5"]);
  const walked: string[] = [];
  let cursor = "";
  do {
    const { body } = await acme.get(`${pairs}?limit=2${cursor && `&cursor=${cursor}`}`);
    walked.push(...body.pairs.map(({ subjectRef }: { subjectRef: string }) => subjectRef));
    const taken = cursor;
    cursor = body.nextCursor ?? "";
    if (taken !== "") continue;
    const others = [globex.get(`${pairs}?limit=2&cursor=${cursor}`)];
    others.push(acme.get(`${pairs}?limit=2&state=HOLDS&cursor=${cursor}`));
    others.push(acme.get(`${queue}?limit=2&cursor=${cursor}`));
    for (const { status } of await Promise.all(others)) assert.equal(status, 400);
  } while (cursor !== "");
  assert.deepEqual(walked, ["c-1", "c-2", "c-3", "c-4", "c-5"]);
  for (const bad of ["limit=0", "limit=201", "state=OPEN", "subjectRef=a%20b", "cursor=x"]) {
    assert.equal((await acme.get(`${pairs}?${bad}`)).status, 400, bad);
  }
});

Deno.test("any change of the customer ends a pair, and the first decision after it says so once", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const whole = {
    ...SUBJECT,
    name: "Goran Teslivkovic",
    otherNames: ["Goran T"],
    dob: "1990-01-01",
    nationalities: ["AT", "DE"],
    entityType: "INDIVIDUAL",
    identifiers: [{ type: "passport", value: "P1" }],
  };
  const same = [
    { ...whole, otherNames: [whole.name], name: "Goran T" },
    { ...whole, nationalities: ["DE"], nationality: "AT" },
    { ...whole, walletAddresses: ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"] },
    { ...whole, sources: undefined },
  ];
  const changed = [
    { ...whole, name: "Goran Teslivkovik" },
    { ...whole, otherNames: [] },
    { ...whole, dob: "1990-01-02" },
    { ...whole, dob: "1990" },
    { ...whole, nationalities: ["AT"] },
    { ...whole, entityType: undefined },
    { ...whole, identifiers: [{ type: "passport", value: "P2" }] },
    { ...whole, identifiers: [{ type: "passport", value: "P1", country: "AT" }] },
  ];
  for (const request of changed) {
    await reviewed(acme, await screened(acme, whole));
    for (const one of same) assert("until" in await markOf(acme, one), JSON.stringify(one));
    const mark = await markOf(acme, request);
    assert.equal(mark?.lapsed, "subject_changed", JSON.stringify(request));
    for (const one of [request, whole]) assert.equal(await markOf(acme, one), undefined);
  }
  // Two candidates each.
  const ends = [...changed, ...changed].map(() => "subject_changed");
  const lapsed = await pairsOf(acme, "?state=LAPSED");
  assert.deepEqual(lapsed.map(({ lapsed }) => lapsed), ends);
  assert.deepEqual(await endsOf(service), ends);
});

Deno.test("one of many screenings at once reports the end of a pair", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  await reviewed(acme, await screened(acme), { ...CLEAR, clearForDays: 1 });
  service.clock.advance({ hours: 24 });
  const marks = await Promise.all(Array.from({ length: 20 }, () => markOf(acme)));
  assert.equal(marks.filter((mark) => mark?.lapsed === "expired").length, 1);
  assert.equal(marks.filter((mark) => mark === undefined).length, 19);
  assert.deepEqual(await endsOf(service), ["expired"]);
});

Deno.test("two reviewers at once begin one pair", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  {
    await using one = await serviceInMemory({ kv });
    await using other = await serviceInMemory({ kv, seed: 8 });
    await putRecord(one, "acme", { fourEyes: "all" });
    const [acme, there] = [one.as("acme"), other.as("acme")];
    // One decision by two people, and two decisions of one customer.
    for (let round = 0; round < 5; round++) {
      const subjectRef = `c-${round}`;
      const first = await screened(acme, { ...SUBJECT, subjectRef });
      const second = await screened(there, { ...SUBJECT, subjectRef });
      const both = (decision: typeof first) => [
        reviewed(acme, decision, { ...CLEAR, reviewer: "max" }),
        reviewed(there, decision, { ...CLEAR, reviewer: "eva" }),
      ];
      await Promise.all([...both(first), ...both(second)]);
      const [pair, more] = await pairsOf(acme, `?subjectRef=${subjectRef}`);
      assert.equal(more, undefined);
      assert.equal((await markOf(there, { ...SUBJECT, subjectRef })).pairId, pair?.pairId);
    }
    const events = await one.auditEvents();
    const count = (kind: string) => events.filter((event) => event.kind === kind).length;
    assert.deepEqual([count("CLEARED_PAIR_BEGUN"), count("CLEARED_PAIR_ENDED")], [10, 5]);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("reviews of many begin pairs, several of one customer too, up to thirty at once", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const ids: string[] = [];
  for (let at = 0; at < 30; at++) {
    ids.push((await screened(acme, { ...SUBJECT, subjectRef: `c-${at}` })).meta.decisionId);
  }
  ids.push((await screened(acme, { ...SUBJECT, subjectRef: "c-0" })).meta.decisionId);
  const notes = "n".repeat(2_000);
  const review = (decisionId: string) => ({ ...CLEAR, notes, decisionId });
  const { body, status, text } = await acme.post("/v1/screen/reviews", {
    reviews: ids.map(review),
  });
  assert.equal(status, 200, text);
  assert(body.results.every(({ status }: { status: number }) => status === 200), text);
  assert.equal((await pairsOf(acme, "?limit=200")).length, 30);
  // A customer with several candidates, behind thirty others.
  const request = { name: "Goran Teslivkovic", dob: "1990-01-01", subjectRef: "c-100" };
  const wide = await screened(acme, request);
  const again = await acme.post("/v1/screen/reviews", {
    reviews: [...ids.slice(0, 30), wide.meta.decisionId].map(review),
  });
  const statuses = again.body.results.map(({ status }: { status: number }) => status);
  assert.deepEqual(statuses, [...ids.slice(0, 30).map(() => 200), 400]);
  assert.match(again.body.results.at(-1).message, /at most 30 cleared pairs/);
  await reviewed(acme, wide);
  const found = await pairsOf(acme, "?subjectRef=c-100");
  assert.equal(found.length, wide.candidates.length);
  // One who clears and one who does not, of one customer in one request.
  const mixed = await acme.post("/v1/screen/reviews", {
    reviews: [review(ids[0]!), { decisionId: ids[30], decision: "escalated" }],
  });
  assert.deepEqual(mixed.body.results.map(({ status }: { status: number }) => status), [200, 200]);
  assert.deepEqual(await pairsOf(acme, "?subjectRef=c-0"), []);
});

Deno.test("a pair is found over rotations of the data key, and moves with its next change", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const marks: (string | undefined)[] = [];
  for (let seed = 1; seed <= 4; seed++) {
    await using service = await serviceInMemory({ kv, seed });
    const acme = service.as("acme");
    if (seed === 1) await reviewed(acme, await screened(acme));
    marks.push((await markOf(acme))?.pairId);
    const { store, clock } = service;
    const random = seededRandom(seed + 10);
    const secrets = { current: TEST_SECRET };
    const rotated = await rotateDataKey({ store, clock, random, secrets }, "at-rest");
    assert(rotated.ok);
    if (seed === 3) {
      await reviewed(acme, await screened(acme));
      assert.equal((await pairsOf(acme)).length, 1);
    }
  }
  assert.equal(new Set(marks.slice(0, 3)).size, 1);
  assert(marks.every((mark) => mark !== undefined));
  assert.notEqual(marks[3], marks[2]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("no word of a customer, a reviewer or a note of a pair is in log and audit", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const request = { name: "Goran Teslivkovic", dob: "1990-01-01", subjectRef: "secret-ref" };
  await reviewed(acme, await screened(acme, request), {
    ...CLEAR,
    reviewer: "secret-reviewer",
    notes: "secret-note",
  });
  await markOf(acme, request);
  await markOf(acme, { ...request, dob: "1990-01-02" });
  await pairsOf(acme, "?subjectRef=secret-ref");
  await acme.get(`${pairs}?subjectRef=secret%20ref`);
  const [pair] = await pairsOf(acme);
  await acme.delete(`${pairs}/${pair?.pairId}`);
  const told = JSON.stringify([await service.auditEvents(), service.logLines]);
  for (const word of ["secret", "Teslivkovic", "1990-01"]) assert(!told.includes(word), word);
});

Deno.test("an export has the acts on pairs, and an erasure leaves the pairs", async () => {
  await using service = await serviceInMemory();
  const [acme, globex] = [service.as("acme"), service.as("globex")];
  for (const client of [acme, globex]) await reviewed(client, await screened(client));
  assert("lapsed" in await markOf(acme, { ...SUBJECT, dob: "1961" }));
  await service.auditEvents();
  const exported = (await acme.get("/v1/screen/gdpr/export")).text;
  assert(exported.includes("CLEARED_PAIR_BEGUN") && exported.includes('"cause":"subject_changed"'));
  const other = (await globex.get("/v1/screen/gdpr/export")).text;
  assert(other.includes("CLEARED_PAIR_BEGUN") && !other.includes("CLEARED_PAIR_ENDED"));
  const erased = await globex.post("/v1/screen/gdpr/erasure-requests", undefined);
  assert.equal(erased.status, 200);
  assert.equal((await pairsOf(globex)).length, 1);
});

Deno.test("reviews of many that begin or replace more pairs than a commit takes are refused one by one", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const ids: string[] = [];
  for (let n = 0; n < 100; n++) {
    ids.push((await screened(acme, { name: POSSIBLE_NAME, subjectRef: `c-${n}` })).meta.decisionId);
  }
  const reviewer = "審".repeat(64);
  const clear = { ...CLEAR, reviewer, notes: "n".repeat(1_500) };
  for (let round = 0; round < 2; round++) {
    const { status, body, text } = await acme.post("/v1/screen/reviews", {
      reviews: ids.map((decisionId) => ({ ...clear, decisionId })),
    });
    assert.equal(status, 200, text.slice(0, 300));
    const refused = body.results.filter((one: { status: number }) => one.status === 400);
    assert.equal(refused.length, 70);
    assert.match(JSON.stringify(refused[0]), /send this one apart/);
  }
});
