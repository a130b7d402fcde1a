import type { IncomingMessage, ServerResponse } from "node:http";

/** What a trust service does in place of its answer. */
export const trustServiceFaults = [
  "429",
  "500",
  "503",
  "text",
  "html",
  "hang",
  "reset",
  "bad_json",
  "expired_token",
  "wrong_signature",
  "none",
  "two",
  "slow",
] as const;
/** One of {@link trustServiceFaults}. */
export type TrustServiceFault = typeof trustServiceFaults[number];

/** An answer, before it is sent. */
export interface FakeAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Seconds that 429 and 503 ask to wait. */
export const RETRY_AFTER = 7;

/**
 * Sends a fault in place of an answer that was made.
 *
 * @param answer what the service would have answered, its signature included
 */
export function sendFault(
  fault: TrustServiceFault,
  answer: FakeAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const send = (status: number, type: string, body: string, headers = {}) =>
    response.writeHead(status, { "content-type": type, ...headers }).end(body);
  const sendJson = (body: unknown) => send(200, "application/json", JSON.stringify(body));
  switch (fault) {
    case "429":
      return void send(429, "application/json", "", { "retry-after": String(RETRY_AFTER) });
    case "500":
      return void send(500, "application/json", JSON.stringify({ error: "server_error" }));
    case "503": {
      const headers = { "retry-after": String(RETRY_AFTER) };
      return void send(503, "application/json", JSON.stringify({ errorCode: "busy" }), headers);
    }
    case "text":
      return void send(400, "text/plain", "The request was not understood\n");
    case "html":
      return void send(502, "text/html", "<html><body><h1>Bad Gateway</h1></body></html>");
    case "hang":
      return;
    case "reset":
      return void request.socket.destroy();
    case "bad_json":
      return void send(200, "application/json", '{"SAD": "');
    case "expired_token":
      return void send(401, "application/json", JSON.stringify({ error: "invalid_token" }), {
        "www-authenticate": 'Bearer error="invalid_token"',
      });
    case "wrong_signature":
      return void sendJson(wrong(answer.body));
    case "none":
      return void sendJson(isSigned(answer.body) ? { signatures: [] } : {});
    case "two":
      return void sendJson(
        isSigned(answer.body)
          ? { signatures: [answer.body.signatures[0], answer.body.signatures[0]] }
          : [answer.body, answer.body],
      );
    case "slow":
      // It begins, and does not end while anybody reads it.
      return void response.writeHead(200, { "content-type": "application/json" }).write('{"');
    default:
      return fault satisfies never;
  }
}

function isSigned(body: unknown): body is { readonly signatures: readonly string[] } {
  return typeof body === "object" && body !== null && "signatures" in body;
}

/** A signature with one bit changed; of another answer members of another type. */
function wrong(body: unknown): unknown {
  if (!isSigned(body)) {
    return Object.fromEntries(Object.keys(body ?? {}).map((name) => [name, { wrong: 1 }]));
  }
  const bytes = Uint8Array.fromBase64(body.signatures[0] ?? "");
  bytes[bytes.length - 1]! ^= 1;
  return { signatures: [bytes.toBase64()] };
}
