import { z } from "zod";
import { refuse } from "../../../base/result.ts";
import { defineRoute, reply, type Route } from "../../http/route.ts";
import { basePathOf, linkBelow } from "../below_base.ts";
import { keptForAYear, type StaticFile, staticFile, staticFileRoute } from "../static_file.ts";
import { trailingSlashRoute } from "../trailing_slash.ts";
import type { DocsFiles } from "./docs_files.ts";
import {
  type DocsFrame,
  docsPolicy,
  renderContents,
  renderDocsPage,
  renderNoPage,
  searchPolicy,
} from "./docs_page.ts";
import { renderErrorsPage } from "./errors_page.ts";
import { type DocsContent, type Documentation, keepUntilFailed } from "./open_documentation.ts";
import { docsPages, docsPath, slugOfFileName } from "./pages.ts";
import { makeSearchIndex } from "./search_index.ts";
import { listEntries, renderSearchPage } from "./search_page.ts";

/** The documentation, and the files that its pages load. */
export interface DocsSettings {
  readonly documentation: Documentation;
  readonly files: DocsFiles;
}

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

/** The same bytes each time: they are compressed once. */
type Bytes = Uint8Array<ArrayBuffer>;

/** The search page, and the words that its script loads. */
interface Search {
  readonly page: Bytes;
  readonly index: StaticFile;
}

/**
 * GET /docs, its pages and their files, in both modes. None is part of the OpenAPI description.
 *
 * @param baseUrl whose path a proxy takes off: every link of a page begins with it
 */
export function docsRoutes(settings: DocsSettings, baseUrl: string): readonly Route[] {
  const { files } = settings;
  const pages = openPages(settings, basePathOf(baseUrl));
  return [
    pageRoute("/docs", "Contents of the documentation", pages.contents),
    pageRoute(docsPath("errors"), "Every error code", pages.errors),
    pageRoute(
      docsPath("search"),
      "Every heading, code and word of the documentation",
      async () => (await pages.search()).page,
      searchPolicy,
    ),
    namedPageRoute(pages),
    searchIndexRoute(pages.search),
    trailingSlashRoute("/docs", "docs"),
    staticFileRoute(files.style, "docs"),
    staticFileRoute(files.script, "docs"),
  ];
}

interface Pages {
  contents(): Promise<Bytes>;
  errors(): Promise<Bytes>;
  search(): Promise<Search>;
  noPage(): Promise<Bytes>;
  /** @returns null for no page of a file */
  named(slug: string): Promise<Bytes | null>;
}

/** The pages as bytes, each made when it is first asked for. */
function openPages({ documentation, files }: DocsSettings, basePath: string): Pages {
  const page = (html: string) => new TextEncoder().encode(linkBelow(basePath, html));
  const { hasPlayground } = documentation;
  const frame = async (): Promise<DocsFrame> => ({
    files,
    titles: await documentation.titles(),
    hasPlayground,
  });
  const framed = (render: (frame: DocsFrame) => string) =>
    keepUntilFailed(async () => page(render(await frame())));
  const ofFiles = docsPages.filter(({ file }) => file !== null);
  const rendered = new WeakMap<DocsContent, Bytes>();
  return {
    contents: framed(renderContents),
    errors: framed(renderErrorsPage),
    noPage: framed(renderNoPage),
    search: keepUntilFailed(async () => {
      const groups = listEntries(await Promise.all(ofFiles.map(documentation.read)));
      const json = JSON.stringify(makeSearchIndex(groups.flatMap(({ entries }) => entries)));
      const index = await staticFile("/docs/files", "index.json", json);
      return { index, page: page(renderSearchPage(groups, index.path, await frame())) };
    }),
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
  policy = docsPolicy,
): Route {
  return defineRoute({
    ...anyPage,
    path,
    summary,
    answers: { 200: htmlPage },
    run: async () => reply(200, await read(), headersWith(policy)),
  });
}

/** A page by its name. A file's name, as the repository's links have it, leads to its page. */
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
      if (bytes !== null) return reply(200, bytes, headersWith(docsPolicy));
      return reply(404, await noPage(), {
        ...headersWith(docsPolicy),
        "cache-control": "no-store",
      });
    },
  });
}

/** The words of the search, under the address that its page names. */
function searchIndexRoute(search: Pages["search"]): Route {
  return defineRoute({
    method: "get",
    path: "/docs/files/{file}",
    summary: "Words of the documentation, for the search",
    service: "edge",
    kind: "docs",
    auth: "none",
    params: z.object({ file: z.string().regex(/^index\.[0-9a-f]{16}\.json$/) }),
    answers: { 200: { contentType: "application/json", description: "The words of each section" } },
    refuses: ["not_found"],
    run: async (_ports, { params }) => {
      const { index: { path, bytes } } = await search();
      if (path !== `/docs/files/${params.file}`) return refuse({ code: "not_found" } as const);
      return reply(200, bytes, keptForAYear);
    },
  });
}

/** Minutes are enough for a page that changes with a release. */
function headersWith(policy: string): Readonly<Record<string, string>> {
  return {
    "content-security-policy": policy,
    "cache-control": "public, max-age=300",
    "x-frame-options": "DENY",
  };
}
