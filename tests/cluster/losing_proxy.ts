/** Byte patterns that identify a grouped commit and its answer on the wire. */
export interface WireMarks {
  /** The pattern that occurs in a commit once for each request in it. */
  readonly unit: Uint8Array;
  /** Minimum occurrences in a commit whose answer may be dropped. */
  readonly unitsMin: number;
  /** The pattern in the answer to a successful commit; null: any answer. */
  readonly answer: Uint8Array | null;
}

/** A proxy between servers and their database that can drop answers. */
export interface LosingProxy extends AsyncDisposable {
  /** Its port on this machine. */
  readonly port: number;
  /**
   * Drops the answers of the next grouped commits: each is executed, then its connection breaks.
   *
   * @returns the number of answers dropped within this many milliseconds
   */
  lose(most: number, milliseconds: number): Promise<number>;
  /** Refuses connections until {@link open}, as if nothing listened. */
  shut(): void;
  open(): void;
}

interface Losing {
  left: number;
  lost: number;
}

/** Opens a proxy to a port of this machine. */
export function openLosingProxy(target: number, marks: WireMarks): LosingProxy {
  const hostname = "127.0.0.1";
  let listener: Deno.TcpListener | null = Deno.listen({ hostname, port: 0 });
  const { port } = listener.addr;
  const losing: Losing = { left: 0, lost: 0 };

  async function accept(from: Deno.TcpListener): Promise<void> {
    for await (const client of from) void connect(client);
  }

  async function connect(client: Deno.TcpConn): Promise<void> {
    try {
      const server = await Deno.connect({ hostname, port: target });
      server.setNoDelay(true);
      client.setNoDelay(true);
      forward(client, server, { losing, marks });
    } catch {
      client.close();
    }
  }

  function shut(): void {
    listener?.close();
    listener = null;
  }

  void accept(listener);
  return {
    port,
    lose: async (most, milliseconds) => {
      const until = Date.now() + milliseconds;
      Object.assign(losing, { left: most, lost: 0 });
      while (losing.lost < most && Date.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      losing.left = 0;
      return losing.lost;
    },
    shut,
    open: () => {
      listener = Deno.listen({ hostname, port });
      void accept(listener);
    },
    [Symbol.asyncDispose]: () => Promise.resolve(shut()),
  };
}

/** Carries bytes both ways until an answer is dropped or a side ends. */
function forward(
  client: Deno.TcpConn,
  server: Deno.TcpConn,
  { losing, marks }: { readonly losing: Losing; readonly marks: WireMarks },
): void {
  /** Whether a grouped commit is under way whose answer must be dropped. */
  let isChosen = false;
  const end = () => {
    for (const side of [client, server]) {
      try {
        side.close();
      } catch {
        // It has ended by itself.
      }
    }
  };
  void pump(client, server, (bytes) => {
    if (losing.left > 0 && !isChosen && timesIn(bytes, marks.unit) >= marks.unitsMin) {
      isChosen = true;
      losing.left--;
    }
    return true;
  }).then(end);
  void pump(server, client, (bytes) => {
    if (!isChosen) return true;
    if (marks.answer === null || timesIn(bytes, marks.answer) > 0) {
      losing.lost++;
      return false;
    }
    // It lost its checks and wrote nothing: another commit is to be chosen.
    isChosen = false;
    losing.left++;
    return true;
  }).then(end);
}

/**
 * Carries bytes one way.
 *
 * @returns when a side ends or `passes` returns false
 */
async function pump(
  from: Deno.TcpConn,
  to: Deno.TcpConn,
  passes: (bytes: Uint8Array) => boolean,
): Promise<void> {
  const buffer = new Uint8Array(256 * 1024);
  try {
    for (;;) {
      const read = await from.read(buffer);
      if (read === null || !passes(buffer.subarray(0, read))) return;
      for (let at = 0; at < read;) at += await to.write(buffer.subarray(at, read));
    }
  } catch {
    // A side broke: so does the other.
  }
}

const latin1 = new TextDecoder("latin1");

function timesIn(bytes: Uint8Array, mark: Uint8Array): number {
  return latin1.decode(bytes).split(latin1.decode(mark)).length - 1;
}
