import assert from "node:assert/strict";
import { z } from "zod";
import { runAdmin } from "../../support/admin.ts";
import { hashOf, link } from "../../../core/audit/chain.ts";
import { LinkedEntry } from "../../../core/audit/entry.ts";
import {
  auditOfClient,
  auditOutbox,
  auditTiles,
  checkpointKey,
  checkpointPrefix,
  clientPrefix,
  entryKey,
  headKey,
  lastCheckpointKey,
  outboxPrefix,
  Outgoing,
  tileKey,
  treeKey,
} from "../../../kv/audit/audit_records.ts";
import { openAuditLog } from "../../../kv/audit/audit_log.ts";
import { sealKey } from "../../../kv/keys/audit_seal.ts";
import { openDataKeys } from "../../../kv/keys/data_keys.ts";
import { openDenoKv } from "../../../kv/backends/deno_kv.ts";
import { createStore } from "../../../kv/store/create_store.ts";
import type { Key } from "../../../kv/store/key.ts";
import type { Operation } from "../../../kv/store/store.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { verifyAuditExport } from "../../../sdk/src/audit.ts";
import { fixedClock } from "../../support/clock.ts";
import { folderOf } from "../../support/folder.ts";
import {
  type AuditRecords,
  type Content,
  contentsOf,
  type Cover,
  type Forging,
  readAuditRecords,
  remove,
  removeCheckpoints,
  repeatMember,
  rewriteLog,
  set,
  setBack,
  valueAt,
} from "../../support/forged_audit.ts";
import { CLEAR_NAME } from "../../support/names.ts";
import { seededRandom } from "../../support/random.ts";
import { serviceInMemory, type TestService } from "../../support/service.ts";
import { filePause, noPause, TEST_SECRET } from "../../support/store.ts";

/** A forgery: the affected part of the log, the method, and its extent. */
interface Forgery {
  readonly name: string;
  readonly forge: (forging: Forging) => Promise<unknown>;
}

/** Sizes of the checkpoints and of the chain; one event waits for its position on it. */
const [first, second, third, size] = [6, 11, 15, 18] as const;
/** End time of the history. */
const end = "2026-03-02T09:32:00.000Z";

/** A service's history, as the files of a killed process. */
interface History extends AsyncDisposable {
  /** Copies it to another folder. */
  copy(): Promise<string>;
  readonly older: AuditRecords;
  /** An event with its seal, as it was before it moved to the chain. */
  readonly replayed: { readonly key: Key; readonly value: unknown };
  /** An earlier copy of the whole store. */
  readonly olderFile: string;
  readonly verifierKey: string;
  /** The last checkpoint, as an operator stored it. */
  readonly kept: string;
  readonly contents: readonly Content[];
  /** The event that waits. */
  readonly waiting: Content;
}

async function screen(service: TestService, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const client = n % 2 === 0 ? "acme" : "globex";
    assert.equal((await service.as(client).post("/v1/screen", { name: CLEAR_NAME })).status, 200);
  }
  await service.auditEvents();
}

async function copyFiles(from: string, to: string): Promise<void> {
  for (const ending of ["", "-wal", "-shm"]) {
    await Deno.copyFile(`${from}${ending}`, `${to}${ending}`).catch((fault) => {
      if (!(fault instanceof Deno.errors.NotFound)) throw fault;
    });
  }
}

/** Records an event without moving any. @returns the event as in the outbox */
async function recordOnly(
  { store, clock, dataKeys }: Pick<TestService, "store" | "clock" | "dataKeys">,
): Promise<{ readonly key: Key; readonly value: Outgoing }> {
  const log = { debug() {}, info() {}, warn() {}, error: assert.fail };
  const tools = { store, clock, dataKeys, log, pause: noPause };
  const audit = openAuditLog({ ...tools, random: seededRandom(clock.now().epochMilliseconds) });
  const written: Operation[] = [];
  const units = openUnits({
    ...store,
    commit: (operations) => {
      written.push(...operations);
      return store.commit(operations);
    },
  });
  const unit = units.begin();
  audit.record(unit, {
    kind: "SCREENING_DECISION",
    clientId: "acme",
    decisionId: crypto.randomUUID(),
    mode: "sandbox",
    classification: "CLEAR",
    engineVersion: "0.1.0",
    gatesHash: "5e".repeat(32),
    ensembleWeightsHash: "a7".repeat(32),
    listSnapshotIds: [],
  });
  await units.commit(unit);
  const put = written.find(({ kind, key }) => kind === "put" && key[0] === outboxPrefix[0]);
  assert(put?.kind === "put");
  return { key: put.key, value: Outgoing.parse(put.value) };
}

