/** The page of a match, for every content of a decision. */

import assert from "node:assert/strict";
import type { Candidate } from "../../../../core/screening/candidate_schema.ts";
import type { DecisionReadBack } from "../../../../core/screening/decision_schema.ts";
import { SubjectRef } from "../../../../core/screening/request_schema.ts";
import type { Asked } from "../../../../routes/pages/desk/facts_part.ts";
import { type MatchView, renderMatch } from "../../../../routes/pages/desk/match_page.ts";
import { CONFIRMED_NAME, POSSIBLE_NAME } from "../../../support/names.ts";
import { serviceInMemory } from "../../../support/service.ts";

const HOSTILE = `"><script>alert(1)</script><b title='x`;
/** Maximum bytes of a page. */
const pageBytesMax = 60 * 1024;

/** The input of a match's page, from a decision of the sandbox. */
async function viewOf(
  request: Readonly<Record<string, unknown>>,
  overrides: Partial<MatchView> = {},
): Promise<MatchView> {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { body: { meta: { decisionId } } } = await acme.post("/v1/screen", request);
  const { body: decision } = await acme.get(`/v1/screen/${decisionId}`);
  const entries = await Promise.all(
    (decision as DecisionReadBack).candidates.map(async ({ source, listRef }) =>
      (await acme.get(`/v1/lists/${source}/entries/${listRef}`)).body
    ),
  );
  return {
    decision,
    entries,
    state: "OPEN",
    decidedAt: "2026-03-01T12:00:00.000Z",
    thresholds: { possibleAt: 70, confirmedAt: 92 },
    customer: null,
    clearings: [],
    otherMatches: [],
    typed: null,
    subjectUrl: null,
    closedBecause: null,
    assignee: null,
    formToken: "token",
    notesCharactersMax: 2_000,
    freshUntil: null,
    ...overrides,
  };
}

/** A monitored customer with these data. */
function customerOf(
  request: Asked,
  isChanged = false,
): MatchView["customer"] {
  const putAt = "2026-03-01T12:00:00.000Z";
  const subjectRef = SubjectRef.parse("c-1");
  return { isChanged, subject: { subjectRef, request, generation: null, putAt, decisionId: null } };
}

/** The text of a page, and its markup. */
function rendered(view: MatchView) {
  const html = String(renderMatch(view));
  const text = html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  return { html, text };
}

Deno.test("a match without the customer's name shows words by their positions, and a field for the name", async () => {
  const { html, text } = rendered(await viewOf({ name: POSSIBLE_NAME, subjectRef: "c-1" }));
  assert.match(text, /word 1/);
  assert.match(html, /name="name"/);
  assert.match(text, /Customer c-1/);
  assert.ok(!html.includes(POSSIBLE_NAME));
  assert.match(text, /Why it is not cleared .* Why it is not confirmed/);
  assert.match(text, /Frozen versions/);
  assert.match(html, /href="\/desk\?state=all&amp;subjectRef=c-1"/);
});

Deno.test("a match with the customer's name shows it above the listed one, letters that differ marked", async () => {
  const asked = { name: "Victor Sandbergov", dob: "1961-04-12", nationality: "RU" };
  const view = await viewOf(asked, { customer: customerOf(asked) });
  const { html, text } = rendered(view);
  assert.match(text, /The customer Name Victor Sandbergov Date of birth 1961-04-12/);
  assert.match(html, /<mark>c<\/mark>/);
  assert.match(html, /<mark>k<\/mark>/);
  assert.match(text, /Date of birth 1961-04-12 .*? agrees/);
  assert.match(text, /Nationality RU RU agrees/);
  assert.ok(!html.includes('name="name"'));
});

Deno.test("data that have changed since the decision are shown, and aligned with nothing", async () => {
  const asked = { name: "Victor Sandbergov", dob: "1961-04-12" };
  const customer = customerOf({ name: "Vera Novak", dob: "1999-01-01" }, true);
  const { html, text } = rendered(await viewOf(asked, { customer }));
  assert.match(text, /have changed since the decision/);
  assert.match(text, /The customer .* Vera Novak/);
  assert.match(text, /Date of birth not kept here/);
  assert.ok(!html.includes("<mark>"));
  assert.match(html, /name="name"/);
});

