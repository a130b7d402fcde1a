import { type Json, parseJson } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { broken, readText } from "../http/read_text.ts";

/** Reason for which the provider gave no keys. */
export interface KeysRefusal {
  readonly code:
    /** No connection, or it broke. */
    | "connection"
    /** It took longer than we wait. */
    | "deadline"
    /** A status that no answer has, redirects among them. */
    | "status"
    /** Longer than what we read. */
    | "too_long"
    | "not_json";
  readonly status?: number;
}

/**
 * Gets the keys that the provider publishes (RFC 7517 §5). A connection that fails is tried once more,
 * for a kept one may have been closed at its other end; nothing else is. Redirects are not followed:
 * another host's keys are not the provider's.
 *
 * @returns the JSON value of an answer with status 200
 */
export async function requestKeys(
  url: string,
  { signal, answerBytesMax }: { readonly signal: AbortSignal; readonly answerBytesMax: number },
): Promise<Result<Json, KeysRefusal>> {
  const first = await get(url, signal);
  const sent = !first.ok && first.refusal.code === "connection" ? await get(url, signal) : first;
  if (!sent.ok) return sent;
  const { status, body } = sent.value;
  if (status !== 200) {
    body?.cancel().catch(() => {});
    return refuse({ code: "status", status });
  }
  const text = await readText(body, answerBytesMax, signal);
  if (!text.ok) return text;
  const value = parseJson(text.value);
  return value === undefined ? refuse({ code: "not_json" }) : ok(value);
}

async function get(url: string, signal: AbortSignal): Promise<Result<Response, KeysRefusal>> {
  const headers = { accept: "application/jwk-set+json, application/json" };
  return await fetch(url, { headers, redirect: "manual", signal })
    .then(ok, () => refuse(broken(signal)));
}
