import assert from "node:assert/strict";
import type { FourEyes } from "../../../../core/nouns.ts";
import {
  clearedForDays,
  reviewState,
  waitsForAnother,
} from "../../../../core/screening/queue/review_state.ts";
import {
  DispositionId,
  type KeptDisposition,
  type KeptReview,
  ReviewId,
  type ReviewOutcome,
  type ReviewState,
} from "../../../../core/screening/review_schema.ts";

/** A review by one person; `-` is a review without a name. */
interface Said {
  readonly by: string;
  readonly decision: ReviewOutcome;
}

const modes: readonly FourEyes[] = ["none", "confirmed", "all"];
const outcomes: readonly ReviewOutcome[] = ["confirmed_match", "false_positive", "escalated"];
const ONE = "0198c0de-0000-5000-8000-000000000001";
const OTHER = "0198c0de-0000-5000-8000-000000000002";

function review(
  { by, decision }: Said,
  { fourEyes, at, about }: {
    readonly fourEyes: FourEyes | undefined;
    readonly at: number;
    readonly about?: readonly string[];
  },
): KeptReview {
  return {
    reviewId: ReviewId.parse(`0198c0de-0000-7000-8000-${String(at).padStart(12, "0")}`),
    decision,
    notes: null,
    reviewedAt: `2026-03-02T09:${String(at).padStart(2, "0")}:00.000Z`,
    ...(by === "-" ? {} : { reviewer: by }),
    ...(fourEyes === undefined ? {} : { fourEyes }),
    ...(about === undefined ? {} : { entityIds: about }),
  };
}

function stateBy(said: readonly Said[], fourEyes: FourEyes | undefined): ReviewState {
  return reviewState({
    classification: "POSSIBLE_MATCH",
    confirmedIsReviewed: false,
    entityIds: [ONE],
    reviews: said.map((one, at) => review(one, { fourEyes, at })),
    dispositions: [],
  });
}

/** `a+ b- a!`: alice confirms, bob finds a false positive, alice escalates. */
function read(text: string): readonly Said[] {
  const marks = { "+": "confirmed_match", "-": "false_positive", "!": "escalated" } as const;
  return text.split(" ").filter((word) => word !== "").map((word) => ({
    by: word[0] === "_" ? "-" : word[0]!,
    decision: marks[word[1] as keyof typeof marks],
  }));
}

/** Every sequence of reviews of this length by these people. */
function sequences(people: readonly string[], length: number): readonly (readonly Said[])[] {
  if (length === 0) return [[]];
  return sequences(people, length - 1).flatMap((before) =>
    people.flatMap((by) => outcomes.map((decision) => [...before, { by, decision }]))
  );
}

const needsTwo = (decision: ReviewOutcome, mode: FourEyes) =>
  mode === "all" || mode === "confirmed" && decision === "confirmed_match";

/** The expected state after two reviews, literally by the table of decisions-3.md part 21. */
function expectedOfTwo([first, second]: readonly Said[], mode: FourEyes): ReviewState {
  assert(first !== undefined && second !== undefined);
  if (second.decision === "escalated") return "ESCALATED";
  const alone = needsTwo(second.decision, mode) ? "PROPOSED" : "CLOSED";
  if (first.decision === "escalated") return first.by === second.by ? "ESCALATED" : alone;
  if (first.by !== second.by) return first.decision === second.decision ? "CLOSED" : "ESCALATED";
  if (first.decision === second.decision) return alone;
  return mode === "none" ? "CLOSED" : "PROPOSED";
}

Deno.test("reviewState() of every order of two reviews of two people is the table's", () => {
  for (const mode of modes) {
    for (const said of sequences(["alice", "bob"], 2)) {
      assert.equal(stateBy(said, mode), expectedOfTwo(said, mode), JSON.stringify([mode, said]));
    }
  }
});

