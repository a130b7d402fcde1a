import { ok, refuse, type Result } from "../../base/result.ts";
import type { Connect } from "../http/connect.ts";
import { type GetRefusal, httpGet } from "../http/http_get.ts";

/** The reason why an issuer's list was not fetched. */
export interface StatusListRequestRefusal {
  readonly code:
    | GetRefusal["code"]
    /** An unexpected status. */
    | "status"
    /** A redirect to another host, or too many redirects. */
    | "redirect"
    /** A media type other than that of the requested kind of list. */
    | "content_type";
  readonly status?: number;
}

/** The bounds of an answer. */
export interface StatusListRequestRules {
  readonly answerBytesMax: number;
  readonly signal: AbortSignal;
}

/** A list as sent by an issuer: a Status List Token in either form, or an identifier list. */
export type ListToken =
  | { readonly form: "jwt"; readonly text: string }
  | { readonly form: "cwt" | "identifiers"; readonly bytes: Uint8Array };

/**
 * The kind of list that a credential names: a Status List Token, or an identifier list (ISO/IEC
 * 18013-5 §12.3.6).
 */
export type ListKind = "statuses" | "identifiers";

/** Media types by form; the first one of a kind is requested, and the next one after a 406. */
const mediaTypes: Readonly<Record<ListKind, readonly (readonly [ListToken["form"], string])[]>> = {
  statuses: [["jwt", "application/statuslist+jwt"], ["cwt", "application/statuslist+cwt"]],
  identifiers: [["identifiers", "application/identifierlist+cwt"]],
};
const addressCharactersMax = 2_048;
/** Maximum characters of a DNS name (RFC 1035 §2.3.4). */
const hostCharactersMax = 253;
const redirectsMax = 3;

/**
 * Fetches a list (Token Status List §8.1 and §8.2, which identifier lists share). Follows redirects
 * only on the same host, since an issuer vouches only for its own address. Requests the JWT; an
 * issuer without one may answer with the CWT, or with 406, after which the CWT is requested.
 */
export async function fetchStatusList(
  connect: Connect,
  { url: address, kind }: { readonly url: URL; readonly kind: ListKind },
  { answerBytesMax: bytesMax, signal }: StatusListRequestRules,
): Promise<Result<ListToken, StatusListRequestRefusal>> {
  let url = address;
  const forms = mediaTypes[kind];
  let asked = 0;
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const [, accept = ""] = forms[asked] ?? [];
    const got = await httpGet(connect, { url, accept, bytesMax, signal });
    if (!got.ok) return got;
    const { status, headers, body } = got.value;
    if ([301, 302, 303, 307, 308].includes(status)) {
      const next: URL | null = listAddress(headers.get("location") ?? "", url);
      if (next === null || next.origin !== url.origin) return refuse({ code: "redirect" });
      url = next;
      continue;
    }
    if (status === 406 && asked < forms.length - 1) {
      asked++;
      continue;
    }
    if (status !== 200) return refuse({ code: "status", status });
    const [type = ""] = (headers.get("content-type") ?? "").split(";");
    const [form] = forms.find(([, own]) => own === type.trim().toLowerCase()) ?? [];
    if (form === undefined) return refuse({ code: "content_type" });
    return form === "jwt"
      ? ok({ form, text: new TextDecoder().decode(body).trim() })
      : ok({ form, bytes: body });
  }
  return refuse({ code: "redirect" });
}

/**
 * Whether other requests to the host would have failed too. The faults of a list itself do not show
 * that: missing, malformed, or too long.
 */
export function isOfHost({ code, status = 0 }: StatusListRequestRefusal): boolean {
  switch (code) {
    case "connection":
    case "address_not_public":
    case "not_permitted":
    case "deadline":
      return true;
    case "status":
      return status === 429 || status >= 500;
    case "redirect":
    case "content_type":
    case "too_long":
    case "malformed":
      return false;
    default:
      return code satisfies never;
  }
}

/**
 * Parses the URL of a list.
 *
 * @returns null unless the URL is https, has no user and is not too long
 */
export function listAddress(text: string, base?: URL): URL | null {
  if (text === "" || text.length > addressCharactersMax || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  const isPlain = url.protocol === "https:" && url.username === "" && url.password === "";
  return isPlain && url.hostname.length <= hostCharactersMax ? url : null;
}
