import assert from "node:assert/strict";
import { BatchAccepted, BatchRead, BatchResultsPage } from "../../core/screening/batch_schema.ts";
import { screeningBatchRows } from "../../kv/screening/screening_batches.ts";
import { putRecord } from "../support/clients.ts";
import { decryptedRecords } from "../support/decrypted_store.ts";
import { heldWrites } from "../support/held_writes.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME, UNKNOWN_ID } from "../support/names.ts";
import {
  type Answer,
  type ServiceClient,
  serviceInMemory,
  type TestService,
} from "../support/service.ts";

const path = "/v1/screen/batches";
const items = [
  { subjectRef: "c-1", name: CLEAR_NAME },
  { subjectRef: "c-2", name: POSSIBLE_NAME },
  { subjectRef: "c-3", name: CONFIRMED_NAME },
];

async function accepted(client: ServiceClient, body: unknown = { items }): Promise<string> {
  const { status, body: answer, text } = await client.post(path, body);
  assert.equal(status, 202, text);
  assert.deepEqual(BatchAccepted.parse(answer), answer);
  return answer.batchId;
}

async function readBatch(client: ServiceClient, id: string): Promise<BatchRead> {
  const { status, body, text } = await client.get(`${path}/${id}`);
  assert.equal(status, 200, text);
  assert.deepEqual(BatchRead.parse(body), body);
  return body;
}

async function resultsOf(client: ServiceClient, id: string, query = ""): Promise<BatchResultsPage> {
  const { status, body, text } = await client.get(`${path}/${id}/results${query}`);
  assert.equal(status, 200, text);
  assert.deepEqual(BatchResultsPage.parse(body), body);
  return body;
}

