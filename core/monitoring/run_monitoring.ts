import { isLeasedByAnother } from "../screening/batches/lease.ts";
import { type LeastRecentlyUsed, leastRecentlyUsed } from "../../base/least_recently_used.ts";
import type { ClientId } from "../access/schema.ts";
import type { ListsInForce } from "../lists_in_force/ports.ts";
import { beginRun } from "./begin_run.ts";
import type { RunMonitoringPorts, StandingState } from "./ports.ts";
import { release, runStep, type Work } from "./run_step.ts";
import type { MonitoringState } from "./schema.ts";
import { dayOf, isBeforeWhole } from "./whole_run.ts";

/** Maximum clients whose runs proceed at the same time. */
const clientsAtOnceMax = 2;
/**
 * Seconds after a failed run before the client is tried again, at first and at most; each time
 * twice as many.
 */
const [retrySecondsMin, retrySecondsMax] = [15, 240];
/** Maximum failed clients, and reported faults, that a server remembers. */
const rememberedMax = 1_000;
/**
 * Seconds of a client's turn before the next client's. With a hundred long runs another client
 * waits less than the ten minutes within which a change of the lists must be compared.
 */
const turnSeconds = 10;
/** Maximum changes of the lists that a server remembers. */
const changesMax = 4;

/** Runs the due comparisons of all clients' monitored customers with the lists. */
export interface MonitoringRunner {
  run(): Promise<void>;
}

/**
 * Opens the runner; every server has one. A run is leased by the server that works on it; another
 * takes over when the lease ends. The lease is not what prevents two decisions about one match:
 * each commit checks the run's progress and the customer, and writes decision, known matches and
 * progress together.
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
  /** Reports a lasting condition once only. */
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

  /** @returns whether the client's run must go on */
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

  /** Gives each client a turn. @returns whether any run must go on */
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

/** The state of a server's runner between turns. */
interface Runner extends Pick<Work, "holder" | "reportDamaged"> {
  /** Changed entities by lists. Clients with the same changes share a set, and so its filter. */
  readonly changes: LeastRecentlyUsed<ReadonlySet<string>>;
}

/**
 * Continues the client's active run, or begins a due one, for one turn. It keeps the lease between
 * turns.
 *
 * @returns whether the run must go on
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

/**
 * Whether a client's customers are compared: the client is active, and its record turns monitoring
 * on.
 */
export async function isServed(
  { clients, mode }: Pick<RunMonitoringPorts, "clients" | "mode">,
  client: ClientId,
): Promise<boolean> {
  const { status, monitoring } = await clients.get(client, { fresh: false });
  return status === "ACTIVE" && (monitoring || mode === "sandbox");
}

/** Begins the run that is due. @returns whether this server has begun one */
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
 * The entities that a run compares; null: all of them. A server compares all if its lists may be
 * newer than the run's, and it does not know the changes up to them.
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
