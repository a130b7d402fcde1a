import { ok, refuse, type Result } from "../result.ts";
import type { Connect } from "./connect.ts";
import { type GetRefusal, httpGet } from "./http_get.ts";

/** Why an issuer's list was not had. */
export interface StatusListRequestRefusal {
  readonly code:
    | GetRefusal["code"]
    /** Not https, with a user in it, or too long. */
    | "address"
    /** A status that no list has. */
    | "status"
    /** It sends elsewhere: to another host, or on and on. */
    | "redirect"
    /** Not `application/statuslist+jwt`. */
    | "content_type";
  readonly status?: number;
}

/** How an answer is bounded. */
export interface StatusListRequestRules {
  readonly answerBytesMax: number;
  readonly signal: AbortSignal;
}

const mediaType = "application/statuslist+jwt";
const addressCharactersMax = 2_048;
const redirectsMax = 3;

/**
 * Fetches a Status List Token (Token Status List §8.1 and §8.2). Redirects are followed on the same
 * host alone: an issuer vouches for its own address and for no other.
 */
export async function fetchStatusList(
  connect: Connect,
  uri: string,
  { answerBytesMax: bytesMax, signal }: StatusListRequestRules,
): Promise<Result<string, StatusListRequestRefusal>> {
  let url = readAddress(uri);
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    if (url === null) return refuse({ code: "address" });
    const got = await httpGet(connect, { url, accept: mediaType, bytesMax, signal });
    if (!got.ok) return got;
    const { status, headers, body } = got.value;
    if ([301, 302, 303, 307, 308].includes(status)) {
      const next: URL | null = readAddress(headers.get("location") ?? "", url);
      if (next?.origin !== url.origin) return refuse({ code: "redirect" });
      url = next;
      continue;
    }
    if (status !== 200) return refuse({ code: "status", status });
    const [type = ""] = (headers.get("content-type") ?? "").split(";");
    if (type.trim().toLowerCase() !== mediaType) return refuse({ code: "content_type" });
    return ok(new TextDecoder().decode(body).trim());
  }
  return refuse({ code: "redirect" });
}

function readAddress(text: string, base?: URL): URL | null {
  if (text === "" || text.length > addressCharactersMax || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  return url.protocol === "https:" && url.username === "" && url.password === "" ? url : null;
}
