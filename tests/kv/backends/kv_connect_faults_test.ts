import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import { z } from "zod";
import type { Backend } from "../../../kv/store/backend.ts";
import { openKvConnect } from "../../../kv/backends/kv_connect.ts";
import { createStore } from "../../../kv/store/create_store.ts";
import { openStore } from "../../../kv/opening/open_store.ts";
import { add, create, put, type Store } from "../../../kv/store/store.ts";
import { fixedClock } from "../../support/clock.ts";
import { namedDenokv, sayLeftOut } from "../../support/denokv.ts";
import { type DenokvProcess, startDenokv } from "../../support/denokv_process.ts";
import { type Call, type CallFate, startFaultProxy } from "../../support/fault_proxy.ts";
import { seededRandom } from "../../support/random.ts";
import { startServer } from "../../support/server.ts";
import { noPause } from "../../support/store.ts";

const Text = z.string();

sayLeftOut("8 tests of KV Connect under faults");

/** Runs a test with its own denokv. */
function withDenokv(name: string, run: (denokv: DenokvProcess) => Promise<void>): void {
  if (namedDenokv === null) return;
  Deno.test(`KV Connect: ${name}`, async () => {
    await using denokv = await startDenokv();
    await run(denokv);
  });
}

function storeOver(backend: Backend): Store {
  return createStore(backend, { clock: fixedClock(), random: seededRandom(), pause: noPause });
}