Deno.test("reviewState() keeps the laws of two people in every order of five reviews", () => {
  let closed = 0;
  for (const mode of modes) {
    for (const length of [0, 1, 2, 3, 4, 5]) {
      for (const said of sequences(["alice", "bob"], length)) {
        const state = stateBy(said, mode);
        const why = JSON.stringify([mode, said]);
        const last = said.at(-1);
        const closings = said.filter(({ decision }) => decision !== "escalated");
        assert.notEqual(state, "NONE", why);
        // Nobody has said anything: and only then.
        assert.equal(state === "OPEN", last === undefined, why);
        if (last?.decision === "escalated") assert.equal(state, "ESCALATED", why);
        if (mode === "none") assert.notEqual(state, "PROPOSED", why);
        if (state !== "CLOSED") continue;
        closed++;
        // What needs two people is never closed by one.
        const outcome = last?.decision ?? "escalated";
        const agreeing = new Set(
          closings.filter(({ decision }) => decision === outcome).map(({ by }) => by),
        );
        assert(agreeing.size >= (needsTwo(outcome, mode) ? 2 : 1), why);
        // What one of them escalated is closed by a person after it, and not by that one.
        const at = said.findLastIndex(({ decision }) => decision === "escalated");
        const after = said.slice(at + 1).map(({ by }) => by);
        if (at >= 0) assert(after.some((by) => by !== said[at]?.by), why);
      }
    }
  }
  assert(closed > 1_000);
});

Deno.test("reviewState() of more people", async (t) => {
  const cases: readonly (readonly [string, FourEyes | undefined, ReviewState, string])[] = [
    ["", "all", "OPEN", "nobody has looked"],
    ["a- b+", "all", "ESCALATED", "two people differ"],
    ["a- b+ a+", "all", "ESCALATED", "who differs does not settle it"],
    ["a- b+ c-", "all", "CLOSED", "a third person settles it, and agrees with one of them"],
    ["a- b+ c- d-", "all", "CLOSED", "who was outvoted counts no more"],
    ["a- b! c-", "all", "CLOSED", "two people agree, and the last did not escalate"],
    ["a! b-", "all", "PROPOSED", "the escalation has ended, one person has closed"],
    ["a! b- a-", "all", "CLOSED", "both agree in the end"],
    ["a- b- c!", "all", "ESCALATED", "a later escalation opens it again"],
    ["a- b- c! c-", "all", "ESCALATED", "it does not end by the same person"],
    ["a- a- a-", "all", "PROPOSED", "one person is one person"],
    ["a+ a-", "confirmed", "PROPOSED", "a further review of one person closes nothing"],
    ["a+ a- b-", "confirmed", "CLOSED", "the last words agree"],
    ["a-", "confirmed", "CLOSED", "a false positive needs one person"],
    ["a- a+", "confirmed", "PROPOSED", "it is a match now: another person must agree"],
    ["a- a+", "none", "CLOSED", "one person changes her mind"],
    ["a- b+", "none", "ESCALATED", "two people differ, whatever is asked"],
    ["_- _+", "none", "CLOSED", "reviews that name nobody may be one person's"],
    ["_! _-", "none", "CLOSED", "whoever that is may be another"],
    ["_-", undefined, "CLOSED", "a review from before closes alone"],
    ["_! ", undefined, "ESCALATED", "and escalates"],
  ];
  for (const [said, fourEyes, expected, why] of cases) {
    await t.step(`${fourEyes}: ${said} is ${expected}: ${why}`, () => {
      assert.equal(stateBy(read(said), fourEyes), expected);
    });
  }
  await t.step("case and width of a name make nobody another person", () => {
    const said = ["M.Weber", "m.weber", "ｍ.weber"].map((by): Said => ({
      by,
      decision: "false_positive",
    }));
    assert.equal(stateBy(said, "all"), "PROPOSED");
  });
  await t.step("the order is that of the times, not of the reading", () => {
    const reviews = read("a- b- c!").map((one, at) => review(one, { fourEyes: "all", at }));
    const base = {
      classification: "POSSIBLE_MATCH",
      confirmedIsReviewed: false,
      entityIds: [ONE],
      dispositions: [],
    } as const;
    assert.equal(reviewState({ ...base, reviews: reviews.toReversed() }), "ESCALATED");
  });
});

