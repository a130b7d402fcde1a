import type { RawReply } from "./raw_server.ts";

/** Faults that a trust service can have instead of an answer. */
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

/** An answer before it is sent. */
export interface FakeAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Seconds in the `Retry-After` of 429 and 503. */
export const RETRY_AFTER = 7;

/**
 * Applies a fault to an answer.
 *
 * @param answer the service's correct answer with its signature
 */
export function faultyReply(fault: TrustServiceFault, answer: FakeAnswer): RawReply {
  switch (fault) {
    case "429":
      return reply(429, "application/json", "", { "retry-after": String(RETRY_AFTER) });
    case "500":
      return reply(500, "application/json", '{"error":"server_error"}');
    case "503": {
      const headers = { "retry-after": String(RETRY_AFTER) };
      return reply(503, "application/json", '{"errorCode":"busy"}', headers);
    }
    case "text":
      return reply(400, "text/plain", "The request was not understood\n");
    case "html":
      return reply(502, "text/html", "<html><body><h1>Bad Gateway</h1></body></html>");
    case "hang":
      return { kind: "hang" };
    case "reset":
      return { kind: "reset" };
    case "bad_json":
      return reply(200, "application/json", '{"SAD": "');
    case "expired_token":
      return reply(401, "application/json", '{"error":"invalid_token"}', {
        "www-authenticate": 'Bearer error="invalid_token"',
      });
    case "wrong_signature":
      return jsonReply(wrong(answer.body));
    case "none":
      return jsonReply(isSigned(answer.body) ? { signatures: [] } : {});
    case "two": {
      const { body } = answer;
      const [signature] = isSigned(body) ? body.signatures : [];
      return jsonReply(
        signature === undefined ? [body, body] : { signatures: [signature, signature] },
      );
    }
    case "slow":
      return { kind: "begin" };
    default:
      return fault satisfies never;
  }
}

/** An answer in HTTP form. */
export function replyOf({ status, body, headers }: FakeAnswer): RawReply {
  return reply(status, "application/json", JSON.stringify(body) ?? "", headers);
}

function jsonReply(body: unknown): RawReply {
  return replyOf({ status: 200, body });
}

function reply(
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): RawReply {
  return { kind: "answer", status, headers: { "content-type": type, ...headers }, body };
}

function isSigned(body: unknown): body is { readonly signatures: readonly string[] } {
  return typeof body === "object" && body !== null && "signatures" in body;
}

/** Changes one bit of a signature, or the members' types of another answer. */
function wrong(body: unknown): unknown {
  if (!isSigned(body)) {
    return Object.fromEntries(Object.keys(body ?? {}).map((name) => [name, { wrong: 1 }]));
  }
  const bytes = Uint8Array.fromBase64(body.signatures[0] ?? "");
  bytes[bytes.length - 1]! ^= 1;
  return { signatures: [bytes.toBase64()] };
}
