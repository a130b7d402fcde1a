import assert from "node:assert/strict";
import {
  MonitoredSubjectPage,
  MonitoredSubjectRead,
  SubjectsImported,
  SubjectsRemoved,
} from "../../core/monitoring/schema.ts";
import { putRecord } from "../support/clients.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME } from "../support/names.ts";
import {
  type Answer,
  type ServiceClient,
  serviceInMemory,
  type TestService,
} from "../support/service.ts";

const path = "/v1/monitoring/subjects";
const runsPath = "/v1/monitoring/runs";

async function put(acme: ServiceClient, ref: string, body: unknown, expected = 201) {
  const answer = await acme.put(`${path}/${ref}`, body);
  assert.equal(answer.status, expected, answer.text);
  return answer.body;
}

async function read(acme: ServiceClient, ref: string): Promise<MonitoredSubjectRead> {
  const { status, body, text } = await acme.get(`${path}/${ref}`);
  assert.equal(status, 200, text);
  assert.deepEqual(MonitoredSubjectRead.parse(body), body);
  return body;
}

async function list(acme: ServiceClient, query = ""): Promise<MonitoredSubjectPage> {
  const { status, body, text } = await acme.get(`${path}${query}`);
  assert.equal(status, 200, text);
  assert.deepEqual(MonitoredSubjectPage.parse(body), body);
  return body;
}

/** Sends a part of an import, as lines or as a table. */
async function send(
  service: TestService,
  body: string,
  { generation = "g1", type = "application/x-ndjson", client = "acme" } = {},
): Promise<Answer> {
  const answer = await service.fetch(`${path}/import?generation=${generation}`, {
    method: "POST",
    headers: { "content-type": type, "x-aval-sandbox-client": client },
    body,
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}

const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const book = (refs: readonly string[], name = CLEAR_NAME) =>
  lines(refs.map((subjectRef) => ({ subjectRef, name })));

async function imported(
  service: TestService,
  body: string,
  options: Parameters<typeof send>[2] = {},
): Promise<SubjectsImported> {
  const { status, body: answer, text } = await send(service, body, options);
  assert.equal(status, 200, text);
  assert.deepEqual(SubjectsImported.parse(answer), answer);
  return answer;
}

const finish = (acme: ServiceClient, generation: string, remove: number) =>
  acme.post(`${path}/import/${generation}/finish?remove=${remove}`, null);

Deno.test("PUT /v1/monitoring/subjects/{ref} decides at once, and again only for other data", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const first = await put(acme, "c-1", { name: CONFIRMED_NAME });
  assert.deepEqual([first.classification, first.meta.subjectRef], ["CONFIRMED_MATCH", "c-1"]);
  const again = await put(acme, "c-1", { name: CONFIRMED_NAME, dob: null }, 200);
  assert.deepEqual(again, first);
  const other = await put(acme, "c-1", { name: POSSIBLE_NAME }, 200);
  assert.notEqual(other.meta.decisionId, first.meta.decisionId);
  const subject = await read(acme, "c-1");
  assert.deepEqual([subject.request, subject.generation, subject.decisionId], [
    { name: POSSIBLE_NAME },
    null,
    other.meta.decisionId,
  ]);
  const { body: queue } = await acme.get("/v1/screen/decisions?origin=monitoring");
  assert.deepEqual(
    queue.decisions.map((row: Record<string, unknown>) => [row["classification"], row["state"]])
      .toSorted(),
    [["CONFIRMED_MATCH", "OPEN"], ["POSSIBLE_MATCH", "OPEN"]],
  );
  const kinds = (await service.auditEvents()).filter(({ kind }) =>
    kind === "MONITORED_SUBJECT_PUT"
  );
  assert.equal(kinds.length, 2);
});

Deno.test("PUT /v1/monitoring/subjects/{ref} refuses what POST /v1/screen refuses, and keeps nothing", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const cases: readonly [string, unknown, number][] = [
    ["c-1", {}, 400],
    ["c-1", { name: "..." }, 400],
    ["c-1", { name: "x".repeat(501) }, 400],
    ["c-1", { name: "Ida", dob: "2999-01-01" }, 400],
    ["c-1", { name: "Ida", sources: ["no-such-list"] }, 400],
    ["c-1", [], 400],
    ["no%20ref", { name: "Ida" }, 404],
    ["x".repeat(65), { name: "Ida" }, 404],
  ];
  for (const [ref, body, status] of cases) {
    const answer = await acme.put(`${path}/${ref}`, body);
    assert.equal(answer.status, status, `${ref} ${JSON.stringify(body)} ${answer.text}`);
  }
  assert.deepEqual(await list(acme), { subjects: [], total: 0, nextCursor: null });
  const { body } = await acme.get("/v1/screen/decisions?state=all&origin=monitoring");
  assert.deepEqual(body.decisions, []);
});