/** Sends a table as the named sandbox client. */
async function sendTable(
  service: TestService,
  { type, body, query = "" }: {
    readonly type: string;
    readonly body: string | Uint8Array<ArrayBuffer>;
    readonly query?: string;
  },
): Promise<Answer> {
  const answer = await service.fetch(`${path}${query}`, {
    method: "POST",
    headers: { "content-type": type, "x-aval-sandbox-client": "acme" },
    body,
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}

const sendCsv = (service: TestService, body: string | Uint8Array<ArrayBuffer>, query = "") =>
  sendTable(service, { type: "text/csv", body, query });
const sendLines = (service: TestService, body: string, query = "") =>
  sendTable(service, { type: "application/x-ndjson", body, query });

/** The rows in a refusal, each as one line. */
function faultsOf({ status, body, text }: Answer): readonly string[] {
  assert.equal(status, 400, text);
  assert.equal(body.error, "bad_request");
  return body.rows.map(({ line, index, property, reason }: Record<string, unknown>) =>
    [line ?? index, property, reason].join(" ")
  );
}

const done = { done: 3, clear: 1, possible: 1, confirmed: 1, cleared: 0, skipped: 0 };

for (const mode of ["sandbox", "live"] as const) {
  Deno.test(`POST /v1/screen/batches makes each item a decision, in ${mode}`, async () => {
    await using service = await serviceInMemory({ mode });
    const acme = service.as("acme");
    const id = await accepted(acme, { items, mode: "sandbox" });
    assert.equal((await readBatch(acme, id)).state, "ACCEPTED");
    assert.deepEqual((await resultsOf(acme, id)).results, []);
    await service.runBatches();
    const batch = await readBatch(acme, id);
    assert.equal(batch.state, "DONE");
    assert.deepEqual(batch.counts, { items: 3, ...done });
    const { results, nextCursor } = await resultsOf(acme, id);
    assert.equal(nextCursor, null);
    assert.deepEqual(
      results.map(({ item, subjectRef, classification }) => [item, subjectRef, classification]),
      [[0, "c-1", "CLEAR"], [1, "c-2", "POSSIBLE_MATCH"], [2, "c-3", "CONFIRMED_MATCH"]],
    );
    for (const { decisionId, classification, subjectRef } of results) {
      const { body } = await acme.get(`/v1/screen/${decisionId}`);
      assert.equal(body.classification, classification);
      assert.equal(body.meta.subjectRef, subjectRef);
      assert.equal(body.meta.mode, "sandbox");
      assert.equal(body.meta.sandboxOverride, mode === "live");
    }
    service.clock.advance({ hours: 24 });
    await service.runMaintenance();
    const later = service.as("acme", { roles: ["later"] });
    const { body: { decisions, requestVolume } } = await later.get("/v1/screen/usage");
    assert.deepEqual(decisions, { CLEAR: 1, POSSIBLE_MATCH: 1, CONFIRMED_MATCH: 1 });
    // The batch, two reads of it, two of its results, and three of decisions.
    assert.equal(requestVolume.total, 8);
    const kinds = (await service.auditEvents()).map(({ kind }) => kind);
    assert.deepEqual(kinds.filter((kind) => kind.startsWith("BATCH")), [
      "BATCH_ACCEPTED",
      "BATCH_ENDED",
    ]);
    assert.equal(kinds.filter((kind) => kind === "SCREENING_DECISION").length, 3);
  });
}

Deno.test("decisions of a batch stand in the queue, confirmed ones too, and are reviewed as any", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  await acme.post("/v1/screen", { name: POSSIBLE_NAME });
  const id = await accepted(acme);
  await service.runBatches();
  const { body: queue } = await acme.get(`/v1/screen/decisions?batchId=${id}`);
  assert.deepEqual(
    queue.decisions.map((one: Record<string, unknown>) => [
      ...[one["origin"], one["batchId"], one["state"], one["subjectRef"]],
    ]).toSorted(),
    [["batch", id, "OPEN", "c-2"], ["batch", id, "OPEN", "c-3"]],
  );
  assert.equal(queue.totals.OPEN, 3);
  const { body: origins } = await acme.get("/v1/screen/decisions?origin=batch");
  assert.equal(origins.decisions.length, 2);
  const confirmed = (await resultsOf(acme, id)).results[2]?.decisionId;
  const disposed = await acme.post(`/v1/screen/decisions/${confirmed}/dispositions`, {
    reviewer: "max",
    decision: "confirmed_match",
  });
  assert.equal(disposed.body.state, "CLOSED", disposed.text);
  const { body: closed } = await acme.get("/v1/screen/decisions?state=CLOSED");
  assert.deepEqual([closed.decisions[0].origin, closed.decisions[0].batchId], ["batch", id]);
});

Deno.test("POST /v1/screen/batches refuses rows that cannot be screened, or skips them", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const rows = [
    { subjectRef: "c-1", name: CLEAR_NAME },
    { subjectRef: "c-2", name: CLEAR_NAME, dob: "1961-13-45" },
    { subjectRef: "c-1", name: POSSIBLE_NAME },
    { name: "???" },
    { name: CLEAR_NAME, dob: "2999-01-01" },
    { name: CLEAR_NAME, sources: ["no-such-list"] },
    { dob: "1961-04-12" },
    "Viktor Sandbergov",
    null,
    JSON.parse('{"__proto__": {"name": "Viktor"}, "name": 5}'),
  ];
  const expected = [
    "1 dob expected a calendar date: YYYY-MM-DD, YYYY-MM or YYYY",
    "2 subjectRef item 0 has it too",
    "3 name has no letter or digit that could be compared",
    "4 dob lies in the future",
    "5 sources names a list that is not in force",
    "6 name missing, or of another type",
    "7 row missing, or of another type",
    "8 row missing, or of another type",
    "9 name missing, or of another type",
  ];
  assert.deepEqual(faultsOf(await acme.post(path, { items: rows })), expected);
  assert.deepEqual(
    await Array.fromAsync(service.store.list({} as never, { prefix: ["screening_batch_rows"] })),
    [],
  );
  const id = await accepted(acme, { items: rows, onRowError: "skip" });
  await service.runBatches();
  const { counts } = await readBatch(acme, id);
  assert.deepEqual([counts.items, counts.done, counts.clear, counts.skipped], [10, 10, 1, 9]);
  const { results } = await resultsOf(acme, id);
  assert.deepEqual(
    results.slice(1).map(({ item, fault }) => `${item} ${fault?.property} ${fault?.reason}`),
    expected,
  );
});

