import type { FaultLine, History, RequestLine } from "./history.ts";

/** A promise that a history breaks. */
export interface Violation {
  readonly rule: string;
  readonly what: string;
}

/** One promise: returns its violations. */
export type Rule = (history: History) => readonly Violation[];

/** Whether the request was certainly carried out. */
export function isAcknowledged({ status }: Pick<RequestLine, "status">): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * Whether it is unknown if the request was carried out, because no answer came or the service does
 * not know.
 */
export function isUnknown({ status }: Pick<RequestLine, "status">): boolean {
  return status === null || status >= 500;
}

/**
 * How long a server may continue a request after its client has gone: the store retries for 3 s of
 * waiting, and each try has its own deadline.
 */
const afterwardsMilliseconds = 15_000;

/**
 * The last moment at which a request can have had an effect. An answered request had it before its
 * answer; another may wait in a paused process and have it when that continues.
 */
export function latestEffect(request: RequestLine, faults: readonly FaultLine[]): number {
  if (!isUnknown(request)) return request.ended;
  let latest = request.ended + afterwardsMilliseconds;
  for (const { kind, server, began, ended } of faults.toSorted((a, b) => a.began - b.began)) {
    // A lost answer holds nothing up: what it was of has happened.
    const concerns = kind !== "answers_lost" && (server === null || server === request.server);
    if (concerns && began <= latest && ended >= request.began) {
      latest = Math.max(latest, ended + afterwardsMilliseconds);
    }
  }
  return latest;
}

/** The decision of an acknowledged screening. */
export function decisionOf({ text }: RequestLine): Decision {
  return JSON.parse(text);
}

/** The parts of a screening's answer that the rules read. */
export interface Decision {
  readonly classification: string;
  readonly meta: { readonly decisionId: string; readonly [name: string]: unknown };
  readonly [name: string]: unknown;
}

/** The parts of a review that the rules read. */
export interface Review {
  readonly reviewId: string;
  readonly decision: string;
  readonly notes: string | null;
}

/** The reviews that an acknowledged answer shows. */
export function reviewsOf({ text }: RequestLine): readonly Review[] {
  return JSON.parse(text).customerReviews;
}

/** The review that a request created, identified by its unique notes. */
export function ownReview(request: RequestLine): Review | undefined {
  const { notes } = JSON.parse(request.body);
  return reviewsOf(request).find((review) => review.notes === notes);
}

/** The batch that an acknowledged request created. */
export function batchOf({ text }: RequestLine): string {
  return JSON.parse(text).batchId;
}

/** The parts of a batch's result that the rules read. */
export interface Result {
  readonly item: number;
  readonly decisionId: string;
  readonly classification: string;
}

/** The results that an acknowledged answer shows. */
export function resultsOf(
  { text }: RequestLine,
): { readonly results: readonly Result[]; readonly nextCursor: string | null } {
  return JSON.parse(text);
}

/** Acknowledged requests of one operation. */
export function acknowledged(
  { requests }: History,
  operation: RequestLine["operation"],
): readonly RequestLine[] {
  return requests.filter((request) => request.operation === operation && isAcknowledged(request));
}

/** Requests by their key; as in the service, the path is part of it. */
export function byKey({ requests }: History): ReadonlyMap<string, readonly RequestLine[]> {
  const keyed = requests.filter(({ key }) => key !== null);
  return Map.groupBy(keyed, ({ client, operation, key }) => `${client} ${operation} ${key}`);
}

const erasures = new WeakMap<History, ReadonlyMap<string, readonly RequestLine[]>>();

/** Erasures of a client that were carried out or may have been. */
export function erasuresOf(history: History, client: string): readonly RequestLine[] {
  const known = erasures.get(history) ?? Map.groupBy(
    history.requests.filter((request) =>
      request.operation === "erase" && (isAcknowledged(request) || isUnknown(request))
    ),
    (request) => request.client,
  );
  erasures.set(history, known);
  return known.get(client) ?? [];
}

/** How often a key may have been carried out: once, plus once for each erasure between attempts. */
export function executionsAllowed(history: History, attempts: readonly RequestLine[]): number {
  const [first] = attempts;
  if (first === undefined) return 0;
  const { faults } = history;
  const began = Math.min(...attempts.map((attempt) => attempt.began));
  const ended = Math.max(...attempts.map((attempt) => latestEffect(attempt, faults)));
  const between = erasuresOf(history, first.client).filter((erasure) =>
    erasure.began <= ended && latestEffect(erasure, faults) >= began
  );
  return 1 + between.length;
}

/** Number of examples to quote; the others are only counted. */
const quotedMax = 5;

/** Violations of one rule, the first few in full. */
export function violationsOf(rule: string, found: readonly string[]): readonly Violation[] {
  const left = found.length - quotedMax;
  return [
    ...found.slice(0, quotedMax),
    ...(left > 0 ? [`and ${left} more of the kind`] : []),
  ].map((what) => ({ rule, what }));
}
