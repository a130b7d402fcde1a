import assert from "node:assert/strict";
import { z } from "zod";
import { UnavailableError } from "../../../base/unavailable.ts";
import { add, create, put } from "../../../kv/store/store.ts";
import type { Bench, Promised } from "./guarantees.ts";

const Text = z.string();

/** Lost answers of commits. */
export function answerPromises(promise: Promised): void {
  promise(
    "crash between write and answer",
    "a commit whose answer is lost is not tried again, and its keys show that it happened",
    async ({ store, backend, over }) => {
      let commits = 0;
      const losing = over({
        ...backend,
        commit: async (commit) => {
          commits++;
          await backend.commit(commit);
          throw new UnavailableError("The answer is lost");
        },
      });
      const once = [...create(Text, ["entry"], "mine"), add(["counter"], 1)];
      await assert.rejects(losing.commit(once), UnavailableError);
      assert.equal(commits, 1);
      assert.equal(await store.commit(once), false);
      assert.equal((await store.get(Text, ["entry"]))?.value, "mine");
      assert.equal(await store.count(["counter"]), 1);
    },
  );
}

/** Processes that are killed around their commits. */
export function crashPromises(promise: Promised): void {
  promise(
    "crash between write and answer",
    "a process killed after its commit, before it answered anybody, has done it once",
    async (bench) => {
      await runCrashing(bench, "after");
      assert.equal((await bench.store.get(Text, ["entry", 0]))?.value, "0");
      assert.equal((await bench.store.get(Text, ["twin", 0]))?.value, "0");
      assert.equal(await bench.store.commit(create(Text, ["entry", 0], "again")), false);
      assert.equal(await bench.store.count(["counter"]), 1);
    },
  );

  promise(
    "crash between write and answer",
    "a process killed before its commit has left nothing, and others go on at once",
    async (bench) => {
      await runCrashing(bench, "before");
      assert.equal(await bench.store.get(Text, ["entry", 0]), null);
      assert(await bench.store.commit(create(Text, ["entry", 0], "next")));
      assert.equal(await bench.store.count(["counter"]), 0);
    },
  );

  promise(
    "crash between write and answer",
    "a process killed among its commits has done each whole or not at all",
    async (bench) => {
      const { store } = bench;
      const acknowledged: number[] = [];
      await runCrashing(bench, "during", (line) => {
        acknowledged.push(Number(line));
        return acknowledged.length === 25;
      });
      const listed = (prefix: string) =>
        Array.fromAsync(store.list(Text, { prefix: [prefix] }), ({ key }) => Number(key[1]));
      let entries = await listed("entry");
      // A server may still carry out what had reached it when the process died.
      for (let before = -1; before !== entries.length; entries = await listed("entry")) {
        before = entries.length;
      }
      assert.deepEqual(await listed("twin"), entries);
      assert.equal(await store.count(["counter"]), entries.length);
      assert.deepEqual(acknowledged.filter((n) => !entries.includes(n)), []);
      // What stands in nobody's way: the next takes any of the keys, or finds it taken.
      const next = (entries.at(-1) ?? 0) + 1;
      assert(await store.commit([...create(Text, ["entry", next], ""), put(Text, ["a"], "")]));
    },
  );
}

/**
 * Starts a process that commits and is killed by SIGKILL, by itself or once it prints a certain
 * line.
 */
async function runCrashing(
  { place }: Bench,
  moment: "before" | "after" | "during",
  isTime: (line: string) => boolean = () => false,
): Promise<void> {
  const script = new URL("crashing_process.ts", import.meta.url).pathname;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--cached-only",
      "--allow-all",
      "--config",
      config,
      script,
      JSON.stringify(place.address),
      moment,
    ],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let rest = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    if (lines.some(isTime)) child.kill("SIGKILL");
  }
  const { signal } = await child.status;
  assert.equal(signal, "SIGKILL");
}