Deno.test("DELETE /v1/monitoring/subjects/{ref} leaves decisions, and the same again is new", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { meta: { decisionId } } = await put(acme, "c-1", { name: POSSIBLE_NAME });
  await put(acme, "c-2", { name: CLEAR_NAME });
  const removed = await acme.delete(`${path}/c-1`);
  assert.equal(removed.status, 200, removed.text);
  assert.deepEqual(SubjectsRemoved.parse(removed.body), { removed: 1, total: 1 });
  assert.equal((await acme.get(`${path}/c-1`)).status, 404);
  assert.equal((await acme.delete(`${path}/c-1`)).status, 404);
  assert.equal((await acme.get(`/v1/screen/${decisionId}`)).status, 200);
  assert.notEqual((await put(acme, "c-1", { name: POSSIBLE_NAME })).meta.decisionId, decisionId);
});

Deno.test("a walk through GET /v1/monitoring/subjects sees each customer once", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const refs = Array.from({ length: 25 }, (_, at) => `c-${at}`);
  await imported(service, book(refs));
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "?limit=10" : `?limit=10&cursor=${cursor}`;
    const page: MonitoredSubjectPage = await list(acme, query);
    assert.equal(page.total, 25);
    seen.push(...page.subjects.map(({ subjectRef }) => subjectRef));
    cursor = page.nextCursor;
  } while (cursor !== null);
  assert.deepEqual(seen.toSorted(), refs.toSorted());
  const { nextCursor } = await list(acme, "?limit=10");
  const foreign = await service.as("globex").get(`${path}?limit=10&cursor=${nextCursor}`);
  assert.equal(foreign.status, 400);
  for (const query of ["?limit=0", "?limit=201", "?cursor=x", "?cursor=x&limit=1"]) {
    assert.equal((await acme.get(`${path}${query}`)).status, 400, query);
  }
});

Deno.test("another client's customer reads as one that is not monitored", async () => {
  await using service = await serviceInMemory();
  const [acme, globex] = [service.as("acme"), service.as("globex")];
  await put(acme, "c-1", { name: POSSIBLE_NAME });
  await put(globex, "c-2", { name: CLEAR_NAME });
  for (const method of ["get", "delete"] as const) {
    const foreign = await globex[method](`${path}/c-1`);
    const unknown = await globex[method](`${path}/c-9`);
    assert.deepEqual([foreign.status, foreign.text], [404, unknown.text]);
  }
  assert.equal((await globex.delete(`${path}?confirm=1`)).status, 200);
  assert.equal((await list(acme)).total, 1);
  assert.deepEqual((await list(globex)).subjects, []);
});

Deno.test("an import puts, changes and leaves customers, in pieces that may be sent again", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  await put(acme, "c-1", { name: CLEAR_NAME });
  const first = await imported(service, book(["c-1", "c-2"]));
  assert.deepEqual(first, {
    ...{ generation: "g1", rows: 2, added: 1, changed: 0, unchanged: 1, total: 2 },
  });
  const table = `subjectRef,name\r\nc-2,${POSSIBLE_NAME}\r\nc-3,${CLEAR_NAME}\r\n`;
  const second = await imported(service, table, { type: "text/csv" });
  assert.deepEqual([second.added, second.changed, second.unchanged, second.total], [1, 1, 0, 3]);
  const again = await imported(service, table, { type: "text/csv" });
  assert.deepEqual([again.added, again.changed, again.unchanged, again.total], [0, 0, 2, 3]);
  const json = await acme.post(`${path}/import?generation=g1`, {
    items: [{ subjectRef: "c-4", name: CLEAR_NAME }],
  });
  assert.equal(json.body.total, 4, json.text);
  assert.equal((await read(acme, "c-2")).decisionId, null);
  assert.equal((await read(acme, "c-1")).generation, "g1");
  const puts = (await service.auditEvents()).flatMap((event) =>
    event.kind === "MONITORED_SUBJECT_PUT" ? [event.subjects] : []
  );
  assert.deepEqual(puts, [1, 1, 2, 1]);
});

Deno.test("an import that is not valid stores no row, and says what is wrong with each", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const rows = lines([
    { subjectRef: "c-1", name: CLEAR_NAME },
    { name: CLEAR_NAME },
    { subjectRef: "c-1", name: CLEAR_NAME },
    { subjectRef: "c-2", name: CLEAR_NAME, dob: "2999" },
    { subjectRef: "not a ref", name: CLEAR_NAME },
  ]);
  const { status, body } = await send(service, rows);
  assert.equal(status, 400);
  assert.deepEqual(
    body.rows.map(({ line, property }: Record<string, unknown>) => [line, property]),
    [[2, "subjectRef"], [3, "subjectRef"], [4, "dob"], [5, "subjectRef"]],
  );
  assert.equal((await list(acme)).total, 0);
  assert.equal((await send(service, "")).status, 400);
  assert.equal((await send(service, book(["c-1"]), { generation: "no%20name" })).status, 400);
  assert.equal((await acme.post(`${path}/import`, { items: [] })).status, 400);
});

