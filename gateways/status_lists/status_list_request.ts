import { ok, refuse, type Result } from "../../base/result.ts";
import type { Connect } from "../http/connect.ts";
import { type GetRefusal, httpGet } from "../http/http_get.ts";

/** Why an issuer's list was not had. */
export interface StatusListRequestRefusal {
  readonly code:
    | GetRefusal["code"]
    /** A status that no list has. */
    | "status"
    /** It sends elsewhere: to another host, or on and on. */
    | "redirect"
    /** Neither `application/statuslist+jwt` nor `application/statuslist+cwt`. */
    | "content_type";
  readonly status?: number;
}

/** The bounds of an answer. */
export interface StatusListRequestRules {
  readonly answerBytesMax: number;
  readonly signal: AbortSignal;
}

/** A Status List Token as an issuer sends it. */
export type StatusListToken =
  | { readonly form: "jwt"; readonly text: string }
  | { readonly form: "cwt"; readonly bytes: Uint8Array };

const mediaTypes = {
  jwt: "application/statuslist+jwt",
  cwt: "application/statuslist+cwt",
} as const;
const addressCharactersMax = 2_048;
/** Characters of any name in the DNS (RFC 1035 §2.3.4). */
const hostCharactersMax = 253;
const redirectsMax = 3;

/**
 * Fetches a Status List Token (Token Status List §8.1 and §8.2). Redirects are followed on the same
 * host alone: an issuer vouches for its own address and for no other. The JWT is asked for; an issuer that
 * has none may answer with the CWT, or with 406, upon which the CWT is asked for.
 */
export async function fetchStatusList(
  connect: Connect,
  address: URL,
  { answerBytesMax: bytesMax, signal }: StatusListRequestRules,
): Promise<Result<StatusListToken, StatusListRequestRefusal>> {
  let url = address;
  let accept: string = mediaTypes.jwt;
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const got = await httpGet(connect, { url, accept, bytesMax, signal });
    if (!got.ok) return got;
    const { status, headers, body } = got.value;
    if ([301, 302, 303, 307, 308].includes(status)) {
      const next: URL | null = listAddress(headers.get("location") ?? "", url);
      if (next === null || next.origin !== url.origin) return refuse({ code: "redirect" });
      url = next;
      continue;
    }
    if (status === 406 && accept === mediaTypes.jwt) {
      accept = mediaTypes.cwt;
      continue;
    }
    if (status !== 200) return refuse({ code: "status", status });
    const [type = ""] = (headers.get("content-type") ?? "").split(";");
    switch (type.trim().toLowerCase()) {
      case mediaTypes.jwt:
        return ok({ form: "jwt", text: new TextDecoder().decode(body).trim() });
      case mediaTypes.cwt:
        return ok({ form: "cwt", bytes: body });
      default:
        return refuse({ code: "content_type" });
    }
  }
  return refuse({ code: "redirect" });
}

/**
 * Whether nothing else would have been had of the host either, which a list's own faults do not say:
 * that it is missing, is no list or is too long.
 */
export function isOfHost({ code, status = 0 }: StatusListRequestRefusal): boolean {
  switch (code) {
    case "connection":
    case "address_not_public":
    case "not_permitted":
    case "deadline":
      return true;
    case "status":
      return status >= 500;
    case "redirect":
    case "content_type":
    case "too_long":
    case "malformed":
      return false;
    default:
      return code satisfies never;
  }
}

/** Where a list is. @returns null unless it is https, has no user and is not too long */
export function listAddress(text: string, base?: URL): URL | null {
  if (text === "" || text.length > addressCharactersMax || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  const isPlain = url.protocol === "https:" && url.username === "" && url.password === "";
  return isPlain && url.hostname.length <= hostCharactersMax ? url : null;
}
