import "../../base/temporal.ts";
import assert from "node:assert/strict";
import { jsonLog } from "../../base/json_log.ts";
import { fixedClock } from "../support/clock.ts";

Deno.test("jsonLog() writes one JSON object a line from its level on, faults with their causes", () => {
  const lines: string[] = [];
  const log = jsonLog({
    level: "info",
    clock: fixedClock(),
    write: (line) => void lines.push(line),
  });
  log.debug("hidden");
  log.info("started", { mode: "sandbox" });
  log.error("fault", new Error("outer\nline", { cause: new TypeError("inner") }), {
    requestId: "r",
  });
  log.error("odd", "text that may hold anything");
  assert.equal(lines.length, 3);
  assert.deepEqual(JSON.parse(lines[0] ?? ""), {
    at: "2026-03-02T09:00:00.000Z",
    level: "info",
    event: "started",
    mode: "sandbox",
  });
  const { fault } = JSON.parse(lines[1] ?? "");
  assert.deepEqual([fault.message, fault.cause.name, fault.cause.message], [
    "outer\nline",
    "TypeError",
    "inner",
  ]);
  assert.doesNotMatch(lines[2] ?? "", /anything/);
  for (const line of lines) assert.doesNotMatch(line, /\n/);
});
