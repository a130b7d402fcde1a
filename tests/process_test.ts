import assert from "node:assert/strict";
import { repeatUntil } from "../service/process.ts";

Deno.test("repeatUntil() waits before each time, and does nothing once it is told to stop", async () => {
  const stop = Promise.withResolvers<void>();
  const happened: string[] = [];
  await repeatUntil(
    () => {
      happened.push("work");
      return Promise.resolve();
    },
    {
      wait: async () => {
        happened.push("wait");
        // Told while it waits for the third time.
        if (happened.length === 5) stop.resolve();
        await new Promise((resolve) => setTimeout(resolve, 0));
      },
      until: stop.promise,
    },
  );
  assert.deepEqual(happened, ["wait", "work", "wait", "work", "wait"]);
});
