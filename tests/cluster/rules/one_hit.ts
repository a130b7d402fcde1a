import type { History } from "../history.ts";
import { acknowledged, decisionOf, type Violation, violationsOf } from "../reading.ts";

/**
 * Every match of a monitored customer opens one decision (decisions-3.md part 21), even if servers
 * die. At the end the chain has as many decisions of the client as customers were imported with a
 * listed name, and each run that it names ended once.
 */
export function oneHit(history: History): readonly Violation[] {
  const clients = new Set(acknowledged(history, "monitor").map(({ client }) => client));
  const listed = new Set(
    acknowledged(history, "screen").filter((line) => decisionOf(line).classification !== "CLEAR")
      .map(({ body }) => JSON.parse(body).name),
  );
  const found = [...clients].flatMap((client) => [
    ...opened(history, client, listed),
    ...runs(history, client),
  ]);
  return violationsOf("one hit", found);
}

function opened(history: History, client: string, listed: ReadonlySet<string>): string[] {
  const subjects = new Map<string, string>(
    acknowledged(history, "monitor").filter((line) => line.client === client)
      .flatMap(({ body }) => JSON.parse(body).items)
      .map(({ subjectRef, name }) => [subjectRef, name]),
  );
  const hits = [...subjects.values()].filter((name) => listed.has(name)).length;
  const chained = ended(history, "SCREENING_DECISION", client).length;
  return chained === hits ? [] : [`${client}: ${chained} decisions for ${hits} matches`];
}

function runs(history: History, client: string): string[] {
  const ids = ended(history, "MONITORING_RUN_ENDED", client).map((event) => event["runId"]);
  const least = acknowledged(history, "run").some((line) => line.client === client) ? 1 : 0;
  return [
    ...(new Set(ids).size === ids.length ? [] : [`${client}: a run ended twice`]),
    ...(ids.length >= least ? [] : [`${client}: no run ended`]),
  ];
}

function ended({ chain }: History, kind: string, client: string) {
  return chain.map(({ event }) => event)
    .filter((event) => event.kind === kind && event.clientId === client);
}
