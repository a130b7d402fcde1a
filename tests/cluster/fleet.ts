import { type ServerProcess, startServer } from "../support/server.ts";
import { pause } from "./recorder.ts";

/** The server processes of a run, each in a numbered place; one that ends is started again. */
export interface Fleet extends AsyncDisposable {
  readonly size: number;
  /** The URL of the server in a place; null if none listens. */
  url(place: number): string | null;
  /** Kills a server without warning and starts it again. Resolves once it listens. */
  kill(place: number, downMilliseconds: number): Promise<void>;
  /**
   * Makes a server drain and starts another after its end.
   *
   * @returns its exit code
   */
  terminate(place: number, downMilliseconds: number): Promise<number>;
  /** Pauses a server for a while in the middle of its work. */
  stop(place: number, milliseconds: number): Promise<void>;
  /** Standard error of the processes, by place. */
  errorTexts(): readonly string[];
}

/** Maximum attempts to start a server, as of a supervisor: the database may be down. */
const startsMax = 60;

/**
 * Starts servers on the same store, one after the other.
 *
 * @throws Error with a process's output, if it never listens
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
