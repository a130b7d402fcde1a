import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import { checkHealth } from "../../../core/health/check_health.ts";
import { isStale } from "../../../core/lists_in_force/list_age.ts";
import { describeLists } from "../../../core/lists_in_force/describe_lists.ts";
import type { Lists, ListsInForce } from "../../../core/lists_in_force/ports.ts";
import { fixedClock } from "../../support/clock.ts";

const clock = fixedClock();
const today = clock.now().toString().slice(0, 10);

/** A list with this date, loaded today, and just confirmed as the newest. */
function listsOf(
  asOfFrom: "publisher" | "operator" | "file",
  staleAfterHours: number | null,
): Lists {
  const list = {
    source: "us-dpl",
    title: "t",
    publisher: "p",
    licence: "l",
    asOf: today,
    asOfFrom,
  };
  const inForce: ListsInForce = {
    snapshot: {
      id: "a",
      lists: [{ ...list, entities: 1, names: 1, addresses: 0 }],
      holds: { peps: false, sanctioned: true },
    },
    snapshotIds: ["a"],
    staleAfterHours,
    manifestAt: null,
    checkedAt: new Map([["us-dpl", clock.now()]]),
  };
  return { current: () => inForce, use: (run) => run(inForce), lastUpdate: () => null };
}

Deno.test("a list whose date is a guess is stale, however new the guess is", async () => {
  const cases = [
    { asOfFrom: "publisher", staleAfterHours: 48, status: "ok" },
    { asOfFrom: "operator", staleAfterHours: 48, status: "ok" },
    { asOfFrom: "file", staleAfterHours: 48, status: "stale" },
    { asOfFrom: "file", staleAfterHours: null, status: "ok" },
  ] as const;
  for (const { asOfFrom, staleAfterHours, status } of cases) {
    const ports = {
      clock,
      lists: listsOf(asOfFrom, staleAfterHours),
      lifecycle: { version: "0.0.0", build: "0123456789ab", draining: () => false },
      matcher: { isRunning: () => true },
      storeProbe: {
        state: () => Promise.resolve("available" as const),
        isReadOnly: () => false,
      },
    };
    assert.equal(await checkHealth(ports, "live"), status, asOfFrom);
    const [list] = describeLists(ports, "live").lists;
    assert.deepEqual([list?.asOfFrom, list?.stale], [asOfFrom, status === "stale"]);
  }
});

Deno.test("a list is stale from the hour after the policy's, since it was checked or dated", () => {
  const list = { source: "us-dpl", asOf: "2026-03-01", asOfFrom: "publisher" } as const;
  const checkedAt = new Map([["us-dpl", Temporal.Instant.from("2026-03-02T06:00Z")]]);
  const stale = (now: string, checked: ReadonlyMap<string, Temporal.Instant>) =>
    isStale(list, { staleAfterHours: 48, checkedAt: checked }, Temporal.Instant.from(now));
  assert.deepEqual(
    ["2026-03-03T00:59:59Z", "2026-03-03T01:00:00Z"].map((now) => stale(now, new Map())),
    [false, true],
  );
  assert.deepEqual(
    ["2026-03-04T06:59:59Z", "2026-03-04T07:00:00Z"].map((now) => stale(now, checkedAt)),
    [false, true],
  );
});