Deno.test("reviewState() of several candidates is that of the one which needs most", async (t) => {
  const cases = [
    { why: "one is not judged", said: [["a-", [ONE]]], expected: "OPEN" },
    { why: "each by its own review", said: [["a-", [ONE]], ["a+", [OTHER]]], expected: "CLOSED" },
    { why: "one is escalated", said: [["a-", [ONE]], ["a!", [OTHER]]], expected: "ESCALATED" },
    { why: "a review of none is of all", said: [["a-", null]], expected: "CLOSED" },
    {
      why: "people differ about one",
      said: [["a-", null], ["b+", [OTHER]]],
      expected: "ESCALATED",
    },
  ] as const;
  for (const { why, said, expected } of cases) {
    await t.step(why, () => {
      const reviews = said.map(([text, about], at) =>
        review(read(text)[0]!, {
          fourEyes: "none",
          at,
          ...(about === null ? {} : { about: [...about] }),
        })
      );
      assert.equal(
        reviewState({
          classification: "POSSIBLE_MATCH",
          confirmedIsReviewed: false,
          entityIds: [ONE, OTHER],
          reviews,
          dispositions: [],
        }),
        expected,
      );
    });
  }
});

Deno.test("reviewState() of a confirmed match follows its dispositions, where it is reviewed", () => {
  const disposition = (by: string, decision: ReviewOutcome, fourEyes: FourEyes, at: number) => ({
    dispositionId: DispositionId.parse(`0198c0de-0000-7000-8000-${String(at).padStart(12, "0")}`),
    decision,
    notes: null,
    disposedAt: `2026-03-02T09:0${at}:00.000Z`,
    reviewer: by,
    fourEyes,
  });
  const stateOf = (dispositions: readonly KeptDisposition[], confirmedIsReviewed = true) =>
    reviewState({
      classification: "CONFIRMED_MATCH",
      confirmedIsReviewed,
      entityIds: [ONE],
      reviews: [],
      dispositions,
    });
  assert.equal(stateOf([]), "OPEN");
  assert.equal(stateOf([], false), "NONE");
  assert.equal(stateOf([disposition("a", "false_positive", "none", 0)], false), "NONE");
  assert.equal(stateOf([disposition("a", "confirmed_match", "none", 0)]), "CLOSED");
  for (const mode of ["confirmed", "all"] as const) {
    for (const decision of ["confirmed_match", "false_positive"] as const) {
      const first = disposition("a", decision, mode, 0);
      assert.equal(stateOf([first]), "PROPOSED", "any disposition needs two people");
      assert.equal(stateOf([first, disposition("a", decision, mode, 1)]), "PROPOSED");
      assert.equal(stateOf([first, disposition("b", decision, mode, 1)]), "CLOSED");
    }
  }
  const nothing = { entityIds: [], reviews: [], dispositions: [], confirmedIsReviewed: true };
  assert.equal(reviewState({ classification: "CLEAR", ...nothing }), "NONE");
});

