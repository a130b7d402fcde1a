import { about, judged, review, reviewed, screened, settle, withReviews } from "../forging.ts";
import type { RequestLine } from "../history.ts";

const first = screened({ key: "k" });
const second = screened({ key: "l" });
const possible = screened({ client: "reviewing" });
const made = reviewed(possible, "n");

const read = about(first);
const seesReview = withReviews(about(possible, { at: 600 }), [review("n")]);
const exported: RequestLine = {
  ...screened({ at: 700 }),
  operation: "export",
  text: JSON.stringify({ clients: ["keyed"], decisions: [JSON.parse(first.text).meta.decisionId] }),
};

judged("linearizable reads, of one's own", [
  { why: "as it was answered", lines: [first, read], says: null },
  {
    why: "a stale read",
    lines: [first, { ...read, status: 404, text: `{"error":"not_found"}` }],
    says: /its reader got 404/,
  },
  {
    why: "read once more at the end",
    lines: [first, settle, about(first, { at: 9_500 })],
    says: null,
  },
  {
    why: "read for the last time while things broke",
    lines: [first, read, settle],
    says: /nobody could read it at the end/,
  },
  {
    why: "an end at which the store answers nobody",
    lines: [first, settle, { ...about(first, { at: 9_500 }), status: 503, text: "{}" }],
    says: /nobody could read it at the end/,
  },
  {
    why: "a read that began before the answer",
    lines: [first, { ...read, began: first.began, status: 404, text: "{}" }],
    says: null,
  },
  {
    why: "another class",
    lines: [first, { ...read, text: read.text.replace("CLEAR", "POSSIBLE_MATCH") }],
    says: /read otherwise/,
  },
  {
    why: "another client's decision",
    lines: [first, { ...read, client: "other" }],
    says: /other was shown/,
  },
  {
    why: "another client's, refused",
    lines: [first, { ...read, client: "other", status: 404, text: "{}" }],
    says: null,
  },
  { why: "a review that is shown", lines: [possible, made, seesReview], says: null },
  {
    why: "a review that is not",
    lines: [possible, made, about(possible)],
    says: /misses a review/,
  },
  {
    why: "a review that one read has shown and the next has not",
    lines: [possible, { ...seesReview, began: 200, ended: 210 }, about(possible)],
    says: /misses a review/,
  },
  {
    why: "a review that was carried out twice",
    lines: [possible, made, withReviews(seesReview, [review("n"), review("n", "other id")])],
    says: /more than once/,
  },
  { why: "an export", lines: [first, exported], says: null },
  {
    why: "an export of others",
    lines: [first, { ...exported, text: exported.text.replace("keyed", "other") }],
    says: /names other/,
  },
  {
    why: "an export without what was acknowledged",
    lines: [first, second, exported],
    says: /misses 1 acknowledged/,
  },
]);