Deno.test("POST /v1/screen/batches refuses what is no batch", async (t) => {
  await using service = await serviceInMemory({
    policy: { limits: { screeningBatchItemsMax: 3 } },
  });
  const acme = service.as("acme");
  const wide = Object.fromEntries(Array.from({ length: 190_000 }, (_, at) => [`k${at}`, at]));
  const cases: readonly (readonly [string, unknown, RegExp])[] = [
    ["no items", {}, /"items"/],
    ["items null", { items: null }, /"items"/],
    ["no item", { items: [] }, /"items"/],
    ["an object", { items: { 0: { name: "A" } } }, /"items"/],
    ["too many", { items: Array(4).fill({ name: CLEAR_NAME }) }, /at most 3/],
    ["a wide item", { items: [items[0], wide], onRowError: "skip" }, /entry 1 has more than 65536/],
    [
      "a long item",
      { items: [{ name: "A", x: "a".repeat(65_518) }] },
      /entry 0 has more than 65536/,
    ],
    ["another word", { items, onRowError: "ignore" }, /"onRowError"/],
    [
      "lists that never were",
      { items, changedSince: "2026-01-01" },
      /"changedSince" is not a list/,
    ],
    ["no lists", { items, changedSince: "yesterday" }, /"changedSince"/],
    ["an array", [{ name: CLEAR_NAME }], /must be an object/],
  ];
  for (const [why, body, message] of cases) {
    await t.step(why, async () => {
      const answer = await acme.post(path, body);
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.body.message, message);
    });
  }
  const tables = [
    ["text/csv", "", /empty/],
    ["text/csv", "city\nBern\n", /no column is a name/],
    ["text/csv", "name\n", /no item/],
    ["text/csv", "name\nA\nB\nC\nD\n", /at most 3 items/],
    ["text/csv", new Uint8Array([0x6e, 0x61, 0xff, 0xfe]), /UTF-8/],
    ["application/x-ndjson", "\n\r\n", /no item/],
    ["application/x-ndjson", new Uint8Array([0x7b, 0xff]), /UTF-8/],
    ["text/plain", "name\nA\n", /content-type/],
  ] as const;
  for (const [type, body, message] of tables) {
    await t.step(`${type}: ${message}`, async () => {
      const answer = await sendTable(service, { type, body });
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.body.message, message);
    });
  }
  await t.step("a query of another word", async () => {
    assert.equal((await sendCsv(service, "name\nA\n", "?onRowError=ignore")).status, 400);
  });
});

Deno.test("POST /v1/screen/batches takes CSV as spreadsheets write it", async (t) => {
  await using service = await serviceInMemory({ policy: { limits: { unfinishedBatchesMax: 50 } } });
  const acme = service.as("acme");
  const table = "Kundennr;Vorname;Nachname;Geburtsdatum\r\nc-1;Viktor;Sandbergov;12.4.1961\r\n";
  const utf16 = new Uint8Array(2 + 2 * table.length);
  utf16.set([0xff, 0xfe]);
  for (let at = 0; at < table.length; at++) utf16[2 + 2 * at] = table.charCodeAt(at);
  const forms = {
    "semicolons": table,
    "a byte order mark": `\ufeff${table}`,
    "sep=": `sep=;\r\n${table}`,
    "tabs": table.replaceAll(";", "\t"),
    "commas and quotes": 'id,name,dob\nc-1,"Sandbergov, Viktor",1961-04-12\n\n,,\n',
    "UTF-16": utf16,
  };
  for (const [why, body] of Object.entries(forms)) {
    await t.step(why, async () => {
      const sent = await sendCsv(service, body);
      assert.equal(sent.status, 202, sent.text);
      assert.equal(sent.body.items, 1);
      await service.runBatches();
      const { results: [result] } = await resultsOf(acme, sent.body.batchId);
      assert.equal(result?.subjectRef, "c-1");
      assert.equal(result?.classification, "CONFIRMED_MATCH");
    });
  }
  await t.step("rows that are wrong are named by their lines", async () => {
    const wrong = 'id,name,dob\nc-1,Anna,04/12/1961\nc-2,\nc-1,Berta\nc-1,Carla\nc-3,D"ora,,,,x\n';
    assert.deepEqual(faultsOf(await sendCsv(service, wrong)).map((fault) => fault.slice(0, 14)), [
      "2 dob expected",
      "3 name is miss",
      "5 subjectRef l",
      "6 row a quote ",
    ]);
    const skipped = await sendCsv(service, wrong, "?onRowError=skip");
    assert.equal(skipped.status, 202, skipped.text);
  });
});

