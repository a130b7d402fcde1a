import { type Json, parseJson } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { isLoopback } from "../../standards/ip_address/loopback.ts";
import type { Fetch } from "./read_request.ts";
import { offerRefused, type WalletRefusal } from "./refusal.ts";

/** An answer of an issuer. */
export interface JsonAnswer {
  readonly status: number;
  /** Undefined: not JSON. */
  readonly body: Json | undefined;
  readonly text: string;
}

/** Sends a request to an issuer over https, or http on this machine. Does not follow redirects. */
export async function fetchJson(
  url: string,
  init: RequestInit,
  fetch: Fetch,
): Promise<Result<JsonAnswer, WalletRefusal>> {
  if (!mayAsk(url)) return offerRefused(`${url} is neither https nor on this machine`);
  try {
    const headers = { accept: "application/json", ...init.headers };
    const response = await fetch(url, { ...init, headers, redirect: "error" });
    const text = await response.text();
    return ok({ status: response.status, body: parseJson(text), text });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : "cannot be reached";
    return offerRefused(`${url}: ${reason}; is the service running?`);
  }
}

/** Whether a code, a token or a credential may be sent to a URL. */
export function mayAsk(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol } = new URL(url);
  return protocol === "https:" || (protocol === "http:" && isLoopback(url));
}
