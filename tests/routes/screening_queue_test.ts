import assert from "node:assert/strict";
import { QueuedDecision, QueuePage } from "../../core/screening/queue_schema.ts";
import {
  queueCounts,
  queuedDecisions,
  queueFilled,
  queueTurns,
} from "../../kv/screening/review_queue.ts";
import type { Backend } from "../../kv/store/backend.ts";
import type { Key } from "../../kv/store/key.ts";
import { removeAll } from "../../kv/store/remove_all.ts";
import { putRecord } from "../support/clients.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME, UNKNOWN_ID } from "../support/names.ts";
import { type ServiceClient, serviceInMemory, type TestService } from "../support/service.ts";

const queue = "/v1/screen/decisions";
const MAX = { reviewer: "max", decision: "false_positive" } as const;
const EVA = { ...MAX, reviewer: "eva" } as const;

/** Screens a name, one second after the last one. */
async function decisionOf(
  service: TestService,
  client: ServiceClient,
  request: Readonly<Record<string, unknown>> = { name: POSSIBLE_NAME },
): Promise<string> {
  service.clock.advance({ seconds: 1 });
  const { status, body, text } = await client.post("/v1/screen", request);
  assert.equal(status, 200, text);
  return body.meta.decisionId;
}

async function pageOf(client: ServiceClient, query = ""): Promise<QueuePage> {
  const { status, body, text } = await client.get(`${queue}${query}`);
  assert.equal(status, 200, text);
  assert.deepEqual(QueuePage.parse(body), body);
  return body;
}

async function idsOf(client: ServiceClient, query = ""): Promise<readonly string[]> {
  return (await pageOf(client, query)).decisions.map(({ decisionId }) => decisionId);
}

Deno.test("GET /v1/screen/decisions lists what a person has to act on, the oldest first", async () => {
  await using service = await serviceInMemory();
  await putRecord(service, "acme", { review: { dueHours: 24 } });
  const acme = service.as("acme");
  assert.deepEqual(await pageOf(acme), {
    decisions: [],
    totals: { OPEN: 0, PROPOSED: 0, ESCALATED: 0 },
    complete: true,
    nextCursor: null,
  });
  const clear = await decisionOf(service, acme, { name: CLEAR_NAME });
  const first = await decisionOf(service, acme, { name: POSSIBLE_NAME, subjectRef: "c-1" });
  const confirmed = await decisionOf(service, acme, { name: CONFIRMED_NAME });
  const second = await decisionOf(service, acme, { name: "བསྟན་པ་ རྒྱ་མཚོ་" });
  const { decisions, totals, complete } = await pageOf(acme);
  assert.deepEqual(decisions.map(({ decisionId }) => decisionId), [first, second]);
  assert.deepEqual([totals.OPEN, complete], [2, true]);
  const [one, other] = decisions;
  assert(one !== undefined && other !== undefined);
  assert.deepEqual(
    { ...one, decidedAt: "", dueAt: "", topCandidate: one.topCandidate?.listRef },
    {
      decisionId: first,
      decidedAt: "",
      origin: "api",
      subjectRef: "c-1",
      classification: "POSSIBLE_MATCH",
      state: "OPEN",
      assignee: null,
      dueAt: "",
      topCandidate: "SBX-0001",
      candidates: 1,
      clearedCandidates: 0,
      lastReview: null,
    },
  );
  assert.equal(Date.parse(one.dueAt ?? "") - Date.parse(one.decidedAt), 24 * 3_600_000);
  assert.deepEqual([other.topCandidate, other.candidates, other.subjectRef], [null, 0, null]);
  assert.deepEqual(await idsOf(acme, "?state=all"), [second, confirmed, first, clear]);
  assert.deepEqual(await idsOf(acme, "?state=NONE"), [confirmed, clear]);
  assert.deepEqual(await idsOf(acme, "?state=all&order=oldest&limit=2"), [clear, first]);
  assert.deepEqual(await idsOf(acme, "?state=all&classification=CONFIRMED_MATCH"), [confirmed]);
  assert.deepEqual(await idsOf(acme, "?subjectRef=c-1"), [first]);
  assert.deepEqual(await idsOf(acme, "?subjectRef=c-2&origin=api"), []);
  const from = encodeURIComponent(other.decidedAt);
  assert.deepEqual(await idsOf(acme, `?from=${from}`), [second]);
  assert.deepEqual(await idsOf(acme, `?to=${from}`), [first]);
  assert.deepEqual(await idsOf(acme, "?from=2026-03-02&to=2026-03-03"), [first, second]);
  assert.deepEqual(await idsOf(acme, "?from=2026-03-03"), []);
});

