import type { AuditLine, History, RequestLine } from "../history.ts";
import {
  acknowledged,
  byKey,
  decisionOf,
  executionsAllowed,
  isAcknowledged,
  isUnknown,
  ownReview,
  type Violation,
  violationsOf,
} from "../reading.ts";

const genesis = "0".repeat(64);

/**
 * One unbroken chain (Screening §6): each entry follows the one before and is there once, and the
 * independent verifier agrees. It contains everything that was acknowledged, under its client,
 * exactly once, and no more decisions and reviews than were requested.
 */
export function oneChain(history: History): readonly Violation[] {
  return violationsOf("one chain", [
    ...unverified(history),
    ...broken(history.chain),
    ...repeated(history.chain),
    ...lost(history),
    ...tooMany(history),
  ]);
}

function unverified({ verified }: History): string[] {
  if (verified === null) return ["the export was not verified"];
  return verified.code === 0 ? [] : [`the verifier says: ${verified.text.trim()}`];
}

function broken(chain: readonly AuditLine[]): string[] {
  const problems: string[] = [];
  let [seq, hash] = [0, genesis];
  for (const entry of chain) {
    if (entry.seq !== ++seq) return [...problems, `entry ${entry.seq} stands where ${seq} should`];
    if (entry.prev !== hash) problems.push(`entry ${seq} does not follow the one before it`);
    hash = entry.hash ?? "";
  }
  return problems;
}

/** Entries of one kind by the ID that must occur once. */
function eventsOf(chain: readonly AuditLine[], kind: string) {
  return chain.map(({ event }) => event).filter((event) => event.kind === kind);
}

const decisionKind = "SCREENING_DECISION";
const reviewKind = "SCREENING_REVIEWED";

function repeated(chain: readonly AuditLine[]): string[] {
  const twice = (what: string, ids: readonly string[]) => {
    const seen = new Set<string>();
    return ids.filter((id) => seen.size === seen.add(id).size).map((id) => `${what} ${id} twice`);
  };
  return [
    ...twice("the event", chain.map(({ id }) => id)),
    ...twice("decision", eventsOf(chain, decisionKind).map((event) => `${event["decisionId"]}`)),
    ...twice("review", eventsOf(chain, reviewKind).map((event) => `${event["reviewId"]}`)),
  ];
}

/** Acknowledged acts whose entries are missing or different on the chain. */
function lost(history: History): string[] {
  const name = (...parts: readonly unknown[]) => parts.join(" ");
  const decisions = new Set(
    eventsOf(history.chain, decisionKind)
      .map((event) => name(event.clientId, event["decisionId"], event["classification"])),
  );
  const reviews = new Set(
    eventsOf(history.chain, reviewKind)
      .map((e) => name(e.clientId, e["decisionId"], e["reviewId"], e["decision"])),
  );
  return [
    ...acknowledged(history, "screen").flatMap((request) => {
      const { classification, meta: { decisionId } } = decisionOf(request);
      return decisions.has(name(request.client, decisionId, classification))
        ? []
        : [`decision ${decisionId} of ${request.client} is not on it as it was answered`];
    }),
    ...acknowledged(history, "review").flatMap((request) => {
      const own = ownReview(request);
      if (own === undefined) return [`a review of ${request.subject} is not in its own answer`];
      return reviews.has(name(request.client, request.subject, own.reviewId, own.decision))
        ? []
        : [`review ${own.reviewId} of ${request.client} is not on it as it was answered`];
    }),
  ];
}

/** Numbers of each client's entries that exceed its requests. */
function tooMany(history: History): string[] {
  const clients = new Set(history.chain.flatMap(({ event }) => event.clientId ?? []));
  // Decisions and reviews of many at once are counted by the rules of batches and of the monitoring.
  const batching = new Set(
    (["batch", "monitor"] as const).flatMap((operation) => acknowledged(history, operation))
      .map(({ client }) => client),
  );
  return [...clients].flatMap((client) => [
    ...(batching.has(client) ? [] : [
      ...surplus(history, client, { operation: "screen", kind: decisionKind }),
      ...surplus(history, client, { operation: "review", kind: reviewKind }),
    ]),
    ...surplus(history, client, { operation: "batch", kind: "BATCH_ACCEPTED" }),
    ...surplus(history, client, { operation: "export", kind: "GDPR_EXPORTED" }),
    ...surplus(history, client, { operation: "erase", kind: "GDPR_ERASED" }),
  ]);
}

function surplus(
  history: History,
  client: string,
  { operation, kind }: Pick<RequestLine, "operation"> & { readonly kind: string },
): string[] {
  const own = history.requests.filter((request) =>
    request.client === client && request.operation === operation
  );
  const unkeyed = own.filter(({ key }) => key === null);
  const certain = unkeyed.filter(isAcknowledged).length;
  const keys = [...byKey({ ...history, requests: own }).values()];
  const answered = keys.filter((attempts) => attempts.some(isAcknowledged));
  const least = certain + answered.length;
  const most = certain + unkeyed.filter(isUnknown).length + keys
    .filter((attempts) => attempts.some((attempt) => isAcknowledged(attempt) || isUnknown(attempt)))
    .reduce((sum, attempts) => sum + executionsAllowed(history, attempts), 0);
  const count = eventsOf(history.chain, kind).filter(({ clientId }) => clientId === client).length;
  if (count >= least && count <= most) return [];
  return [`${count} ${kind} of ${client}: ${least} to ${most} were made`];
}
