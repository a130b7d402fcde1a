import type { History } from "../history.ts";
import { acknowledged, type Violation, violationsOf } from "../reading.ts";

/**
 * Every match is in its client's feed once (decisions-3.md part 21), and so is every end of a batch
 * and of a run: events are committed together with the data that they report.
 */
export function oneEvent(history: History): readonly Violation[] {
  const clients = new Set(acknowledged(history, "events").map(({ client }) => client));
  const found = [...clients].flatMap((client) => [
    ...unlike(history, client, ["SCREENING_DECISION", "decisionId"], "screening.match"),
    ...unlike(history, client, ["BATCH_ENDED", "batchId"], "batch.done"),
    ...unlike(history, client, ["MONITORING_RUN_ENDED", "runId"], "monitoring.run_done"),
  ]);
  return violationsOf("one event", found);
}

/** IDs that the chain and the feed contain a different number of times. */
function unlike(
  history: History,
  client: string,
  [kind, id]: readonly [string, string],
  type: string,
): string[] {
  const chained = history.chain.map(({ event }) => event)
    .filter((event) => event.kind === kind && event.clientId === client)
    .filter((event) => event["classification"] !== "CLEAR")
    .map((event) => String(event[id]));
  const listed = eventsOf(history, client).filter((event) => event.type === type)
    .map(({ data }) => String(data[id]));
  return chained.toSorted().join() === listed.toSorted().join()
    ? []
    : [`${client}: ${listed.length} events of ${type}, ${chained.length} on the chain`];
}

interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The events of a client by its last complete read of the feed. */
function eventsOf(history: History, client: string): readonly FeedEvent[] {
  return acknowledged(history, "events").filter((line) => line.client === client)
    .flatMap(({ text }) => JSON.parse(text).events);
}
