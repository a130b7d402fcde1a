import { z } from "zod";
import { defineRoute, reply, type Route } from "../../http/route.ts";
import { basePathOf, linkBelow } from "../below_base.ts";
import { staticFileRoute } from "../static_file.ts";
import { trailingSlashRoute } from "../trailing_slash.ts";
import type { DocsFiles } from "./docs_files.ts";
import { docsPolicy, renderContents, renderDocsPage } from "./docs_page.ts";
import { renderErrorsPage } from "./errors_page.ts";
import type { DocsContent, Documentation } from "./open_documentation.ts";
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
  // The same bytes each time: they are compressed once.
  const page = (html: string) => new TextEncoder().encode(linkBelow(basePath, html));
  const send = (bytes: Uint8Array<ArrayBuffer>) => reply(200, bytes, headers);
  const errors = page(renderErrorsPage(files));
  const contents = page(renderContents(files));
  let search: Promise<Uint8Array<ArrayBuffer>> | null = null;
  const pages = new WeakMap<DocsContent, Uint8Array<ArrayBuffer>>();
  const all = docsPages.filter(({ file }) => file !== null);
  const renderSearch = async () =>
    page(renderSearchPage(await Promise.all(all.map(documentation.read)), files));
  return [
    defineRoute({
      ...anyPage,
      path: "/docs",
      summary: "Contents of the documentation",
      run: () => send(contents),
    }),
    defineRoute({
      ...anyPage,
      path: docsPath("errors"),
      summary: "Every error code",
      run: () => send(errors),
    }),
    defineRoute({
      ...anyPage,
      path: docsPath("search"),
      summary: "Every heading and code of the documentation",
      run: async () => {
        const rendering = search ??= renderSearch();
        // A file that cannot be read now may be later.
        rendering.catch(() => search = null);
        return send(await rendering);
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
        const content = await documentation.read(found);
        const bytes = pages.get(content) ?? page(renderDocsPage(content, files));
        pages.set(content, bytes);
        return send(bytes);
      },
    }),
    trailingSlashRoute("/docs", "docs"),
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
