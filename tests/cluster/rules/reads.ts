import { isDeepStrictEqual } from "node:util";
import { ExportSummary, type History, type RequestLine } from "../history.ts";
import {
  acknowledged,
  decisionOf,
  isAcknowledged,
  ownReview,
  reviewsOf,
  type Violation,
  violationsOf,
} from "../reading.ts";

/**
 * Linearizable reads, through any server: a decision acknowledged before a read began is read as it
 * was answered, and again after the last fault. The same holds for reviews, and each later read
 * shows what an earlier one has shown. A decision of another client does not exist (Screening §4,
 * rule 3), and an export names no other client.
 */
export function reads(history: History): readonly Violation[] {
  return violationsOf("reads", [
    ...decisionReads(history),
    ...neverRead(history),
    ...reviewReads(history),
    ...exports(history),
  ]);
}

function decisionReads(history: History): string[] {
  const made = new Map<string, RequestLine>();
  for (const request of acknowledged(history, "screen")) {
    const { meta: { decisionId } } = decisionOf(request);
    const first = made.get(decisionId);
    if (first === undefined || request.ended < first.ended) made.set(decisionId, request);
  }
  return history.requests.filter(({ operation }) => operation === "read").flatMap((read) => {
    const { client, owner, subject, status } = read;
    if (client !== owner) {
      return status === 200 ? [`${client} was shown decision ${subject} of ${owner}`] : [];
    }
    const decision = made.get(subject ?? "");
    if (decision === undefined) return [];
    if (isAcknowledged(read)) {
      return changed(decision, read) ? [`${subject} was read otherwise`] : [];
    }
    const refused = status !== null && status < 500;
    return refused && decision.ended < read.began
      ? [`decision ${subject} was acknowledged, and its reader got ${status}`]
      : [];
  });
}

/**
 * Decisions that were never read at the end, since a store that answers nothing would otherwise
 * pass.
 */
function neverRead(history: History): string[] {
  const { settled } = history;
  if (settled === null) return [];
  const read = new Set(
    acknowledged(history, "read")
      .filter(({ began, client, owner }) => began >= settled && client === owner)
      .map(({ subject }) => subject),
  );
  const made = acknowledged(history, "screen").map((request) =>
    decisionOf(request).meta.decisionId
  );
  return [...new Set(made)].filter((id) => !read.has(id))
    .map((id) => `decision ${id} was acknowledged, and nobody could read it at the end`);
}

/** Whether an answer changed, except for whether a person must still decide. */
function changed(made: RequestLine, read: RequestLine): boolean {
  const lasting = (text: string) => {
    const { customerReviews: _reviews, meta: { humanReviewRequired: _must, ...meta }, ...rest } =
      JSON.parse(text);
    return { ...rest, meta };
  };
  return !isDeepStrictEqual(lasting(made.text), lasting(read.text));
}

/** Checks that reads show the reviews that earlier answers showed or created. */
function reviewReads(history: History): string[] {
  const seen = history.requests.filter((request) =>
    (request.operation === "read" || request.operation === "review") &&
    request.client === request.owner && isAcknowledged(request)
  );
  const problems: string[] = [];
  for (const [decision, answers] of Map.groupBy(seen, ({ subject }) => subject)) {
    const shown = answers.map((answer) => ({
      answer,
      // A replay shows what its first answer showed.
      judged: !answer.replayed,
      ids: new Set(reviewsOf(answer).map(({ reviewId }) => reviewId)),
      own: answer.operation === "review" ? ownReview(answer)?.reviewId : undefined,
    }));
    for (const { answer, judged, ids } of shown) {
      if (!judged) continue;
      const before = shown.filter((other) => other.answer.ended < answer.began);
      const known = before.flatMap((
        other,
      ) => [...other.ids, ...(other.own === undefined ? [] : [other.own])]);
      if (known.some((id) => !ids.has(id))) {
        problems.push(`an answer about ${decision} misses a review that was shown before`);
      }
    }
    problems.push(...reviewedTwice(decision, answers));
  }
  return problems;
}

/** Reviews that were stored twice, identified by the unique notes of each request. */
function reviewedTwice(decision: string | null, answers: readonly RequestLine[]): string[] {
  const ids = new Map<string, Set<string>>();
  for (const { notes, reviewId } of answers.flatMap(reviewsOf)) {
    ids.set(notes ?? "", (ids.get(notes ?? "") ?? new Set()).add(reviewId));
  }
  return [...ids].filter(([, of]) => of.size > 1)
    .map(([notes]) => `${decision} has the review "${notes}" more than once`);
}

function exports(history: History): string[] {
  const made = acknowledged(history, "screen");
  return acknowledged(history, "export").flatMap((request) => {
    const { clients, decisions } = ExportSummary.parse(JSON.parse(request.text));
    const has = new Set(decisions);
    const foreign = clients.filter((client) => client !== request.client);
    const missing = made.filter((decision) =>
      decision.client === request.client && decision.ended < request.began &&
      !has.has(decisionOf(decision).meta.decisionId)
    );
    return [
      ...(foreign.length > 0 ? [`an export of ${request.client} names ${foreign.join(", ")}`] : []),
      ...(missing.length > 0
        ? [`an export of ${request.client} misses ${missing.length} acknowledged decisions`]
        : []),
      ...(has.size < decisions.length ? [`an export of ${request.client} has a thing twice`] : []),
    ];
  });
}
