import assert from "node:assert/strict";
import { watchSeconds } from "../../../core/telemetry/watch_seconds.ts";
import { fixedClock } from "../../support/clock.ts";
import { recordedTelemetry } from "../../support/telemetry.ts";

Deno.test("watchSeconds() reports what it last read, until that is too old", async () => {
  const clock = fixedClock();
  const { telemetry, gauge } = recordedTelemetry();
  const answers: (number | Error)[] = [0, 3_600, new Error("the store is down")];
  const read = () => {
    const answer = answers.shift() ?? 0;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const watch = watchSeconds("aval.screening.queue.overdue", { clock, read }, telemetry);
  const shown = () => gauge("aval.screening.queue.overdue");
  assert.deepEqual(shown(), [], "nothing is known before the first look");
  for (const expected of [0, 3_600, 3_600]) {
    await watch.refresh();
    assert.deepEqual(shown(), [expected]);
    clock.advance({ minutes: 5 });
  }
  clock.advance({ minutes: 6 });
  assert.deepEqual(shown(), [], "a process that cannot read it does not know");
});

Deno.test("watchSeconds() reads nothing where telemetry is off", async () => {
  const { telemetry } = recordedTelemetry();
  const read = () => assert.fail("the store was read");
  await watchSeconds("aval.screening.queue.overdue", { clock: fixedClock(), read }, {
    ...telemetry,
    on: false,
  }).refresh();
});
