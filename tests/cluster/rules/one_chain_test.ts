import {
  chainOf,
  decided,
  judged,
  lostAnswer,
  replay,
  reviewed,
  screened,
  verified,
} from "../forging.ts";
import type { RequestLine } from "../history.ts";

const first = screened({ key: "k" });
const erased = screened({ client: "erasing", key: "k", at: 100 });
const erasure: RequestLine = {
  ...screened({ client: "erasing", at: 400 }),
  operation: "erase",
  text: "{}",
};

const possible = screened({ client: "reviewing" });
const made = reviewed(possible, "n");
const madeEvent = {
  kind: "SCREENING_REVIEWED",
  clientId: "reviewing",
  decisionId: JSON.parse(possible.text).meta.decisionId,
  reviewId: "review of n",
  decision: "escalated",
};
const second = screened({ key: "l" });
const whole = chainOf(decided(first), decided(second));
const [entry] = whole;
const both = [first, replay(first), second, verified];

judged("one chain with everything acknowledged", [
  { why: "two decisions", lines: both, chain: whole, says: null },
  { why: "nobody verified it", lines: both.slice(0, 3), chain: whole, says: /not verified/ },
  {
    why: "the verifier refuses it",
    lines: [...both.slice(0, 3), { ...verified, code: 1, text: "It does not hold" }],
    chain: whole,
    says: /does not hold/,
  },
  { why: "an entry is lost", lines: both, chain: whole.slice(0, 1), says: /not on it/ },
  {
    why: "an entry is missing in the middle",
    lines: both,
    chain: chainOf(decided(first), decided(first), decided(second)).toSpliced(1, 1),
    says: /stands where 2 should/,
  },
  {
    why: "a fork",
    lines: both,
    chain: whole.map((each) => ({ ...each, prev: "0".repeat(64) })),
    says: /does not follow/,
  },
  {
    why: "an event on it twice",
    lines: both,
    chain: whole.map((each) => ({ ...each, id: entry?.id ?? "" })),
    says: /the event event 1 twice/,
  },
  {
    why: "a decision on it twice",
    lines: both,
    chain: chainOf(decided(first), decided(second), decided(first)),
    says: /decision \S+ twice/,
  },
  {
    why: "a second execution that nobody got an answer to",
    lines: both,
    chain: chainOf(decided(first), decided(second), decided(screened())),
    says: /3 SCREENING_DECISION of keyed: 2 to 2/,
  },
  {
    why: "one that a lost answer may have made",
    lines: [...both, lostAnswer()],
    chain: chainOf(decided(first), decided(second), decided(screened())),
    says: null,
  },
  {
    why: "under another client",
    lines: both,
    chain: chainOf(decided(first), { ...decided(second), clientId: "other" }),
    says: /not on it/,
  },
  {
    why: "with another class",
    lines: both,
    chain: chainOf(decided(first), { ...decided(second), classification: "POSSIBLE_MATCH" }),
    says: /not on it/,
  },
  {
    why: "a review",
    lines: [possible, made, verified],
    chain: chainOf(decided(possible), madeEvent),
    says: null,
  },
  {
    why: "a review that is lost",
    lines: [possible, made, verified],
    chain: chainOf(decided(possible)),
    says: /review review of n/,
  },
  {
    why: "a review that was made twice",
    lines: [possible, made, verified],
    chain: chainOf(decided(possible), madeEvent, { ...madeEvent, reviewId: "another" }),
    says: /2 SCREENING_REVIEWED/,
  },
  {
    why: "an erasure that is not on it",
    lines: [erased, erasure, verified],
    chain: chainOf(decided(erased)),
    says: /0 GDPR_ERASED of erasing: 1 to 1/,
  },
]);