/** Opens a store whose calls get the test's fates, and one without faults. */
async function openBoth(
  denokv: DenokvProcess,
  fateOf: (call: Call) => CallFate,
  callMilliseconds = 10_000,
) {
  const { accessToken } = denokv;
  const proxy = startFaultProxy(denokv.url, fateOf);
  const faulty = storeOver(
    await openKvConnect({ url: proxy.url, accessToken, callMilliseconds }),
  );
  const plain = storeOver(await openKvConnect(denokv));
  return {
    faulty,
    plain,
    proxy,
    [Symbol.asyncDispose]: async () => {
      faulty.close();
      plain.close();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

/** A fate for only the first call of a method. */
function once(method: Call["method"], fate: CallFate) {
  let met = false;
  return (call: Call): CallFate => {
    if (met || call.method !== method) return "pass";
    met = true;
    return fate;
  };
}

const unknown = { name: "UnavailableError", message: /not known whether the store took a commit/ };

const applied: CallFate[] = ["break after", "cut answer", "500 after", "hang after"];
const notApplied: CallFate[] = ["break before", "500 before", "hang before"];

withDenokv(
  "a commit whose answer is lost happens once, and is never reported as lost",
  async (denokv) => {
    for (const [n, fate] of [...applied, ...notApplied].entries()) {
      const milliseconds = fate.startsWith("hang") ? 300 : 10_000;
      await using both = await openBoth(denokv, once("atomic_write", fate), milliseconds);
      const { faulty, plain, proxy } = both;
      const commit = [
        add(["counter", n], 1),
        put(Text, ["unconditional", n], fate),
        ...create(Text, ["created", n], fate),
      ];
      await assert.rejects(faulty.commit(commit), unknown, fate);
      assert.equal(proxy.calls["atomic_write"], 1, fate);
      const times = applied.includes(fate) ? 1 : 0;
      assert.equal(await plain.count(["counter", n]), times, fate);
      assert.equal((await plain.get(Text, ["created", n]))?.value, times === 1 ? fate : undefined);
      // Whoever got no answer can read: his own is there, or the place is still free.
      assert.equal(await faulty.commit(create(Text, ["created", n], "again")), times === 0, fate);
      assert.equal(await plain.count(["counter", n]), times, fate);
    }
  },
);

withDenokv(
  "a commit that another check has lost is reported as lost over the same connection",
  async (denokv) => {
    await using both = await openBoth(denokv, () => "pass");
    assert.equal(await both.faulty.commit(create(Text, ["a"], "first")), true);
    assert.equal(await both.faulty.commit(create(Text, ["a"], "second")), false);
  },
);

withDenokv("a read whose answer is lost is read again", async (denokv) => {
  for (const fate of ["break before", "break after", "cut answer", "500 before"] as const) {
    await using both = await openBoth(denokv, once("snapshot_read", fate));
    await both.plain.commit([put(Text, ["a"], fate)]);
    assert.equal((await both.faulty.get(Text, ["a"]))?.value, fate);
    assert.equal(both.proxy.calls["snapshot_read"], 2, fate);
  }
});

withDenokv("a read that is never answered ends by its deadline", async (denokv) => {
  await using both = await openBoth(denokv, once("snapshot_read", "hang before"), 300);
  await assert.rejects(both.faulty.get(Text, ["a"]), { name: "UnavailableError" });
  assert.equal(await both.faulty.get(Text, ["a"]), null);
});

withDenokv(
  "a server that is stopped holds nobody for ever, and goes on where it was",
  async (denokv) => {
    const { url, accessToken } = denokv;
    const store = storeOver(await openKvConnect({ url, accessToken, callMilliseconds: 500 }));
    await store.commit([put(Text, ["a"], "before")]);
    denokv.signal("SIGSTOP");
    const readUntilItStops = async () => {
      for (;;) await store.get(Text, ["a"]); // the signal takes a moment to arrive
    };
    await assert.rejects(readUntilItStops(), { name: "UnavailableError" });
    await assert.rejects(store.commit([add(["counter"], 1)]), unknown);
    denokv.signal("SIGCONT");
    assert.equal((await store.get(Text, ["a"]))?.value, "before");
    await store.commit([add(["other"], 1)]);
    assert((await store.count(["counter"])) <= 1);
    store.close();
  },
);

withDenokv(
  "kill -9 and restart under load: nothing acknowledged is lost, nothing happens twice",
  async (denokv) => {
    const pause = (milliseconds: number) =>
      new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
    const store = await openStore({
      location: { kind: "kv_connect", ...denokv },
      clock: fixedClock(),
      random: seededRandom(9),
      pause,
    });
    let over = false;
    const outcomes = { acknowledged: [] as string[], unknown: [] as string[] };
    const write = async (writer: number) => {
      for (let n = 0; !over; n++) {
        const name = `${writer}-${n}`;
        try {
          // Nobody else writes this key: to lose its check would be a lie.
          assert(await store.commit([...create(Text, ["entry", name], name), add(["counter"], 1)]));
          outcomes.acknowledged.push(name);
        } catch (fault) {
          if (!(fault instanceof Error && fault.name === "UnavailableError")) throw fault;
          outcomes.unknown.push(name);
        }
      }
    };
    const writers = Array.from({ length: 8 }, (_, writer) => write(writer));
    for (let round = 0; round < 6; round++) {
      const enough = outcomes.acknowledged.length + 100;
      while (outcomes.acknowledged.length < enough) await pause(1);
      await denokv.kill();
      await denokv.restart();
    }
    over = true;
    await Promise.all(writers);
    const there = new Set(
      await Array.fromAsync(store.list(Text, { prefix: ["entry"] }), ({ value }) => value),
    );
    assert.equal(await store.count(["counter"]), there.size);
    assert.deepEqual(outcomes.acknowledged.filter((name) => !there.has(name)), []);
    const answered = new Set([...outcomes.acknowledged, ...outcomes.unknown]);
    assert.deepEqual([...there].filter((name) => !answered.has(name)), []);
    store.close();
  },
);

withDenokv(
  "what it writes the runtime's own client reads, and the other way round",
  async (denokv) => {
    const { url, accessToken } = denokv;
    const ours = await openKvConnect(denokv);
    Deno.env.set("DENO_KV_ACCESS_TOKEN", accessToken);
    const theirs = await Deno.openKv(url);
    const keys = [["a"], ["a", "b\0c", "é😀"], ["n", 0], ["n", -1.5], ["n", 2 ** 40], [
      "n",
      "0",
    ]] as const;
    for (const [n, key] of keys.entries()) {
      const bytes = Uint8Array.of(n, 0, 255);
      const versionstamp = await ours.commit({
        checks: [{ key, versionstamp: null }],
        puts: [{ key, bytes, expireIn: 3_600_000 }],
        removes: [],
        adds: [{ key: ["count", n], amount: 2n ** 40n }],
      });
      const [value, count] = await theirs.getMany<[Uint8Array, Deno.KvU64]>([key, ["count", n]]);
      assert.deepEqual([value?.value, value?.versionstamp], [bytes, versionstamp]);
      assert.equal(count?.value?.value, 2n ** 40n);
      await theirs.atomic().set([...key, "theirs"], bytes).sum(["count", n], 2n).commit();
      const [read, sum] = await ours.read([[...key, "theirs"], ["count", n]]);
      assert.deepEqual(read?.bytes, bytes);
      assert.equal(
        new DataView(sum?.bytes.buffer ?? new ArrayBuffer(8)).getBigUint64(0),
        2n ** 40n + 2n,
      );
    }
    const range = { prefix: ["n"] } as const;
    const listed = await Array.fromAsync(theirs.list({ prefix: ["n"] }), ({ key }) => key);
    const page = await ours.page(range, { limit: 100, reverse: false, cursor: null });
    assert.deepEqual(page.entries.map(({ key }) => key), listed);
    theirs.close();
    ours.close();
  },
);

withDenokv(
  "a request whose commit was not answered is 503, and its key then replays the one execution",
  async (denokv) => {
    let armed = false;
    const proxy = startFaultProxy(denokv.url, ({ method, body }) => {
      // The commit of the request itself: its answer, and what goes onto the audit chain.
      const isMet = armed && method === "atomic_write" &&
        body.includes("replay") && body.includes("audit_outbox");
      if (isMet) armed = false;
      return isMet ? "break after" : "pass";
    });
    {
      await using server = await startServer({
        AVAL_KV: proxy.url,
        DENO_KV_ACCESS_TOKEN: denokv.accessToken,
      });
      armed = true;
      const screen = async () => {
        const answer = await fetch(`${server.url}/v1/screen`, {
          method: "POST",
          headers: { "content-type": "application/json", "idempotency-key": "the-same" },
          body: JSON.stringify({ name: "Viktor Sandbergov" }),
        });
        return { status: answer.status, headers: answer.headers, body: await answer.json() };
      };
      const first = await screen();
      assert.deepEqual([first.status, first.body.error], [503, "upstream_unavailable"]);
      const second = await screen();
      assert.deepEqual([second.status, second.headers.get("idempotent-replayed")], [200, "true"]);
    }
    await proxy[Symbol.asyncDispose]();
  },
);
