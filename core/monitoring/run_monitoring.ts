import { isLeasedByAnother } from "../screening/batches/lease.ts";
import { type LeastRecentlyUsed, leastRecentlyUsed } from "../../base/least_recently_used.ts";
import type { ClientId } from "../access/schema.ts";
import type { ListsInForce } from "../lists_in_force/ports.ts";
import { beginRun } from "./begin_run.ts";
import type { RunMonitoringPorts, StandingState } from "./ports.ts";
import { release, runStep, type Work } from "./run_step.ts";
import type { MonitoringState } from "./schema.ts";
import { dayOf, isBeforeWhole } from "./whole_run.ts";

/** Clients whose books are run over at once. */
const clientsAtOnceMax = 2;
/** Seconds after which a client is tried again whose run failed, and after which at most: each time twice as many. */
const [retrySecondsMin, retrySecondsMax] = [15, 240];
/** Clients whose runs failed, and faults that were reported, which a server remembers at most. */
const rememberedMax = 1_000;
/**
 * Seconds for which a client's run goes on before it is the next client's turn: a hundred long runs delay
 * another client's by less than the ten minutes within which a change of the lists is compared.
 */
const turnSeconds = 10;
/** Changes of the lists that a server remembers at most. */
const changesMax = 4;

/** Compares the monitored customers of all clients with the lists, where that is due. */
export interface MonitoringRunner {
  run(): Promise<void>;
}

/**
 * Opens the runner. Every server has one; the run of a client is leased by the server that works on it,
 * and taken over once its lease is over. That no match opens two decisions is not the lease's doing: a
 * commit checks how far the run has come and the customer whom it is about, and puts decision, known
 * matches and progress in place together.
 */
export function openMonitoringRunner(ports: RunMonitoringPorts): MonitoringRunner {
  const { monitoring, closing, log, clock } = ports;
  const holder = ports.random.bytes(8).toHex();
  const failed = leastRecentlyUsed<{
    readonly seconds: number;
    readonly until: Temporal.Instant;
  }>(rememberedMax);
  const isWaiting = (client: ClientId) => {
    const wait = failed.get(client);
    return wait !== undefined && Temporal.Instant.compare(wait.until, clock.now()) > 0;
  };

  const reported = leastRecentlyUsed<true>(rememberedMax);
  /** Reports the same once: it stays so. */
  const reportOnce = (what: string, report: () => void) => {
    if (reported.get(what) !== undefined) return;
    reported.set(what, true);
    report();
  };
  const damagedState = (fault: Error) =>
    reportOnce(fault.message, () => log.error("monitoring_state_damaged", fault));

  const runner: Runner = {
    holder,
    changes: leastRecentlyUsed(changesMax),
    reportDamaged: (runId, fault) =>
      reportOnce(runId, () => log.error("monitored_subject_damaged", fault)),
  };

  /** @returns whether the client's run is to go on */
  async function attempt(client: ClientId): Promise<boolean> {
    try {
      const goesOn = await takeTurn(ports, runner, client);
      failed.delete(client);
      return goesOn;
    } catch (cause) {
      const { seconds: before = retrySecondsMin / 2 } = failed.get(client) ?? {};
      const seconds = Math.min(2 * before, retrySecondsMax);
      failed.set(client, { seconds, until: clock.now().add({ seconds }) });
      log.error("monitoring_run_failed", cause);
      return false;
    }
  }

  /** Gives each client a turn. @returns whether any run is to go on */
  async function runRound(): Promise<boolean> {
    await ports.lists.refresh();
    let goesOn = false;
    const running = new Set<Promise<void>>();
    for await (const client of monitoring.clients(damagedState)) {
      if (closing.aborted) break;
      if (isWaiting(client)) continue;
      const turn: Promise<void> = attempt(client)
        .then((one) => void (goesOn ||= one))
        .finally(() => running.delete(turn));
      running.add(turn);
      if (running.size >= clientsAtOnceMax) await Promise.race(running);
    }
    await Promise.all(running);
    return goesOn;
  }

  return {
    run: async () => {
      while (await runRound() && !closing.aborted);
    },
  };
}

/** A server that works for clients, and what it remembers between their turns. */
interface Runner extends Pick<Work, "holder" | "reportDamaged"> {
  /** Entities that changed, by lists: clients of whom the same changed share a set, and so a sieve. */
  readonly changes: LeastRecentlyUsed<ReadonlySet<string>>;
}

