import assert from "node:assert/strict";
import { rules } from "./check_history.ts";
import {
  type AuditLine,
  type ClaimLine,
  type FaultLine,
  type History,
  historyOf,
  type Line,
  type RequestLine,
} from "./history.ts";

/*
 * A checker that cannot fail proves nothing: for each promise a small history that breaks it, beside
 * one that keeps it and differs in that alone.
 */

const run = {
  type: "run",
  backend: "paper",
  seed: 1,
  seconds: 60,
  servers: 2,
  buckets: { limited: { capacity: 2, refillPerSecond: 1 } },
  began: 0,
} as const;

let decisions = 0;

/** A screening that was answered; `decision` makes two of them one. */
function screened(
  { client = "keyed", key = null, at = 100, decision = `d${++decisions}`, ...rest }:
    & Partial<RequestLine>
    & { readonly at?: number; readonly decision?: string } = {},
): RequestLine {
  return {
    type: "request",
    client,
    operation: "screen",
    key,
    body: `{"name":"somebody"}`,
    subject: null,
    owner: null,
    server: 0,
    began: at,
    ended: at + 10,
    status: 200,
    text: JSON.stringify({ classification: "CLEAR", meta: { decisionId: decision } }),
    replayed: false,
    ...rest,
  };
}

/** The same request once more: its answer again, a little later. */
function replay(first: RequestLine, changed: Partial<RequestLine> = {}): RequestLine {
  const [began, ended] = [first.began + 100, first.ended + 100];
  return { ...first, began, ended, server: 1, replayed: true, ...changed };
}

function lostAnswer(of: Partial<RequestLine> = {}): RequestLine {
  return { ...screened(of), status: null, text: "connection reset" };
}

function refused(status: number, error: string, of: Partial<RequestLine> = {}): RequestLine {
  return { ...screened(of), status, text: JSON.stringify({ error, message: "" }) };
}

function about(
  decision: RequestLine,
  { at = 500, ...rest }: Partial<RequestLine> & { readonly at?: number } = {},
): RequestLine {
  const { classification, meta } = JSON.parse(decision.text);
  return {
    ...decision,
    operation: "read",
    key: null,
    body: "",
    subject: meta.decisionId,
    owner: decision.client,
    began: at,
    ended: at + 10,
    text: JSON.stringify({ classification, meta, customerReviews: [] }),
    ...rest,
  };
}

/** A review of a decision with these notes; the answer shows `shown` too. */
function reviewed(
  decision: RequestLine,
  notes: string,
  { shown = [notes], ...rest }: Partial<RequestLine> & { readonly shown?: readonly string[] } = {},
): RequestLine {
  const customerReviews = shown.map((each) => review(each));
  return {
    ...about(decision, { at: 300 }),
    operation: "review",
    body: JSON.stringify({ decision: "escalated", notes }),
    text: JSON.stringify({ classification: "POSSIBLE_MATCH", customerReviews }),
    ...rest,
  };
}

function review(notes: string, reviewId = `review of ${notes}`) {
  return { reviewId, decision: "escalated", notes };
}

function withReviews(read: RequestLine, customerReviews: readonly unknown[]): RequestLine {
  return { ...read, text: JSON.stringify({ ...JSON.parse(read.text), customerReviews }) };
}

function usageOf(client: string, told: Readonly<Record<string, number>>, total: number) {
  return {
    ...screened({ client, at: 5_000 }),
    operation: "usage",
    text: JSON.stringify({ requestVolume: { total }, decisions: told }),
  } as const;
}

/** The chain of these events, as it should be linked. */
function chainOf(...events: readonly AuditLine["event"][]): AuditLine[] {
  return events.map((event, index) => ({
    seq: index + 1,
    prev: index === 0 ? "0".repeat(64) : `hash ${index}`,
    id: `event ${index + 1}`,
    hash: `hash ${index + 1}`,
    event,
  }));
}

function decided({ client, text }: RequestLine): AuditLine["event"] {
  const { classification, meta: { decisionId } } = JSON.parse(text);
  return { kind: "SCREENING_DECISION", clientId: client, decisionId, classification };
}

function fault(kind: FaultLine["kind"], began: number, ended: number): FaultLine {
  const server = kind.startsWith("database") ? null : 0;
  return { type: "fault", kind, server, began, ended };
}

function claim(by: string, outcome: ClaimLine["outcome"], began = 100): ClaimLine {
  return { type: "claim", name: "claim-1", by, began, ended: began + 10, outcome };
}

const verified = { type: "verified", code: 0, text: "1 entries are proven" } as const;
const settle = { type: "settle", began: 9_000 } as const;

function history(lines: readonly Line[], chain: readonly AuditLine[] = []): History {
  return historyOf([run, ...lines], chain);
}

/** What one rule says of a history. */
function judge(promise: string, lines: readonly Line[], chain: readonly AuditLine[] = []) {
  const rule = rules[promise];
  assert(rule, `there is no promise "${promise}"`);
  return rule(history(lines, chain)).map(({ what }) => what);
}

