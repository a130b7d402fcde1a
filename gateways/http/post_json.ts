import { ok, refuse, type Result } from "../../base/result.ts";
import { broken, type ReadTextRefusal } from "./read_text.ts";

/** One JSON request to a service that is configured. */
export interface PostJson {
  readonly url: string;
  /** Bearer token; null where it takes none. */
  readonly key: string | null;
  /** JSON. */
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Sends a JSON request. A redirect is not followed: it would take what is sent elsewhere. */
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
