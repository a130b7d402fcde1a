import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import { type ListEvent, openListPeriods } from "../../../core/evidence/list_periods.ts";

const day = (text: string) => Temporal.Instant.from(`2026-03-${text}T00:00:00Z`);

function list(source: string, version: string | null): ListEvent {
  return {
    ...{ kind: "LISTS_IN_FORCE", source, version },
    ...{ snapshotId: "0".repeat(64), sha256: "0".repeat(64) },
    ...{ entries: 1, added: 0, changed: 0, removed: 0 },
  };
}

Deno.test("openListPeriods() has what was in force at the beginning, and what came after it", () => {
  const periods = openListPeriods({ from: day("05") });
  periods.add(day("01"), list("un-sc", "a"));
  periods.add(day("01"), list("eu", "a"));
  periods.add(day("04"), list("un-sc", "b"));
  periods.add(day("06"), list("un-sc", "c"));
  periods.add(day("07"), list("eu", null));
  periods.add(day("08"), list("ofac-sdn", "a"));
  assert.deepEqual(
    periods.end().map(({ source, version, from, until }) => [
      ...[source, version, from.slice(8, 10), until?.slice(8, 10) ?? null],
    ]),
    [
      ["eu", "a", "01", "07"],
      ["ofac-sdn", "a", "08", null],
      ["un-sc", "b", "04", "06"],
      ["un-sc", "c", "06", null],
    ],
  );
});

Deno.test("openListPeriods() says when a list was gone that came back", () => {
  const periods = openListPeriods({ from: day("05") });
  periods.add(day("01"), list("eu", "a"));
  periods.add(day("06"), list("eu", null));
  periods.add(day("08"), list("eu", "a"));
  assert.deepEqual(
    periods.end().map(({ from, until }) => [from.slice(8, 10), until?.slice(8, 10) ?? null]),
    [["01", "06"], ["08", null]],
  );
});

Deno.test("openListPeriods() leaves out a list that was gone before the period", () => {
  const periods = openListPeriods({ from: day("05") });
  periods.add(day("01"), list("eu", "a"));
  periods.add(day("02"), list("eu", null));
  assert.deepEqual(periods.end(), []);
});
