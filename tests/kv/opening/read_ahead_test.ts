import assert from "node:assert/strict";
import { readAhead } from "../../../kv/opening/read_ahead.ts";
import type { Backend } from "../../../kv/store/backend.ts";
import type { Key } from "../../../kv/store/key.ts";
import { seededRandom } from "../../support/random.ts";
import { noPause } from "../../support/store.ts";

/** A backend that answers each read with its number and records requests. */
function numbered() {
  const asked: string[] = [];
  const backend: Backend = {
    read: (keys) => {
      asked.push(`read ${keys.join(" ")}`);
      const versionstamp = `${asked.length}`;
      return Promise.resolve(
        keys.map((key) =>
          key[0] === "none" ? null : { key, bytes: new Uint8Array(), versionstamp }
        ),
      );
    },
    page: () => {
      asked.push("page");
      return Promise.resolve({ entries: [], cursor: null });
    },
    commit: () => {
      asked.push("commit");
      return Promise.resolve(null);
    },
    close: () => {},
  };
  return { backend, asked };
}

const keys: readonly Key[] = [["a"], ["b"], ["none"]];
const retry = { random: seededRandom(), pause: noPause };
const commit = { checks: [], puts: [], removes: [], adds: [] };

Deno.test("readAhead() asks once for all keys, and answers each of them once", async () => {
  const { backend, asked } = numbered();
  const ahead = await readAhead(backend, keys, retry);
  const read = async (...names: readonly string[]) =>
    (await ahead.read(names.map((name) => [name]))).map((found) => found?.versionstamp ?? null);
  assert.deepEqual(await read("b"), ["1"]);
  assert.deepEqual(await read("a", "none"), ["1", null]);
  assert.deepEqual(asked, ["read a b none"]);
  assert.deepEqual(await read("a"), ["2"]);
});

Deno.test("readAhead() forgets what is left as soon as anything else is asked or written", async (t) => {
  const cases: Readonly<Record<string, (ahead: Backend) => Promise<unknown>>> = {
    "another key": (ahead) => ahead.read([["other"]]),
    "a key beside another": (ahead) => ahead.read([["a"], ["other"]]),
    "a page": (ahead) => ahead.page({ prefix: ["a"] }, { limit: 1, reverse: false, cursor: null }),
    "a commit": (ahead) => ahead.commit(commit),
  };
  for (const [why, act] of Object.entries(cases)) {
    await t.step(why, async () => {
      const { backend, asked } = numbered();
      const ahead = await readAhead(backend, keys, retry);
      await act(ahead);
      assert.equal((await ahead.read([["a"]]))[0]?.versionstamp, "3");
      assert.equal(asked.length, 3);
    });
  }
});
