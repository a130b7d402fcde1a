import {
  keepConnection,
  type KeptAnswer,
  type KeptConnection,
  type Sending,
} from "./keep_alive.ts";

/**
 * A load balancer like those of operators. It probes `GET /ready` of every server periodically,
 * sends to those that answer 200, keeps its connections, and never sends a request twice.
 */
export interface Balancer extends AsyncDisposable {
  /** @throws Error when no server is ready or the connection fails */
  send(sending: Sending): Promise<KeptAnswer>;
  /** Adds a server and waits for its first 200, from which on it gets requests. */
  add(url: string): Promise<void>;
  /** Resolves when the balancer no longer sends to a server that it has. */
  sendsNoMoreTo(url: string): Promise<void>;
}

interface Backend {
  readonly url: string;
  readonly idle: KeptConnection[];
  ready: boolean;
}

/** Starts a balancer that probes its servers every `probeMilliseconds`. */
export function startBalancer({ probeMilliseconds = 200 } = {}): Balancer {
  const backends: Backend[] = [];
  let turn = 0;
  let stopped = false;
  let probed = Promise.withResolvers<void>();

  async function probe(backend: Backend): Promise<void> {
    const answer = await fetch(`${backend.url}/ready`).catch(() => null);
    await answer?.body?.cancel();
    backend.ready = answer?.status === 200;
    if (!backend.ready) { for (const connection of backend.idle.splice(0)) connection.close(); }
  }
  const probing = (async () => {
    while (!stopped) {
      await Promise.all(backends.map(probe));
      probed.resolve();
      probed = Promise.withResolvers();
      await new Promise((resolve) => setTimeout(resolve, probeMilliseconds));
    }
  })();
  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) await probed.promise;
  }

  return {
    send: async (sending) => {
      const ready = backends.filter((backend) => backend.ready);
      const backend = ready[turn++ % ready.length];
      if (backend === undefined) throw new Error("No server is ready");
      const connection = backend.idle.pop() ?? await keepConnection(backend.url);
      try {
        const answer = await connection.send(sending);
        if (answer.closes || !backend.ready) connection.close();
        else backend.idle.push(connection);
        return answer;
      } catch (fault) {
        connection.close();
        throw fault;
      }
    },
    add: async (url) => {
      const backend: Backend = { url, idle: [], ready: false };
      backends.push(backend);
      await until(() => backend.ready);
    },
    sendsNoMoreTo: (url) => until(() => backends.every((one) => one.url !== url || !one.ready)),
    [Symbol.asyncDispose]: async () => {
      stopped = true;
      await probing;
      for (const { idle } of backends) for (const connection of idle) connection.close();
    },
  };
}
