import { createHash } from "node:crypto";
import type { Rendered, RenderedBody } from "./render.ts";
import type { Route } from "./route.ts";

/** The `Cache-Control` of an answer that may be cached; null for others. */
export function keptAs(
  { form: { cacheSeconds, revalidates } = {} }: Pick<Route, "form">,
): string | null {
  if (cacheSeconds !== undefined) return `public, max-age=${cacheSeconds}`;
  // The caller may keep it, and asks each time whether it still holds.
  return revalidates === true ? "private, no-cache" : null;
}

/**
 * Lets caches or the caller cache the answer of a route that permits it, and answers 304 to a
 * caller that already has its bytes (RFC 9110 §13.1.2). Runs after compression, since a strong ETag
 * belongs to the sent bytes. Refusals and faults are never cached.
 */
export function letKeep(
  route: Pick<Route, "path" | "form">,
  request: Request,
  rendered: Rendered,
): Rendered {
  const cacheControl = keptAs(route);
  if (cacheControl === null || rendered.status !== 200) return rendered;
  if (rendered.body instanceof ReadableStream) throw new Error(`${route.path} caches a stream`);
  const etag = etagOf(rendered.body);
  const headers = {
    ...rendered.headers,
    "cache-control": cacheControl,
    etag,
  };
  if (!names(request.headers.get("if-none-match"), etag)) return { ...rendered, headers };
  // What describes the bytes goes with them (RFC 9110 §15.4.5).
  const { "content-type": _type, "content-encoding": _coding, ...kept } = headers as Readonly<
    Record<string, string>
  >;
  return { status: 304, headers: kept, body: null };
}

function etagOf(body: Exclude<RenderedBody, ReadableStream>): string {
  return `"${createHash("sha256").update(body ?? "").digest("base64url")}"`;
}

/** Whether a header `If-None-Match` names an ETag. Compares weakly, since proxies weaken ETags. */
function names(header: string | null, etag: string): boolean {
  if (header === null) return false;
  const named: readonly string[] = header.match(/"[^"]*"/g) ?? [];
  return header.trim() === "*" || named.includes(etag);
}

/**
 * Asserts that a cacheable answer is the same for all callers.
 *
 * @throws Error otherwise, which fails the start
 */
export function assertCacheable(
  { method, path, auth, answers, limits, cookies, form }: Route,
): void {
  const { cacheSeconds, writesOnGet } = form ?? {};
  if (cacheSeconds === undefined) return;
  if (!Number.isInteger(cacheSeconds) || cacheSeconds < 1) {
    throw new Error(`${method} ${path}: cacheSeconds is a whole number from 1`);
  }
  const isStreamed = Object.values(answers).some((answer) => "streamed" in answer);
  const isAnybodys = auth === "none" && limits?.bucket === undefined && cookies === undefined;
  if (method !== "get" || !isAnybodys || writesOnGet === true || isStreamed) {
    throw new Error(
      `${method} ${path}: only what a GET that writes nothing answers to anybody is cached`,
    );
  }
}
