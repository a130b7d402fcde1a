import type { Mode } from "../../core/nouns.ts";
import { ok } from "../../base/result.ts";
import { atBase } from "../pages/below_base.ts";
import { describe } from "../openapi/openapi_document.ts";
import { defineRoute, type Route } from "../http/route.ts";

/** The description of these routes as JSON, printed at the first request. */
export function openDescription(
  routes: readonly Route[],
  facts: { readonly mode: Mode; readonly baseUrl: string },
): () => string {
  let text: string | null = null;
  // The recorded answers of the examples name the address that a sandbox has by default.
  return () => text ??= atBase(facts.baseUrl, JSON.stringify(describe(routes, facts)));
}

/** GET /openapi.json. @param read prints the description */
export function openApiRoute(read: () => string): Route {
  let bytes: Uint8Array<ArrayBuffer> | null = null;
  return defineRoute({
    method: "get",
    path: "/openapi.json",
    summary: "This description",
    service: "edge",
    kind: "openapi",
    auth: "none",
    access: { anonymous: "browser" },
    limits: { bucket: "pages" },
    answers: { 200: { contentType: "application/json", description: "OpenAPI 3.1.0" } },
    run: () => ok(bytes ??= new TextEncoder().encode(read())),
  });
}
