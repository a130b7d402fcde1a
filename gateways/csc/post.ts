import { anySignal } from "../../base/any_signal.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { ProviderFault } from "../../core/seal/ports.ts";
import { growingBytes } from "../../base/bytes.ts";

/** A request of ours to a trust service or a timestamp authority. */
export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Maximum bytes of the answer, after any content coding. */
  readonly bytesMax: number;
  /** The deadline of this request. */
  readonly late: AbortSignal;
  /** Ends the act that the request belongs to. */
  readonly signal: AbortSignal;
}

/** A completely read answer. */
export interface Posted {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The reason why there is no answer. */
export interface PostRefusal {
  readonly code: Extract<ProviderFault, "timeout" | "connection" | "redirect" | "too_long">;
}

/**
 * Sends one request once, and reads its answer within its limits. Uses a new connection: the
 * runtime repeats a request when a kept connection ends before its answer, so that a hash could be
 * signed twice, or a wrong PIN counted twice. Redirects are refused, since they would send token or
 * PIN elsewhere. Thrown errors are dropped, since their text may contain the address.
 */
export async function post(asked: Post): Promise<Result<Posted, PostRefusal>> {
  const { url, headers, body, bytesMax, late, signal } = asked;
  const ended = anySignal([late, signal]);
  const failed = () => refuse({ code: ended.aborted ? "timeout" : "connection" } as const);
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0, http2: false });
  try {
    const answer = await fetch(url, {
      client,
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: ended,
    });
    if (answer.status >= 300 && answer.status < 400) {
      answer.body?.cancel().catch(() => {});
      return refuse({ code: "redirect" });
    }
    const read = growingBytes();
    for await (const piece of answer.body ?? []) {
      if (read.length + piece.length > bytesMax) return refuse({ code: "too_long" });
      read.append(piece);
    }
    return ok({ status: answer.status, headers: answer.headers, body: read.bytes() });
  } catch {
    return failed();
  } finally {
    client.close();
  }
}

/**
 * Seconds that a 429 or 503 asks to wait (RFC 9110 §10.2.3), an hour at most.
 *
 * @returns null if it states none
 */
export function retryAfterOf(
  { status, headers }: Pick<Posted, "status" | "headers">,
  now: Temporal.Instant,
): number | null {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (text === "" || (status !== 429 && status !== 503)) return null;
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text)
    : (Date.parse(text) - now.epochMilliseconds) / 1_000;
  return Number.isNaN(seconds) ? null : Math.min(3_600, Math.max(1, Math.ceil(seconds)));
}