Deno.test("clearedForDays() asks as many people as close, by the rule of the last of them", async (t) => {
  type Asked = readonly [said: string, days: number | undefined, fourEyes: FourEyes];
  const cases: readonly (readonly [readonly Asked[], number | null, string])[] = [
    [[["a-", 30, "none"]], 30, "one person"],
    [[["_-", 30, "none"]], 30, "who names nobody"],
    [[["a-", undefined, "none"]], null, "nobody asks"],
    [[["a-", undefined, "none"], ["a-", 30, "none"]], 30, "asked for after the closing"],
    [[["a-", 30, "none"], ["b-", 90, "none"]], 90, "the last one alone decides"],
    [[["a-", 30, "all"]], null, "proposed"],
    [[["a-", 30, "all"], ["A-", 90, "all"]], null, "the same person"],
    [[["a-", 30, "all"], ["b-", undefined, "all"]], null, "the second closes, and clears nobody"],
    [[["a-", 30, "all"], ["b-", 90, "all"]], 30, "the shorter time"],
    [[["a-", 30, "all"], ["b-", 90, "all"], ["a-", 60, "all"]], null, "one renews nothing alone"],
    [
      [["a-", 30, "all"], ["b-", 90, "all"], ["a-", 60, "all"], ["b-", 70, "all"]],
      60,
      "both ask anew",
    ],
    [[["a-", 30, "none"], ["a-", 60, "none"]], 60, "who cleared alone renews alone"],
    [[["a-", 30, "all"], ["b-", 90, "all"], ["c!", undefined, "all"]], null, "opened again"],
    [[["a-", 30, "all"], ["b+", undefined, "all"], ["c-", 60, "all"]], 30, "after a quarrel"],
    [[["a-", 30, "confirmed"]], 30, "a false positive needs one person there"],
    [[["a+", undefined, "confirmed"], ["a-", 9, "confirmed"]], null, "who changes needs another"],
    [
      [["a+", undefined, "confirmed"], ["a-", 9, "confirmed"], ["b-", 8, "confirmed"]],
      8,
      "and has another",
    ],
    [[["a-", undefined, "none"], ["b-", 30, "all"]], null, "closed by one, cleared by two"],
    [[["a-", 5, "none"], ["b-", 30, "all"]], null, "what one has begun, two renew"],
    [[["a-", 5, "none"], ["b-", 30, "all"], ["a-", 6, "all"]], 6, "and both ask for it"],
    [[["a+", undefined, "none"]], null, "confirmed"],
  ];
  for (const [said, expected, why] of cases) {
    await t.step(why, () => {
      const reviews = said.map(([text, clearForDays, fourEyes], at) => ({
        ...review(read(text)[0]!, { fourEyes, at }),
        ...(clearForDays === undefined ? {} : { clearForDays }),
      }));
      assert.equal(clearedForDays(reviews, ONE), expected);
      const ofOther = reviews.map((one) => ({ ...one, entityIds: [OTHER] }));
      assert.equal(clearedForDays(ofOther, ONE), null);
    });
  }
});

/** Reviews where two people must be authenticated; those by these people are. */
function authenticatedReviews(
  said: readonly Said[],
  fourEyes: FourEyes,
  authenticated: readonly string[],
): readonly KeptReview[] {
  return said.map((one, at) => ({
    ...review(one, { fourEyes, at }),
    authenticatedOnly: true,
    ...(authenticated.includes(one.by) ? { identity: "authenticated" as const } : {}),
  }));
}

Deno.test("reviewState() closes what needs two people by two authenticated ones alone", () => {
  const authenticated = ["alice", "bob"];
  let closedByTwo = 0;
  for (const mode of modes) {
    for (
      const said of [2, 3, 4].flatMap((length) => sequences([...authenticated, "api"], length))
    ) {
      const state = reviewState({
        classification: "POSSIBLE_MATCH",
        confirmedIsReviewed: false,
        entityIds: [ONE],
        reviews: authenticatedReviews(said, mode, authenticated),
        dispositions: [],
      });
      const why = JSON.stringify([mode, said]);
      // Where nobody else takes part, everything is as it is without.
      if (said.every(({ by }) => by !== "api")) assert.equal(state, stateBy(said, mode), why);
      const outcome = said.at(-1)!.decision;
      if (state !== "CLOSED" || !needsTwo(outcome, mode)) continue;
      const agreeing = said.filter(({ by, decision }) => by !== "api" && decision === outcome);
      assert.equal(new Set(agreeing.map(({ by }) => by)).size, 2, why);
      closedByTwo++;
    }
  }
  assert(closedByTwo > 100);
});

Deno.test("clearedForDays() clears by two authenticated people where two must be", () => {
  const cases = [
    { why: "both", people: ["alice", "bob"], expected: 30 },
    { why: "one of them", people: ["alice"], expected: null },
    { why: "neither", people: [], expected: null },
  ];
  for (const { why, people, expected } of cases) {
    const reviews = authenticatedReviews(
      [{ by: "alice", decision: "false_positive" }, { by: "bob", decision: "false_positive" }],
      "all",
      people,
    ).map((one) => ({ ...one, clearForDays: 30 }));
    assert.equal(clearedForDays(reviews, ONE), expected, why);
  }
});

