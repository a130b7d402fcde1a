import { ok, refuse, type Result } from "../../base/result.ts";
import { isLoopback } from "../../standards/ip_address/loopback.ts";
import type { Mode } from "../nouns.ts";

/** The lowest permitted port except 443: the ports below it are system ports. */
const portMin = 1_024;

/** Why a URL is refused; the message completes a sentence. */
export type UrlRefusal = { readonly code: "bad_request"; readonly message: string };

/**
 * Parses the URL of an endpoint: https on port 443 or from 1024 up, without credentials or
 * fragment. In a sandbox it may also name this machine, and use http.
 */
export function parseEndpointUrl(text: string, mode: Mode): Result<URL, UrlRefusal> {
  const url = URL.parse(text);
  if (url === null) return refused("must be an absolute URL");
  const isLocal = isLoopback(url.href);
  if (isLocal && mode !== "sandbox") return refused("must not lead to this machine");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLocal)) {
    return refused("must begin with https://");
  }
  if (url.username !== "" || url.password !== "") return refused("must have no credentials");
  if (url.hash !== "" || text.includes("#")) return refused("must have no fragment");
  const port = url.port === "" ? null : Number(url.port);
  if (port === null ? url.protocol === "http:" : port < portMin) {
    return refused(`must have port 443, or one from ${portMin} on`);
  }
  return ok(url);
}

function refused(what: string): Result<never, UrlRefusal> {
  return refuse({ code: "bad_request", message: `Field "url" ${what}` });
}
