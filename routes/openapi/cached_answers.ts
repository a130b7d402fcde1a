import { z } from "zod";
import { keptAs } from "../http/caching.ts";
import type { Route } from "../http/route.ts";
import type { Headers } from "./error_answers.ts";

type Cached = Pick<Route, "form">;

/** Headers of an answer that may be kept. */
export function cacheHeaders(route: Cached): Headers {
  const cacheControl = keptAs(route);
  if (cacheControl === null) return {};
  return {
    "Cache-Control": {
      schema: { type: "string" },
      description: `\`${cacheControl}\``,
    },
    "ETag": { schema: { type: "string" }, description: "Strong: of the bytes that are sent" },
  };
}

/** The answer to a caller that has the bytes already, where they may be kept. */
export function notModified(route: Cached): Readonly<Record<string, unknown>> {
  if (keptAs(route) === null) return {};
  return {
    304: {
      description: "What `If-None-Match` names has not changed",
      headers: cacheHeaders(route),
    },
  };
}

/** `If-None-Match`, as a parameter of an operation. */
export const ifNoneMatchHeader = z.string().optional().meta({
  param: { name: "If-None-Match", in: "header" },
  description:
    "`ETag` of an answer that the caller has; the answer is 304 while it has not changed",
});