Deno.test("reviewState() lets no API take an authenticated judgement away, or lend it", () => {
  const same = (identities: readonly ("authenticated" | "named" | undefined)[]) =>
    reviewState({
      classification: "POSSIBLE_MATCH",
      confirmedIsReviewed: false,
      entityIds: [ONE],
      reviews: identities.map((identity, at) => ({
        ...review({ by: at === 2 ? "bob" : "alice", decision: "false_positive" }, {
          fourEyes: "all",
          at,
        }),
        authenticatedOnly: true,
        ...(identity === undefined ? {} : { identity }),
      })),
      dispositions: [],
    });
  assert.equal(same(["authenticated", undefined, "authenticated"]), "CLOSED");
  assert.equal(same([undefined, "authenticated", "authenticated"]), "CLOSED");
  assert.equal(same([undefined, "named", "authenticated"]), "PROPOSED");
});

Deno.test("reviewState() lets no API settle what an authenticated person has said", () => {
  const stateOf = (
    said: readonly (readonly [by: string, decision: Said["decision"]])[],
    authenticated: readonly number[],
    authenticatedOnly = true,
  ) =>
    reviewState({
      classification: "POSSIBLE_MATCH",
      confirmedIsReviewed: false,
      entityIds: [ONE],
      reviews: said.map(([by, decision], at) => ({
        ...review({ by, decision }, { fourEyes: "confirmed", at }),
        ...(authenticatedOnly ? { authenticatedOnly: true } : {}),
        ...(authenticated.includes(at) ? { identity: "authenticated" as const } : {}),
      })),
      dispositions: [],
    });
  const [yes, no] = ["confirmed_match", "false_positive"] as const;
  const overturned = [["ann", yes], ["x", no], ["y", no]] as const;
  assert.equal(stateOf(overturned, [0]), "ESCALATED");
  // By people whom the client names alone, as everywhere else.
  assert.equal(stateOf(overturned, []), "CLOSED");
  assert.equal(stateOf(overturned, [0], false), "CLOSED");
  // An authenticated person settles it.
  assert.equal(stateOf(overturned, [0, 2]), "CLOSED");
  assert.equal(stateOf([...overturned, ["bob", no]], [0, 3]), "CLOSED");
  assert.equal(stateOf([["ann", "escalated"], ["x", no]], [0]), "ESCALATED");
  // Nor does it take a judgement back in the person's own name.
  const inOwnName = [["ann", yes], ["ann", no], ["x", no]] as const;
  assert.equal(stateOf(inOwnName, [0]), "ESCALATED");
  assert.equal(stateOf([...inOwnName, ["bob", yes]], [0, 3]), "CLOSED");
});

Deno.test("waitsForAnother() is of people who cannot end any candidate that waits", () => {
  const waits = (person: string, reviews: readonly KeptReview[]) =>
    waitsForAnother({
      ...{ classification: "POSSIBLE_MATCH", confirmedIsReviewed: false, dispositions: [] },
      ...{ entityIds: [ONE, OTHER], reviews },
    }, person);
  const said = (text: string, at: number, about?: readonly string[]) =>
    review(read(text)[0]!, { fourEyes: "none", at, ...(about === undefined ? {} : { about }) });
  assert.equal(waits("a", []), false);
  assert.equal(waits("A", [said("a!", 1)]), true);
  assert.equal(waits("b", [said("a!", 1)]), false);
  assert.equal(waits("a", [said("_!", 1)]), false);
  // The other candidate has no judgement yet, or is closed.
  assert.equal(waits("a", [said("a!", 1, [ONE])]), false);
  assert.equal(waits("a", [said("a!", 1, [ONE]), said("a-", 2, [OTHER])]), true);
  // Each waits for the other person.
  assert.equal(waits("a", [said("a!", 1, [ONE]), said("b!", 2, [OTHER])]), false);
  assert.equal(waits("a", [said("a!", 1), said("b-", 2)]), false);
});