Deno.test("reviews move a decision from state to state, and the totals with it", async () => {
  await using service = await serviceInMemory();
  await putRecord(service, "acme", { fourEyes: "all", review: { confirmed: true } });
  const acme = service.as("acme");
  const id = await decisionOf(service, acme);
  const confirmed = await decisionOf(service, acme, { name: CONFIRMED_NAME });
  const seen: unknown[] = [];
  const look = async () => {
    const { decisions, totals } = await pageOf(acme, "?state=all&order=oldest");
    seen.push([...decisions.map(({ state }) => state), ...Object.values(totals)].join(" "));
  };
  await look();
  for (const review of [MAX, EVA, { ...MAX, decision: "escalated" }]) {
    service.clock.advance({ seconds: 1 });
    assert.equal((await acme.post(`/v1/screen/${id}/review`, review)).status, 200);
    await look();
  }
  for (const disposition of [MAX, EVA]) {
    service.clock.advance({ seconds: 1 });
    const path = `${queue}/${confirmed}/dispositions`;
    assert.equal((await acme.post(path, disposition)).status, 200);
    await look();
  }
  assert.deepEqual(seen, [
    "OPEN OPEN 2 0 0",
    "PROPOSED OPEN 1 1 0",
    "CLOSED OPEN 1 0 0",
    "ESCALATED OPEN 1 0 1",
    "ESCALATED PROPOSED 0 1 1",
    "ESCALATED CLOSED 0 0 1",
  ]);
  const { decisions: [last] } = await pageOf(acme, "?state=ESCALATED");
  assert.equal(last?.lastReview?.decision, "escalated");
  assert.equal(last?.lastReview?.reviewer, "max");
});

Deno.test("many reviews at once move every decision, and are counted exactly", async () => {
  await using service = await serviceInMemory();
  await putRecord(service, "acme", { fourEyes: "all" });
  const acme = service.as("acme");
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push(await decisionOf(service, acme));
  const reviews = (review: typeof MAX | typeof EVA) => ({
    reviews: ids.map((decisionId) => ({ decisionId, ...review })),
  });
  const [one, other] = await Promise.all([
    acme.post("/v1/screen/reviews", reviews(MAX)),
    acme.post("/v1/screen/reviews", reviews(EVA)),
  ]);
  assert.deepEqual([one.status, other.status], [200, 200], one.text);
  const { decisions, totals } = await pageOf(acme);
  assert.deepEqual([decisions, totals], [[], { OPEN: 0, PROPOSED: 0, ESCALATED: 0 }]);
  assert.equal((await idsOf(acme, "?state=CLOSED")).length, 12);
});

Deno.test("reviews and screenings at once leave totals that equal the list", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push(await decisionOf(service, acme));
  const outcomes = ["escalated", "false_positive", "confirmed_match"] as const;
  const answers = await Promise.all([
    ...ids.flatMap((id, at) =>
      ["max", "eva"].map((reviewer, by) =>
        acme.post(`/v1/screen/${id}/review`, { reviewer, decision: outcomes[(at + by) % 3] })
      )
    ),
    ...ids.map(() => acme.post("/v1/screen", { name: POSSIBLE_NAME })),
    ...ids.map((id) => service.as("acme").put(`${queue}/${id}/assignee`, { assignee: "max" })),
  ]);
  for (const { status, text } of answers) assert.equal(status, 200, text);
  const { decisions, totals } = await pageOf(acme, "?state=all&limit=200");
  assert.equal(decisions.length, 12);
  for (const [state, total] of Object.entries(totals)) {
    assert.equal(decisions.filter((one) => one.state === state).length, total, state);
  }
  assert.equal(decisions.filter(({ assignee }) => assignee === "max").length, 6);
});