interface Case {
  readonly why: string;
  readonly lines: readonly Line[];
  readonly chain?: readonly AuditLine[];
  /** What must be said of it; null: it holds. */
  readonly says: RegExp | null;
}

function judged(promise: string, cases: readonly Case[]): void {
  Deno.test(`checkHistory(): ${promise}`, async (t) => {
    for (const { why, lines, chain = [], says } of cases) {
      await t.step(why, () => {
        const said = judge(promise, lines, chain);
        if (says === null) assert.deepEqual(said, []);
        else assert.match(said.join("\n"), says);
      });
    }
  });
}

const first = screened({ key: "k" });
const erasure: RequestLine = {
  ...screened({ client: "erasing", at: 400 }),
  operation: "erase",
  text: "{}",
};
const erased = screened({ client: "erasing", key: "k", at: 100 });
const otherBody = `{"name":"another"}`;

judged("one execution of each idempotency key", [
  { why: "an answer and its replay", lines: [first, replay(first)], says: null },
  {
    why: "an answer whose first telling was lost",
    lines: [lostAnswer({ key: "k" }), replay(first)],
    says: null,
  },
  {
    why: "two executions",
    lines: [first, screened({ key: "k", at: 200 })],
    says: /2 different answers/,
  },
  {
    why: "two that both say they are the first",
    lines: [first, replay(first, { replayed: false })],
    says: /2 answers are no replay/,
  },
  {
    why: "two bodies under one key",
    lines: [first, replay(first, { body: otherBody })],
    says: /2 different requests/,
  },
  {
    why: "the same key of another client",
    lines: [first, screened({ key: "k", client: "other" })],
    says: null,
  },
  {
    why: "a conflict with another body",
    lines: [first, refused(409, "idempotency_key_conflict", { key: "k", body: otherBody })],
    says: null,
  },
  {
    why: "a conflict with nothing",
    lines: [first, refused(409, "idempotency_key_conflict", { key: "k" })],
    says: /nobody had sent anything else/,
  },
  {
    why: "in progress while the first one ran",
    lines: [first, refused(409, "idempotency_key_in_progress", { key: "k" })],
    says: null,
  },
  {
    why: "in progress when all was over",
    lines: [
      first,
      refused(409, "idempotency_key_in_progress", { key: "k", began: 900, ended: 950 }),
    ],
    says: /nothing ran/,
  },
  {
    why: "a key that nobody answers, when all is mended",
    lines: [lostAnswer({ key: "k" }), settle],
    says: /never answered/,
  },
  {
    why: "a second execution after an erasure",
    lines: [erased, erasure, screened({ client: "erasing", key: "k", at: 600 })],
    says: null,
  },
  {
    why: "a third one",
    lines: [
      erased,
      erasure,
      ...[600, 700].map((at) => screened({ client: "erasing", key: "k", at })),
    ],
    says: /3 different answers/,
  },
  {
    why: "what was erased and answers again",
    lines: [erased, erasure, replay(erased, { began: 600, ended: 610 })],
    says: /erased before/,
  },
]);

const take = (at: number, of: Partial<RequestLine> = {}) =>
  screened({ client: "limited", at, ...of });
const limit = (at: number) =>
  refused(429, "rate_limit_exceeded", { client: "limited", began: at, ended: at + 10 });

judged("exact bucket totals", [
  { why: "the burst, and one a second", lines: [0, 1, 2_000].map((at) => take(at)), says: null },
  {
    why: "one more than the burst",
    lines: [0, 1, 2].map((at) => take(at)),
    says: /3 requests let in/,
  },
  {
    why: "one more than came back, much later",
    lines: [0, 1, 1_100, 2_200, 2_300].map((at) => take(at)),
    says: /let in within/,
  },
  { why: "refused when it was empty", lines: [take(0), take(1), limit(500)], says: null },
  { why: "refused with one left", lines: [take(0), limit(50)], says: /refused at 50/ },
  {
    why: "refused although one had come back",
    lines: [take(0), take(1), limit(1_200)],
    says: /refused at 1200/,
  },
  {
    why: "refused after one whose outcome is unknown",
    lines: [take(0), lostAnswer({ client: "limited", began: 1, ended: 20 }), limit(50)],
    says: null,
  },
  {
    why: "refused long after that",
    lines: [take(0), lostAnswer({ client: "limited", began: 1, ended: 20 }), limit(40_000)],
    says: /refused at 40000/,
  },
  {
    why: "refused after one that waited in a stopped server",
    lines: [
      lostAnswer({ client: "limited", began: 1, ended: 20 }),
      fault("stop", 10, 39_000),
      take(39_500),
      limit(39_600),
    ],
    says: null,
  },
  { why: "a client without a bucket", lines: [0, 1, 2].map((at) => screened({ at })), says: null },
]);

const held = (by: string): Line => ({ type: "claimed", name: "claim-1", by });

