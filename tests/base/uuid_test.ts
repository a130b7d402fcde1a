import "../../base/temporal.ts";
import assert from "node:assert/strict";
import { uuidV7 } from "../../base/uuid.ts";
import { fixedClock } from "../support/clock.ts";
import { seededRandom } from "../support/random.ts";

Deno.test("uuidV7() is a version 7 UUID that begins with the time", () => {
  const clock = fixedClock("2026-03-02T09:00:00.123Z");
  const random = seededRandom(3);
  const ids = Array.from({ length: 50 }, () => {
    clock.advance({ milliseconds: 1 });
    return uuidV7({ clock, random });
  });
  for (const id of ids) {
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  assert.deepEqual(ids.toSorted(), ids);
  const milliseconds = parseInt((ids[0] ?? "").replaceAll("-", "").slice(0, 12), 16);
  assert.equal(milliseconds, Date.parse("2026-03-02T09:00:00.124Z"));
});
