import type { FaultLine, History, RequestLine } from "../history.ts";
import { acknowledged, isUnknown, type Violation, violationsOf } from "../reading.ts";

/** The parts of a usage report that this rule reads. */
interface Usage {
  readonly requestVolume: { readonly total: number };
  readonly decisions: Readonly<Record<string, number>>;
}

/**
 * Usage equals the chain, by client and classification (Screening §4, rule 12), and during the run
 * it includes every decision acknowledged before. Requests are counted except those that a crash
 * may lose: answered within a quarter of a second before a process was killed, or drained while the
 * database was down. None counts twice.
 */
export function usage(history: History): readonly Violation[] {
  const reports = acknowledged(history, "usage");
  const found = [...Map.groupBy(reports, ({ client }) => client)].flatMap(([client, own]) => {
    const last = own.toSorted((a, b) => a.began - b.began).at(-1);
    if (last === undefined) return [];
    return [
      ...unlikeChain(history, client, usageOf(last)),
      ...own.flatMap((report) => stale(history, client, report)),
      ...volume(history, client, last),
    ].map((what) => `${client}: ${what}`);
  });
  const clients = new Set(history.requests.map(({ client }) => client));
  const silent = [...clients].filter((client) => !reports.some((own) => own.client === client));
  return violationsOf("usage", [...found, ...silent.map((client) => `${client}: no report`)]);
}

function usageOf({ text }: RequestLine): Usage {
  return JSON.parse(text);
}

function unlikeChain({ chain }: History, client: string, { decisions }: Usage): string[] {
  return ["CLEAR", "POSSIBLE_MATCH", "CONFIRMED_MATCH"].flatMap((classification) => {
    const chained = chain.filter(({ event }) =>
      event.kind === "SCREENING_DECISION" && event.clientId === client &&
      event["classification"] === classification
    ).length;
    const reported = decisions[classification] ?? 0;
    return reported === chained
      ? []
      : [`${reported} ${classification} reported, ${chained} on the chain`];
  });
}

/** Decisions that were acknowledged before a report began but that it does not include. */
function stale(history: History, client: string, report: RequestLine): string[] {
  const before = new Set(
    acknowledged(history, "screen")
      .filter((request) => request.client === client && request.ended < report.began)
      .map(({ text }) => text),
  );
  const reported = Object.values(usageOf(report).decisions).reduce((sum, count) => sum + count, 0);
  return reported >= before.size
    ? []
    : [`${reported} decisions reported at ${report.began}, ${before.size} acknowledged before`];
}

/** How long counts stay in a process, by the service's documentation. */
const gatherMilliseconds = 250;
/** How long the commit that stores them may take on a busy machine. */
const storeMilliseconds = 1_000;

function volume(history: History, client: string, last: RequestLine): string[] {
  const own = history.requests.filter((request) =>
    request.client === client && request.began <= last.began
  );
  // Who is limited is not counted; of the last report itself it is not known.
  const certain = own.filter((request) =>
    request !== last && !isUnknown(request) && request.status !== 429
  );
  const unknown = own.filter(isUnknown).length + 1;
  const ends = processEnds(history);
  const doubtful = certain.filter((request) => mayBeLost(ends, request)).length;
  const [least, most] = [certain.length - doubtful, certain.length + unknown];
  const { requestVolume: { total } } = usageOf(last);
  return total >= least && total <= most
    ? []
    : [`${total} requests counted, and ${least} to ${most} were made`];
}

/** Whether a process answered so shortly before its kill that its count was not yet stored. */
function mayBeLost(ends: readonly ProcessEnd[], { server, began, ended }: RequestLine): boolean {
  return ends.some((end) => end.server === server && began <= end.by && ended >= end.since);
}

/** The end of a process, and the time since when its counts may be unstored. */
interface ProcessEnd {
  readonly server: number | null;
  readonly since: number;
  readonly by: number;
}

function processEnds({ faults }: History): readonly ProcessEnd[] {
  return faults.filter((fault) => fault.kind === "kill" || isHinderedDrain(fault, faults))
    .map(({ server, began, ended }) => ({
      server,
      since: unstoredSince(faults, server, began),
      by: ended,
    }));
}

/** Whether a draining process had no database in which to store its counts. */
function isHinderedDrain({ kind, began, ended }: FaultLine, faults: History["faults"]): boolean {
  return kind === "terminate" &&
    faults.some((other) => other.server === null && other.began < ended && other.ended > began);
}

/**
 * The time up to which counts were stored before an end; times without a working database do not
 * count.
 */
function unstoredSince(faults: History["faults"], server: number | null, killed: number): number {
  let since = killed - gatherMilliseconds - storeMilliseconds;
  const earlier = faults.toSorted((a, b) => b.ended - a.ended);
  for (const { began, ended, kind, server: of } of earlier) {
    const hinders = of === null || (of === server && kind === "stop");
    if (hinders && began < killed && ended > since) {
      since = Math.min(since, began - gatherMilliseconds - storeMilliseconds);
    }
  }
  return since;
}
