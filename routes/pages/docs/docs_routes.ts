import { z } from "zod";
import { defineRoute, reply, type Route } from "../../http/route.ts";
import { basePathOf, linkBelow } from "../below_base.ts";
import { staticFileRoute } from "../static_file.ts";
import type { DocsFiles } from "./docs_files.ts";
import { docsPolicy, renderContents, renderDocsPage } from "./docs_page.ts";
import { renderErrorsPage } from "./errors_page.ts";
import type { Documentation } from "./open_documentation.ts";
import { docsPages, docsPath } from "./pages.ts";
import { renderSearchPage } from "./search_page.ts";

/** The documentation, and the files that its pages load. */
export interface DocsSettings {
  readonly documentation: Documentation;
  readonly files: DocsFiles;
}

const anyPage = {
  method: "get",
  service: "edge",
  kind: "docs",
  auth: "none",
  anonymous: "browser",
  rateLimit: "pages",
  documented: false,
  answers: { 200: { contentType: "text/html; charset=utf-8", description: "The page" } },
  errorForm: "page",
} as const;

/**
 * GET /docs, its pages and their files, in both modes. None is part of the OpenAPI description.
 *
 * @param baseUrl whose path a proxy takes off: every link of a page begins with it
 */
export function docsRoutes(
  { documentation, files }: DocsSettings,
  baseUrl: string,
): readonly Route[] {
  const basePath = basePathOf(baseUrl);
  const page = (html: string) => reply(200, linkBelow(basePath, html), headers);
  const errors = renderErrorsPage(files);
  const contents = renderContents(files);
  let search: Promise<string> | null = null;
  const all = docsPages.filter(({ file }) => file !== null);
  const renderSearch = async () =>
    renderSearchPage(await Promise.all(all.map(documentation.read)), files);
  return [
    defineRoute({
      ...anyPage,
      path: "/docs",
      summary: "Contents of the documentation",
      run: () => page(contents),
    }),
    defineRoute({
      ...anyPage,
      path: docsPath("errors"),
      summary: "Every error code",
      run: () => page(errors),
    }),
    defineRoute({
      ...anyPage,
      path: docsPath("search"),
      summary: "Every heading and code of the documentation",
      run: async () => {
        const rendering = search ??= renderSearch();
        // A file that cannot be read now may be later.
        rendering.catch(() => search = null);
        return page(await rendering);
      },
    }),
    defineRoute({
      ...anyPage,
      path: docsPath("{page}"),
      summary: "A page of the documentation",
      params: z.object({ page: z.enum(all.map(({ slug }) => slug)) }),
      refuses: ["not_found"],
      run: async (_ports, { params }) => {
        const found = all.find(({ slug }) => slug === params.page);
        if (found === undefined) throw new Error("A page that parses is among them");
        return page(renderDocsPage(await documentation.read(found), files));
      },
    }),
    staticFileRoute(files.style, "docs"),
    staticFileRoute(files.script, "docs"),
  ];
}

/** Minutes are enough for a page that changes with a release. */
const headers = {
  "content-security-policy": docsPolicy,
  "cache-control": "public, max-age=300",
  "x-frame-options": "DENY",
};
