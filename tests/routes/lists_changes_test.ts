import assert from "node:assert/strict";
import type { ListedEntity } from "../../core/matching/ports.ts";
import { entity } from "../support/entity.ts";
import { folderOf } from "../support/folder.ts";
import {
  manifestOf,
  publishInto,
  type SmallSnapshot,
  snapshotOf,
  testSigner,
} from "../support/published_lists.ts";
import { serviceInMemory, type TestService, type TestServiceOptions } from "../support/service.ts";
import { countingBackend } from "../support/counting_backend.ts";
import { roomyPolicy } from "../support/policy.ts";

const signer = await testSigner();
/** A policy under which lists may lose any number of entries. */
const policy = { ...roomyPolicy, lists: { shrinkPercentMax: 100 } };

type Folder = Awaited<ReturnType<typeof folderOf>>;
type Lists = Readonly<Record<string, readonly ListedEntity[]>>;

/** A listed person of a source. */
function person(source: string, number: number, rest: Partial<ListedEntity> = {}): ListedEntity {
  return entity(number, [[`Person Number${number}`, "primary"]], {
    ...rest,
    source,
    details: { ...noDetails, listedOn: "2020-01-02", ...rest.details },
  });
}

const noDetails = {
  listedOn: null,
  sourceUrl: null,
  designations: [],
  identifiers: [],
  remarks: [],
  links: [],
};

function snapshotWith(lists: Lists, asOf = "2026-03-01"): SmallSnapshot {
  return snapshotOf(
    Object.entries(lists).map(([source, entities]) => ({ source, asOf, entities })),
  );
}

/** Persons of two lists; a second version contains a change of each kind. */
const [one, two, three, four] = [1, 2, 3, 4].map((number) => person("un-sc", number));
const sdn = [11, 12, 13].map((number) => person("ofac-sdn", number));
assert(one !== undefined && two !== undefined && three !== undefined && four !== undefined);
const first = snapshotWith({ "ofac-sdn": sdn, "un-sc": [one, two, three] });
const second = snapshotWith({
  "ofac-sdn": sdn,
  "un-sc": [{ ...two, births: ["1970"], programs: ["DPRK"] }, three, four],
}, "2026-03-02");

/**
 * Publishes a manifest; each is signed an hour after the one before, up to the test clock's time.
 */
async function publish(folder: Folder, snapshot: SmallSnapshot, hour: number): Promise<void> {
  const createdAt = `2026-03-02T0${hour}:00:00.000Z`;
  await publishInto(folder.path, snapshot, await manifestOf(snapshot, signer, { createdAt }));
}

async function following(
  folder: Folder,
  options: Pick<TestServiceOptions, "kv" | "ownsStore" | "seed" | "wrapBackend"> = {},
): Promise<TestService> {
  return await serviceInMemory({
    ...options,
    mode: "live",
    env: { AVAL_LISTS: `${folder.path}/lists.note#key=${signer.verifierKey}` },
    policy,
  });
}

/** Puts a snapshot in force and records it, as jobs do. */
async function take(service: TestService, folder: Folder, snapshot: SmallSnapshot, hour: number) {
  await publish(folder, snapshot, hour);
  await service.refreshLists();
  await service.recordLists();
}

