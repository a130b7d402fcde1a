import { docsLink, type DocsPage, docsPages } from "./pages.ts";
import { openMarkdown, type Place, type RenderMarkdown } from "./render_markdown.ts";

/** A page as it is read: its words as markup, and its places. */
export interface DocsContent {
  readonly page: DocsPage;
  /** Its first heading, which `html` begins with. */
  readonly title: string;
  readonly html: string;
  readonly places: readonly Place[];
}

/** The documentation of this checkout. Each page is rendered when it is first asked for, and kept. */
export interface Documentation {
  /** @throws Error for a page that is made of tables, or whose file has gone since the start */
  read(page: DocsPage): Promise<DocsContent>;
}

const root = new URL("../../../", import.meta.url);

/**
 * Opens the documentation, and reads nothing of it yet.
 *
 * @returns null where permissions do not cover the files, or they are not there
 */
export async function openDocumentation(): Promise<Documentation | null> {
  const files = docsPages.flatMap(({ file }) => file ?? []);
  // The platform reports a file that cannot be read by throwing only.
  try {
    for (const file of files) await Deno.stat(new URL(file, root));
  } catch {
    return null;
  }
  let opened: Promise<RenderMarkdown> | null = null;
  const kept = new Map<string, Promise<DocsContent>>();
  return {
    read: (page) => {
      const { slug } = page;
      const content = kept.get(slug) ?? render(page, opened ??= openMarkdown());
      kept.set(slug, content);
      // A file that cannot be read now may be later.
      content.catch(() => kept.delete(slug));
      return content;
    },
  };
}

async function render(page: DocsPage, opened: Promise<RenderMarkdown>): Promise<DocsContent> {
  const { file, slug } = page;
  if (file === null) throw new Error(`${slug} is no file`);
  const renderMarkdown = await opened;
  const text = await Deno.readTextFile(new URL(file, root));
  const { html, places } = renderMarkdown(text, (href) => docsLink(file, href));
  return { page, title: places[0]?.text ?? slug, html, places };
}
