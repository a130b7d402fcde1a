import { type ServerProcess, startServer } from "../support/server.ts";
import { pause } from "./recorder.ts";

/** The server processes of a run, each at its place; one that ends is started again. */
export interface Fleet extends AsyncDisposable {
  readonly size: number;
  /** Where the server of a place listens; null while none does. */
  url(place: number): string | null;
  /** Ends it without warning and starts it again. Resolves once it listens. */
  kill(place: number, downMilliseconds: number): Promise<void>;
  /** Asks it to drain and starts another one when it has. @returns its exit code */
  terminate(place: number, downMilliseconds: number): Promise<number>;
  /** Stops it for a while, in the middle of whatever it does. */
  stop(place: number, milliseconds: number): Promise<void>;
  /** What the processes have written to standard error, by place. */
  errorTexts(): readonly string[];
}

/** A start may meet a database that is down: as often as a supervisor would try again. */
const startsMax = 60;

/**
 * Starts servers at the same store, one after the other.
 *
 * @throws Error with what the process said, when one never listens
 */
export async function startFleet(
  size: number,
  env: Readonly<Record<string, string>>,
): Promise<Fleet> {
  const places: (ServerProcess | null)[] = Array(size).fill(null);
  const errors: string[] = Array(size).fill("");
  let closing = false;

  async function start(place: number): Promise<void> {
    for (let starts = 1; !closing; starts++) {
      try {
        const server = await startServer(env);
        if (closing) return await server.kill();
        places[place] = server;
        return;
      } catch (fault) {
        errors[place] += `${fault instanceof Error ? fault.message : fault}\n`;
        if (starts === startsMax) throw fault;
        await pause(500);
      }
    }
  }

  async function end<Value>(
    place: number,
    downMilliseconds: number,
    how: (server: ServerProcess) => Promise<Value>,
  ): Promise<Value> {
    const server = places[place];
    if (server === null || server === undefined) throw new Error(`Server ${place} is not there`);
    // A balancer learns of a drain by itself; of a kill, by the requests that fail.
    const ended = await how(server);
    places[place] = null;
    errors[place] += server.errorText();
    await pause(downMilliseconds);
    await start(place);
    return ended;
  }

  // One after the other: the first one makes the data keys and the tables.
  for (let place = 0; place < size; place++) await start(place);
  return {
    size,
    url: (place) => places[place]?.url ?? null,
    kill: (place, down) => end(place, down, (server) => server.kill()),
    terminate: (place, down) => end(place, down, (server) => server.terminate()),
    stop: async (place, milliseconds) => {
      const server = places[place];
      if (server === null || server === undefined) throw new Error(`Server ${place} is not there`);
      server.signal("SIGSTOP");
      await pause(milliseconds);
      server.signal("SIGCONT");
    },
    errorTexts: () => errors.map((text, place) => text + (places[place]?.errorText() ?? "")),
    [Symbol.asyncDispose]: async () => {
      closing = true;
      await Promise.all(places.map((server) => server?.kill()));
    },
  };
}
