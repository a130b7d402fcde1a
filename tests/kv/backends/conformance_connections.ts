import assert from "node:assert/strict";
import { z } from "zod";
import { type Backend, BusyError } from "../../../kv/store/backend.ts";
import { triesMax } from "../../../kv/store/retry.ts";
import { create, put } from "../../../kv/store/store.ts";
import { noPause } from "../../support/store.ts";
import type { Promised } from "./guarantees.ts";

const Text = z.string();

/** A database that another process locked, and one that fails. */
export function lockPromises(promise: Promised): void {
  promise("busy", "a busy database is tried again, and not for ever", async ({ backend, over }) => {
    const locked = (times: number): Backend => {
      const lock = <A extends readonly unknown[], R>(run: (...args: A) => Promise<R>) => {
        let left = times;
        return (...args: A): Promise<R> =>
          left-- > 0 ? Promise.reject(new BusyError("locked")) : run(...args);
      };
      return {
        ...backend,
        read: lock(backend.read),
        page: lock(backend.page),
        commit: lock(backend.commit),
      };
    };
    let waited = 0;
    const pause = (milliseconds: number) => {
      waited += milliseconds;
      return noPause();
    };
    const store = over(locked(triesMax - 1), pause);
    assert(await store.commit(create(Text, ["a"], "once")));
    assert.equal((await store.get(Text, ["a"]))?.value, "once");
    assert.equal((await Array.fromAsync(store.list(Text, { prefix: ["none"] }))).length, 0);
    await assert.rejects(
      over(locked(triesMax), pause).commit([put(Text, ["b"], "")]),
      { name: "UnavailableError", message: "locked: tried 40 times" },
    );
    assert(waited > 4 * 1_000, "longer than any commit takes, each of the four times");
    assert.equal(await over(backend).get(Text, ["b"]), null);
  });

  promise("busy", "another failure is not tried again", async ({ backend, over }) => {
    let tries = 0;
    const failing = () => {
      tries++;
      return Promise.reject(new Error("disk I/O error"));
    };
    await assert.rejects(
      over({ ...backend, commit: failing }).commit([put(Text, ["a"], "")]),
      /disk/,
    );
    assert.equal(tries, 1);
  });
}

/** Several connections to a place with persistent data. */
export function lastingPromises(promise: Promised): void {
  promise(
    "transactions",
    "connections to one place see each other's commits",
    async ({ store, place, over }) => {
      const other = over(await place.open());
      try {
        assert(await store.claimOnce(Text, ["a"], "mine"));
        assert.equal(await other.claimOnce(Text, ["a"], "theirs"), false);
        assert.equal((await other.get(Text, ["a"]))?.value, "mine");
      } finally {
        other.close();
      }
    },
  );

  promise(
    "transactions",
    "what is committed is there after everything was closed",
    async ({ place, over }) => {
      const first = over(await place.open());
      await first.commit([put(Text, ["kept"], "value")]);
      first.close();
      const second = over(await place.open());
      assert.equal((await second.get(Text, ["kept"]))?.value, "value");
      second.close();
    },
  );
}