Deno.test("finishing an import removes whom it has not named, if they are as many as stated", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  await imported(service, book(["c-1", "c-2", "c-3"]));
  assert.deepEqual((await finish(acme, "g1", 0)).body, { removed: 0, total: 3 });
  await put(acme, "c-4", { name: CLEAR_NAME });
  await imported(service, book(["c-2", "c-5"]), { generation: "g2" });
  const wrong = await finish(acme, "g2", 2);
  assert.deepEqual([wrong.status, wrong.body.error], [409, "monitoring_count_differs"]);
  assert.match(wrong.body.message, /3 customers.*remove=3/);
  assert.equal((await list(acme)).total, 5);
  const { status, body, text } = await finish(acme, "g2", 3);
  assert.equal(status, 200, text);
  assert.deepEqual(body, { removed: 3, total: 2 });
  const left = async () =>
    (await list(acme)).subjects.map(({ subjectRef }) => subjectRef).toSorted();
  assert.deepEqual(await left(), ["c-2", "c-5"]);
  assert.equal((await acme.get(`${path}/c-1`)).status, 404);
  // One who comes back meanwhile stays, and nothing is counted twice.
  await put(acme, "c-1", { name: CLEAR_NAME });
  await service.runMonitoring();
  assert.deepEqual(await left(), ["c-1", "c-2", "c-5"]);
  assert.equal((await list(acme)).total, 3);
  await imported(service, book(["c-5"]), { generation: "g3" });
  assert.equal((await finish(acme, "g3", 1)).status, 409);
  assert.deepEqual((await finish(acme, "g3", 2)).body, { removed: 2, total: 1 });
  assert.deepEqual(await left(), ["c-5"]);
  assert.equal((await finish(acme, "g3", -1)).status, 400);
  const removals = (await service.auditEvents()).flatMap((event) =>
    event.kind === "MONITORED_SUBJECT_REMOVED" ? [[event.cause, event.subjects]] : []
  );
  assert.deepEqual(removals, [["import", 3], ["import", 2]]);
});

Deno.test("DELETE /v1/monitoring/subjects removes all, if they are as many as confirmed", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  await imported(service, book(["c-1", "c-2", "c-3"]));
  const wrong = await acme.delete(`${path}?confirm=2`);
  assert.deepEqual([wrong.status, wrong.body.error], [409, "monitoring_count_differs"]);
  assert.equal((await acme.delete(path)).status, 400);
  const { status, body, text } = await acme.delete(`${path}?confirm=3`);
  assert.equal(status, 200, text);
  assert.deepEqual(body, { removed: 3, total: 0 });
  assert.deepEqual(await list(acme), { subjects: [], total: 0, nextCursor: null });
  assert.deepEqual((await acme.delete(`${path}?confirm=0`)).body, { removed: 0, total: 0 });
  await put(acme, "c-1", { name: CLEAR_NAME });
  assert.equal((await list(acme)).total, 1);
  await service.runMonitoring();
  const subjects = await Array.fromAsync(
    service.store.removalsIn({ prefix: ["monitored_subject"] }),
  );
  assert.equal(subjects.length, 1);
});

Deno.test("a book takes as many customers as the policy says", async () => {
  await using service = await serviceInMemory({ policy: { monitoring: { subjectsMax: 2 } } });
  const acme = service.as("acme");
  assert.equal((await send(service, book(["c-1", "c-2", "c-3"]))).body.error, "too_many_subjects");
  await imported(service, book(["c-1", "c-2"]));
  const full = await acme.put(`${path}/c-3`, { name: CLEAR_NAME });
  assert.deepEqual([full.status, full.body.error], [409, "too_many_subjects"]);
  await put(acme, "c-2", { name: POSSIBLE_NAME }, 200);
  await acme.delete(`${path}/c-1`);
  await put(acme, "c-3", { name: CLEAR_NAME });
});

Deno.test("in live, monitoring is off until the client's record turns it on", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = service.as("acme");
  const calls = async () => [
    await acme.put(`${path}/c-1`, { name: "Ida" }),
    await acme.get(`${path}/c-1`),
    await acme.get(path),
    await acme.delete(`${path}/c-1`),
    await acme.delete(`${path}?confirm=0`),
    await acme.post(`${path}/import?generation=g`, { items: [{ subjectRef: "c-1", name: "Ida" }] }),
    await finish(acme, "g", 0),
    await acme.post(runsPath, null),
    await acme.get(runsPath),
  ];
  for (const { status, body } of await calls()) {
    assert.deepEqual([status, body.error], [403, "monitoring_not_enabled"]);
  }
  await putRecord(service, "acme", { monitoring: true });
  service.clock.advance({ minutes: 1 });
  for (const { status } of await calls()) assert.notEqual(status, 403);
});

Deno.test("customers who are put at once are all counted", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const refs = Array.from({ length: 20 }, (_, at) => `c-${at % 10}`);
  const answers = await Promise.all([
    ...refs.map((ref) => acme.put(`${path}/${ref}`, { name: CLEAR_NAME })),
    send(service, book(refs.slice(0, 5))),
    send(service, book(["c-20", "c-21", "c-0"])),
  ]);
  for (const { status, text } of answers) assert(status === 200 || status === 201, text);
  const { subjects, total } = await list(acme);
  assert.deepEqual([subjects.length, total], [12, 12]);
});
