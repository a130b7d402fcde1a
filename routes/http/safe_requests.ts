import type { Units } from "../../base/unit.ts";
import { type Rendered, renderRefusal } from "./render.ts";
import type { RequestContext } from "./request_context.ts";
import type { Route } from "./route.ts";

/** Headers by which browsers announce a prefetch; all but the first are older. */
const prefetchHeaders = ["sec-purpose", "purpose", "x-moz"] as const;

/** A token of such a header, with its parameters ignored: `prefetch;prerender`. */
const ahead = /(?:^|[\s,;])(?:prefetch|prerender)(?:$|[\s,;])/i;

/** Whether a browser prefetches a page that a person may never open. */
export function isPrefetch({ headers }: Pick<Request, "headers">): boolean {
  return prefetchHeaders.some((name) => ahead.test(headers.get(name) ?? ""));
}

/** Whether a request may change data: neither HEAD (RFC 9110 §9.3.2) nor a prefetch may. */
export function mayWrite(request: Pick<Request, "headers" | "method">): boolean {
  if (request.method === "HEAD") return false;
  return request.method !== "GET" || !isPrefetch(request);
}

/**
 * Refuses a prefetch of a GET that writes, before any work is done. A refused browser sends the
 * request again when the person opens the page (WICG, Speculation Rules).
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
 * Asserts that a route with `writesOnGet` is a GET.
 *
 * @throws Error otherwise, which fails the start
 */
export function assertWritesOnGet({ method, path, form }: Route): void {
  if (form?.writesOnGet === true && method !== "get") {
    throw new Error(`${method} ${path}: it is no GET that writes`);
  }
}

/** Units of work that are never committed: an operation runs without effect. */
export function uncommitted(units: Units): Units {
  return { begin: () => units.begin(), commit: () => Promise.resolve({ kind: "committed" }) };
}
