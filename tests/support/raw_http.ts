/** An answer as received over the wire. */
export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A TCP connection for requests that no client library would send. */
export interface RawConnection extends Disposable {
  send(text: string): Promise<void>;
  /** Resolves when the server has sent this text. */
  hears(text: string): Promise<void>;
  /** Reads to the end of the connection; the request must ask for `Connection: close`. */
  answer(): Promise<RawAnswer>;
  /**
   * Reads as many bytes as the answer's length, even if the server still waits for the request's
   * body.
   */
  earlyAnswer(): Promise<RawAnswer>;
}

/** Connects to the server at `url`. */
export async function connectRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const reader = connection.readable.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  /** False at the end. */
  const listen = async () => {
    const { value = "", done } = await reader.read();
    said += value;
    return !done;
  };
  return {
    send: async (text) => {
      const bytes = new TextEncoder().encode(text);
      for (let sent = 0; sent < bytes.length;) {
        sent += await connection.write(bytes.subarray(sent));
      }
    },
    hears: async (text) => {
      while (!said.includes(text)) {
        if (!await listen()) throw new Error(`The server ended with ${JSON.stringify(said)}`);
      }
    },
    answer: async () => {
      while (await listen());
      return parseAnswer(said.replace("HTTP/1.1 100 Continue\r\n\r\n", ""));
    },
    earlyAnswer: async () => {
      while (true) {
        const answer = parseAnswer(said);
        const length = new TextEncoder().encode(answer.body).length;
        if (length >= Number(answer.headers["content-length"] ?? Infinity)) return answer;
        if (!await listen()) throw new Error(`The server ended with ${JSON.stringify(said)}`);
      }
    },
    [Symbol.dispose]: () => {
      try {
        connection.close();
      } catch (fault) {
        if (!(fault instanceof Deno.errors.BadResource)) throw fault; // it had ended
      }
    },
  };
}

/** Sends one request and reads its complete answer. `head` is the request line and headers. */
export async function sendRaw(url: string, head: readonly string[], body = ""): Promise<RawAnswer> {
  using connection = await connectRaw(url);
  await connection.send(`${[...head, "Connection: close"].join("\r\n")}\r\n\r\n${body}`);
  return await connection.answer();
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return { status: 0, headers: {}, body: "" };
  const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(" ")[1]),
    headers: Object.fromEntries(headers),
    body: text.slice(end + 4),
  };
}
