import assert from "node:assert/strict";
import { silentTelemetry } from "../../../core/telemetry/silent.ts";
import { type Job, type JobRunner, openJobRunner } from "../../../service/process/job_runner.ts";
import { seededRandom } from "../../support/random.ts";
import { noPause } from "../../support/store.ts";

/** A runner, with the failures that it logs and the means to close it. */
function runnerOf(jobs: readonly Job[], pause: (milliseconds: number) => Promise<void> = noPause) {
  const errors: { readonly event: string; readonly job: unknown }[] = [];
  const closing = new AbortController();
  const runner: JobRunner = openJobRunner(jobs, {
    log: {
      debug: () => {},
      info: () => {},
      warn: () => {},
      error: (event, _cause, members) => void errors.push({ event, job: members?.["job"] }),
    },
    pause,
    random: seededRandom(),
    telemetry: silentTelemetry,
    closing: closing.signal,
  });
  return { runner, errors, closing };
}

Deno.test("runMinute() runs the jobs of a minute in order, whichever of them fail", async () => {
  const ran: string[] = [];
  const noted = (name: string, outcome: "works" | "rejects" | "throws") => (): Promise<void> => {
    ran.push(name);
    if (outcome === "throws") throw new Error(name);
    return outcome === "works" ? Promise.resolve() : Promise.reject(new Error(name));
  };
  const { runner, errors } = runnerOf([
    { name: "first", every: "minute", run: noted("first", "rejects") },
    { name: "other", every: { seconds: 60 }, run: noted("other", "works") },
    { name: "second", every: "minute", run: noted("second", "throws") },
    { name: "third", every: "minute", run: noted("third", "works") },
  ]);
  await runner.runMinute();
  assert.deepEqual(ran, ["first", "second", "third"]);
  assert.deepEqual(errors, [
    { event: "job_failed", job: "first" },
    { event: "job_failed", job: "second" },
  ]);
});

Deno.test("a job never overlaps itself, whoever asks for it", async () => {
  let running = 0;
  let runs = 0;
  const run = async () => {
    runs++;
    assert.equal(++running, 1);
    await noPause();
    running--;
  };
  const { runner } = runnerOf([{ name: "one", every: "minute", run }]);
  await Promise.all([runner.runMinute(), runner.run("one"), runner.runMinute(), runner.run("one")]);
  assert.equal(runs, 1);
  await runner.runMinute();
  assert.equal(runs, 2);
});

Deno.test("no job begins once the service closes, and idle() waits for the one that runs", async () => {
  const ran: string[] = [];
  const release = Promise.withResolvers<void>();
  const { runner, closing } = runnerOf([
    {
      name: "first",
      every: "minute",
      run: async () => {
        await release.promise;
        ran.push("first");
      },
    },
    { name: "second", every: "minute", run: () => void ran.push("second") },
  ]);
  const minute = runner.runMinute();
  closing.abort();
  const idle = runner.idle().then(() => ran.push("idle"));
  release.resolve();
  await Promise.all([minute, idle]);
  await runner.run("second");
  assert.deepEqual(ran, ["first", "idle"]);
});

Deno.test("start() waits before each time, about as long as the job says, until it is stopped", async () => {
  const stop = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const happened: string[] = [];
  const waits: number[] = [];
  const { runner } = runnerOf([{
    name: "lists",
    every: { seconds: 10 },
    run: () => void happened.push("work"),
  }], async (milliseconds) => {
    waits.push(milliseconds);
    happened.push("wait");
    // Stopped while it waits for the third time.
    if (happened.length === 5) {
      stop.resolve();
      setTimeout(stopped.resolve, 0);
    }
    await noPause();
  });
  runner.start(stop.promise);
  await stopped.promise;
  await noPause();
  assert.deepEqual(happened, ["wait", "work", "wait", "work", "wait"]);
  assert(waits.every((wait) => wait >= 8_000 && wait < 12_000), waits.join());
});
