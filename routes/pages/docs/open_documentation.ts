import type { Place } from "./markdown_places.ts";
import { atBase } from "../below_base.ts";
import { docsLink, type DocsPage, docsPages } from "./pages.ts";
import { openMarkdown, type RenderMarkdown } from "./render_markdown.ts";

/** A rendered page: its markup, and its places. */
export interface DocsContent {
  readonly page: DocsPage;
  /** The first heading, with which `html` begins. */
  readonly title: string;
  readonly html: string;
  readonly places: readonly Place[];
}

/** Titles of all pages for links, by slug. */
export type DocsTitles = ReadonlyMap<string, string>;

/** The documentation of this checkout. Each page is rendered at its first request, and cached. */
export interface Documentation {
  /** Whether the deployment serves `/playground`, to which pages link. */
  readonly hasPlayground: boolean;
  /** Reads the first heading of every page, once. */
  titles(): Promise<DocsTitles>;
  /** @throws Error for a page made from tables, or if its file was removed after the start */
  read(page: DocsPage): Promise<DocsContent>;
}

/** The deployment that serves the documentation. */
interface DocumentedService extends Pick<Documentation, "hasPlayground"> {
  /** The service's URL for samples and links. */
  readonly baseUrl: string;
}

const root = new URL("../../../", import.meta.url);

/**
 * Opens the documentation without reading it.
 *
 * @returns null if the files are missing, or permissions do not cover them
 */
export async function openDocumentation(
  { hasPlayground, baseUrl }: DocumentedService,
): Promise<Documentation | null> {
  const files = docsPages.flatMap(({ file }) => file ?? []);
  // The platform reports a file that cannot be read by throwing only.
  try {
    for (const file of files) await Deno.stat(new URL(file, root));
  } catch {
    return null;
  }
  let opened: Promise<RenderMarkdown> | null = null;
  const titles = keepUntilFailed(readTitles);
  const kept = new Map<string, Promise<DocsContent>>();
  return {
    hasPlayground,
    titles,
    read: (page) => {
      const { slug } = page;
      const links = { hasPlayground, baseUrl, titles };
      const content = kept.get(slug) ?? render(page, opened ??= openMarkdown(), links);
      kept.set(slug, content);
      // A file that cannot be read now may be later.
      content.catch(() => kept.delete(slug));
      return content;
    },
  };
}

/**
 * Makes a value at the first request and caches it; after a failure the next request tries again.
 */
export function keepUntilFailed<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | null = null;
  return () => {
    const making = kept ??= make();
    making.catch(() => kept = null);
    return making;
  };
}

async function readTitles(): Promise<DocsTitles> {
  const titles = docsPages.map(async ({ slug, file, title }) => {
    if (file === null) return [slug, title ?? slug] as const;
    const text = await Deno.readTextFile(new URL(file, root));
    const [, heading = slug] = /^# (.+)$/m.exec(text) ?? [];
    return [slug, shortTitle(heading)] as const;
  });
  return new Map(await Promise.all(titles));
}

/** A title without the part after its colon, except for guides (`Guide: ...`). */
function shortTitle(title: string): string {
  return title.startsWith("Guide: ") ? title : title.replace(/: .*$/, "");
}

async function render(
  page: DocsPage,
  opened: Promise<RenderMarkdown>,
  { hasPlayground, baseUrl, titles: readAll }: DocumentedService & Pick<Documentation, "titles">,
): Promise<DocsContent> {
  const { file, slug } = page;
  if (file === null) throw new Error(`${slug} is no file`);
  const renderMarkdown = await opened;
  const titles = await readAll();
  const text = await Deno.readTextFile(new URL(file, root));
  const { html, places } = renderMarkdown(atBase(baseUrl, text), (href) => {
    const link = docsLink(file, href, { hasPlayground, baseUrl });
    if (link === null) return null;
    return { href: link.href, title: titles.get(link.slug ?? "") ?? null };
  });
  return { page, title: places[0]?.text ?? slug, html, places };
}
