import { type Json, parseJson } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { broken, readText } from "../http/read_text.ts";

/** The reason why the provider gave no keys. */
export interface KeysRefusal {
  readonly code:
    /** No connection, or a broken one. */
    | "connection"
    /** The deadline passed. */
    | "deadline"
    /** An unexpected status, such as a redirect. */
    | "status"
    /** The answer exceeds the maximum. */
    | "too_long"
    | "not_json";
  readonly status?: number;
}

/**
 * Gets the keys that the provider publishes (RFC 7517 §5). Retries once after a failed connection,
 * since the provider may have closed a kept one, and never otherwise. Does not follow redirects:
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
