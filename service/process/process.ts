import { atMostEvery } from "../../base/at_most_every.ts";
import type { Log } from "../../base/log.ts";

/** Requests that have arrived and are not answered yet. */
export interface RunningRequests {
  /** Counts a request for as long as it runs. */
  run<Value>(work: () => Promise<Value>): Promise<Value>;
  /**
   * Resolves when no request runs and none has come for so long: a balancer that checks at its own
   * pace still sends some after the drain has begun.
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
 * Announces that no other request is taken on this connection (RFC 9112 §9.6): a client that keeps it
 * would send the next one into a port that closes. HTTP/2 has a frame for that, and the server
 * leaves the header out there.
 */
export function closesConnection(answer: Response): Response {
  answer.headers.set("connection", "close");
  return answer;
}

/** A server that goes on after its port has failed. */
export interface LastingServer {
  /** Closes the port and waits for running requests. */
  shutdown(): Promise<void>;
}

/** Milliseconds from a failure of the port to the next try. */
const listenAgainMilliseconds = 1_000;
/** Least time between two records of a port that goes on failing. */
const logAgainMilliseconds = 60_000;

/**
 * Keeps a port served. The runtime stops accepting for good where the process has no file descriptor
 * left; connections that are open live on, and their end makes room. It is logged as
 * `accept_failed`, and once a minute while it lasts.
 *
 * @throws Error when the port cannot be had at first
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
 * The value of `work`, if it comes before `deadline` resolves.
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
  /** Whether it has begun: at once, before anything that awaits the signal runs. */
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
