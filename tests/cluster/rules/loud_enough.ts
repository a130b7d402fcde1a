import type { History } from "../history.ts";
import { byKey, isAcknowledged, isUnknown, type Violation } from "../reading.ts";

/** Minimum of codes redeemed per full minute; logins need the most consecutive requests. */
export const redeemedLeast = 15;

/**
 * Checks that enough happened, since a quiet run proves nothing. Minimums are per full minute
 * unless stated otherwise, and even a machine under ten times the load reaches them.
 */
export function loudEnough(history: History): readonly Violation[] {
  const minutes = Math.max(1, Math.floor(history.run.seconds / 60));
  const found = counts(history).flatMap(({ what, count, least, once }) => {
    const needed = once === true ? least : least * minutes;
    return count >= needed ? [] : [`${count} ${what}, and ${needed} are the least`];
  });
  const unfinished = history.settled === null || history.ended === null
    ? ["the run did not come to its end"]
    : [];
  return [...unfinished, ...found].map((what) => ({ rule: "loud enough", what }));
}

interface Count {
  readonly what: string;
  readonly count: number;
  readonly least: number;
  /** A minimum for the whole run, whatever its length. */
  readonly once?: true;
}

function counts({ requests, logins, faults, claims, chain, run }: History): readonly Count[] {
  const answered = requests.filter(isAcknowledged);
  const of = (operation: string) => answered.filter((request) => request.operation === operation);
  const limited = requests.filter(({ client }) => Object.hasOwn(run.buckets, client));
  const done = (kind: string) => faults.filter((fault) => fault.kind === kind).length;
  const keys = [...byKey({ requests } as History).values()];
  const throughMany = keys.filter((attempts) =>
    new Set(attempts.filter(isAcknowledged).map(({ server }) => server)).size > 1
  );
  const races = [...Map.groupBy(claims, ({ name }) => name).values()]
    .filter((attempts) => attempts.length > 1);
  const conflicts = requests.filter(({ status, text }) =>
    status === 409 && text.includes("idempotency_key_conflict")
  );
  const redeemed = logins.filter((line) => line.step === "redeem" && isAcknowledged(line));
  const replayed = logins.filter(({ step, status }) => step === "redeem" && status === 400);
  return [
    { what: "acknowledged screenings", count: of("screen").length, least: 150 },
    { what: "acknowledged reviews", count: of("review").length, least: 20 },
    { what: "batches accepted", count: of("batch").length, least: 3 },
    { what: "imports of monitored customers", count: of("monitor").length, least: 3 },
    { what: "reviews of many", count: of("reviews").length, least: 1 },
    { what: "reads", count: of("read").length, least: 50 },
    { what: "usage reports", count: of("usage").length, least: 5 },
    { what: "exports", count: of("export").length, least: 1 },
    { what: "erasures", count: of("erase").length, least: 1 },
    { what: "foreign reads", count: foreign(requests), least: 5 },
    { what: "keys answered by several servers", count: throughMany.length, least: 10 },
    { what: "conflicts of keys", count: conflicts.length, least: 3 },
    { what: "limited clients let in", count: limited.filter(isAcknowledged).length, least: 20 },
    { what: "limited clients refused", count: refusals(limited), least: 30 },
    { what: "claims that several raced for", count: races.length, least: 50 },
    { what: "codes redeemed", count: redeemed.length, least: redeemedLeast },
    { what: "codes replayed", count: replayed.length, least: 5 },
    { what: "servers killed", count: done("kill"), least: 3 },
    { what: "servers stopped", count: done("stop"), least: 3 },
    { what: "servers asked to end", count: done("terminate"), least: 1 },
    { what: "databases killed", count: done("database_kill"), least: 1 },
    { what: "databases stopped", count: done("database_stop"), least: 1 },
    { what: "answers of grouped commits lost", count: answersLost(faults), least: 1 },
    { what: "entries of the chain", count: chain.length, least: 150 },
    { what: "requests of unknown outcome", count: requests.filter(isUnknown).length, least: 1 },
    {
      what: "servers that answered",
      count: new Set(answered.map(({ server }) => server)).size,
      least: run.servers,
      once: true,
    },
  ];
}

function answersLost(faults: History["faults"]): number {
  return faults.reduce((sum, { lost = 0 }) => sum + lost, 0);
}

function foreign(requests: History["requests"]): number {
  return requests.filter(({ operation, client, owner, status }) =>
    operation === "read" && client !== owner && status === 404
  ).length;
}

function refusals(requests: History["requests"]): number {
  return requests.filter(({ status }) => status === 429).length;
}
