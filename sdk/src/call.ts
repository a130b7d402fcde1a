import { type Deadline, openDeadline, unlessAborted } from "./deadline.ts";
import { AvalError, lostConnection, refusalOf } from "./errors.ts";
import type { ActOptions, Operation } from "./operation.ts";
import { attemptRepeatedly } from "./retry.ts";
import type { Runtime } from "./runtime.ts";
import type { ServerClock } from "./server_clock.ts";

/** The identity and the settings of a caller. */
export interface Caller {
  readonly baseUrl: string;
  readonly deadlineMs: number;
  readonly retriesMax: number;
  readonly runtime: Runtime;
  readonly clock: ServerClock;
  /** Headers that identify the caller. */
  identify(): Promise<Readonly<Record<string, string>>>;
  /** The service answered 401 to these headers. */
  refused(headers: Readonly<Record<string, string>>): void;
}

/** The arguments of a call, by their place in the request. */
export interface Input {
  readonly params: readonly string[];
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly options?: ActOptions | undefined;
}

/**
 * Calls an operation.
 *
 * @returns its answer: a JSON value, a text, or a stream
 * @throws AvalError; the reason of the caller's signal if that aborts
 */
export async function call(
  caller: Caller,
  name: string,
  operation: Operation,
  { params, body, query, options = {} }: Input,
): Promise<unknown> {
  const { runtime, retriesMax } = caller;
  const url = `${caller.baseUrl}${pathOf(operation.path, params)}${queryOf(query)}`;
  const headers = joinHeaders(headersOf(operation, options, runtime), options.headers);
  const sent = operation.body === undefined ? {} : { body: bodyOf(operation.body, body) };
  const deadline = openDeadline(
    name,
    options.deadlineMs ?? caller.deadlineMs,
    runtime,
    options.signal,
  );
  const { signal } = deadline;
  const init = { method: operation.method, redirect: "manual", signal, ...sent } as const;
  let streams = false;
  try {
    return await attemptRepeatedly(
      { repeat: operation.repeat, retriesMax, deadline, runtime },
      async () => {
        const identity = operation.open === true
          ? {}
          : await unlessAborted(caller.identify(), signal);
        const response = await send(runtime, name, url, {
          ...init,
          headers: joinHeaders(identity, headers),
        });
        caller.clock.note(response.headers, runtime.now());
        if (response.status === 401) caller.refused(identity);
        const isStream = response.ok && operation.answer === "stream" && isJson(response);
        if (isStream && response.body !== null) {
          streams = true;
          return streamOf(name, response.body, deadline);
        }
        return await readAnswer(name, operation, response);
      },
    );
  } finally {
    if (!streams) deadline.close();
  }
}

function headersOf(
  { method, repeat, body }: Operation,
  { idempotencyKey }: ActOptions,
  { uuid }: Runtime,
): Record<string, string> {
  const takesKey = method === "POST" && repeat !== "never";
  return {
    accept: "application/json, */*;q=0.1",
    ...(takesKey ? { "idempotency-key": idempotencyKey ?? uuid() } : {}),
    ...(body === undefined ? {} : { "content-type": contentTypes[body] }),
  };
}

/**
 * Joins headers; the last of a name counts, ignoring case. A platform's own error would contain the
 * value, which may be a token.
 */
function joinHeaders(first: HeadersInit, then: HeadersInit = {}): Headers {
  try {
    const headers = new Headers(first);
    new Headers(then).forEach((value, name) => headers.set(name, value));
    return headers;
  } catch {
    throw new TypeError("a header is not valid");
  }
}

const contentTypes = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
} as const;

function bodyOf(kind: "json" | "form", body: unknown): string {
  return kind === "json"
    ? JSON.stringify(body ?? {})
    : new URLSearchParams(body as Record<string, string>).toString();
}

/**
 * Fills in a path. Each parameter is one segment, whatever its characters; segments that a URL
 * would remove are refused (WHATWG URL §4.4).
 */
function pathOf(path: string, params: readonly string[]): string {
  let at = 0;
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = String(params[at++] ?? "");
    if (["", ".", ".."].includes(value)) throw new TypeError(`${name} names nothing`);
    return encodeURIComponent(value);
  });
}

function queryOf(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return "";
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

async function send(
  { fetch }: Runtime,
  name: string,
  url: string,
  init: RequestInit,
): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (fault) {
    throw lostConnection(name, fault);
  }
}

async function readAnswer(
  name: string,
  { answer }: Operation,
  response: Response,
): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (fault) {
    throw lostConnection(name, fault);
  }
  if (!response.ok) throw refusalOf(name, response, text);
  const { status } = response;
  if (answer === "text" ? !isJwt(response) : !isJson(response)) {
    throw new AvalError(name, "unexpected_answer", { status });
  }
  if (answer === "text") return text;
  try {
    return JSON.parse(text);
  } catch {
    // An answer that breaks off is no JSON.
    throw new AvalError(name, "connection_lost", { status });
  }
}

function isJson({ headers }: Response): boolean {
  return /^application\/json\b/.test(headers.get("content-type") ?? "");
}

function isJwt({ headers }: Response): boolean {
  return /^application\/[\w.-]+\+jwt\b/.test(headers.get("content-type") ?? "");
}

/** An answer that is read while it arrives; the deadline applied only to its beginning. */
function streamOf(
  name: string,
  body: ReadableStream<Uint8Array>,
  deadline: Deadline,
): ReadableStream<Uint8Array> {
  deadline.stop();
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        deadline.close();
        controller.close();
      } catch (fault) {
        deadline.signal.throwIfAborted();
        deadline.close();
        throw lostConnection(name, fault);
      }
    },
    cancel: (reason) => {
      deadline.close();
      return reader.cancel(reason);
    },
  });
}
