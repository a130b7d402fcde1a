import type { Log } from "../../base/log.ts";
import type { Random } from "../../base/random.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import { jitter } from "../../base/jitter.ts";

/** Background work. */
export interface Job {
  readonly name: string;
  readonly every: JobInterval;
  /** The work of the job; a failure that it does not log itself is logged as `job_failed`. */
  readonly run: () => Promise<void> | void;
}

/**
 * The interval of a job: once a minute by the platform's cron, which may start an instance for it,
 * or by a timer of the process. The timer's waits vary by a fifth, so that processes that started
 * together do not run together.
 */
export type JobInterval = "minute" | { readonly seconds: number };

/** Runs the jobs of a service. A job never overlaps itself, and its failure never stops another. */
export interface JobRunner {
  /**
   * Runs all jobs with a minute's interval in sequence. A call during a run waits for that run.
   * Never rejects: failures are logged.
   */
  runMinute(): Promise<void>;
  /** Runs one job now; does nothing for an unknown name. Never rejects. */
  run(name: string): Promise<void>;
  /** Like {@link JobRunner.run}, but does nothing before the timed jobs have started. */
  wake(name: string): Promise<void>;
  /** Runs the timed jobs, each after its wait, until `until` resolves. */
  start(until: Promise<void>): void;
  /** Resolves when no job runs. */
  idle(): Promise<void>;
}

/** Dependencies of running jobs. */
export interface JobRunnerDependencies {
  readonly log: Log;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly random: Random;
  readonly telemetry: Telemetry;
  /** Aborted when the service closes; no job begins afterwards. */
  readonly closing: AbortSignal;
}

/** Makes the runner of these jobs, without starting one. */
export function openJobRunner(
  jobs: readonly Job[],
  { log, pause, random, telemetry, closing }: JobRunnerDependencies,
): JobRunner {
  const running = new Map<string, Promise<void>>();
  let minute: Promise<void> | null = null;

  async function attempt({ name, run }: Job): Promise<void> {
    try {
      await run();
    } catch (cause) {
      log.error("job_failed", cause, { job: name });
    }
  }

  function runOnce(job: Job): Promise<void> {
    const current = running.get(job.name);
    if (current !== undefined) return current;
    if (closing.aborted) return Promise.resolve();
    const started = attempt(job).finally(() => running.delete(job.name));
    running.set(job.name, started);
    return started;
  }

  async function runEachMinute(): Promise<void> {
    for (const job of jobs) if (job.every === "minute") await runOnce(job);
  }

  async function repeat(job: Job, seconds: number, stopped: () => boolean): Promise<void> {
    for (;;) {
      await pause(seconds * 800 + jitter(random, seconds * 400));
      if (stopped()) return;
      await telemetry.detached(() => runOnce(job));
    }
  }

  let isStarted = false;
  const run = async (name: string) => {
    const job = jobs.find((known) => known.name === name);
    if (job !== undefined) await telemetry.detached(() => runOnce(job));
  };

  return {
    runMinute: () =>
      minute ??= telemetry.rootSpan("housekeeping", runEachMinute).finally(() => minute = null),
    run,
    wake: async (name) => isStarted ? await run(name) : undefined,
    start: (until) => {
      isStarted = true;
      let stopped = false;
      // Noted once: each race against a promise that lives as long as the process stays in memory.
      void until.then(() => stopped = true);
      for (const job of jobs) {
        if (job.every !== "minute") void repeat(job, job.every.seconds, () => stopped);
      }
    },
    idle: async () => {
      await minute;
      await Promise.all(running.values());
    },
  };
}
