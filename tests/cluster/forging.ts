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
 * A checker that cannot fail proves nothing: small histories for each promise, those that break it
 * beside those that keep it and differ in that alone.
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

/** An answered screening; two with the same `decision` are one. */
export function screened(
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

/** The same request sent again, with its answer replayed a little later. */
export function replay(first: RequestLine, changed: Partial<RequestLine> = {}): RequestLine {
  const [began, ended] = [first.began + 100, first.ended + 100];
  return { ...first, began, ended, server: 1, replayed: true, ...changed };
}

/** A screening that was never answered. */
export function lostAnswer(of: Partial<RequestLine> = {}): RequestLine {
  return { ...screened(of), status: null, text: "connection reset" };
}

/** A screening that was refused. */
export function refused(status: number, error: string, of: Partial<RequestLine> = {}): RequestLine {
  return { ...screened(of), status, text: JSON.stringify({ error, message: "" }) };
}

/** A correctly answered read of a decision. */
export function about(
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

/** An answered review of a decision with these notes; the answer also contains `shown`. */
export function reviewed(
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

/** A review in the form of answers. */
export function review(notes: string, reviewId = `review of ${notes}`) {
  return { reviewId, decision: "escalated", notes };
}

/** A read whose answer contains these reviews. */
export function withReviews(read: RequestLine, customerReviews: readonly unknown[]): RequestLine {
  return { ...read, text: JSON.stringify({ ...JSON.parse(read.text), customerReviews }) };
}

/** A usage report with these decisions and this number of requests. */
export function usageOf(
  client: string,
  decisions: Readonly<Record<string, number>>,
  total: number,
) {
  return {
    ...screened({ client, at: 5_000 }),
    operation: "usage",
    text: JSON.stringify({ requestVolume: { total }, decisions }),
  } as const;
}

/** The correctly linked chain of these events. */
export function chainOf(...events: readonly AuditLine["event"][]): AuditLine[] {
  return events.map((event, index) => ({
    seq: index + 1,
    prev: index === 0 ? "0".repeat(64) : `hash ${index}`,
    id: `event ${index + 1}`,
    hash: `hash ${index + 1}`,
    event,
  }));
}

/** The audit entry of an acknowledged screening. */
export function decided({ client, text }: RequestLine): AuditLine["event"] {
  const { classification, meta: { decisionId } } = JSON.parse(text);
  return { kind: "SCREENING_DECISION", clientId: client, decisionId, classification };
}

/** A fault of server 0 or of the database. */
export function fault(kind: FaultLine["kind"], began: number, ended: number): FaultLine {
  const server = kind.startsWith("database") ? null : 0;
  return { type: "fault", kind, server, began, ended };
}

/** An attempt at the only claim. */
export function claim(by: string, outcome: ClaimLine["outcome"], began = 100): ClaimLine {
  return { type: "claim", name: "claim-1", by, began, ended: began + 10, outcome };
}

/** The verifier's report on a valid chain. */
export const verified = { type: "verified", code: 0, text: "1 entries are proven" } as const;
/** The line from which on everything works again. */
export const settle = { type: "settle", began: 9_000 } as const;

function history(lines: readonly Line[], chain: readonly AuditLine[] = []): History {
  return historyOf([run, ...lines], chain);
}

/** The result of one rule for a history. */
function judge(promise: string, lines: readonly Line[], chain: readonly AuditLine[] = []) {
  const rule = rules[promise];
  assert(rule, `there is no promise "${promise}"`);
  return rule(history(lines, chain)).map(({ what }) => what);
}

/** A small history with the expected result. */
export interface Case {
  readonly why: string;
  readonly lines: readonly Line[];
  readonly chain?: readonly AuditLine[];
  /** The expected violation; null if the promise is kept. */
  readonly says: RegExp | null;
}

/** A test of one promise, with a step for each history. */
export function judged(promise: string, cases: readonly Case[]): void {
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
