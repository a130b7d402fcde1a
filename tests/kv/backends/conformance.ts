import { createStore } from "../../../kv/store/create_store.ts";
import { fixedClock } from "../../support/clock.ts";
import { seededRandom } from "../../support/random.ts";
import { commitPromises } from "./conformance_commits.ts";
import { counterPromises } from "./conformance_counters.ts";
import { lastingPromises, lockPromises } from "./conformance_connections.ts";
import { contentionPromises } from "./conformance_contention.ts";
import { answerPromises, crashPromises } from "./conformance_crashes.ts";
import { valuePromises } from "./conformance_values.ts";
import type { Bench, Candidate, Promised } from "./guarantees.ts";

/** Waits in real time, because connections that compete for a lock need it. */
const realPause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Registers the tests that every backend of the store must pass. */
export function conformance(candidate: Candidate): void {
  const promised: Promised = (guarantee, what, run) =>
    Deno.test(`${candidate.name}: ${guarantee}: ${what}`, async () => {
      const clock = fixedClock();
      const random = seededRandom();
      const over: Bench["over"] = (backend, pause = realPause) =>
        createStore(backend, { clock, random, pause });
      const place = await candidate.prepare();
      const backend = await place.open();
      try {
        await run({ store: over(backend), backend, clock, place, over });
      } finally {
        backend.close();
        await place.remove();
      }
    });

  commitPromises(promised);
  valuePromises(promised);
  counterPromises(promised);
  contentionPromises(promised);
  lockPromises(promised);
  answerPromises(promised);
  if (candidate.lasting) {
    lastingPromises(promised);
    crashPromises(promised);
  }
}
