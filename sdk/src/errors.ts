import { codeStatuses } from "./printed/codes.ts";

/** Codes that the service refuses with, and the status of each. */
type ServiceCode = keyof typeof codeStatuses;

/**
 * Codes of the client itself. `connection_lost`: no complete answer arrived. `deadline_exceeded`:
 * the time limit of the call passed. `unexpected_answer`: the answer is not this service's, or is
 * broken. `token_refused`: the token endpoint refused a token. `evidence_pack_unreadable`: the key
 * does not open the pack.
 */
export type ClientCode =
  | "connection_lost"
  | "deadline_exceeded"
  | "unexpected_answer"
  | "token_refused"
  | "evidence_pack_unreadable";

/** Every possible code of an error. */
export type ErrorCode = ServiceCode | ClientCode;

/** An invalid row of a request. */
export interface RefusedRow {
  /** Line of a CSV body. */
  readonly line?: number;
  /** Place in a JSON array. */
  readonly index?: number;
  readonly property: string;
  readonly reason: string;
}

/** The facts about a failure. */
interface Facts {
  /** HTTP status, if there was an answer. */
  readonly status?: number | undefined;
  /** The request's id, to quote to the operator of the service. */
  readonly requestId?: string | undefined;
  /** System code of a failed connection, such as `ECONNREFUSED`. */
  readonly systemCode?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly rows?: readonly RefusedRow[] | undefined;
  readonly explanation?: string | undefined;
}

/**
 * A failure. Its text names the operation, the code, the status and the request id, and contains
 * nothing that was sent or answered: it may be logged. The service's own words are in {@link
 * AvalError.explanation}.
 */
export class AvalError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "AvalError";
  readonly code: Code;
  /** Name of the method that failed. */
  readonly operation: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly systemCode: string | undefined;
  /** Seconds after which the service accepts a retry. */
  readonly retryAfterSeconds: number | undefined;
  /** Invalid rows of the request, from a `bad_request` that lists them; never printed. */
  declare readonly rows: readonly RefusedRow[] | undefined;
  /** The service's own message for the caller, present for each of its codes. Never printed. */
  declare readonly explanation: string | undefined;

  constructor(operation: string, code: Code, facts: Facts = {}) {
    const known = [
      ...(facts.status === undefined ? [] : [`HTTP ${facts.status}`]),
      ...(facts.systemCode === undefined ? [] : [facts.systemCode]),
      ...(facts.requestId === undefined ? [] : [`request ${facts.requestId}`]),
    ];
    super(`${operation}: ${code}${known.length === 0 ? "" : ` (${known.join(", ")})`}`);
    this.operation = operation;
    this.code = code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.systemCode = facts.systemCode;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    // Inspecting or printing an error as JSON shows its own enumerable members.
    Object.defineProperties(this, {
      rows: { value: facts.rows },
      explanation: { value: facts.explanation },
    });
  }
}

/** Every failure of a call, distinguished by `code`. */
export type AvalFailure = {
  [Code in ErrorCode]:
    & AvalError<Code>
    & (Code extends ServiceCode
      ? { readonly status: (typeof codeStatuses)[Code]; readonly explanation: string }
      : unknown)
    & (Code extends "rate_limit_exceeded" ? { readonly retryAfterSeconds: number } : unknown);
}[ErrorCode];

/** Whether a value is a failure of a call, so that a `switch` over its `code` narrows it. */
export function isAvalError(value: unknown): value is AvalFailure {
  return value instanceof AvalError;
}

/**
 * Converts an answer to a failure. A malformed code or id is not repeated, since another server may
 * have answered.
 *
 * @internal
 */
export function refusalOf(operation: string, response: Response, text: string): AvalError {
  const { status, headers } = response;
  const body = parseObject(text);
  const named = body["error"];
  const isKnown = typeof named === "string" && Object.hasOwn(codeStatuses, named) &&
    codeStatuses[named as ServiceCode] === status;
  const id = headers.get("x-request-id") ?? "";
  const explanation = body["message"] ?? body["error_description"];
  return new AvalError(operation, isKnown ? named as ServiceCode : "unexpected_answer", {
    status,
    requestId: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id : undefined,
    retryAfterSeconds: retryAfter(headers) ??
      seconds(body["retryAfterSeconds"]) ?? (status === 429 ? 1 : undefined),
    rows: isKnown && Array.isArray(body["rows"]) ? body["rows"] : undefined,
    explanation: !isKnown ? undefined : typeof explanation === "string" ? explanation : named,
  });
}

/**
 * The failure of a connection: keeps only the system's code, since a text may contain the URL.
 *
 * @internal
 */
export function lostConnection(operation: string, fault: unknown): AvalError {
  const { code } = ((fault as { cause?: unknown } | null)?.cause ?? {}) as { code?: unknown };
  const isPlain = typeof code === "string" && /^[A-Z][A-Z_]{2,40}$/.test(code);
  return new AvalError(operation, "connection_lost", { systemCode: isPlain ? code : undefined });
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
  } catch {
    return {};
  }
}

/**
 * RFC 9110 §10.2.3: seconds, or a date, which is compared with the answer's own.
 *
 * @internal
 */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const wait = (Date.parse(value) - Date.parse(headers.get("date") ?? "")) / 1_000;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function seconds(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
