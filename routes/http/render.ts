import type { Mode } from "../../core/nouns.ts";
import { challengeMessage, writeChallenge } from "./challenge.ts";
import type { SetCookie } from "./cookies.ts";
import { oauthCode, speaksOAuth } from "./oauth_errors.ts";
import { oauthDescription } from "./oauth_refusals.ts";
import { renderErrorPage, type WayBack } from "../html/error_page.ts";
import { prefersPage } from "./preferred_form.ts";
import { type Refusal, refusalKind } from "./refusals.ts";
import { describeRows, listedRows } from "./refused_rows.ts";
import type { Answer, ErrorForm } from "./route.ts";

/** A body in its form on the wire. */
export type RenderedBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;

/** An answer before the headers that every answer carries. */
export interface Rendered {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RenderedBody;
  /** Default: none. Each has its own header `Set-Cookie`. */
  readonly cookies?: readonly SetCookie[];
  /** Present for a refusal that a person may read as a page. */
  readonly refused?: RefusedPage;
}

/** A refusal that {@link inForm} may convert to a page. */
interface RefusedPage {
  /** Its name in the catalogues of languages; null: only its message. */
  readonly cause: string | null;
  /** Its public message, in English. */
  readonly message: string;
  /** Whether it stays JSON for a caller that does not prefer a page. */
  readonly isChoice: boolean;
  readonly home?: WayBack;
}

const jsonType = "application/json";

/** Renders the answer of an operation, in the declared form of its status. */
export function renderAnswer(
  answer: Answer,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Rendered {
  if ("redirect" in answer) {
    const { location } = value as { readonly location: string };
    return { status, headers: { ...headers, location }, body: null };
  }
  if ("streamed" in answer) {
    return {
      status,
      headers: { ...headers, "content-type": jsonType },
      body: value as ReadableStream<Uint8Array>,
    };
  }
  if ("page" in answer) {
    const either = value as
      | { readonly json: unknown }
      | { readonly page: string }
      | { readonly lines: string };
    if ("lines" in either && answer.lines !== undefined) {
      return renderAnswer(answer.lines, status, either.lines, headers);
    }
    if ("lines" in either) throw new Error("An answer in lines that its route does not have");
    return "page" in either
      ? renderAnswer(answer.page, status, either.page, headers)
      : renderAnswer(answer.json, status, either.json, headers);
  }
  if ("contentType" in answer) {
    return {
      status,
      headers: { "content-type": answer.contentType, ...headers },
      body: value as RenderedBody,
    };
  }
  return {
    status,
    headers: { ...headers, "content-type": jsonType },
    body: JSON.stringify(value),
  };
}

/**
 * Renders a refusal in the form of its route; {@link inForm} converts it to a page. The JSON of a
 * 429 has one form everywhere (decisions.md part 2).
 */
export function renderRefusal(refusal: Refusal, form: ErrorForm = "aval"): Rendered {
  const { status, message: standard } = refusalKind(refusal.code);
  const { rows, challenge } = refusal;
  const described = rows === undefined ? challengeMessage(challenge) : describeRows(rows);
  const own = refusal.message ?? described ?? null;
  const message = own ?? standard;
  const { code, retryAfterSeconds } = refusal;
  const body = status === 429
    ? { error: code, message, retryAfterSeconds }
    : speaksOAuth(form)
    ? { error: oauthCode(code, form), error_description: oauthDescription(message) }
    : { error: code, message, ...(rows === undefined ? {} : { rows: listedRows(rows) }) };
  const isChoice = form === "either" || status === 429;
  return {
    status,
    headers: { ...refusalHeaders(refusal, status, message), "content-type": jsonType },
    body: JSON.stringify(body),
    ...(form === "page" || form === "either"
      ? { refused: { cause: refusal.cause ?? (own === null ? code : null), message, isChoice } }
      : {}),
  };
}

function refusalHeaders(
  refusal: Refusal,
  status: number,
  message: string,
): Record<string, string> {
  const { code, challenge, allow, closesConnection } = refusal;
  const { retryAfterSeconds = refusalKind(code).retryAfterSeconds } = refusal;
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  if (allow !== undefined) headers["allow"] = allow;
  if (closesConnection === true) headers["connection"] = "close";
  if (status === 401) {
    headers["www-authenticate"] = refusalKind(code).challenge ?? writeChallenge(challenge, message);
  }
  return headers;
}

/**
 * Converts a refusal to a page in the caller's language, if it is one or the caller prefers it to
 * JSON; other answers stay unchanged.
 */
export function inForm(rendered: Rendered, asked: Pick<Headers, "get">): Rendered {
  const { refused, ...rest } = rendered;
  if (refused === undefined) return rendered;
  const { isChoice, ...said } = refused;
  const isPage = !isChoice || prefersPage(asked.get("accept"));
  const varied = [
    rest.headers["vary"],
    isChoice ? "accept" : undefined,
    isPage ? "accept-language" : undefined,
  ];
  const vary = varied.filter((name) => name !== undefined).join(", ");
  if (!isPage) return { ...rest, headers: { ...rest.headers, vary } };
  const { html, contentSecurityPolicy } = renderErrorPage(said, asked.get("accept-language"));
  return {
    ...rest,
    headers: {
      ...rest.headers,
      vary,
      "content-security-policy": contentSecurityPolicy,
      "content-type": "text/html; charset=utf-8",
    },
    body: html,
  };
}

/** Facts of request and deployment that every answer carries. */
export interface AnswerFacts {
  readonly requestId: string;
  readonly mode: Mode;
  /** Method of the request: an answer to HEAD has GET's length and no body (RFC 9110 §8.6). */
  readonly method: string;
  /** Seconds for which browsers use only https; null: the service does not use https. */
  readonly strictTransportSeconds: number | null;
}

/** Converts an answer to a response with the headers of every answer. */
export function toResponse(
  { requestId, mode, method, strictTransportSeconds }: AnswerFacts,
  { status, headers, body }: Rendered,
): Response {
  const isHead = method === "HEAD";
  if (isHead && body instanceof ReadableStream) void body.cancel();
  return new Response(isHead ? null : body, {
    status,
    headers: {
      ...(isHead ? lengthHeader(body) : {}),
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      ...(strictTransportSeconds === null
        ? {}
        : { "strict-transport-security": `max-age=${strictTransportSeconds}` }),
      "x-content-type-options": "nosniff",
      ...headers,
      "x-aval-mode": mode,
      "x-request-id": requestId,
    },
  });
}

/** The length header; absent for a stream, whose length is unknown before its end. */
function lengthHeader(body: RenderedBody): Readonly<Record<string, string>> {
  if (body === null || body instanceof ReadableStream) return {};
  const { byteLength } = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return { "content-length": String(byteLength) };
}