/** Records an event in a store without a server, so that the event waits. */
async function recordIn(location: string): Promise<Content> {
  const backend = await openDenoKv({ kind: "file", path: location });
  try {
    const tools = { clock: fixedClock(end), random: seededRandom(5), pause: filePause };
    const store = createStore(backend, tools);
    const secrets = { current: TEST_SECRET };
    const dataKeys = await openDataKeys({ ...tools, store, secrets });
    const { value: { id, at, event } } = await recordOnly({ ...tools, store, dataKeys });
    return { id, at, event };
  } finally {
    backend.close();
  }
}

async function makeHistory(): Promise<History> {
  const folder = await Deno.makeTempDir();
  const live = `${folder}/live.sqlite3`;
  await using service = await serviceInMemory({ kv: live });
  const { store, clock } = service;
  await screen(service, first);
  await service.runMaintenance();
  const older = await readAuditRecords(store);
  await copyFiles(live, `${folder}/older.sqlite3`);
  clock.advance({ minutes: 10 });
  await screen(service, second - first);
  await service.runMaintenance();
  clock.advance({ minutes: 10 });
  await screen(service, third - second - 1);
  const replayed = await recordOnly(service);
  await service.auditEvents();
  await service.runMaintenance();
  clock.advance({ minutes: 12 });
  await screen(service, size - third);
  const last = await valueAt(store, checkpointKey(third));
  await copyFiles(live, `${folder}/killed.sqlite3`);
  const contents = await contentsOf(store);
  assert.equal(contents.length, size);
  const waiting = await recordIn(`${folder}/killed.sqlite3`);
  let copies = 0;
  return {
    waiting,
    older,
    replayed,
    olderFile: `${folder}/older.sqlite3`,
    kept: last.note,
    verifierKey: await verifierKeyOf(`${folder}/older.sqlite3`),
    contents,
    copy: async () => {
      const to = `${folder}/${copies++}.sqlite3`;
      await copyFiles(`${folder}/killed.sqlite3`, to);
      return to;
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

async function call(location: string, ...args: readonly string[]) {
  return await runAdmin(location, ["audit", ...args], {
    clock: fixedClock(end),
    random: seededRandom(3),
  });
}

async function verifierKeyOf(location: string): Promise<string> {
  const { err } = await call(location, "checkpoint");
  return /Verifier key: (\S+)/.exec(err)?.[1] ?? "";
}

async function forgeIn(location: string, { older }: History, forgery: Forgery): Promise<void> {
  const backend = await openDenoKv({ kind: "file", path: location });
  try {
    const tools = { clock: fixedClock(end), random: seededRandom(), pause: filePause };
    const store = createStore(backend, tools);
    const before = await readAuditRecords(store);
    await forgery.forge({ store, backend, older });
    assert.notDeepEqual(
      [JSON.stringify([...await readAuditRecords(store)]), forgery.name.includes("member")],
      [JSON.stringify([...before]), false],
      `${forgery.name} changes nothing`,
    );
  } finally {
    backend.close();
  }
}

const forgedContent = ({ id, at, event }: Content): Content => ({
  id,
  at,
  event: { ...event, classification: "CONFIRMED_MATCH" },
});

/** Ways to change the chain from an entry on. */
const rewrites: Readonly<
  Record<string, (contents: readonly Content[], seq: number) => readonly Content[]>
> = {
  changed: (all, seq) => all.with(seq - 1, forgedContent(all[seq - 1]!)),
  removed: (all, seq) => all.toSpliced(seq - 1, 1),
  moved: (all, seq) => {
    const to = seq === all.length ? seq - 2 : seq;
    return all.toSpliced(seq - 1, 1).toSpliced(to, 0, all[seq - 1]!);
  },
  repeated: (all, seq) => all.toSpliced(seq, 0, all[seq - 1]!),
  "replaced by an older one": (all, seq) => all.with(seq - 1, all[0]!),
  recomputed: (all, seq) => all.with(seq - 1, { ...all[seq - 1]!, at: "2026-03-02T09:00:00.001Z" }),
};

const covers: readonly Cover[] = (["kept", "later removed", "all removed"] as const)
  .flatMap((checkpoints) =>
    (["kept", "removed", "older"] as const).map((seal) => ({ checkpoints, seal }))
  );

/** The chain rewritten from a signed entry on, and from one after the last checkpoint on. */
const rewritten: readonly Forgery[] = Object.entries(rewrites).flatMap(([change, rewrite]) =>
  [8, 17].flatMap((seq) =>
    covers.map((cover) => ({
      name: `entry ${seq} ${change}, with everything after it; checkpoints ${cover.checkpoints}, ` +
        `seal ${cover.seal}`,
      forge: async (forging: Forging) => {
        await rewriteLog(forging, rewrite(await contentsOf(forging.store), seq), cover);
      },
    }))
  )
);

/** The chain with its end cut, emptied, or cut and continued. */
const cuts: Readonly<Record<string, (all: readonly Content[]) => readonly Content[]>> = {
  "the last entry removed": (all) => all.slice(0, -1),
  "all entries behind the last checkpoint removed": (all) => all.slice(0, third),
  "every entry removed": () => [],
  "an entry added beyond the end": (all) => [
    ...all,
    { ...forgedContent(all[4]!), id: "f".repeat(32) },
  ],
  "entries added before the first": (all) => [forgedContent(all[4]!), ...all],
};

const ends: readonly Forgery[] = covers.flatMap((cover) =>
  Object.entries(cuts).map(([name, cut]) => ({
    name: `${name}, with everything after it; checkpoints ${cover.checkpoints}, seal ${cover.seal}`,
    forge: async (forging: Forging) => {
      await rewriteLog(forging, cut(await contentsOf(forging.store)), cover);
    },
  }))
);

const entryAt = async ({ store }: Forging, seq: number): Promise<LinkedEntry> =>
  await valueAt(store, entryKey(seq));

/** Forgeries of one record of the log. */
const alone: readonly Forgery[] = [
  ...[2, 8, 15, 17, size].flatMap((seq): Forgery[] => [
    {
      name: `entry ${seq} changed`,
      forge: async (forging) => {
        const { entry, hash } = await entryAt(forging, seq);
        await set(forging.store, entryKey(seq), { entry: { ...entry, id: "x" }, hash });
      },
    },
    { name: `entry ${seq} removed`, forge: ({ store }) => remove(store, entryKey(seq)) },
    {
      name: `entry ${seq} moved`,
      forge: async ({ store }) => {
        const value = await valueAt(store, entryKey(seq));
        await remove(store, entryKey(seq));
        await set(store, entryKey(size + 1), value);
      },
    },
    {
      name: `entry ${seq} repeated`,
      forge: async ({ store }) =>
        set(store, entryKey(size + 1), await valueAt(store, entryKey(seq))),
    },
    {
      name: `entry ${seq} replaced by an older one`,
      forge: async ({ store }) => set(store, entryKey(seq), await valueAt(store, entryKey(1))),
    },
    {
      name: `entry ${seq} recomputed`,
      forge: async (forging) => {
        const { entry } = await entryAt(forging, seq);
        const changed = { ...entry, id: "x" };
        await set(forging.store, entryKey(seq), { entry: changed, hash: hashOf(changed) });
      },
    },
    {
      name: `entry ${seq} with a member twice`,
      forge: (forging) => repeatMember(forging, entryKey(seq)),
    },
    {
      name: `hash of entry ${seq} changed`,
      forge: async (forging) => {
        const { entry } = await entryAt(forging, seq);
        await set(forging.store, entryKey(seq), { entry, hash: "a".repeat(64) });
      },
    },
    {
      name: `hash of entry ${seq} removed`,
      forge: async (forging) => {
        const { entry } = await entryAt(forging, seq);
        await set(forging.store, entryKey(seq), { entry });
      },
    },
    {
      name: `hash of entry ${seq} replaced by another's`,
      forge: async (forging) => {
        const [{ entry }, { hash }] = [await entryAt(forging, seq), await entryAt(forging, 1)];
        await set(forging.store, entryKey(seq), { entry, hash });
      },
    },
    {
      name: `entry ${seq} with a hash of another entry before it`,
      forge: async (forging) => {
        const { entry } = await entryAt(forging, seq);
        const changed = { ...entry, prev: "b".repeat(64) };
        await set(forging.store, entryKey(seq), { entry: changed, hash: hashOf(changed) });
      },
    },
  ]),
  {
    name: "an entry added beyond the end, well linked",
    forge: async (forging) => {
      const { entry: { id, at, event }, hash } = await entryAt(forging, size);
      await set(forging.store, entryKey(size + 1), link({ seq: size, hash }, { id, at, event }));
    },
  },
  ...([
    ["head", headKey],
    ["tree", treeKey],
    ["pointer to the last checkpoint", lastCheckpointKey],
    ["seal", sealKey],
    ["tile", tileKey(0, 0)],
  ] as const).flatMap(([thing, key]): Forgery[] => [
    { name: `${thing} removed`, forge: ({ store }) => remove(store, key) },
    {
      name: `${thing} moved`,
      forge: async ({ store }) => {
        const value = await valueAt(store, key);
        await remove(store, key);
        await set(store, [...key, 1], value);
      },
    },
    { name: `${thing} with a member twice`, forge: (forging) => repeatMember(forging, key) },
    {
      name: `${thing} with another member`,
      forge: async ({ store }) => set(store, key, { ...await valueAt(store, key), note: "x" }),
    },
    {
      name: `${thing} replaced by an older one`,
      forge: ({ store, older }) => set(store, key, older.get(JSON.stringify(key))?.value),
    },
    { name: `${thing} replaced by nothing`, forge: ({ store }) => set(store, key, {}) },
  ]),
  {
    name: "head changed",
    forge: ({ store }) => set(store, headKey, { seq: size, hash: "c".repeat(64) }),
  },
  {
    name: "head beyond the end",
    forge: ({ store }) => set(store, headKey, { seq: size + 1, hash: "c".repeat(64) }),
  },
  {
    name: "head set back by one, well computed",
    forge: async (forging) =>
      set(forging.store, headKey, { seq: size - 1, hash: (await entryAt(forging, size - 1)).hash }),
  },
  {
    name: "tree under another name",
    forge: async ({ store }) =>
      set(store, treeKey, {
        ...await valueAt(store, treeKey),
        origin: "aval/audit/0000000000000000",
      }),
  },
  {
    name: "tree that knows of no checkpoint",
    forge: async ({ store }) => {
      const { origin, head } = await valueAt(store, treeKey);
      await set(store, treeKey, { origin, head });
    },
  },
  {
    name: "tree beyond the end",
    forge: async ({ store }) => {
      const state = await valueAt(store, treeKey);
      await set(store, treeKey, { ...state, head: { seq: size + 1, hash: "c".repeat(64) } });
    },
  },
  {
    name: "tile changed",
    forge: async ({ store }) => {
      const { hashes } = await valueAt(store, tileKey(0, 0));
      await set(store, tileKey(0, 0), {
        hashes: `${hashes[0] === "A" ? "B" : "A"}${hashes.slice(1)}`,
      });
    },
  },
  {
    name: "tile repeated",
    forge: async ({ store }) => set(store, tileKey(0, 1), await valueAt(store, tileKey(0, 0))),
  },
  {
    name: "tile added above",
    forge: ({ store }) => set(store, tileKey(1, 0), { hashes: "A".repeat(43) + "=" }),
  },
  {
    name: "every tile and the tree removed",
    forge: async ({ store }) => {
      const tiles = await Array.fromAsync(store.list(z.unknown(), { prefix: auditTiles.key() }));
      await remove(store, treeKey, ...tiles.map(({ key }) => key));
    },
  },
  ...[first, second, third].flatMap((at): Forgery[] => [
    { name: `checkpoint ${at} removed`, forge: ({ store }) => remove(store, checkpointKey(at)) },
    {
      name: `checkpoint ${at} and all after it removed`,
      forge: ({ store }) => removeCheckpoints(store, at),
    },
    {
      name: `checkpoint ${at} moved`,
      forge: async ({ store }) => {
        const value = await valueAt(store, checkpointKey(at));
        await remove(store, checkpointKey(at));
        await set(store, checkpointKey(at + 1), value);
      },
    },
    {
      name: `checkpoint ${at} repeated`,
      forge: async ({ store }) =>
        set(store, checkpointKey(at + 1), await valueAt(store, checkpointKey(at))),
    },
    {
      name: `checkpoint ${at} replaced by another one`,
      forge: async ({ store }) => {
        const other = at === first ? second : first;
        await set(store, checkpointKey(at), await valueAt(store, checkpointKey(other)));
      },
    },
    {
      name: `checkpoint ${at} with a member twice`,
      forge: (forging) => repeatMember(forging, checkpointKey(at)),
    },
    ...Object.entries({
      "another time": { at: "2026-03-02T09:00:00.001Z" },
      "a time in the future": { at: "2126-03-02T09:00:00.000Z" },
      "another size before it": { previous: 3 },
      "no link": { link: undefined },
      "no size before it": { previous: undefined },
    }).map(([name, change]): Forgery => ({
      name: `checkpoint ${at} with ${name}`,
      forge: async ({ store }) => {
        const row = { ...await valueAt(store, checkpointKey(at)), ...change };
        await set(store, checkpointKey(at), JSON.parse(JSON.stringify(row)));
      },
    })),
    {
      name: `checkpoint ${at} over another size`,
      forge: async ({ store }) => {
        const row = await valueAt(store, checkpointKey(at));
        const note = row.note.replace(`\n${at}\n`, `\n${at - 1}\n`);
        await set(store, checkpointKey(at), { ...row, note });
      },
    },
    {
      name: `checkpoint ${at} with another's link`,
      forge: async ({ store }) => {
        const { link } = await valueAt(store, checkpointKey(at === first ? second : first));
        await set(store, checkpointKey(at), { ...await valueAt(store, checkpointKey(at)), link });
      },
    },
  ]),
  {
    name: "links and sizes removed from every checkpoint",
    forge: async ({ store }) => {
      for (const at of [first, second, third]) {
        const { note, at: time } = await valueAt(store, checkpointKey(at));
        await set(store, checkpointKey(at), { note, at: time });
      }
    },
  },
  {
    name: "a checkpoint in the middle removed, and the next one named after the one before",
    forge: async ({ store }) => {
      await remove(store, checkpointKey(second));
      await set(store, checkpointKey(third), {
        ...await valueAt(store, checkpointKey(third)),
        previous: first,
      });
    },
  },
  {
    name: "a checkpoint added beyond the end, and named the last",
    forge: async ({ store }) => {
      await set(store, checkpointKey(size), await valueAt(store, checkpointKey(third)));
      await set(store, lastCheckpointKey, { seq: size });
    },
  },
  {
    name: "pointer set back with the tree's own",
    forge: ({ store }) => set(store, lastCheckpointKey, { seq: second }),
  },
  {
    name: "pointer beyond the end",
    forge: ({ store }) => set(store, lastCheckpointKey, { seq: size + 1 }),
  },
  {
    name: "every checkpoint removed, with the pointer, the tiles and the tree",
    forge: async ({ store }) => {
      const keys: Key[] = [lastCheckpointKey, treeKey];
      for (const prefix of [checkpointPrefix, auditTiles.key()]) {
        for await (const { key } of store.list(z.unknown(), { prefix })) keys.push(key);
      }
      await remove(store, ...keys);
    },
  },
  ...(["acme", "globex"] as const).flatMap((client): Forgery[] => {
    const at = client === "acme" ? 9 : 8;
    const key: Key = [...clientPrefix(client), at];
    const other: Key = [...clientPrefix(client === "acme" ? "globex" : "acme"), at];
    return [
      {
        name: `index of ${client} changed`,
        forge: ({ store }) => set(store, key, { seq: at + 2 }),
      },
      { name: `index of ${client} removed`, forge: ({ store }) => remove(store, key) },
      {
        name: `index of ${client} moved`,
        forge: async ({ store }) => {
          await remove(store, key);
          await set(store, other, { seq: at });
        },
      },
      { name: `index of ${client} repeated`, forge: ({ store }) => set(store, other, { seq: at }) },
      {
        name: `index of ${client} added beyond the end`,
        forge: ({ store }) => set(store, [...clientPrefix(client), size + 1], { seq: size + 1 }),
      },
      {
        name: `index of ${client} with a member twice`,
        forge: (forging) => repeatMember(forging, key),
      },
      {
        name: `index of ${client} removed from an entry on`,
        forge: async ({ store }) => {
          const range = { prefix: auditOfClient.key(client), start: key };
          const rows = await Array.fromAsync(store.list(z.unknown(), range));
          await remove(store, ...rows.map((row) => row.key));
        },
      },
    ];
  }),
];

/** Forgeries of events that wait for the chain. */
function outbox({ replayed }: History): readonly Forgery[] {
  const waiting = async ({ store }: Forging) =>
    (await Array.fromAsync(store.list(z.unknown(), { prefix: outboxPrefix })))[0]! as {
      readonly key: Key;
      // deno-lint-ignore no-explicit-any -- a forger reaches into any shape
      readonly value: any;
    };
  const change = (name: string, forge: (value: Record<string, unknown>) => unknown): Forgery => ({
    name: `outbox: ${name}`,
    forge: async (forging) => {
      const { key, value } = await waiting(forging);
      await set(forging.store, key, forge(value));
    },
  });
  const copy = (name: string, keyOf: (key: Key) => Key, isMoved: boolean): Forgery => ({
    name: `outbox: ${name}`,
    forge: async (forging) => {
      const { key, value } = await waiting(forging);
      if (isMoved) await remove(forging.store, key);
      await set(forging.store, keyOf(key), value);
    },
  });
  const id = "e".repeat(32);
  return [
    change("event changed", (value) => ({
      ...value,
      event: { ...value["event"] as object, classification: "CONFIRMED_MATCH" },
    })),
    change("seal removed, as of an older server", ({ id, at, event }) => ({ id, at, event })),
    change("seal of another event", (value) => ({
      ...value,
      seal: (replayed.value as { readonly seal: unknown }).seal,
    })),
    change("replaced by an older event", () => replayed.value),
    copy(
      "repeated",
      ([kind, at, count, ...rest]) => [kind, at!, Number(count) + 1, ...rest],
      false,
    ),
    copy("moved", ([kind, at, count, ...rest]) => [kind, at!, Number(count) + 1, ...rest], true),
    { name: "outbox: removed", forge: async (f) => remove(f.store, (await waiting(f)).key) },
    {
      name: "outbox: a member twice",
      forge: async (forging) => repeatMember(forging, (await waiting(forging)).key),
    },
    {
      name: "outbox: an event added",
      forge: ({ store }) =>
        set(store, auditOutbox.key(Temporal.Instant.from(end).epochMilliseconds, 0, id), {
          id,
          at: end,
          event: {
            kind: "GDPR_ERASED",
            clientId: "acme",
            service: "screening",
            idempotencyRecords: 1,
          },
        }),
    },
    {
      name: "outbox: an event added again that stands on the chain",
      forge: ({ store }) => set(store, replayed.key, replayed.value),
    },
  ];
}

/** Forgeries of the whole log. */
const whole: readonly Forgery[] = [
  { name: "the whole log set back", forge: (forging) => setBack(forging) },
  {
    name: "the whole log emptied",
    forge: async ({ store }) => {
      await remove(store, ...[...await readAuditRecords(store)].map(([, { key }]) => key));
    },
  },
  {
    name: "the whole log emptied but for its name",
    forge: async ({ store }) => {
      const records = [...(await readAuditRecords(store)).values()];
      await remove(
        store,
        ...records.map(({ key }) => key).filter(([kind]) => kind !== "audit_tree"),
      );
    },
  },
];

Deno.test("no forgery of the audit log passes: not now, not after the next checkpoint, and no export proves it", async (t) => {
  await using history = await makeHistory();
  const honest = await history.copy();
  assert.match((await call(honest, "verify")).out, /verdict holds\n$/);
  const all = [...alone, ...outbox(history), ...ends, ...rewritten, ...whole];
  assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
  const passed: string[] = [];
  for (const forgery of all) {
    const location = await history.copy();
    await forgeIn(location, history, forgery);
    const now = await call(location, "verify");
    if (!/^verdict broken/m.test(now.out)) passed.push(`${forgery.name}: ${now.out}${now.err}`);
    if (alone.includes(forgery)) continue;
    await serveOn(location, history, forgery.name);
    const later = await call(location, "verify");
    // What is sealed and only written another way reaches the chain as it was recorded.
    if (!/^verdict broken/m.test(later.out) && !await isHonest(location, history)) {
      passed.push(`${forgery.name}, after the next checkpoint: ${later.out}${later.err}`);
    }
  }
  await t.step(`${all.length} forgeries, of which ${passed.length} pass`, () => {
    assert.deepEqual(passed, []);
  });
  console.log(`store forgeries: ${passed.length} of ${all.length} pass`);
});

/** Whether the chain contains exactly the recorded and the waiting events. */
async function isHonest(location: string, { contents, waiting }: History): Promise<boolean> {
  const backend = await openDenoKv({ kind: "file", path: location });
  try {
    const tools = { clock: fixedClock(end), random: seededRandom(), pause: filePause };
    const now = await contentsOf(createStore(backend, tools));
    const expected = [...contents, waiting].map((content) => JSON.stringify(content));
    return expected.every((content, at) => content === JSON.stringify(now[at]));
  } finally {
    backend.close();
  }
}

/**
 * Starts a server on a forged store and waits past the next checkpoint; an export must not prove
 * the forgery.
 */
async function serveOn(location: string, history: History, name: string): Promise<void> {
  await using service = await serviceInMemory({ kv: location, seed: 12 });
  service.clock.advance({ minutes: 45 });
  await service.runMaintenance();
  const { text, status } = await service.as("acme").get("/v1/screen/gdpr/export");
  if (status !== 200) return;
  const verdict = verifyAuditExport(text, {
    verifierKeys: [history.verifierKey],
    since: history.kept,
  });
  if (!verdict.holds) return;
  const written = new Set(history.contents.map((content) => JSON.stringify(content)));
  // deno-lint-ignore no-explicit-any -- entries of any kind
  for (const { seq, id, at, event } of (JSON.parse(text) as any).auditEntries) {
    if (seq > size) continue;
    assert(written.has(JSON.stringify({ id, at, event })), `${name}: the export proves ${seq}`);
  }
}

Deno.test("a store that is set back as a whole is found by a kept checkpoint, or by the witness", async () => {
  await using history = await makeHistory();
  const location = `${history.olderFile}`;
  assert.match((await call(location, "verify")).out, /verdict holds\n$/);
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await Deno.writeTextFile(`${folder}/kept.checkpoint`, history.kept);
  for (const args of [["--checkpoint", `${folder}/kept.checkpoint`], ["--witness", folder]]) {
    const { status, out } = await call(location, "verify", ...args);
    assert.deepEqual([status, out], [
      1,
      `verdict broken: checkpoint ${third}, checkpoint_beyond_end\n`,
    ]);
  }
});
