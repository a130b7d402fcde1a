import "../../base/temporal.ts";
import assert from "node:assert/strict";
import { type FileFate, startFileServer } from "../support/file_server.ts";
import { folderOf } from "../support/folder.ts";
import {
  activeAnswer,
  type FakeProvider,
  fakeProvider,
  providerEnvironment,
} from "../support/identity_provider.ts";
import { keepConnection } from "../support/keep_alive.ts";
import {
  manifestOf,
  manyNames,
  type SmallSnapshot,
  smallSnapshot,
  testSigner,
} from "../support/published_lists.ts";
import { roomyPolicyFile } from "../support/policy.ts";
import { errorsBesidesAge, type ServerProcess, startServer } from "../support/server.ts";
import { liveEnvironment } from "../support/service.ts";

const signer = await testSigner();
const strangers = manyNames(100);
/**
 * Names that are each on only one of the two lists, so that an answer shows which list was used.
 */
const [onFirst, onSecond] = ["Wenzeslaus Thornqvist", "Ottokar Vimperk"];
const sdn = (name: string) =>
  smallSnapshot([{ source: "ofac-sdn", asOf: "2026-03-01", names: [...strangers, name] }]);
const first = sdn(onFirst);
const second = sdn(onSecond);

/** Publishes on a web server of this machine, with validators like other file servers. */
async function startPublisher(begin: SmallSnapshot) {
  let manifest = "";
  let fate: FileFate | null = null;
  let published = 0;
  let conditional = 0;
  const snapshots = new Map(
    [first, second].map((one) => [`/${one.id.slice(0, 16)}.bin`, one.bytes]),
  );
  const server = startFileServer(({ path, headers }) => {
    if (path === "/lists.note") {
      if (fate !== null) return fate;
      const etag = `"${published}"`;
      if (headers["if-none-match"] !== etag) {
        return { status: 200, headers: { etag }, body: manifest };
      }
      conditional++;
      return { status: 304 };
    }
    const body = snapshots.get(path);
    return body === undefined ? { status: 404 } : { status: 200, body };
  });
  /** Time of the first snapshot; each later one is a millisecond younger. */
  const since = Date.now() - 3_600_000;
  const publish = async (snapshot: SmallSnapshot) => {
    const createdAt = new Date(since + ++published).toISOString();
    // Checked just now: a list of last spring is not stale, and the log has nothing to say.
    manifest = await manifestOf(snapshot, signer, { createdAt, checkedAt: createdAt });
  };
  await publish(begin);
  return {
    ...server,
    lists: `${server.url}/lists.note#key=${signer.verifierKey}`,
    publish,
    /** Changes the answers at the manifest's address from now on. */
    fail: (what: FileFate | null) => {
      fate = what;
    },
    conditional: () => conditional,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/**
 * Short deadlines for a server that hangs; answers must still arrive within them on a busy machine.
 */
const impatient = { answerSecondsMax: 1, downloadSecondsMax: 2 };
const patient = { answerSecondsMax: 20, downloadSecondsMax: 20 };

/** A policy that refreshes lists every second, with limits that no test reaches. */
async function pollingPolicy(folder: string, deadlines: typeof patient): Promise<string> {
  const roomy = JSON.parse(
    await Deno.readTextFile(new URL("../support/roomy_policy.json", import.meta.url)),
  );
  const path = `${folder}/policy.json`;
  const lists = { pollSeconds: 1, ...deadlines };
  await Deno.writeTextFile(path, JSON.stringify({ ...roomy, lists }));
  return path;
}

/** A token of an active client. The store is in memory and contains no token. */
const token = "a-token-of-acme";

/** A provider at which every token is active. */
function startProvider(): FakeProvider {
  const provider: FakeProvider = fakeProvider(() =>
    Response.json(activeAnswer(provider, Temporal.Now.instant()))
  );
  return provider;
}

/** Variables of a live server that follows a publisher and refreshes every second. */
async function followerOf(
  publisher: { readonly lists: string },
  provider: FakeProvider,
  folder: string,
  deadlines = patient,
): Promise<Record<string, string>> {
  return {
    ...await liveEnvironment(),
    ...providerEnvironment(provider.url),
    AVAL_KV: ":memory:",
    AVAL_LISTS: publisher.lists,
    AVAL_POLICY: await pollingPolicy(folder, deadlines),
  };
}

interface Seen {
  /** Number of answers by the snapshot that they name. */
  readonly bySnapshot: Map<string, number>;
  readonly wrong: string[];
}

/** Screens continuously until stopped, and compares each answer with its snapshot. */
function screenOnAndOn(url: string) {
  const seen: Seen = { bySnapshot: new Map(), wrong: [] };
  let ended = false;
  let sent = 0;
  const client = async () => {
    const connection = await keepConnection(url);
    while (!ended) {
      const name = sent++ % 2 === 0 ? onFirst : onSecond;
      const { status, body } = await connection.send({
        method: "POST",
        path: "/v1/screen",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${token}`,
          "idempotency-key": crypto.randomUUID(),
        },
        body: JSON.stringify({ name }),
      });
      const wrong = status === 200 ? disagreement(JSON.parse(body), name) : `${status} ${body}`;
      if (wrong !== null) seen.wrong.push(wrong);
      else {
        const [id] = JSON.parse(body).meta.listSnapshotIds;
        seen.bySnapshot.set(id, (seen.bySnapshot.get(id) ?? 0) + 1);
      }
    }
    connection.close();
  };
  const running = Promise.all(Array.from({ length: 4 }, client));
  return {
    /** Waits for this many more answers with a snapshot, or for a wrong answer. */
    answersOn: async (id: string, more: number) => {
      const enough = (seen.bySnapshot.get(id) ?? 0) + more;
      while ((seen.bySnapshot.get(id) ?? 0) < enough && seen.wrong.length === 0) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    end: async () => {
      ended = true;
      await running;
      return seen;
    },
  };
}

/** The part of an answer that contradicts its snapshot; null if none. */
// deno-lint-ignore no-explicit-any -- any shape of an answer that is wrong
function disagreement(body: any, name: string): string | null {
  const ids = body.meta.listSnapshotIds;
  const listed = name === onFirst ? first.id : second.id;
  if (ids.length !== 1 || ![first.id, second.id].includes(ids[0])) return `snapshots ${ids}`;
  const expected = ids[0] === listed ? "CONFIRMED_MATCH" : "CLEAR";
  return body.classification === expected ? null : `${name} on ${ids}: ${body.classification}`;
}

/** Waits until a server reports the condition, at most half a minute. */
async function until(
  server: Pick<ServerProcess, "url">,
  // deno-lint-ignore no-explicit-any -- what GET /v1/lists answers
  holds: (lists: any) => boolean,
): Promise<void> {
  let last = "";
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`${server.url}/v1/lists`, {
      headers: { authorization: `Bearer ${token}` },
    });
    last = await answer.text();
    if (answer.status === 200 && holds(JSON.parse(last))) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`It never came: ${last}`);
}

const names = (id: string) => ({ listSnapshotIds }: { listSnapshotIds: readonly string[] }) =>
  listSnapshotIds[0] === id;

Deno.test("lists are swapped back and forth under load, and no request is lost or mixed up", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await using publisher = await startPublisher(first);
  await using provider = startProvider();
  await using server = await startServer(await followerOf(publisher, provider, folder));
  const load = screenOnAndOn(server.url);
  for (let swap = 1; swap <= 6; swap++) {
    const next = swap % 2 === 1 ? second : first;
    await publisher.publish(next);
    await until(server, names(next.id));
    await load.answersOn(next.id, 500);
  }
  const { bySnapshot, wrong } = await load.end();
  assert.deepEqual(wrong, []);
  assert.deepEqual([...bySnapshot.keys()].toSorted(), [first.id, second.id].toSorted());
  for (const answers of bySnapshot.values()) assert(answers >= 1_500, `${answers}`);
  // What is known is asked for conditionally: at the next refresh, where every one so far found news.
  while (publisher.conditional() === 0) await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(server.errorText().match(/"lists_taken"/g)?.length, 6);
  assert.doesNotMatch(errorsBesidesAge(server), /"level":"(warn|error)"/);
  assert.equal(await server.terminate(), 0);
});

Deno.test("whatever the host of the manifest does, the lists in force stay and the end is not late", async (t) => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await using publisher = await startPublisher(first);
  await using provider = startProvider();
  await using server = await startServer(
    await followerOf(publisher, provider, folder, impatient),
  );
  const elsewhere = "http://lists.example/lists.note";
  const cases: readonly { why: string; fate: FileFate; reason?: string; says: string }[] = [
    { why: "a fault", fate: { status: 500 }, says: "answers with status 500" },
    { why: "no such file", fate: { status: 404 }, says: "answers with status 404" },
    {
      why: "a page",
      fate: { status: 200, body: "<!doctype html>" },
      reason: "signature",
      says: "is not signed by the key",
    },
    {
      why: "redirects in a circle",
      fate: { status: 302, headers: { location: "/lists.note" } },
      says: "redirects too often",
    },
    {
      why: "a redirect to plain http elsewhere",
      fate: { status: 302, headers: { location: elsewhere } },
      says: `${elsewhere} is not a permitted address`,
    },
    {
      why: "a manifest without end",
      fate: "endless",
      reason: "too_large",
      says: "is larger than 65536 bytes",
    },
    {
      why: "an answer cut off",
      fate: { cut: new Uint8Array(1_000) },
      says: "is cut off after 500 bytes",
    },
    {
      why: "an answer that stops",
      fate: { stall: new Uint8Array(1_000) },
      says: "does not end in time",
    },
    { why: "no answer", fate: "hang", says: "does not answer in time" },
  ];
  for (const { why, fate, says, reason = "unreachable" } of cases) {
    await t.step(why, async () => {
      publisher.fail(fate);
      await until(
        server,
        ({ lastUpdate, listSnapshotIds }) =>
          server.errorText().includes(says) && lastUpdate?.reason === reason &&
          listSnapshotIds[0] === first.id,
      );
    });
  }
  publisher.fail(null);
  await publisher.publish(second);
  await until(server, names(second.id));
  // A refresh that hangs holds no drain up.
  const before = publisher.requests.length;
  publisher.fail("hang");
  while (publisher.requests.length === before) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.equal(await server.terminate(), 0);
});

Deno.test("every process refreshes for itself, and a server that cannot reports it at its start", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await using publisher = await startPublisher(first);
  await using provider = startProvider();
  const env = await followerOf(publisher, provider, folder);
  const servers = await Promise.all([startServer(env), startServer(env)]);
  try {
    await publisher.publish(second);
    for (const server of servers) await until(server, names(second.id));
  } finally {
    await Promise.all(servers.map((server) => server.terminate()));
  }
  publisher.fail({ status: 503 });
  await assert.rejects(
    startServer(env),
    /AVAL_LISTS: .*lists\.note answers with status 503/,
  );
  publisher.fail("hang");
  const AVAL_POLICY = `${folder}/hasty.json`;
  await Deno.writeTextFile(AVAL_POLICY, JSON.stringify({ server: { startSecondsMax: 1 } }));
  await assert.rejects(
    startServer({ ...env, AVAL_POLICY }),
    /AVAL_KV or AVAL_LISTS: did not answer within 1 s/,
  );
});

Deno.test("a server without a disk takes its lists by URL: a snapshot by its hash, a manifest by its key", async (t) => {
  await using publisher = await startPublisher(first);
  const { AVAL_LISTS: _, ...live } = await liveEnvironment();
  const env = { ...live, AVAL_KV: ":memory:" };
  const pinned = (sha256: string) =>
    `${publisher.url}/${first.id.slice(0, 16)}.bin#sha256=${sha256}`;
  const withoutDisk = (...hosts: readonly string[]) => [
    "--no-prompt",
    `--allow-net=${["0.0.0.0", ...hosts].join(",")}`,
    `--allow-read=${roomyPolicyFile}`,
    "--allow-env=AVAL_*,PORT,DENO_KV_ACCESS_TOKEN",
  ];
  const places = { "a snapshot": pinned(first.id), "a manifest": publisher.lists };
  for (const [what, AVAL_LISTS] of Object.entries(places)) {
    await t.step(what, async () => {
      await using server = await startServer({ ...env, AVAL_LISTS }, withoutDisk(publisher.host));
      assert.equal((await (await fetch(`${server.url}/health`)).json()).mode, "live");
    });
    await t.step(`${what}, and not without the permission to ask`, async () => {
      await assert.rejects(
        startServer({ ...env, AVAL_LISTS }, withoutDisk()),
        new RegExp(`AVAL_LISTS: requires net access to ${publisher.host}; start with --allow-net`),
      );
    });
  }
  await t.step("another snapshot than the pinned one", async () => {
    await assert.rejects(
      startServer({ ...env, AVAL_LISTS: pinned(second.id) }),
      /AVAL_LISTS: .* is not the snapshot that its sha256 pins/,
    );
  });
});
