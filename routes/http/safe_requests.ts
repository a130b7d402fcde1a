import type { Units } from "../../base/unit.ts";
import { type Rendered, renderRefusal } from "./render.ts";
import type { RequestContext } from "./request_context.ts";
import type { Route } from "./route.ts";

/** Headers by which browsers say that they fetch ahead of a person; all but the first are older. */
const prefetchHeaders = ["sec-purpose", "purpose", "x-moz"] as const;

/** A token of such a header, its parameters left aside: `prefetch;prerender`. */
const ahead = /(?:^|[\s,;])(?:prefetch|prerender)(?:$|[\s,;])/i;

/** Whether a browser fetches ahead of a person, who may never go there. */
export function isPrefetch({ headers }: Pick<Request, "headers">): boolean {
  return prefetchHeaders.some((name) => ahead.test(headers.get(name) ?? ""));
}

/** Whether a request may change anything: neither HEAD (RFC 9110 §9.3.2) nor a prefetch may. */
export function mayWrite(request: Pick<Request, "headers" | "method">): boolean {
  if (request.method === "HEAD") return false;
  return request.method !== "GET" || !isPrefetch(request);
}

/**
 * Refuses a prefetch of a GET that writes, before anything is done for it. A browser that is refused
 * asks again when the person goes there (WICG, Speculation Rules).
 *
 * @returns null for any other request
 */
export function refusePrefetch(
  { form }: Pick<Route, "form">,
  { request }: Pick<RequestContext, "request">,
): Rendered | null {
  if (form?.writesOnGet !== true || !isPrefetch(request)) return null;
  const rendered = renderRefusal({ code: "prefetch_refused" }, form.errors);
  return { ...rendered, headers: { ...rendered.headers, vary: "Sec-Purpose" } };
}

/**
 * Makes sure that what says that its GET writes is one.
 *
 * @throws Error otherwise: the start stops
 */
export function assertWritesOnGet({ method, path, form }: Route): void {
  if (form?.writesOnGet === true && method !== "get") {
    throw new Error(`${method} ${path}: it is no GET that writes`);
  }
}

/** Units of work that end without being committed: an operation runs, and nothing of it stays. */
export function uncommitted(units: Units): Units {
  return { begin: () => units.begin(), commit: () => Promise.resolve({ kind: "committed" }) };
}
