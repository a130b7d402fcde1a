import { z } from "zod";
import { defineRoute, reply, type Route } from "../../http/route.ts";
import { linkBelow } from "../below_base.ts";
import { trailingSlashRoute } from "../trailing_slash.ts";
import { type Site, sitePolicy } from "../../html/layout.ts";
import { type DocsFrame, renderContents, renderDocsPage, renderNoPage } from "./docs_page.ts";
import { renderDesignPage } from "./design_page.ts";
import { renderErrorsPage } from "./errors_page.ts";
import { type DocsContent, type Documentation, keepUntilFailed } from "./open_documentation.ts";
import { docsPages, docsPath, slugOfFileName } from "./pages.ts";
import { openSearch } from "./find_entries.ts";
import { listEntries, renderSearchPage } from "./search_page.ts";

const htmlPage = { contentType: "text/html; charset=utf-8", description: "The page" } as const;

const anyPage = {
  method: "get",
  service: "edge",
  kind: "docs",
  auth: "none",
  access: { anonymous: "browser" },
  limits: { bucket: "pages" },
  form: { errors: "page" },
} as const;

/** Bytes of an answer. The object is reused, so that they are compressed once. */
type Bytes = Uint8Array<ArrayBuffer>;

/**
 * GET /docs, its pages and its search, in both modes. They are not in the OpenAPI description.
 *
 * @param basePath path that a proxy removes, put before every link
 */
export function docsRoutes(
  documentation: Documentation,
  { site, basePath }: { readonly site: Site; readonly basePath: string },
): readonly Route[] {
  const pages = openPages(documentation, site, basePath);
  return [
    pageRoute("/docs", "Contents of the documentation", pages.contents),
    pageRoute(docsPath("errors"), "Every error code", pages.errors),
    pageRoute(docsPath("design"), "The look of the pages", pages.design),
    searchRoute(pages),
    namedPageRoute(pages),
    trailingSlashRoute("/docs", "docs"),
  ];
}

interface Pages {
  contents(): Promise<Bytes>;
  errors(): Promise<Bytes>;
  design(): Promise<Bytes>;
  search(query: string): Promise<string>;
  noPage(): Promise<Bytes>;
  /** @returns null if no file has the name */
  named(slug: string): Promise<Bytes | null>;
}

/** The pages as bytes, each rendered at the first request. */
function openPages(documentation: Documentation, site: Site, basePath: string): Pages {
  const page = (html: string) => new TextEncoder().encode(linkBelow(basePath, html));
  const frame = async (): Promise<DocsFrame> => ({ site, titles: await documentation.titles() });
  const framed = (render: (frame: DocsFrame) => string) =>
    keepUntilFailed(async () => page(render(await frame())));
  const ofFiles = docsPages.filter(({ file }) => file !== null);
  const rendered = new WeakMap<DocsContent, Bytes>();
  const search = keepUntilFailed(async () =>
    openSearch(listEntries(await Promise.all(ofFiles.map(documentation.read))))
  );
  return {
    contents: framed(renderContents),
    errors: framed(renderErrorsPage),
    design: framed(renderDesignPage),
    noPage: framed(renderNoPage),
    search: async (query) => {
      const found = query === "" ? [] : (await search())(query);
      return linkBelow(basePath, renderSearchPage({ query, found }, await frame()));
    },
    named: async (slug) => {
      const found = ofFiles.find((page) => page.slug === slug);
      if (found === undefined) return null;
      const content = await documentation.read(found);
      const bytes = rendered.get(content) ?? page(renderDocsPage(content, await frame()));
      rendered.set(content, bytes);
      return bytes;
    },
  };
}

function pageRoute(
  path: string,
  summary: string,
  read: () => Promise<Bytes>,
): Route {
  return defineRoute({
    ...anyPage,
    path,
    summary,
    answers: { 200: htmlPage },
    run: async () => reply(200, await read(), pageHeaders),
  });
}

/** A page by its name. The name of a file, as in the repository's links, leads to its page. */
function namedPageRoute({ named, noPage }: Pages): Route {
  return defineRoute({
    ...anyPage,
    path: docsPath("{page}"),
    summary: "A page of the documentation",
    params: z.object({ page: z.string() }),
    answers: {
      200: htmlPage,
      308: { redirect: true, description: "The page of a file's name" },
      404: htmlPage,
    },
    run: async (_ports, { params }) => {
      const slug = slugOfFileName(params.page);
      // Relative, so that it holds below a proxy's path too.
      if (slug !== null) return reply(308, { location: slug });
      const bytes = await named(params.page);
      if (bytes !== null) return reply(200, bytes, pageHeaders);
      return reply(404, await noPage(), {
        ...pageHeaders,
        "cache-control": "no-store",
      });
    },
  });
}

/** Maximum characters of a query; the rest is ignored. */
const queryCharactersMax = 200;

/** The search. Queries are neither stored nor logged. */
function searchRoute({ search }: Pages): Route {
  return defineRoute({
    ...anyPage,
    path: docsPath("search"),
    summary: "Search every heading, code and word of the documentation",
    limits: { bucket: "docsSearch" },
    query: z.object({ q: z.union([z.string(), z.array(z.string())]).optional() }),
    form: { ...anyPage.form, repeats: true },
    answers: { 200: htmlPage },
    run: async (_ports, { query: { q = "" } }) => {
      const query = String(typeof q === "string" ? q : q[0]).toWellFormed();
      const html = await search(query.slice(0, queryCharactersMax));
      return reply(200, html, { ...pageHeaders, "cache-control": "no-store" });
    },
  });
}

/** Caches a page for minutes: it changes only with a release. */
const pageHeaders = {
  "content-security-policy": sitePolicy,
  "cache-control": "public, max-age=300",
  "x-frame-options": "DENY",
};
