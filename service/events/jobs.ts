import { anySignal } from "../../base/any_signal.ts";
import { raiseClockEvents } from "../../core/events/clock_events.ts";
import { openDeliveryRunner } from "../../core/events/run_deliveries.ts";
import { watchBacklog } from "../../core/telemetry/watch_backlog.ts";
import { openFairSlots } from "../../gateways/http/fair_slots.ts";
import { numberEvents } from "../../kv/events/event_sequencer.ts";
import type { Store } from "../../kv/store/store.ts";
import type { DataKeys } from "../../kv/keys/data_keys.ts";
import type { Ports } from "../../routes/http/ports.ts";
import type { Access } from "../access/access.ts";
import type { AuditAdapters } from "../access/audit.ts";
import type { ScreeningAdapters } from "../screening/screening.ts";
import type { Config } from "../config/config.ts";
import type { Job, JobRunner } from "../process/job_runner.ts";
import type { OpenedRuntime } from "../process/runtime.ts";
import { openClockSources } from "./clock_sources.ts";
import type { EventAdapters } from "./events.ts";

/** The job that numbers events. */
export const eventsJob = "events";
/** The job that delivers events. */
export const deliveriesJob = "event_deliveries";
/** The job that raises the clock's events. */
export const clockEventsJob = "clock_events";

/** Seconds between two checks for events that another server or command raised or left. */
const pollSeconds = 5;
/** Maximum concurrent deliveries of a server, and maximum waiting ones. */
const [slotsMax, waitingMax] = [256, 10_000];

/** The adapters of the jobs, besides the modes. */
type EventJobAdapters =
  & EventAdapters
  & Pick<AuditAdapters, "audit">
  & Pick<Access, "rememberedClients">
  & Pick<ScreeningAdapters, "queue">
  & { readonly keys: Pick<DataKeys, "at-rest"> };

/** The ports of operations by mode. */
interface EventJobModes {
  readonly sandbox: Ports;
  readonly live?: Ports;
}

/** The jobs of events. */
export interface EventJobs {
  readonly jobs: readonly Job[];
  /** Lets events raised here be numbered and delivered immediately. */
  follow(runner: JobRunner): void;
}

/** Opens the jobs of events. */
export function openEventJobs(
  { mode, policy }: Config,
  runtime: OpenedRuntime,
  { adapters, store, modes, closing }: {
    readonly adapters: EventJobAdapters;
    readonly store: Store;
    readonly modes: EventJobModes;
    readonly closing: AbortSignal;
  },
): EventJobs {
  const { clock, log, telemetry } = runtime;
  const { eventDeliveries, eventRules: { eventDays, clientDeliveriesMax } } = adapters;
  const deliveries = openDeliveryRunner({
    ...runtime,
    ...adapters,
    slots: openFairSlots({ slotsMax, slotsPerOwnerMax: clientDeliveriesMax, waitingMax }),
    deadline: AbortSignal.timeout,
    anySignal,
    closing,
  });
  let [runner, isRaised]: [JobRunner | null, boolean] = [null, false];

  async function number(): Promise<void> {
    let isMore = true;
    while ((isMore || isRaised) && !closing.aborted) {
      isRaised = false;
      const round = await numberEvents({
        ...runtime,
        ...{ store, eventDays },
        atRest: adapters.keys["at-rest"],
        fanOut: eventDeliveries.fanOut,
        failed: (fault) => log.error("events_not_numbered", fault),
      });
      // Also for what has become due meanwhile: a run of the deliveries may last as long as a slow receiver.
      deliveries.nudge();
      if (round.numbered > 0) void runner?.wake(deliveriesJob);
      isMore = round.isMore;
    }
  }

  const ports = modes[mode] ?? modes.sandbox;
  const sources = openClockSources({
    ...{ clock, queue: adapters.queue, reviewRules: adapters.rememberedClients },
    listEditions: ports.listEditions,
    sessions: ports,
    sessionMinutes: policy.lifetimes.verificationSessionMinutes,
  });
  const every = { seconds: pollSeconds };
  return {
    jobs: [
      { name: eventsJob, every, run: number },
      { name: deliveriesJob, every, run: deliveries.run },
      {
        name: clockEventsJob,
        every: "minute",
        run: () => raiseClockEvents({ ...runtime, ...adapters, sources, closing }),
      },
      {
        name: "event_gauges",
        every: "minute",
        run: watchBacklog("aval.events", { clock, read: eventDeliveries.waiting }, telemetry),
      },
    ],
    follow: (jobs) => {
      runner = jobs;
      adapters.onEventRaised(() => {
        isRaised = true;
        void jobs.wake(eventsJob);
      });
    },
  };
}