Deno.test("a walk by cursors repeats and skips nothing while others decide and review", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const ids: string[] = [];
  for (let n = 0; n < 9; n++) ids.push(await decisionOf(service, acme));
  for (const order of ["oldest", "newest"] as const) {
    const walked: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const next: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const page: QueuePage = await pageOf(acme, `?state=all&order=${order}&limit=2${next}`);
      walked.push(...page.decisions.map(({ decisionId }) => decisionId));
      cursor = page.nextCursor;
      if (walked.length === 4) {
        // One that was seen and one that was not move to another state; another is decided.
        for (const id of [walked[1], ids[order === "oldest" ? 8 : 0]]) {
          await acme.post(`/v1/screen/${id}/review`, { decision: "escalated" });
        }
        await decisionOf(service, acme, { name: CLEAR_NAME });
      }
    }
    const known = walked.filter((id) => ids.includes(id));
    assert.deepEqual(known, order === "oldest" ? ids : ids.toReversed());
    assert.equal(new Set(walked).size, walked.length);
  }
});

Deno.test("GET /v1/screen/decisions refuses cursors of something else, and bad input", async (t) => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  for (let n = 0; n < 3; n++) await decisionOf(service, acme);
  const { nextCursor } = await pageOf(acme, "?limit=1");
  assert(nextCursor !== null);
  assert.equal((await idsOf(acme, `?limit=2&cursor=${nextCursor}`)).length, 2);
  const refused = [
    `?cursor=${nextCursor}&state=all`,
    `?cursor=${nextCursor}&order=newest`,
    `?cursor=${nextCursor}x`,
    "?cursor=",
    "?cursor=bm9uc2Vuc2U",
    `?cursor=${"x".repeat(301)}`,
    "?limit=0",
    "?limit=201",
    "?limit=-1",
    "?limit=1e2",
    "?limit=1&limit=2",
    "?state=closed",
    "?state=",
    "?classification=MAYBE",
    "?subjectRef=a%20b",
    "?from=yesterday",
    "?from=2026-02-30",
    "?to=2026-03-01T00:00:00",
    "?from=2026-03-05&to=2026-03-01",
    "?from=2026-03-01T12:00:00Z&to=2026-03-01",
    "?order=best",
    "?origin=elsewhere",
    "?assignee=%0a",
  ];
  for (const query of refused) {
    await t.step(query.slice(0, 40), async () => {
      const { status, body } = await acme.get(`${queue}${query}`);
      assert.deepEqual([status, body.error], [400, "bad_request"]);
    });
  }
  const ofOther = await service.as("globex").get(`${queue}?limit=1&cursor=${nextCursor}`);
  assert.equal(ofOther.status, 400);
  service.clock.advance({ hours: 24, minutes: 1 });
  assert.equal((await acme.get(`${queue}?limit=1&cursor=${nextCursor}`)).status, 400);
});

Deno.test("GET /v1/screen/decisions?source= lists decisions by the list of their best candidate", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const id = await decisionOf(service, acme);
  const [row] = (await pageOf(acme)).decisions;
  const source = row?.topCandidate?.source ?? assert.fail("no candidate");
  assert.deepEqual(await idsOf(acme, `?source=${source}`), [id]);
  assert.deepEqual(await idsOf(acme, "?source=another"), []);
  assert.equal((await acme.get(`${queue}?source=`)).status, 400);
});

Deno.test("PUT .../assignee sets and clears who works on a decision, through reviews too", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const id = await decisionOf(service, acme);
  const path = `${queue}/${id}/assignee`;
  const set = await acme.put(path, { assignee: "max" });
  assert.equal(set.status, 200, set.text);
  assert.deepEqual(QueuedDecision.parse(set.body), set.body);
  assert.deepEqual([set.body.assignee, set.body.state], ["max", "OPEN"]);
  await acme.post(`/v1/screen/${id}/review`, { decision: "escalated" });
  assert.deepEqual(await idsOf(acme, "?assignee=max"), [id]);
  for (const clear of [{ assignee: null }, {}]) {
    assert.equal((await acme.put(path, clear)).body.assignee, null);
  }
  assert.deepEqual(await idsOf(acme, "?assignee=max"), []);
  const { totals } = await pageOf(acme);
  assert.deepEqual(totals, { OPEN: 0, PROPOSED: 0, ESCALATED: 1 });
  for (const bad of [{ assignee: "" }, { assignee: 7 }, { assignee: "x".repeat(65) }]) {
    assert.equal((await acme.put(path, bad)).status, 400);
  }
  const events = await service.auditEvents();
  assert(!JSON.stringify([events, service.logLines]).includes("max"));
});

