import { ExportSummary, type RequestLine } from "./history.ts";
import { pause, type Recorder } from "./recorder.ts";
import { retriedSeconds, type Turns } from "./turns.ts";

/** A request to send. */
export interface Asked {
  readonly client: string;
  readonly operation: RequestLine["operation"];
  readonly key?: string;
  readonly body?: string;
  readonly subject?: string;
  /** The client that the subject belongs to; by default the sender. */
  readonly owner?: string;
}

/** Sends requests to the servers in turn and records the outcomes. */
export interface ClusterClient {
  /** Sends a request once, to the next server. */
  send(asked: Asked): Promise<RequestLine>;
  /**
   * Repeats a request through other servers until its answer is certain.
   *
   * @returns the last attempt, answered or not
   */
  sendUntilAnswered(asked: Asked, secondsMax?: number): Promise<RequestLine>;
}

/** Input of the client. */
export interface OpenClient {
  readonly turns: Turns;
  readonly recorder: Recorder;
  /** Access tokens by client. */
  readonly tokens: ReadonlyMap<string, string>;
}

/** Opens the client. */
export function openClient({ turns, recorder, tokens }: OpenClient): ClusterClient {
  async function send(asked: Asked): Promise<RequestLine> {
    const { headers, text, ...sent } = await turns.send(pathOf(asked), initOf(asked, tokens));
    const { client, operation, key = null, body = "", subject = null, owner } = asked;
    const line: RequestLine = {
      type: "request",
      client,
      operation,
      key,
      body,
      subject,
      owner: subject === null ? null : owner ?? client,
      ...sent,
      text: operation === "export" && sent.status === 200 ? summarize(text) : text,
      replayed: headers.get("idempotent-replayed") === "true",
    };
    recorder.record(line);
    return line;
  }

  return {
    send,
    sendUntilAnswered: async (asked, secondsMax = retriedSeconds) => {
      const until = Date.now() + secondsMax * 1000;
      for (;;) {
        const line = await send(asked);
        if (!isWorthAnother(line) || Date.now() > until) return line;
        await pause(line.status === null ? 20 : 200);
      }
    },
  };
}

function isWorthAnother({ status, text }: RequestLine): boolean {
  return status === null || status >= 500 ||
    (status === 409 && text.includes("idempotency_key_in_progress"));
}

const posts: readonly Asked["operation"][] = [
  ...["screen", "review", "erase", "batch", "reviews", "monitor", "run"] as const,
];

function initOf({ client, key, body, operation }: Asked, tokens: OpenClient["tokens"]) {
  const token = tokens.get(client);
  if (token === undefined) throw new Error(`${client} has no token`);
  return {
    method: posts.includes(operation) ? "POST" : "GET",
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined ? {} : { body }),
  };
}

function pathOf({ operation, subject }: Asked): string {
  switch (operation) {
    case "screen":
      return "/v1/screen";
    case "review":
      return `/v1/screen/${subject}/review`;
    case "read":
      return `/v1/screen/${subject}`;
    case "usage":
      // A run may go over midnight.
      return `/v1/screen/usage?from=${dateIn(-2)}&to=${dateIn(2)}`;
    case "export":
      return "/v1/screen/gdpr/export";
    case "erase":
      return "/v1/screen/gdpr/erasure-requests";
    case "batch":
      return "/v1/screen/batches";
    case "results":
      return `/v1/screen/batches/${subject}/results?limit=2000`;
    case "reviews":
      return "/v1/screen/reviews";
    case "monitor":
      return "/v1/monitoring/subjects/import?generation=cluster";
    case "run":
    case "runs":
      return "/v1/monitoring/runs";
    case "events":
      return `/v1/events?limit=100${subject === undefined ? "" : `&after=${subject}`}`;
    default:
      return operation satisfies never;
  }
}

function dateIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

function summarize(text: string): string {
  const entries: readonly { readonly event: Readonly<Record<string, string>> }[] = JSON.parse(text)
    .auditEntries;
  const events = entries.map(({ event }) => event);
  const summary: ExportSummary = {
    clients: [...new Set(events.map((event) => event["clientId"] ?? ""))],
    decisions: events.filter((event) => event["kind"] === "SCREENING_DECISION")
      .map((event) => event["decisionId"] ?? ""),
  };
  return JSON.stringify(summary);
}
