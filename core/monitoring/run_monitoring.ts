import { isLeasedByAnother } from "../screening/batches/lease.ts";
import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
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
/** Clients whose runs failed which a server remembers at most. */
const failedMax = 1_000;

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
  }>(failedMax);
  const isWaiting = (client: ClientId) => {
    const wait = failed.get(client);
    return wait !== undefined && Temporal.Instant.compare(wait.until, clock.now()) > 0;
  };

  const reported = new Set<string>();
  /** Reports the same once: it stays so. */
  const damaged = (fault: Error) => {
    if (reported.has(fault.message)) return;
    reported.add(fault.message);
    log.error("monitoring_state_damaged", fault);
  };

  async function attempt(client: ClientId): Promise<void> {
    try {
      await runClient(ports, { client, holder });
      failed.delete(client);
    } catch (cause) {
      const { seconds: before = retrySecondsMin / 2 } = failed.get(client) ?? {};
      const seconds = Math.min(2 * before, retrySecondsMax);
      failed.set(client, { seconds, until: clock.now().add({ seconds }) });
      log.error("monitoring_run_failed", cause);
    }
  }

  return {
    run: async () => {
      await ports.lists.refresh();
      const running = new Set<Promise<void>>();
      for await (const client of monitoring.clients(damaged)) {
        if (closing.aborted) break;
        if (isWaiting(client)) continue;
        const work: Promise<void> = attempt(client).finally(() => running.delete(work));
        running.add(work);
        if (running.size >= clientsAtOnceMax) await Promise.race(running);
      }
      await Promise.all(running);
    },
  };
}

/** A client, and the server that works for it. */
interface RunClient {
  readonly client: ClientId;
  readonly holder: string;
}

async function runClient(ports: RunMonitoringPorts, { client, holder }: RunClient): Promise<void> {
  const { monitoring, closing } = ports;
  await monitoring.removeLeft(client);
  const standing = await monitoring.state(client);
  if (
    standing === null || isLeasedByAnother(standing.state.lease, holder, ports) ||
    !await isServed(ports, client)
  ) {
    return;
  }
  await ports.lists.of(client).use(async (inForce) => {
    if (!await ports.lists.isNewest(inForce)) return;
    if (standing.state.active === null && !await beginDue(ports, { client, standing, inForce })) {
      return;
    }
    const changed = await changedFor(ports, { client, inForce });
    const work: Work = { client, holder, inForce, changed, ahead: null, isReported: false };
    try {
      while (!closing.aborted) {
        const standing = await monitoring.state(client);
        if (standing === null || standing.state.active === null) return;
        if (
          isLeasedByAnother(standing.state.lease, holder, ports) || !await isServed(ports, client)
        ) return;
        // Behind the reading of the state: whose lists the run was on then are recorded.
        if (!await ports.lists.isNewest(inForce)) break;
        await runStep(ports, standing, work);
      }
      await release(ports, work);
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
  { client, inForce }: { readonly client: ClientId; readonly inForce: ListsInForce },
): Promise<ReadonlySet<string> | null> {
  const active = (await monitoring.state(client))?.state.active ?? null;
  if (active === null || active.run.kind !== "delta") return null;
  if (active.since === null) return new Set();
  const changed = await lists.changed(active.since, inForce);
  return changed === null || changed === "unknown" ? null : changed;
}
