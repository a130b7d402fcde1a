/** The address of a server at a simulated distance, and counts of its traffic. */
export interface Distance extends AsyncDisposable {
  /** Port on this machine. */
  readonly port: number;
  /**
   * Successive flights so far: the longest chain of requests, over all connections, each sent after
   * the answer to the previous one. Parallel requests are one flight.
   */
  flights(): number;
  /** Resolves once no request has been under way for this many milliseconds. */
  quiet(milliseconds: number): Promise<void>;
}

/** State of one connection for counting. */
interface Turn {
  /** Chain number of the current or last request. */
  flight: number;
  isOpen: boolean;
}

/**
 * Simulates a distance between servers and a database on this machine: delays data by half the
 * round trip each way and counts flights. A request of a connection begins with the client's first
 * bytes after the server's, and is answered by the server's last bytes before the next request.
 */
export function openDistance(target: number, roundTrip: number): Distance {
  const hostname = "127.0.0.1";
  const listener = Deno.listen({ hostname, port: 0 });
  const connections = new Set<Deno.Conn>();
  const open = new Set<Turn>();
  let answered = 0;
  let lastAt = 0;

  const counting = (turn: Turn) => ({
    sent: () => {
      if (!turn.isOpen) turn.flight = answered + 1;
      turn.isOpen = true;
      open.add(turn);
    },
    delivered: () => {
      answered = Math.max(answered, turn.flight);
      turn.isOpen = false;
      open.delete(turn);
      lastAt = performance.now();
    },
  });

  async function connect(client: Deno.TcpConn): Promise<void> {
    const server = await Deno.connect({ hostname, port: target });
    for (const side of [client, server]) {
      side.setNoDelay(true);
      connections.add(side);
    }
    const turn = { flight: 0, isOpen: false };
    const { sent, delivered } = counting(turn);
    const ways = [
      carry(client, server, { milliseconds: roundTrip / 2, read: sent }),
      carry(server, client, { milliseconds: roundTrip / 2, written: delivered }),
    ];
    await Promise.race(ways);
    open.delete(turn);
    for (const side of [client, server]) {
      close(side);
      connections.delete(side);
    }
  }

  void (async () => {
    for await (const client of listener) void connect(client).catch(() => close(client));
  })();

  return {
    port: listener.addr.port,
    flights: () => answered,
    quiet: async (milliseconds) => {
      while (open.size > 0 || performance.now() - lastAt < milliseconds) await pause(5);
    },
    [Symbol.asyncDispose]: () => {
      listener.close();
      for (const side of connections) close(side);
      return Promise.resolve();
    },
  };
}

/** Carries bytes one way, each after the delay and in order, until either side ends. */
async function carry(
  from: Deno.TcpConn,
  to: Deno.TcpConn,
  { milliseconds, read = () => {}, written = () => {} }: {
    readonly milliseconds: number;
    readonly read?: () => void;
    readonly written?: () => void;
  },
): Promise<void> {
  const buffer = new Uint8Array(64 * 1024);
  let before = Promise.resolve();
  try {
    for (;;) {
      const count = await from.read(buffer);
      if (count === null) return await before;
      read();
      const bytes = buffer.slice(0, count);
      const due = pause(milliseconds);
      before = before.then(async () => {
        await due;
        // Before the client has them: what it then sends is the next flight.
        written();
        for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
      });
      before.catch(() => {});
    }
  } catch {
    // A side broke: so does the other.
  }
}

function close(side: Deno.Conn): void {
  try {
    side.close();
  } catch {
    // It has ended by itself.
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