judged("one winner of each claim", [
  {
    why: "one has won",
    lines: [claim("a", "won"), claim("b", "lost"), held("a"), settle],
    says: null,
  },
  {
    why: "two have won",
    lines: [claim("a", "won"), claim("b", "won"), held("a"), settle],
    says: /won by a and b/,
  },
  {
    why: "another one holds it",
    lines: [claim("a", "won"), claim("b", "unknown"), held("b"), settle],
    says: /won by a and held by b/,
  },
  { why: "the winner lost it", lines: [claim("a", "won"), settle], says: /held by nobody/ },
  {
    why: "all have lost",
    lines: [claim("a", "lost"), claim("b", "lost"), held("c"), settle],
    says: /nobody can have won/,
  },
  {
    why: "its holder was told to have lost",
    lines: [claim("a", "lost"), claim("b", "unknown"), held("a"), settle],
    says: /was told to have lost/,
  },
  {
    why: "one has won without hearing of it",
    lines: [claim("a", "unknown"), claim("b", "lost"), held("a"), settle],
    says: null,
  },
  {
    why: "nobody knows and nobody holds it",
    lines: [claim("a", "unknown"), settle],
    says: null,
  },
]);

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
    why: "a second execution that nobody was told of",
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

const counted = usageOf("keyed", { CLEAR: 2 }, 3);

judged("usage equal to the chain", [
  { why: "as the chain, and every request", lines: [...both, counted], chain: whole, says: null },
  {
    why: "one decision more",
    lines: [...both, usageOf("keyed", { CLEAR: 3 }, 3)],
    chain: whole,
    says: /3 CLEAR told, 2 on the chain/,
  },
  {
    why: "another class",
    lines: [...both, usageOf("keyed", { CLEAR: 1, POSSIBLE_MATCH: 1 }, 3)],
    chain: whole,
    says: /1 POSSIBLE_MATCH told, 0 on the chain/,
  },
  {
    why: "a report that is behind",
    lines: [...both, { ...usageOf("keyed", { CLEAR: 1 }, 3), began: 4_000 }, counted],
    chain: whole,
    says: /1 decisions told at 4000, 2 acknowledged/,
  },
  {
    why: "a request that is not counted",
    lines: [...both, usageOf("keyed", { CLEAR: 2 }, 2)],
    chain: whole,
    says: /2 requests counted, and 3 to 4/,
  },
  {
    why: "a request that was counted twice",
    lines: [...both, usageOf("keyed", { CLEAR: 2 }, 5)],
    chain: whole,
    says: /5 requests counted, and 3 to 4/,
  },
  {
    why: "one that its server was killed with",
    lines: [...both, fault("kill", 300, 2_000), usageOf("keyed", { CLEAR: 2 }, 1)],
    chain: whole,
    says: null,
  },
  {
    why: "one whose server was killed much later",
    lines: [...both, fault("kill", 3_000, 4_000), usageOf("keyed", { CLEAR: 2 }, 1)],
    chain: whole,
    says: /1 requests counted/,
  },
  { why: "a client without a report", lines: both, chain: whole, says: /keyed: no report/ },
]);

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
    says: /its reader was told 404/,
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

judged("answers as promised", [
  { why: "an outage", lines: [refused(503, "upstream_unavailable")], says: null },
  { why: "a fault", lines: [refused(500, "internal_error")], says: /500/ },
  { why: "a token that is none", lines: [refused(401, "unauthorized")], says: /401/ },
  { why: "a limit", lines: [limit(0)], says: null },
  { why: "a limit without a bucket", lines: [refused(429, "rate_limit_exceeded")], says: /429/ },
  {
    why: "a server that ended well",
    lines: [{ ...fault("terminate", 1, 2), code: 0 }],
    says: null,
  },
  {
    why: "a server that did not",
    lines: [{ ...fault("terminate", 1, 2), code: 1 }],
    says: /server 0 was asked to end, and its exit code was 1/,
  },
  { why: "a screening that is not found", lines: [refused(404, "not_found")], says: /404/ },
]);

judged("enough of everything", [
  { why: "nothing at all", lines: [], says: /did not come to its end/ },
  {
    why: "a run in which nothing broke",
    lines: [first, second, screened(), settle, { type: "end", ended: 9_999 }],
    says:
      /3 acknowledged screenings.*reviews.*reads.*usage.*exports.*erasures.*foreign.*keys answered.*conflicts.*let in.*refused.*claims.*killed.*stopped.*asked to end.*databases killed.*databases stopped.*chain.*unknown.*1 servers that answered/s,
  },
]);

Deno.test("checkHistory() imports nothing of the service", async () => {
  const seen = new Set<string>();
  const follow = async (url: URL): Promise<void> => {
    if (seen.has(url.href)) return;
    seen.add(url.href);
    const text = await Deno.readTextFile(url);
    for (const [, , to = ""] of text.matchAll(/(from|import)\s*\(?\s*"([^"]+)"/g)) {
      if (to.startsWith(".")) await follow(new URL(to, url));
      else assert.match(to, /^(zod|node:util)$/, `${url.pathname} imports ${to}`);
    }
  };
  await follow(new URL("check_history.ts", import.meta.url));
  const folder = new URL("./", import.meta.url).href;
  assert(seen.size > 5);
  assert.deepEqual([...seen].filter((href) => !href.startsWith(folder)), []);
});
