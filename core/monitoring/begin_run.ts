import { ok, refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import { uuidV7 } from "../../base/uuid.ts";
import type { ActingPerson } from "../access/person_identity.ts";
import type { ListsInForce } from "../lists_in_force/ports.ts";
import { type CursorRefusal, pageOf } from "../screening/queue/page.ts";
import { findBook, type Monitored, type NotEnabled, requireEnabled } from "./enabled.ts";
import type { Book, MonitoringPorts, RunMonitoringPorts, StandingState } from "./ports.ts";
import {
  type ActiveRun,
  type MonitoringPageQuery,
  type MonitoringRun,
  MonitoringRunId,
  type MonitoringRunPage,
  type MonitoringState,
} from "./schema.ts";

/** Input of {@link beginRun}. */
export interface BeginRun {
  readonly unit: Unit;
  readonly book: Book;
  readonly standing: StandingState;
  readonly kind: MonitoringRun["kind"];
  readonly cause: MonitoringRun["cause"];
  /** For a delta run: the snapshot since which entries count as changed; null: no entry does. */
  readonly since: string | null;
  readonly inForce: ListsInForce;
  /** Other changes to the state in the same commit. */
  readonly next?: Partial<MonitoringState>;
}

/** Whether a run compares only customers imported since the last run. */
export function isOfImports({ run, since }: Pick<ActiveRun, "since"> & {
  readonly run: Pick<MonitoringRun, "kind">;
}): boolean {
  return run.kind === "delta" && since === null;
}

/** Begins a run. The book gets a new epoch, so that later imports belong to the next run. */
export function beginRun(
  ports: Pick<RunMonitoringPorts, "clock" | "random">,
  { unit, book, standing, kind, cause, since, inForce, next = {} }: BeginRun,
): MonitoringRun {
  const { state } = standing;
  const run: MonitoringRun = {
    runId: MonitoringRunId.parse(uuidV7(ports)),
    ...{ kind, cause, listSnapshotIds: inForce.snapshotIds },
    ...{ subjects: 0, compared: 0, skipped: 0, hits: 0, opened: 0 },
    startedAt: ports.clock.now().toString({ smallestUnit: "millisecond" }),
    endedAt: null,
  };
  const lists = isOfImports({ run, since }) ? state.lists : inForce.snapshot.id;
  standing.change(unit, {
    ...{ ...state, ...next, isImported: false },
    active: { run, since, lists, epoch: book.epoch, place: null },
  });
  book.nextEpoch(unit);
  return run;
}

/** Monitoring is off, the client has no book, or a run has not ended yet. */
export type StartRunRefusal =
  | NotEnabled
  | { readonly code: "not_found" | "monitoring_run_in_progress" };

/** A run that a client requests. */
export interface StartRun extends Monitored {
  readonly unit: Unit;
  /** The person who acts at the desk; absent for a call of the API. */
  readonly by?: ActingPerson;
}

/** Starts a run over all customers of a client; a job carries it out. */
export async function startRun(
  ports: MonitoringPorts,
  { unit, caller, mode, by }: StartRun,
): Promise<Result<MonitoringRun, StartRunRefusal>> {
  const found = await findBook(ports, caller);
  if (!found.ok) return found;
  const { book, standing } = found.value;
  if (book === null || standing === null) return refuse({ code: "not_found" });
  if (standing.state.active !== null) return refuse({ code: "monitoring_run_in_progress" });
  const inForce = ports.lists.current();
  const begin = { unit, book, standing, inForce, since: null };
  const run = beginRun(ports, { ...begin, kind: "requested", cause: "request" });
  const { clientId } = caller;
  const { runId } = run;
  ports.audit.record(unit, { kind: "MONITORING_RUN_REQUESTED", clientId, mode, runId, ...by });
  return ok(run);
}

/** Lists the runs of a client, the newest first. */
export async function listRuns(
  ports: MonitoringPorts,
  { caller, query }: Monitored & { readonly query: MonitoringPageQuery },
): Promise<Result<MonitoringRunPage, NotEnabled | CursorRefusal>> {
  const enabled = await requireEnabled(ports, caller);
  if (!enabled.ok) return enabled;
  const { clientId } = caller;
  const page = await pageOf<MonitoringRun, MonitoringRun>(query, {
    bound: ["monitoring runs", clientId],
    now: ports.clock.now(),
    rows: (after) => runsOf(ports, clientId, after),
    idOf: ({ runId }) => runId,
    shown: (run) => run,
  });
  if (!page.ok) return page;
  const { shown: runs, nextCursor } = page.value;
  return ok({ runs, nextCursor });
}

/** The active run, then the ended ones. */
async function* runsOf(
  { monitoring }: Pick<MonitoringPorts, "monitoring">,
  clientId: Monitored["caller"]["clientId"],
  after: string | null,
): AsyncGenerator<MonitoringRun> {
  const active = (await monitoring.state(clientId))?.state.active?.run;
  if (active !== undefined && (after === null || active.runId < after)) yield active;
  for await (const run of monitoring.runs(clientId, after)) {
    // It may end while it is listed.
    if (run.runId !== active?.runId) yield run;
  }
}
