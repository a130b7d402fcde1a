import type { FaultLine, History, RequestLine } from "./history.ts";

/** A promise that a history breaks. */
export interface Violation {
  readonly rule: string;
  readonly what: string;
}

/** One promise: what breaks it, or nothing. */
export type Rule = (history: History) => readonly Violation[];

/** Whether it was carried out, for certain. */
export function isAcknowledged({ status }: Pick<RequestLine, "status">): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Whether nobody can know if it was carried out: no answer, or the service does not know. */
export function isUnknown({ status }: Pick<RequestLine, "status">): boolean {
  return status === null || status >= 500;
}

/**
 * How long a server may go on with a request whose client has gone: its store's tries are over in
 * 3 s of waiting, and each of them has a deadline of its own.
 */
const afterwardsMilliseconds = 15_000;

/**
 * The last moment at which a request can have had an effect. One that was answered had it before;
 * any other one may wait in a process that is stopped, and have it when that goes on.
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

/** The decision that an acknowledged screening has made. */
export function decisionOf({ text }: RequestLine): Decision {
  return JSON.parse(text);
}

/** A screening's answer, as far as it is read here. */
export interface Decision {
  readonly classification: string;
  readonly meta: { readonly decisionId: string; readonly [name: string]: unknown };
  readonly [name: string]: unknown;
}

/** A review, as far as it is read here. */
export interface Review {
  readonly reviewId: string;
  readonly decision: string;
  readonly notes: string | null;
}

/** The reviews that an acknowledged answer shows. */
export function reviewsOf({ text }: RequestLine): readonly Review[] {
  return JSON.parse(text).customerReviews;
}

/** The review that a request for one has made: its notes are its own. */
export function ownReview(request: RequestLine): Review | undefined {
  const { notes } = JSON.parse(request.body);
  return reviewsOf(request).find((review) => review.notes === notes);
}

/** The batch that an acknowledged request has made. */
export function batchOf({ text }: RequestLine): string {
  return JSON.parse(text).batchId;
}

/** A result of a batch, as far as it is read here. */
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

/** Requests by the key that they share; the path is part of it, as it is for the service. */
export function byKey({ requests }: History): ReadonlyMap<string, readonly RequestLine[]> {
  const keyed = requests.filter(({ key }) => key !== null);
  return Map.groupBy(keyed, ({ client, operation, key }) => `${client} ${operation} ${key}`);
}

const erasures = new WeakMap<History, ReadonlyMap<string, readonly RequestLine[]>>();

/** Erasures of a client that were carried out, or may have been. */
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

/** How often a key may have been carried out: once, and once more for each erasure in between. */
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

/** So many examples are quoted; the others are counted. */
const quotedMax = 5;

/** Violations of one rule, the first few word for word. */
export function violationsOf(rule: string, found: readonly string[]): readonly Violation[] {
  const left = found.length - quotedMax;
  return [
    ...found.slice(0, quotedMax),
    ...(left > 0 ? [`and ${left} more of the kind`] : []),
  ].map((what) => ({ rule, what }));
}