/**
 * Goes on with the run of a client, or begins the one that is due, for one turn. Between two turns it
 * keeps the lease.
 *
 * @returns whether the run is to go on
 */
async function takeTurn(
  ports: RunMonitoringPorts,
  runner: Runner,
  client: ClientId,
): Promise<boolean> {
  const { monitoring, closing, clock } = ports;
  const { holder, reportDamaged } = runner;
  await monitoring.removeLeft(client);
  const standing = await monitoring.state(client);
  if (
    standing === null || isLeasedByAnother(standing.state.lease, holder, ports) ||
    !await isServed(ports, client)
  ) {
    return false;
  }
  return await ports.lists.of(client).use(async (inForce) => {
    if (!await ports.lists.isNewest(inForce)) return false;
    if (standing.state.active === null && !await beginDue(ports, { client, standing, inForce })) {
      return false;
    }
    const changed = await changedFor(ports, runner, { client, inForce });
    const work: Work = { client, holder, inForce, changed, ahead: null, reportDamaged };
    const end = clock.now().add({ seconds: turnSeconds });
    try {
      while (!closing.aborted) {
        const standing = await monitoring.state(client);
        if (standing === null || standing.state.active === null) return false;
        if (
          isLeasedByAnother(standing.state.lease, holder, ports) || !await isServed(ports, client)
        ) return false;
        // Behind the reading of the state: whose lists the run was on then are recorded.
        if (!await ports.lists.isNewest(inForce)) break;
        if (Temporal.Instant.compare(clock.now(), end) >= 0) return true;
        await runStep(ports, standing, work);
      }
      await release(ports, work);
      return false;
    } finally {
      // Nothing is read any more when the store closes.
      await work.ahead?.piece.catch(() => {});
    }
  });
}

/** Whether a client's customers are compared: it is active, and its record turns monitoring on. */
export async function isServed(
  { clients, mode }: Pick<RunMonitoringPorts, "clients" | "mode">,
  client: ClientId,
): Promise<boolean> {
  const { status, monitoring } = await clients.get(client, { fresh: false });
  return status === "ACTIVE" && (monitoring || mode === "sandbox");
}

/** Begins the run that is due. @returns whether one has begun, here */
async function beginDue(
  ports: RunMonitoringPorts,
  { client, standing, inForce }: {
    readonly client: ClientId;
    readonly standing: StandingState;
    readonly inForce: ListsInForce;
  },
): Promise<boolean> {
  const due = await dueRun(ports, standing.state, inForce);
  const book = due === null ? null : await ports.monitoring.find(client);
  if (due === null || book === null) return false;
  const unit = ports.units.begin();
  beginRun(ports, { unit, book, standing, inForce, ...due });
  return (await ports.units.commit(unit)).kind === "committed";
}

type DueRun = Pick<Parameters<typeof beginRun>[1], "kind" | "cause" | "since" | "next">;

async function dueRun(
  { clock, lists, monitoringRules }: RunMonitoringPorts,
  { lists: compared, wholeOn, isImported }: MonitoringState,
  inForce: ListsInForce,
): Promise<DueRun | null> {
  const now = clock.now();
  const today = dayOf(now);
  if (wholeOn < today && !isBeforeWhole(monitoringRules, now)) {
    return { kind: "whole", cause: "daily", since: null, next: { wholeOn: today } };
  }
  const changed = await lists.changed(compared, inForce);
  if (changed === "unknown") return { kind: "whole", cause: "lists", since: null };
  if (changed !== null) return { kind: "delta", cause: "lists", since: compared };
  return isImported ? { kind: "delta", cause: "import", since: null } : null;
}

/**
 * The entities that a run compares with; null: all of them. A server that does not know what changed up
 * to its lists, which may be newer than those of the run's begin, compares with all.
 */
async function changedFor(
  { monitoring, lists }: RunMonitoringPorts,
  { changes }: Runner,
  { client, inForce }: { readonly client: ClientId; readonly inForce: ListsInForce },
): Promise<ReadonlySet<string> | null> {
  const active = (await monitoring.state(client))?.state.active ?? null;
  if (active === null || active.run.kind !== "delta") return null;
  if (active.since === null) return new Set();
  const between = `${active.since} ${inForce.snapshot.id}`;
  const known = changes.get(between);
  if (known !== undefined) return known;
  const changed = await lists.changed(active.since, inForce);
  if (changed === null || changed === "unknown") return null;
  changes.set(between, changed);
  return changed;
}