for (const mode of ["sandbox", "live"] as const) {
  Deno.test(`a client lists and assigns its own decisions alone in ${mode}`, async () => {
    await using service = await serviceInMemory({ mode });
    const acme = service.as("acme");
    const globex = service.as("globex");
    const id = await decisionOf(service, acme, { name: "བསྟན་པ་ རྒྱ་མཚོ་" });
    assert.deepEqual(await idsOf(acme), [id]);
    const { decisions, totals } = await pageOf(globex, "?state=all");
    assert.deepEqual([decisions, totals.OPEN], [[], 0]);
    const foreign = await globex.put(`${queue}/${id}/assignee`, { assignee: "max" });
    const unknown = await globex.put(`${queue}/${UNKNOWN_ID}/assignee`, { assignee: "max" });
    const nonsense = await globex.put(`${queue}/nonsense/assignee`, { assignee: "max" });
    assert.deepEqual([foreign.status, foreign.body.error], [404, "not_found"]);
    assert.deepEqual([unknown.text, nonsense.text], [foreign.text, foreign.text]);
    if (mode === "live") {
      // What is tried in a live deployment's sandbox waits for nobody.
      await decisionOf(service, acme, { name: POSSIBLE_NAME, mode: "sandbox" });
      assert.deepEqual(await idsOf(acme, "?state=all"), [id]);
    }
  });
}

Deno.test("a key of the agent scope lists and reads decisions, and changes nothing", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = service.as("acme");
  const agent = service.as("acme", { scopes: ["agent:read-only"] });
  const id = await decisionOf(service, acme, { name: "བསྟན་པ་ རྒྱ་མཚོ་", subjectRef: "c-1" });
  assert.deepEqual(await idsOf(agent), [id]);
  assert.equal(
    (await agent.get(`/v1/screen/${id}`)).text,
    (await acme.get(`/v1/screen/${id}`)).text,
  );
  const review = { decision: "false_positive", reviewer: "max" };
  const refused = [
    await agent.post("/v1/screen", { name: CLEAR_NAME }),
    await agent.post(`/v1/screen/${id}/review`, review),
    await agent.post("/v1/screen/reviews", { reviews: [{ ...review, decisionId: id }] }),
    await agent.post(`${queue}/${id}/dispositions`, review),
    await agent.put(`${queue}/${id}/assignee`, { assignee: "max" }),
    await agent.get("/v1/screen/cleared-pairs"),
    await agent.delete(`/v1/screen/cleared-pairs/${id}`),
  ];
  for (const { status, body } of refused) {
    assert.deepEqual([status, body.error], [403, "insufficient_scope"]);
  }
  const other = service.as("globex", { scopes: ["agent:read-only"] });
  assert.deepEqual(await idsOf(other), []);
  assert.equal((await other.get(`/v1/screen/${id}`)).status, 404);
});

Deno.test("GET /v1/screen/decisions answers CSV to who asks for it", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const first = await decisionOf(service, acme, { name: "Goran Teslivkovic", dob: "1990-01-01" });
  const second = await decisionOf(service, acme, { name: POSSIBLE_NAME });
  await acme.put(`${queue}/${first}/assignee`, { assignee: '=1+"2",3' });
  const accept = { accept: "text/csv" };
  const answer = await acme.get(`${queue}?limit=1`, accept);
  assert.equal(answer.headers.get("content-type"), "text/csv; charset=utf-8");
  const [header, row, end] = answer.text.split("\r\n");
  assert.equal(header?.split(",").length, 20);
  assert(row?.startsWith(`${first},`) && row.includes(`,"'=1+""2"",3",`), row);
  assert.equal(end, "");
  const next = /^<\?(.+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
  const rest = await acme.get(`${queue}?${next}`, accept);
  assert(rest.text.includes(second) && !rest.text.includes(first));
  assert.equal(rest.headers.get("link"), null);
  const json = await acme.get(`${queue}?limit=1`, { accept: "*/*" });
  assert.equal(json.body.decisions.length, 1);
});