Deno.test("POST /v1/screen/batches takes NDJSON, and names lines that are wrong", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const lines = items.map((item) => JSON.stringify(item));
  const sent = await sendLines(service, `${lines[0]}\r\n\n${lines[1]}\n${lines[2]}`);
  assert.equal(sent.status, 202, sent.text);
  await service.runBatches();
  const { results } = await resultsOf(acme, sent.body.batchId);
  assert.deepEqual(results.map(({ item, line }) => [item, line]), [[0, 1], [1, 3], [2, 4]]);
  const wrong = await sendLines(
    service,
    [
      ...['{"name":', '{"name": "A", "name": "B"}', '{"name": "\\ud800"}', "[]", '"A"', "5"],
      `{"name": "${"x".repeat(70_000)}"}`,
      `{"name": "A", "x": ${"[".repeat(200)}${"]".repeat(200)}}`,
      '{"name": "A \\\\ud800 \\ud83d\\ude00"}',
    ].join("\n"),
  );
  assert.deepEqual(faultsOf(wrong), [
    "1 row expected one JSON object a line",
    "2 row names a member more than once",
    "3 row holds a lone surrogate, which is no text",
    "4 row missing, or of another type",
    "5 row missing, or of another type",
    "6 row missing, or of another type",
    "7 row more than 65536 characters",
    "8 row expected one JSON object a line",
  ]);
});

Deno.test("a batch of another client reads as one that was never sent", async () => {
  await using service = await serviceInMemory();
  const id = await accepted(service.as("acme"));
  const globex = service.as("globex");
  const sent = (method: string, batchId: string, rest = "") =>
    service.fetch(`${path}/${batchId}${rest}`, {
      method,
      headers: { "x-aval-sandbox-client": globex.id },
    }).then(async (answer) => [answer.status, await answer.text()]);
  for (const [method, rest] of [["GET", ""], ["GET", "/results"], ["DELETE", ""]] as const) {
    const foreign = await sent(method, id, rest);
    assert.deepEqual(foreign, await sent(method, UNKNOWN_ID, rest));
    assert.deepEqual(foreign, await sent(method, "no-id", rest));
    assert.equal(foreign[0], 404);
  }
  await service.runBatches();
  assert.equal((await readBatch(service.as("acme"), id)).state, "DONE");
});

Deno.test("DELETE cancels what has not run; what ran stays", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const cancel = async (id: string) => BatchRead.parse((await acme.delete(`${path}/${id}`)).body);
  const waiting = await accepted(acme);
  const cancelled = await cancel(waiting);
  assert.deepEqual([cancelled.state, cancelled.counts.done], ["CANCELLED", 0]);
  assert.deepEqual(await cancel(waiting), cancelled, "again: it stays");
  await service.runBatches();
  assert.deepEqual(await readBatch(acme, waiting), cancelled);
  const { nextCursor } = await resultsOf(acme, waiting);
  assert.equal(nextCursor, null);
  const ran = await accepted(acme);
  await service.runBatches();
  assert.equal((await cancel(ran)).state, "DONE");
  assert.equal((await resultsOf(acme, ran)).results.length, 3);
});

Deno.test("a batch that does not end within a day expires, and its rows cannot be read", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  await putRecord(service, "acme", {});
  const acme = service.as("acme");
  const id = await accepted(acme);
  // A client that is suspended has nothing decided.
  await putRecord(service, "acme", { status: "SUSPENDED" });
  await service.runBatches();
  await putRecord(service, "acme", { status: "ACTIVE" });
  assert.equal((await readBatch(acme, id)).state, "ACCEPTED");
  service.clock.advance({ hours: 24 });
  await service.runBatches();
  const again = service.as("acme", { roles: ["again"] });
  const { state, counts } = await readBatch(again, id);
  assert.deepEqual([state, counts.done], ["EXPIRED", 0]);
  assert.deepEqual(
    await Array.fromAsync(service.store.removalsIn({ prefix: screeningBatchRows.key() })),
    [],
  );
  service.clock.advance({ hours: 24 * 30 });
  const { status } = await service.as("acme", { roles: ["later"] }).get(`${path}/${id}`);
  assert.equal(status, 404);
});

