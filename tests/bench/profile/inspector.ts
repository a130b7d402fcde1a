/**
 * The call of a V8 sampling profile that ran at a sample (Chrome DevTools Protocol,
 * `Profiler.ProfileNode`).
 */
export interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
  };
  readonly children?: readonly number[];
}

/** A sampling profile (`Profiler.Profile`). */
export interface Profile {
  readonly nodes: readonly ProfileNode[];
  /** The node of each sample. */
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

/** A process with an open inspector. */
export interface Inspected extends Disposable {
  /** Starts sampling. @param interval microseconds between samples */
  start(interval: number): Promise<void>;
  stop(): Promise<Profile>;
}

/** Connects to the inspector of a process that was started with `--inspect=HOST:PORT`. */
export async function openInspector(host: string): Promise<Inspected> {
  const [target] = await (await fetch(`http://${host}/json`)).json();
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  const waiting = new Map<number, (result: unknown) => void>();
  let calls = 0;
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`No inspector answers at ${host}`));
  });
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(data);
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  const call = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve) => {
      waiting.set(++calls, resolve);
      socket.send(JSON.stringify({ id: calls, method, params }));
    });
  return {
    start: async (interval) => {
      await call("Profiler.enable");
      await call("Profiler.setSamplingInterval", { interval });
      await call("Profiler.start");
    },
    stop: async () => {
      const { profile } = await call("Profiler.stop") as { readonly profile: Profile };
      return profile;
    },
    [Symbol.dispose]: () => socket.close(),
  };
}
