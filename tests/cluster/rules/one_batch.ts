import type { AuditLine, History, RequestLine } from "../history.ts";
import { acknowledged, batchOf, resultsOf, type Violation, violationsOf } from "../reading.ts";

/**
 * Every item of every accepted batch is decided once (decisions-3.md part 21), even if servers die.
 * At the end a batch's results contain each item with a decision of its own, which is on the chain;
 * the chain has no other decisions of the client. It has one beginning and one end of each batch,
 * and each acknowledged review of several matches.
 */
export function oneBatch(history: History): readonly Violation[] {
  const accepted = new Map(acknowledged(history, "batch").map((line) => [batchOf(line), line]));
  const clients = new Set([...accepted.values()].map(({ client }) => client));
  const found = [
    ...[...accepted].flatMap(([id, line]) => ofBatch(history, id, line)),
    ...[...clients].flatMap((client) => [
      ...decisions(history, client, [...accepted.keys()]),
      ...reviews(history, client),
    ]),
  ];
  return violationsOf("one batch", found);
}

function eventsOf({ chain }: History, kind: string): readonly AuditLine["event"][] {
  return chain.map(({ event }) => event).filter((event) => event.kind === kind);
}

function ofBatch(history: History, id: string, { body }: RequestLine): string[] {
  const { items } = JSON.parse(body);
  const of = (kind: string) =>
    eventsOf(history, kind).filter((event) => event["batchId"] === id).length;
  const [begins, ends] = [of("BATCH_ACCEPTED"), of("BATCH_ENDED")];
  const decided = lastResults(history, id)?.map(({ item }) => item).join();
  return [
    ...(begins === 1 && ends === 1 ? [] : [`batch ${id} begins ${begins} times, ends ${ends}`]),
    ...(decided === Object.keys(items).join() ? [] : [`batch ${id} has other results than items`]),
  ];
}

/** The results of a batch by their last complete read; null without one. */
function lastResults(history: History, id: string) {
  const pages = acknowledged(history, "results").filter(({ subject }) => subject === id)
    .map((line) => resultsOf(line));
  return pages.findLast(({ nextCursor }) => nextCursor === null)?.results ?? null;
}

/** Checks that decisions on the chain and in results are the same, each once. */
function decisions(history: History, client: string, batches: readonly string[]): string[] {
  const shown = batches.flatMap((id) => lastResults(history, id) ?? [])
    .map(({ decisionId }) => decisionId);
  const chained = eventsOf(history, "SCREENING_DECISION")
    .filter(({ clientId }) => clientId === client)
    .map((event) => String(event["decisionId"]));
  return shown.toSorted().join() === chained.toSorted().join()
    ? []
    : [`${client}: ${chained.length} decisions on the chain, ${shown.length} in results`];
}

function reviews(history: History, client: string): string[] {
  const made = new Set(
    acknowledged(history, "reviews").filter((line) => line.client === client)
      .flatMap(({ text }) => JSON.parse(text).results)
      .map(({ reviewId, status }: Reviewed) => status === 200 ? reviewId : `refused: ${status}`),
  );
  const chained = eventsOf(history, "SCREENING_REVIEWED")
    .filter(({ clientId }) => clientId === client).map((event) => String(event["reviewId"]));
  return [...made].toSorted().join() === chained.toSorted().join()
    ? []
    : [`${client}: ${chained.length} reviews on the chain, ${made.size} acknowledged`];
}

interface Reviewed {
  readonly status: number;
  readonly reviewId: string;
}