Deno.test("a client has five unfinished batches at most, however many it sends at once", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const sent = await Promise.all(Array.from({ length: 12 }, () => acme.post(path, { items })));
  const statuses = sent.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [...Array(5).fill(202), ...Array(7).fill(409)]);
  assert.equal(sent.find(({ status }) => status === 409)?.body.error, "too_many_batches");
  assert.equal((await service.as("globex").post(path, { items })).status, 202);
  const stored = await Array.fromAsync(
    service.store.removalsIn({ prefix: screeningBatchRows.key() }),
  );
  assert.equal(stored.length, 6, "rows of those that were refused are gone");
  await service.runBatches();
  assert.equal((await acme.post(path, { items })).status, 202);
});

Deno.test("items are counted in a bucket of their own, which a replay leaves alone", async () => {
  const batchItems = { capacity: 7, refillPerSecond: 1 };
  await using service = await serviceInMemory({
    mode: "live",
    policy: { rateLimits: { batchItems } },
  });
  const acme = service.as("acme");
  const key = { "idempotency-key": "book-1" };
  const first = await acme.post(path, { items }, key);
  assert.equal(first.status, 202);
  const replayed = await acme.post(path, { items }, key);
  assert.deepEqual([replayed.status, replayed.body], [202, first.body]);
  assert.equal(replayed.headers.get("idempotent-replayed"), "true");
  const other = await acme.post(path, { items, onRowError: "skip" }, key);
  assert.equal(other.body.error, "idempotency_key_conflict");
  assert.equal((await acme.post(path, { items })).status, 202);
  const refused = await acme.post(path, { items });
  assert.deepEqual([refused.status, refused.body.retryAfterSeconds], [429, 2], refused.text);
  assert.equal((await acme.post(path, { items: items.slice(0, 1) })).status, 202);
  service.clock.advance({ seconds: 3 });
  assert.equal((await acme.post(path, { items })).status, 202);
  const never = await acme.post(path, { items: Array(8).fill({ name: CLEAR_NAME }) });
  assert.deepEqual([never.status, never.body.message], [400, "At most 7 at once; send fewer"]);
});

Deno.test("one idempotency key makes one batch, however often it is sent at once", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const key = { "idempotency-key": "book-1" };
  const sent = await Promise.all(Array.from({ length: 8 }, () => acme.post(path, { items }, key)));
  assert.deepEqual(new Set(sent.map(({ status, body }) => `${status} ${body.batchId}`)).size, 1);
  await service.runBatches();
  const events = await service.auditEvents();
  assert.equal(events.filter(({ kind }) => kind === "SCREENING_DECISION").length, 3);
});

Deno.test("results are read page by page, also while the batch runs", async () => {
  const { wrapBackend, holdNext } = heldWrites();
  await using service = await serviceInMemory({ wrapBackend });
  const acme = service.as("acme");
  const book = Array.from({ length: 230 }, (_, at) => ({
    subjectRef: `c-${at}`,
    name: at % 10 === 3 ? POSSIBLE_NAME : CLEAR_NAME,
  }));
  const id = await accepted(acme, { items: book });
  const first = holdNext("screening_batch_results");
  const running = service.runBatches();
  await first.reached;
  const second = holdNext("screening_batch_results");
  first.release();
  await second.reached;
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: BatchResultsPage = await resultsOf(acme, id, `?limit=7${after}`);
    if (seen.length === 0) {
      const { state } = await readBatch(acme, id);
      assert.deepEqual([state, page.results.length], ["RUNNING", 7], "the first page");
      second.release();
    }
    seen.push(...page.results.map(({ item }) => item));
    cursor = page.nextCursor;
  } while (cursor !== null);
  await running;
  assert.deepEqual(seen, book.map((_, at) => at), "each once, in their order");
  const hits = await resultsOf(acme, id, "?only=hits&limit=20");
  assert.deepEqual(hits.results.map(({ item }) => item % 10), Array(20).fill(3));
  const rest = await resultsOf(acme, id, `?only=hits&limit=20&cursor=${hits.nextCursor}`);
  assert.deepEqual([rest.results.length, rest.nextCursor], [3, null]);
  const refused = async (client: ServiceClient, query: string) =>
    (await client.get(`${path}/${id}/results${query}`)).status;
  assert.equal(await refused(acme, `?limit=20&cursor=${hits.nextCursor}`), 400, "another query");
  assert.equal(await refused(acme, "?limit=0"), 400);
  assert.equal(await refused(acme, "?limit=2001"), 400);
  assert.equal(await refused(acme, "?cursor=WzFd"), 400);
  service.clock.advance({ hours: 25 });
  assert.equal(await refused(acme, `?only=hits&limit=20&cursor=${hits.nextCursor}`), 400, "old");
});