async function changesOf(service: TestService, query = "", client = "acme") {
  const { status, body } = await service.as(client).get(`/v1/lists/changes${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.changes.map((change: Record<string, unknown>) => [
    change["source"],
    change["listRef"],
    change["change"],
    ...change["members"] as string[],
  ]);
}

async function partsInForce(service: TestService) {
  const events = await service.auditEvents();
  return events.filter((event) => event.kind === "LISTS_IN_FORCE");
}

const ofSecond = [
  ["un-sc", "1", "removed"],
  ["un-sc", "2", "changed", "births", "programmes"],
  ["un-sc", "4", "added"],
];

Deno.test("GET /v1/lists/changes names what a newer snapshot added, changed and removed", async () => {
  await using folder = await folderOf({});
  await publish(folder, first, 6);
  await using service = await following(folder);
  assert.deepEqual(await changesOf(service), [], "nothing is recorded yet");
  await service.recordLists();
  assert.deepEqual(await changesOf(service), [], "the first snapshot is the baseline");
  await take(service, folder, second, 7);
  assert.deepEqual((await changesOf(service)).toSorted(), ofSecond);
  const { body } = await service.as("acme").get("/v1/lists/changes");
  const removed = body.changes.find(({ change }: { change: string }) => change === "removed");
  assert.deepEqual(removed, {
    source: "un-sc",
    listRef: "1",
    entityId: one.entityId,
    change: "removed",
    members: [],
    listedOn: "2020-01-02",
  });
  assert.equal(body.nextCursor, null);
});

Deno.test("GET /v1/lists/changes?since= counts from a snapshot, a day or a moment", async () => {
  await using folder = await folderOf({});
  await publish(folder, first, 6);
  await using service = await following(folder);
  await service.recordLists();
  service.clock.advance({ hours: 1 });
  await take(service, folder, second, 7);
  const third = snapshotWith({ "ofac-sdn": sdn.slice(1), "un-sc": [three] });
  service.clock.advance({ hours: 1 });
  await take(service, folder, third, 8);
  const ofThird = [
    ["ofac-sdn", "11", "removed"],
    ["un-sc", "2", "removed"],
    ["un-sc", "4", "removed"],
  ];
  const both = [...ofSecond, ...ofThird].toSorted();
  const cases: readonly (readonly [string, readonly (readonly string[])[]])[] = [
    [first.id, both],
    [second.id, ofThird],
    [third.id, []],
    ["2026-03-02", both],
    ["2026-03-02T09:30:00Z", both],
    ["2026-03-02T10:00:00Z", ofThird],
    ["2026-03-02T11:30:00%2B01:00", ofThird],
    ["2026-03-03", []],
  ];
  for (const [since, expected] of cases) {
    assert.deepEqual((await changesOf(service, `?since=${since}`)).toSorted(), expected, since);
  }
  const ofOne = await changesOf(service, `?since=${first.id}&source=ofac-sdn`);
  assert.deepEqual(ofOne, [["ofac-sdn", "11", "removed"]]);
  assert.deepEqual(await changesOf(service, "?source=none-such"), []);
  const before = await service.as("acme").get("/v1/lists/changes?since=2026-03-01");
  assert.deepEqual([before.status, before.body.error], [400, "bad_request"]);
});

Deno.test("GET /v1/lists/changes refuses what it cannot answer", async () => {
  await using folder = await folderOf({});
  await publish(folder, first, 6);
  await using service = await following(folder);
  await service.recordLists();
  await take(service, folder, second, 7);
  const unknown = "0".repeat(64);
  const page = await service.as("acme").get("/v1/lists/changes?limit=1");
  const cursor = page.body.nextCursor;
  const forged = (parts: unknown) =>
    new TextEncoder().encode(JSON.stringify(parts)).toBase64({ alphabet: "base64url" });
  const [bound] = JSON.parse(
    new TextDecoder().decode(Uint8Array.fromBase64(cursor, { alphabet: "base64url" })),
  );
  const bad = [
    `since=${unknown}`,
    `since=${first.id.toUpperCase()}`,
    "since=yesterday",
    "since=2026-02-30",
    "since=2024-01-01",
    "since=",
    "limit=0",
    "limit=1001",
    "limit=1e2",
    "source=",
    "cursor=",
    "cursor=AAAA",
    `cursor=${cursor}x`,
    `cursor=${cursor}&source=un-sc`,
    `cursor=${cursor}&since=2026-03-01`,
    `cursor=${forged([bound, "1", 0, 0])}`,
    `cursor=${forged([bound, -1, 0, 0])}`,
    `cursor=${forged([bound, 1e300, 0, 0])}`,
    `cursor=${forged([bound, 1, -1, 0])}`,
    `cursor=${forged({ __proto__: null })}`,
    `cursor=${"A".repeat(400)}`,
    "since=2026-03-01&since=2026-03-02",
  ];
  for (const query of bad) {
    const { status, body } = await service.as("acme").get(`/v1/lists/changes?${query}`);
    assert.deepEqual([status, body.error], [400, "bad_request"], query);
  }
  // A cursor that was made up shows what its query shows, and breaks nothing.
  const moment = service.clock.now().epochMilliseconds;
  for (const [part, number] of [[0, 9e15], [9e15, 0], [1, 2]]) {
    const made = forged([bound, moment, part, number]);
    const { status } = await service.as("acme").get(`/v1/lists/changes?cursor=${made}`);
    assert.equal(status, 200);
  }
});

Deno.test("a walk by cursors sees every change once, and what comes meanwhile at its end", async () => {
  await using folder = await folderOf({});
  const many = Array.from({ length: 250 }, (_, at) => person("un-sc", 100 + at));
  await publish(folder, snapshotWith({ "ofac-sdn": sdn, "un-sc": [] }), 5);
  await using service = await following(folder);
  await service.recordLists();
  service.clock.advance({ minutes: 1 });
  await take(service, folder, snapshotWith({ "ofac-sdn": [], "un-sc": many }), 6);
  service.clock.advance({ minutes: 1 });
  const seen: string[] = [];
  let cursor: string | null = "";
  for (let pages = 1; cursor !== null; pages++) {
    const query: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const { body } = await service.as("acme").get(`/v1/lists/changes?limit=50${query}`);
    assert.ok(body.changes.length <= 50);
    for (const { source, listRef, change } of body.changes) {
      seen.push(`${source} ${listRef} ${change}`);
    }
    cursor = body.nextCursor;
    if (pages === 2) {
      await take(service, folder, snapshotWith({ "ofac-sdn": sdn, "un-sc": many }), 7);
    }
  }
  const expected = [
    ...sdn.map(({ listRef }) => `ofac-sdn ${listRef} removed`),
    ...many.map(({ listRef }) => `un-sc ${listRef} added`),
    ...sdn.map(({ listRef }) => `ofac-sdn ${listRef} added`),
  ];
  assert.deepEqual(seen.toSorted(), expected.toSorted());
  assert.deepEqual(seen.slice(253).toSorted(), expected.slice(253).toSorted());
});

Deno.test("a change over a restart is found, whatever process recorded what was before", async () => {
  await using folder = await folderOf({});
  await using stores = await folderOf({});
  const kv = `${stores.path}/store`;
  await publish(folder, first, 6);
  {
    await using service = await following(folder, { kv });
    await service.recordLists();
  }
  await publish(folder, second, 7);
  await using service = await following(folder, { kv, seed: 8 });
  await service.recordLists();
  assert.deepEqual((await changesOf(service, `?since=${first.id}`)).toSorted(), ofSecond);
});

Deno.test("of any number of servers on one store one records a snapshot", async () => {
  await using folder = await folderOf({});
  await using stores = await folderOf({});
  const kv = `${stores.path}/store`;
  await publish(folder, first, 6);
  const services: TestService[] = [];
  for (const seed of [1, 2, 3]) services.push(await following(folder, { kv, seed }));
  await using closing = new AsyncDisposableStack();
  for (const service of services) closing.use(service);
  await Promise.all(services.map((service) => service.recordLists()));
  await publish(folder, second, 7);
  await Promise.all(services.map((service) => service.refreshLists()));
  for (let round = 0; round < 3; round++) {
    await Promise.all(services.map((service) => service.recordLists()));
  }
  for (const service of services) {
    assert.deepEqual((await changesOf(service)).toSorted(), ofSecond);
  }
  const [service] = services;
  assert(service !== undefined);
  const parts = (await partsInForce(service)).map((
    { source, version, snapshotId, entries, added, changed, removed },
  ) => [source, version, snapshotId, entries, added, changed, removed]);
  assert.deepEqual(parts.toSorted(), [
    ["ofac-sdn", "2026-03-01", first.id, 3, 0, 0, 0],
    ["ofac-sdn", "2026-03-02", second.id, 3, 0, 0, 0],
    ["un-sc", "2026-03-01", first.id, 3, 0, 0, 0],
    ["un-sc", "2026-03-02", second.id, 3, 1, 1, 1],
  ]);
});

Deno.test("a server that was left behind records nothing of its older manifest", async () => {
  await using ahead = await folderOf({});
  await using behind = await folderOf({});
  await using stores = await folderOf({});
  const kv = `${stores.path}/store`;
  await publish(behind, first, 6);
  await publish(ahead, second, 7);
  await using newer = await following(ahead, { kv, seed: 1 });
  await newer.recordLists();
  await using older = await following(behind, { kv, seed: 2 });
  await older.recordLists();
  assert.deepEqual(await changesOf(older), []);
  // A manifest that is signed anew puts the older snapshot in force again, for everybody.
  await take(older, behind, first, 8);
  await older.recordLists();
  const back = [
    ["un-sc", "1", "added"],
    ["un-sc", "2", "changed", "births", "programmes"],
    ["un-sc", "4", "removed"],
  ];
  assert.deepEqual((await changesOf(newer)).toSorted(), back);
});

Deno.test("the LISTS_IN_FORCE of a list has the same hash for the same entries", async () => {
  await using folder = await folderOf({});
  await publish(folder, first, 6);
  await using service = await following(folder);
  await service.recordLists();
  await take(service, folder, second, 7);
  const hashes = (await partsInForce(service)).map(({ source, sha256 }) => [source, sha256]);
  const of = (source: string) => hashes.filter(([one]) => one === source).map(([, hash]) => hash);
  assert.equal(new Set(of("ofac-sdn")).size, 1);
  assert.equal(new Set(of("un-sc")).size, 2);
});

Deno.test("a list that goes away is removed entry by entry, and is added again when it comes back", async () => {
  await using folder = await folderOf({});
  await publish(folder, first, 5);
  await using service = await following(folder);
  await service.recordLists();
  const lists = { "un-sc": [one, two, three] };
  await publishAccepted(service, folder, snapshotWith(lists), 6, ["ofac-sdn"]);
  const refs = sdn.map(({ listRef }) => listRef);
  const gone = refs.map((ref) => ["ofac-sdn", ref, "removed"]);
  assert.deepEqual((await changesOf(service)).toSorted(), gone);
  const [part] = (await partsInForce(service)).filter(({ removed }) => removed > 0);
  assert.deepEqual([part?.source, part?.version, part?.entries], ["ofac-sdn", null, 0]);
  service.clock.advance({ minutes: 1 });
  const since = service.clock.now().toString();
  service.clock.advance({ minutes: 1 });
  await take(service, folder, first, 7);
  const back = refs.map((ref) => ["ofac-sdn", ref, "added"]);
  assert.deepEqual((await changesOf(service, `?since=${since}`)).toSorted(), back);
});

Deno.test("an entry that moves to another list is removed there and added here", async () => {
  await using folder = await folderOf({});
  await publish(folder, first, 6);
  await using service = await following(folder);
  await service.recordLists();
  const [moved, ...rest] = sdn;
  assert(moved !== undefined);
  const lists = { "ofac-sdn": rest, "un-sc": [one, two, three, { ...moved, source: "un-sc" }] };
  await take(service, folder, snapshotWith(lists), 7);
  assert.deepEqual((await changesOf(service)).toSorted(), [
    ["ofac-sdn", "11", "removed"],
    ["un-sc", "11", "added"],
  ]);
});

Deno.test("a new list is a baseline, while the others are compared", async () => {
  await using folder = await folderOf({});
  await publish(folder, first, 6);
  await using service = await following(folder);
  await service.recordLists();
  const lists = { "ofac-sdn": sdn, "un-sc": [one, two], "ca-sema": [person("ca-sema", 5)] };
  await take(service, folder, snapshotWith(lists), 7);
  assert.deepEqual(await changesOf(service), [["un-sc", "3", "removed"]]);
  const more = { ...lists, "ca-sema": [person("ca-sema", 5), person("ca-sema", 6)] };
  service.clock.advance({ minutes: 1 });
  await take(service, folder, snapshotWith(more), 8);
  const all = await changesOf(service);
  assert.deepEqual(all.slice(1), [["ca-sema", "6", "added"]]);
});

Deno.test("an entry that is only written in another order has not changed", async () => {
  await using folder = await folderOf({});
  const listed = { ...one, births: ["1970", "1971"], programs: ["A", "B"] };
  await publish(folder, snapshotWith({ "un-sc": [listed] }), 6);
  await using service = await following(folder);
  await service.recordLists();
  const turned = { ...listed, births: ["1971", "1970"], programs: ["B", "A"] };
  await take(service, folder, snapshotWith({ "un-sc": [turned] }), 7);
  assert.deepEqual(await changesOf(service), []);
  service.clock.advance({ minutes: 1 });
  const renamed = { ...turned, birthPlaces: ["Omsk"] };
  await take(service, folder, snapshotWith({ "un-sc": [renamed] }), 8);
  assert.deepEqual(await changesOf(service), [["un-sc", "1", "changed", "other"]]);
});

Deno.test("changes are kept for 400 days, and a snapshot is known for so long after its end", async () => {
  await using folder = await folderOf({});
  await publish(folder, first, 6);
  await using service = await following(folder);
  await service.recordLists();
  service.clock.advance({ hours: 24 * 399 });
  await take(service, folder, second, 7);
  service.clock.advance({ hours: 24 * 2 });
  assert.deepEqual((await changesOf(service, `?since=${first.id}`)).toSorted(), ofSecond);
  service.clock.advance({ hours: 24 * 398 + 1 });
  // Tokens of before have expired.
  const later = service.as("globex");
  const { status, body } = await later.get(`/v1/lists/changes?since=${first.id}`);
  assert.deepEqual([status, body.error], [400, "bad_request"]);
  assert.deepEqual(await changesOf(service, "", "globex"), []);
  // The one in force is known however long ago it came.
  assert.deepEqual(await changesOf(service, `?since=${second.id}`, "globex"), []);
});

Deno.test("GET /v1/lists/changes has an ETag that holds until something changes", async () => {
  await using folder = await folderOf({});
  await publish(folder, first, 6);
  await using service = await following(folder);
  await service.recordLists();
  const path = `/v1/lists/changes?since=${first.id}`;
  const { headers } = await service.as("acme").get(path);
  const etag = headers.get("etag") ?? "";
  assert.match(etag, /^"[^"]+"$/);
  assert.equal(headers.get("cache-control"), "private, no-cache");
  const again = await service.as("acme").get(path, { "if-none-match": etag });
  assert.deepEqual([again.status, again.text, again.headers.get("etag")], [304, "", etag]);
  await take(service, folder, second, 7);
  const changed = await service.as("acme").get(path, { "if-none-match": etag });
  assert.equal(changed.status, 200);
});

Deno.test("GET /v1/lists/changes costs the store a page, and a read for a hundred changes", async () => {
  await using folder = await folderOf({});
  const [backend, many] = [countingBackend(), 250];
  await publish(folder, first, 6);
  await using service = await following(folder, {
    ownsStore: true,
    wrapBackend: backend.wrapBackend,
  });
  await service.recordLists();
  const added = Array.from({ length: many }, (_, at) => person("un-sc", 100 + at));
  const lists = { "ofac-sdn": sdn, "un-sc": [one, two, three, ...added] };
  await take(service, folder, snapshotWith(lists), 7);
  // Its events are on the chain, and a server that owns its store reads no bucket.
  await service.auditEvents();
  await changesOf(service);
  const costOf = async (query: string) => {
    let least = [Infinity, Infinity];
    // The server's own work beside a request can only add to its cost.
    for (let time = 0; time < 3; time++) {
      backend.take();
      await changesOf(service, query);
      const { reads, pages } = backend.take();
      least = [Math.min(least[0]!, reads), Math.min(least[1]!, pages)];
    }
    return least;
  };
  // All; the first hundred, with a look at what follows; those of a list that has none; since a snapshot.
  // One read of each is of the client's record, which a deployment remembers.
  assert.deepEqual(await costOf("?limit=1000"), [4, 1]);
  assert.deepEqual(await costOf("?limit=100"), [3, 1]);
  assert.deepEqual(await costOf("?source=ofac-sdn"), [1, 1]);
  assert.deepEqual(await costOf(`?since=${first.id}&limit=50`), [3, 1]);
});

Deno.test("GET /v1/lists/changes answers agents, and no caller without a token", async () => {
  await using folder = await folderOf({});
  await publish(folder, first, 6);
  await using service = await following(folder);
  const agent = service.as("acme", { scopes: ["agent:read-only"] });
  assert.equal((await agent.get("/v1/lists/changes")).status, 200);
  assert.equal((await service.fetch("/v1/lists/changes")).status, 401);
});

Deno.test("the lists of a sandbox never change, and it says so", async () => {
  await using service = await serviceInMemory();
  await service.recordLists();
  const { body: { lists } } = await service.as("acme").get("/v1/lists");
  assert.deepEqual(await changesOf(service, `?since=${lists[0].asOf}`), []);
  service.clock.advance({ hours: 24 * 800 });
  assert.deepEqual(await changesOf(service, `?since=${lists[0].asOf}`), []);
  const unknown = await service.as("acme").get(`/v1/lists/changes?since=${first.id}`);
  assert.equal(unknown.status, 400);
  assert.deepEqual(await service.auditEvents(), []);
});

/** Like {@link take}, for a snapshot that lacks lists. */
async function publishAccepted(
  service: TestService,
  folder: Folder,
  snapshot: SmallSnapshot,
  hour: number,
  shrunken: readonly string[],
): Promise<void> {
  const createdAt = `2026-03-02T0${hour}:00:00.000Z`;
  const manifest = await manifestOf(snapshot, signer, { createdAt, shrunken });
  await publishInto(folder.path, snapshot, manifest);
  await service.refreshLists();
  await service.recordLists();
}
