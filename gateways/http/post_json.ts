import { ok, refuse, type Result } from "../../base/result.ts";
import { broken, type ReadTextRefusal } from "./read_text.ts";

/** One JSON request to a configured service. */
export interface PostJson {
  readonly url: string;
  /** Bearer token; null if none is needed. */
  readonly key: string | null;
  /** JSON. */
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Sends a JSON request. Does not follow redirects, which would send the content elsewhere. */
export async function postJson(
  { url, key, body, signal }: PostJson,
): Promise<Result<Response, { readonly code: Exclude<ReadTextRefusal["code"], "too_long"> }>> {
  return await fetch(url, {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
    body,
    redirect: "manual",
    signal,
  }).then(ok, () => refuse(broken(signal)));
}
