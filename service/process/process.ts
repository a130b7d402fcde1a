import { atMostEvery } from "../../base/at_most_every.ts";
import type { Log } from "../../base/log.ts";

/** Requests that arrived and are not answered yet. */
export interface RunningRequests {
  /** Counts a request while it runs. */
  run<Value>(work: () => Promise<Value>): Promise<Value>;
  /**
   * Resolves when no request runs and none arrived for a period, since a load balancer with its own
   * check interval still sends requests after the drain began.
   */
  settled(quietMilliseconds: number): Promise<void>;
}

/** Counts the requests of this process. */
export function countRequests(pause: (milliseconds: number) => Promise<void>): RunningRequests {
  let running = 0;
  let arrived = 0;
  let none = Promise.withResolvers<void>();
  none.resolve();
  return {
    run: async (work) => {
      arrived++;
      if (running++ === 0) none = Promise.withResolvers();
      try {
        return await work();
      } finally {
        if (--running === 0) none.resolve();
      }
    },
    settled: async (quietMilliseconds) => {
      let before: number;
      do {
        await none.promise;
        before = arrived;
        await pause(quietMilliseconds);
      } while (running > 0 || arrived > before);
    },
  };
}

/**
 * Announces that this connection accepts no further request (RFC 9112 §9.6), so that a client does
 * not send the next one to a closing port. HTTP/2 has a frame for it, and the server omits the
 * header there.
 */
export function closesConnection(answer: Response): Response {
  answer.headers.set("connection", "close");
  return answer;
}

/** A server that continues after its port failed. */
export interface LastingServer {
  /** Closes the port and waits for running requests. */
  shutdown(): Promise<void>;
}

/** Milliseconds from a failure of the port to the next try. */
const listenAgainMilliseconds = 1_000;
/** Minimum milliseconds between two log records of a failing port. */
const logAgainMilliseconds = 60_000;

/**
 * Keeps a port served. The runtime stops accepting permanently when the process has no file
 * descriptor left; open connections continue, and their end frees descriptors. Logged as
 * `accept_failed`, and once a minute while it lasts.
 *
 * @throws Error when the port is not available at the start
 */
export function keepServing(
  listen: () => Pick<Deno.HttpServer, "finished" | "shutdown">,
  { log, pause }: {
    readonly log: Pick<Log, "error">;
    readonly pause: (milliseconds: number) => Promise<void>;
  },
): LastingServer {
  let stopped = false;
  let server = listen();
  const isDue = atMostEvery(logAgainMilliseconds, () => performance.now());

  async function listenAgain(cause: unknown): Promise<void> {
    for (let last = cause;;) {
      if (isDue()) log.error("accept_failed", last);
      await pause(listenAgainMilliseconds);
      if (stopped) return;
      // The runtime reports a port that it does not get by throwing only.
      try {
        server = listen();
        return watch();
      } catch (next) {
        last = next;
      }
    }
  }

  function watch(): void {
    void server.finished.catch(listenAgain);
  }

  watch();
  return {
    shutdown: async () => {
      stopped = true;
      await server.shutdown();
    },
  };
}

/**
 * Returns the value of `work` if it arrives before `deadline` resolves.
 *
 * @throws Error with `message` otherwise
 */
export async function within<Value>(
  deadline: Promise<void>,
  work: Promise<Value>,
  message: string,
): Promise<Value> {
  return await Promise.race([
    work,
    deadline.then(() => {
      throw new Error(message);
    }),
  ]);
}

/** The end of the process, which a signal begins. */
export interface Drain {
  /** Whether it has begun: true immediately, before any code that awaits the signal runs. */
  begun(): boolean;
  /** Resolves when it begins. */
  readonly signal: Promise<void>;
}

/** Drains on SIGTERM or SIGINT, which Deno Deploy sends. */
export function drainOnSignal(): Drain {
  const drain = Promise.withResolvers<void>();
  let begun = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => {
      begun = true;
      drain.resolve();
    });
  }
  return { begun: () => begun, signal: drain.promise };
}