Deno.test("results are JSON, NDJSON or CSV, as Accept asks", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const id = await accepted(acme);
  await service.runBatches();
  const { results } = await resultsOf(acme, id);
  const lines = await service.fetch(`${path}/${id}/results?limit=2`, {
    headers: { accept: "application/x-ndjson", "x-aval-sandbox-client": "acme" },
  });
  assert.equal(lines.headers.get("content-type"), "application/x-ndjson");
  assert.match(lines.headers.get("link") ?? "", /^<\?limit=2&cursor=[\w-]+>; rel="next"$/);
  const parsed = (await lines.text()).trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(parsed, results.slice(0, 2));
  const csv = await service.fetch(`${path}/${id}/results?only=hits`, {
    headers: { accept: "text/csv", "x-aval-sandbox-client": "acme" },
  });
  assert.equal(csv.headers.get("content-type"), "text/csv; charset=utf-8");
  assert.equal(csv.headers.get("vary"), "accept");
  const rows = (await csv.text()).trimEnd().split("\r\n").map((line) => line.split(","));
  assert.deepEqual(rows.map((row) => [row[0], row[2], row[4]]), [
    ["item", "subjectRef", "classification"],
    ["1", "c-2", "POSSIBLE_MATCH"],
    ["2", "c-3", "CONFIRMED_MATCH"],
  ]);
});

Deno.test("nothing of a row stands in the store once its batch has ended, in a log, or on the chain", async () => {
  const folder = await Deno.makeTempDir();
  await using service = await serviceInMemory({ mode: "live", kv: `${folder}/kv.sqlite3` });
  const acme = service.as("acme");
  const secret = "Zyxwvut Nobodyname";
  const ref = "pseudonym-77";
  const refused = await acme.post(path, { items: [{ name: secret, dob: secret }] });
  assert.equal(refused.status, 400);
  assert.equal(refused.text.includes(secret), false);
  await accepted(acme, { items: [{ name: secret, subjectRef: ref, dob: "1961-04-12" }] });
  await service.runBatches();
  const events = JSON.stringify(await service.auditEvents());
  const stored = JSON.stringify(await decryptedRecords(`${folder}/kv.sqlite3`, service));
  for (const word of ["Zyxwvut", "Nobodyname", "1961-04-12"]) {
    assert.equal(service.logLines.join().includes(word), false, word);
    assert.equal(events.includes(word), false, word);
    assert.equal(stored.includes(word), false, word);
  }
  assert.equal(service.logLines.join().includes(ref), false);
  assert.equal(events.includes(ref), false);
});

Deno.test("a batch of customers whose cleared pairs have all lapsed is decided, each lapse said once", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const items = Array.from(
    { length: 25 },
    (_, n) => ({ name: POSSIBLE_NAME, subjectRef: `l-${n}` }),
  );
  for (const item of items) {
    const { body } = await acme.post("/v1/screen", item);
    const clear = { decision: "false_positive", clearForDays: 1 };
    const { status, text } = await acme.post(`/v1/screen/${body.meta.decisionId}/review`, clear);
    assert.equal(status, 200, text);
  }
  const run = async () => {
    const { body: { batchId } } = await acme.post("/v1/screen/batches", { items });
    await service.runBatches();
    return (await acme.get(`/v1/screen/batches/${batchId}`)).body;
  };
  const marked = await run();
  assert.deepEqual([marked.state, marked.counts.possible, marked.counts.cleared], ["DONE", 25, 25]);
  service.clock.advance({ hours: 48 });
  const lapsed = await run();
  assert.deepEqual([lapsed.state, lapsed.counts.possible, lapsed.counts.cleared], ["DONE", 25, 0]);
  await run();
  const ends = (await service.auditEvents()).filter(({ kind }) => kind === "CLEARED_PAIR_ENDED");
  assert.equal(ends.length, 25);
});