Deno.test("decisions from before there was a queue are put into it, and the list says so", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const ids: string[] = [];
  {
    await using service = await serviceInMemory({ kv });
    const acme = service.as("acme");
    for (const name of [POSSIBLE_NAME, CLEAR_NAME, POSSIBLE_NAME]) {
      ids.push(await decisionOf(service, acme, { name }));
    }
    await acme.post(`/v1/screen/${ids[0]}/review`, { decision: "escalated" });
    await decisionOf(service, service.as("globex"));
    await service.auditEvents();
    // As a version before would have left it.
    const { store } = service;
    for (const { name } of [queuedDecisions, queueCounts, queueTurns]) {
      await removeAll(store, store.removalsIn({ prefix: [name] }));
    }
    await store.commit(await store.removals([queueFilled.key()]));
    const { decisions, totals, complete } = await pageOf(acme, "?state=all");
    assert.deepEqual([decisions, totals.OPEN, complete], [[], 0, false]);
    // A review puts its decision there at once.
    service.clock.advance({ seconds: 1 });
    await acme.post(`/v1/screen/${ids[2]}/review`, { decision: "escalated" });
    assert.deepEqual(await idsOf(acme, "?state=all"), [ids[2]]);
  }
  {
    // A start goes through what is there.
    await using service = await serviceInMemory({ kv });
    const acme = service.as("acme");
    const filled = await pageOf(acme, "?state=all&order=oldest");
    assert.deepEqual(filled.decisions.map(({ decisionId }) => decisionId), ids);
    assert.deepEqual(filled.decisions.map(({ state }) => state), [
      "ESCALATED",
      "NONE",
      "ESCALATED",
    ]);
    assert.deepEqual(filled.totals, { OPEN: 0, PROPOSED: 0, ESCALATED: 2 });
    assert.equal(filled.complete, true);
    assert.equal((await pageOf(service.as("globex"))).totals.OPEN, 1);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("what servers of a version without a queue do during an upgrade comes into it", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const kinds: readonly unknown[] = [queuedDecisions, queueCounts, queueTurns, queueFilled]
    .map(({ name }) => name);
  const isOther = ([kind]: Key) => !kinds.includes(kind);
  const wrapBackend = (backend: Backend): Backend => ({
    ...backend,
    commit: ({ checks, puts, removes, adds }) =>
      backend.commit({
        checks: checks.filter(({ key }) => isOther(key)),
        puts: puts.filter(({ key }) => isOther(key)),
        removes: removes.filter(isOther),
        adds: adds.filter(({ key }) => isOther(key)),
      }),
  });
  const made = { first: "", new: "", reviewed: "", old: "" };
  {
    await using old = await serviceInMemory({ kv, wrapBackend });
    made.first = await decisionOf(old, old.as("acme"));
    await old.auditEvents();
  }
  {
    await using service = await serviceInMemory({ kv });
    service.clock.advance({ minutes: 1 });
    made.new = await decisionOf(service, service.as("acme"));
    made.reviewed = await decisionOf(service, service.as("acme"));
    await service.auditEvents();
  }
  {
    await using old = await serviceInMemory({ kv, wrapBackend });
    old.clock.advance({ hours: 1 });
    made.old = await decisionOf(old, old.as("acme"));
    const review = { decision: "escalated" };
    const { status, text } = await old.as("acme").post(
      `/v1/screen/${made.reviewed}/review`,
      review,
    );
    assert.equal(status, 200, text);
    await old.auditEvents();
  }
  {
    await using service = await serviceInMemory({ kv });
    const { decisions, totals } = await pageOf(service.as("acme"));
    assert.deepEqual(decisions.map(({ decisionId, state }) => [decisionId, state]), [
      [made.first, "OPEN"],
      [made.new, "OPEN"],
      [made.reviewed, "ESCALATED"],
      [made.old, "OPEN"],
    ]);
    assert.deepEqual(totals, { OPEN: 3, PROPOSED: 0, ESCALATED: 1 });
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a decision that changes its state while a page is read is in the page", async () => {
  let move: (() => Promise<void>) | null = null;
  await using service = await serviceInMemory({
    wrapBackend: (backend) => ({
      ...backend,
      page: async (range, options) => {
        const isOpen = range.prefix[0] === queuedDecisions.name && range.prefix.includes("OPEN");
        if (isOpen && move !== null) {
          const once = move;
          move = null;
          await once();
        }
        return await backend.page(range, options);
      },
    }),
  });
  const acme = service.as("acme");
  const id = await decisionOf(service, acme);
  move = async () => {
    const review = await acme.post(`/v1/screen/${id}/review`, { decision: "escalated" });
    assert.equal(review.status, 200, review.text);
  };
  const { decisions, totals } = await pageOf(acme);
  assert.deepEqual(decisions.map(({ state }) => state), ["ESCALATED"]);
  assert.deepEqual(totals, { OPEN: 0, PROPOSED: 0, ESCALATED: 1 });
});
