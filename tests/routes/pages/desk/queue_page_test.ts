/** The page of the queue: rows, filters and charts. */

import "../../../../base/temporal.ts";
import assert from "node:assert/strict";
import { type QueueDay, QueuePage, QueueQuery } from "../../../../core/screening/queue_schema.ts";
import { ageBars, dayBars, reasonBars } from "../../../../routes/pages/desk/queue_counts.ts";
import { type QueueView, renderQueue } from "../../../../routes/pages/desk/queue_page.ts";

const now = Temporal.Instant.from("2026-03-10T12:00:00Z");

const ROW = {
  decisionId: "0198c0de-0000-7000-8000-00000000000a",
  decidedAt: "2026-03-08T12:00:00.000Z",
  origin: "api",
  subjectRef: "c-1",
  classification: "POSSIBLE_MATCH",
  state: "OPEN",
  assignee: "m.weber",
  dueAt: "2026-03-11T12:00:00.000Z",
  topCandidate: {
    entityId: "0198c0de-0000-7000-8000-00000000000b",
    source: "ofac-sdn",
    listRef: "42",
    entityName: "SANDBERGOV, Viktor",
    score: 88,
    entityType: "INDIVIDUAL",
  },
  candidates: 3,
  clearedCandidates: 0,
  lastReview: null,
} as const;

function viewOf(
  rows: readonly Readonly<Record<string, unknown>>[],
  { query = {}, nextCursor = null }: {
    readonly query?: Readonly<Record<string, string>>;
    readonly nextCursor?: string | null;
  } = {},
): QueueView {
  const totals = { OPEN: 7, PROPOSED: 2, ESCALATED: 1 };
  const page = QueuePage.parse({ decisions: rows, totals, complete: true, nextCursor });
  return {
    page,
    query: QueueQuery.parse(query),
    days: [],
    sources: ["ofac-sdn"],
    hasMonitored: false,
    now,
  };
}

const textOf = (view: QueueView) =>
  String(renderQueue(view)).replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

Deno.test("a row has its age, due time, best candidate and how many more there are, in words", () => {
  const text = textOf(viewOf([ROW]));
  assert.match(text, /SANDBERGOV, Viktor ofac-sdn and 2 more/);
  assert.match(text, /88 Possible match Open 2 d due in 24 h c-1 m\.weber/);
  assert.match(text, /7 open 2 wait for a second person 1 escalated/);
});

Deno.test("a decision that is past its due time says by how much", () => {
  const text = textOf(viewOf([{ ...ROW, dueAt: "2026-03-10T09:00:00.000Z" }]));
  assert.match(text, /3 h overdue/);
});

Deno.test("filters stand in the form, and in the address of the next page", () => {
  const query = { state: "all", source: "ofac-sdn", assignee: "m & w", limit: "50" };
  const html = String(renderQueue(viewOf([ROW], { query, nextCursor: "abc" })));
  assert.match(html, /<option value="all" selected="">/);
  assert.match(html, /<option value="ofac-sdn" selected="">/);
  const next = /href="\/desk\?([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
  assert.deepEqual(Object.fromEntries(new URLSearchParams(next)), {
    state: "all",
    cleared: "include",
    source: "ofac-sdn",
    assignee: "m & w",
    limit: "50",
    cursor: "abc",
  });
});

Deno.test("a page whose rows are all left out says that there are others to look at", () => {
  assert.match(textOf(viewOf([])), /No decision fits these filters\./);
  assert.match(
    textOf(viewOf([], { nextCursor: "abc" })),
    /No decision of those looked at so far fits these filters\. Next page/,
  );
});

Deno.test("hostile names in a row are shown as text", () => {
  const hostile = `"><script>alert(1)</script>`;
  const top = { ...ROW.topCandidate, entityName: hostile, source: hostile };
  const html = String(renderQueue(viewOf([{ ...ROW, assignee: "<b>x", topCandidate: top }])));
  assert.ok(!html.includes("<script>"));
  assert.ok(!html.includes("<b>x"));
});

Deno.test("ages are counted by the time that decisions wait, each once", () => {
  const waiting = [
    "2026-03-10T11:00:00.000Z",
    "2026-03-09T12:00:00.000Z",
    "2026-01-01T00:00:00.000Z",
  ]
    .map((decidedAt) => ({ ...ROW, decidedAt }));
  const bars = ageBars(viewOf(waiting).page.decisions, now);
  assert.deepEqual(bars.map(({ count }) => count), [1, 1, 0, 0, 1]);
});

Deno.test("openings and closings are counted by day, and closings by their reason", () => {
  const day = (
    date: string,
    what: QueueDay["what"],
    reason: QueueDay["reason"],
    count: number,
  ) => ({
    ...{ date, what, reason, count },
  });
  const days = [
    day("2026-03-08", "opened", null, 7),
    day("2026-03-09", "false_positive", "name_only", 2),
    day("2026-03-09", "confirmed_match", null, 1),
    day("2026-03-10", "false_positive", "name_only", 3),
    // Of a day that is not shown.
    day("2026-03-01", "opened", null, 9),
  ];
  assert.deepEqual(dayBars(days, { isOpened: false, now }).slice(0, 3), [
    { label: "03-10", count: 3 },
    { label: "03-09", count: 3 },
    { label: "03-08", count: 0 },
  ]);
  assert.deepEqual(
    dayBars(days, { isOpened: true, now }).map(({ count }) => count),
    [0, 0, 7, 0, 0, 0, 0],
  );
  assert.deepEqual(reasonBars(days), [
    { label: "nothing agrees but the name", count: 5 },
    { label: "The listed party", count: 1 },
  ]);
});
