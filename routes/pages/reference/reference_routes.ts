import { z } from "zod";
import { refuse } from "../../../base/result.ts";
import { type Site, sitePolicy } from "../../html/layout.ts";
import { defineRoute, reply, type Route } from "../../http/route.ts";
import { basePathOf, linkBelow } from "../below_base.ts";
import { trailingSlashRoute } from "../trailing_slash.ts";
import type { Description } from "./description.ts";
import { type Reference, renderOverview, renderTag } from "./reference_page.ts";

const page = {
  method: "get",
  service: "edge",
  kind: "reference",
  auth: "none",
  access: { anonymous: "browser" },
  limits: { bucket: "pages" },
  form: { errors: "page" },
} as const;

const htmlPage = { contentType: "text/html; charset=utf-8", description: "The page" } as const;

const pageHeaders = {
  "content-security-policy": sitePolicy,
  "cache-control": "public, max-age=300",
  "x-frame-options": "DENY",
};

/** Maximum characters of a query; the rest is ignored. */
const queryCharactersMax = 200;

/**
 * GET /reference and a page for each tag, made from the OpenAPI description. They are not in it.
 *
 * @param read prints the description
 */
export function referenceRoutes(
  read: () => string,
  { site, baseUrl }: { readonly site: Site; readonly baseUrl: string },
): readonly Route[] {
  const basePath = basePathOf(baseUrl);
  let parsed: Description | null = null;
  const readDescription = () => parsed ??= JSON.parse(read()) as Description;
  const made = new Map<string, Uint8Array<ArrayBuffer>>();
  const render = (html: (reference: Reference) => string) =>
    linkBelow(basePath, html({ site, baseUrl, description: readDescription() }));
  /** Keeps a page's bytes, so that they are compressed once. */
  const keep = (name: string, html: (reference: Reference) => string) => {
    const bytes = made.get(name) ?? new TextEncoder().encode(render(html));
    made.set(name, bytes);
    return bytes;
  };
  return [
    defineRoute({
      ...page,
      path: "/reference",
      summary: "The API reference, and a search of its operations",
      form: { ...page.form, repeats: true },
      query: z.object({ q: z.union([z.string(), z.array(z.string())]).optional() }),
      answers: { 200: htmlPage },
      run: (_ports, { query: { q = "" } }) => {
        const asked = String(typeof q === "string" ? q : q[0]).toWellFormed().trim();
        if (asked === "") {
          return reply(200, keep("", (one) => renderOverview(one, "")), pageHeaders);
        }
        const query = asked.slice(0, queryCharactersMax);
        const found = render((reference) => renderOverview(reference, query));
        return reply(200, found, { ...pageHeaders, "cache-control": "no-store" });
      },
    }),
    defineRoute({
      ...page,
      path: "/reference/{tag}",
      summary: "The operations of a tag",
      params: z.object({ tag: z.string() }),
      answers: { 200: htmlPage },
      refuses: ["not_found"],
      run: (_ports, { params: { tag } }) =>
        readDescription().tags.some(({ name }) => name === tag)
          ? reply(200, keep(tag, (one) => renderTag(one, tag)), pageHeaders)
          : refuse({ code: "not_found" as const }),
    }),
    trailingSlashRoute("/reference", "reference"),
  ];
}