Deno.test("the client's own page about the customer is a link of its own", async () => {
  const subjectUrl = 'https://crm.example/c-1?a="b"';
  const view = await viewOf({ name: POSSIBLE_NAME, subjectRef: "c-1" }, { subjectUrl });
  assert.match(
    rendered(view).html,
    /href="https:\/\/crm\.example\/c-1\?a=&quot;b&quot;" rel="noreferrer noopener"/,
  );
});

Deno.test("a score stands on its scale with the thresholds, in words too", async () => {
  const view = await viewOf({ name: POSSIBLE_NAME });
  const score = view.decision.candidates[0]!.classifyResult.score;
  const { html, text } = rendered(view);
  assert.ok(
    html.includes(
      `aria-label="Score ${score} of 100; possible from 70; confirmed by birth date from 92"`,
    ),
  );
  assert.ok(text.includes(`= ${score} score`));
  const unknown = rendered({ ...view, thresholds: null });
  assert.ok(unknown.html.includes(`aria-label="Score ${score} of 100"`));
});

Deno.test("the judgement has five choices, and clears only customers that have a subjectRef", async () => {
  const named = rendered(await viewOf({ name: POSSIBLE_NAME, subjectRef: "c-1" }));
  const unnamed = rendered(await viewOf({ name: POSSIBLE_NAME }));
  assert.equal(named.html.match(/type="radio"/g)?.length, 5);
  assert.match(named.html, /name="clearForDays"/);
  assert.match(named.text, /Keys .* 4 The listed party 5 Ask another person u take/);
  assert.ok(!unnamed.html.includes('name="clearForDays"'));
  const confirmed = rendered(await viewOf({ name: CONFIRMED_NAME, subjectRef: "c-1" }));
  assert.ok(!confirmed.html.includes('name="clearForDays"'));
});

Deno.test("a match that cannot be judged says why, and a proposal that it waits for a second person", async () => {
  const view = await viewOf({ name: POSSIBLE_NAME });
  const { html, text } = rendered({
    ...view,
    state: "PROPOSED",
    closedBecause: "You have judged.",
  });
  assert.ok(!html.includes("data-judge"));
  assert.match(text, /You have judged\./);
  assert.match(text, /A second person must agree/);
});

Deno.test("hostile text in every member of a match is shown as text", async () => {
  const view = await viewOf({ name: POSSIBLE_NAME, subjectRef: "c-1" });
  const poisoned = JSON.parse(
    JSON.stringify(view),
    (key, value) =>
      typeof value === "string" && !/^(classification|state|decision|lapsed|how|step|relation)$/
          .test(key) &&
        !isWord(value)
        ? HOSTILE
        : value,
  );
  const { html } = rendered({
    ...poisoned,
    customer: customerOf({
      ...{ name: HOSTILE, otherNames: [HOSTILE], dob: HOSTILE, nationality: HOSTILE },
      ...{ nationalities: [HOSTILE], walletAddresses: [HOSTILE] },
      identifiers: [{ type: "passport", value: HOSTILE, country: HOSTILE }],
    }),
    typed: {
      name: HOSTILE,
      accounts: poisoned.decision.candidates.map(({ classifyResult: { explain } }: Candidate) => ({
        ...explain,
        alignment: [],
      })),
    },
    decision: {
      ...poisoned.decision,
      customerReviews: [{
        reviewId: HOSTILE,
        decision: "escalated",
        reviewer: HOSTILE,
        notes: HOSTILE,
        reviewedAt: HOSTILE,
      }],
    },
  });
  assert.ok(!html.includes("<script>alert"));
  assert.ok(!html.includes("<b title='x"));
  assert.ok(html.includes("&lt;script&gt;"));
});

/** Whether a text is a code for which pages have words. */
const isWord = (text: string) => /^[a-z_]+$/.test(text) && text.length < 30;

Deno.test("an address of a publisher that is no web page is no link", async () => {
  const view = await viewOf({ name: POSSIBLE_NAME });
  const entries = view.entries.map((entry) => ({ ...entry!, sourceUrl: "javascript:alert(1)" }));
  assert.ok(!rendered({ ...view, entries }).html.includes("javascript:"));
});

Deno.test("the page of a match has at most 60 KB", async () => {
  const { html } = rendered(await viewOf({ name: POSSIBLE_NAME, subjectRef: "c-1" }));
  assert.ok(new TextEncoder().encode(html).length < pageBytesMax);
});
