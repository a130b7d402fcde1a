import type { MarkdownIt, Token } from "markdown-it";

/** A place in a page that a link may name: a heading, or a table's row by its code. */
export interface Place {
  /** The anchor: of a heading as GitHub makes it, of a row the code itself. */
  readonly id: string;
  readonly text: string;
  readonly kind: "heading" | "code";
  /** Of a heading 1 to 6; of a row 0. */
  readonly level: number;
}

/** Markdown as markup: no HTML of the text's own, no inline style, no picture. */
export interface RenderedMarkdown {
  readonly html: string;
  /** In the order of the page. */
  readonly places: readonly Place[];
}

/** Where a link of the text leads among the pages; null where nothing is served, and its words stay. */
export type ResolveLink = (href: string) => string | null;

/** Renders Markdown (CommonMark 0.31 with tables). */
export type RenderMarkdown = (text: string, resolveLink: ResolveLink) => RenderedMarkdown;

/** Loads the library, which nothing else needs. */
export async function openMarkdown(): Promise<RenderMarkdown> {
  const { default: markdownIt } = await import("markdown-it");
  const markdown = markdownIt({ html: false, linkify: false }).disable("image");
  setRules(markdown);
  return (text, resolveLink) => {
    const tokens = markdown.parse(text, {});
    const places = namePlaces(tokens);
    for (const [index, token] of tokens.entries()) {
      if (token.children !== null) resolveLinks(token.children, resolveLink);
      if (token.type === "th_open") setHeader(tokens.slice(index, index + 3));
      if (token.type === "th_open" || token.type === "td_open") alignByClass(token);
    }
    return { html: markdown.renderer.render(tokens, markdown.options, {}), places };
  };
}

/** What is wider than the page scrolls in a box of its own, by the keyboard too. */
function setRules({ renderer, utils }: MarkdownIt): void {
  const { rules } = renderer;
  rules["table_open"] = (tokens, index) => {
    const number = tokens.slice(0, index + 1).filter(({ type }) => type === "table_open").length;
    return `<div class="wide" role="region" aria-label="Table ${number}" tabindex="0"><table>\n`;
  };
  rules["table_close"] = () => "</table></div>\n";
  rules["fence"] = rules["code_block"] = (tokens, index) =>
    `<pre class="wide" tabindex="0"><code>${
      utils.escapeHtml(tokens[index]?.content ?? "")
    }</code></pre>\n`;
}

/** Gives headings and rows their anchors. The second of a name has `-1` at its end, as on GitHub. */
function namePlaces(tokens: readonly Token[]): readonly Place[] {
  const places: Place[] = [];
  const ids = new Set<string>();
  const repeats = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const text = textOf(tokens[index + 1]);
    const slug = slugOf(text);
    let id = slug;
    for (let repeat = repeats.get(slug) ?? 1; ids.has(id); repeat++) {
      id = `${slug}-${repeat}`;
      repeats.set(slug, repeat + 1);
    }
    ids.add(id);
    token.attrSet("id", id);
    places.push({ id, text, kind: "heading", level: Number(token.tag.slice(1)) });
  }
  for (const [index, token] of tokens.entries()) {
    const code = token.type === "tr_open" ? codeOfRow(tokens, index) : null;
    if (code === null || ids.has(code)) continue;
    ids.add(code);
    token.attrSet("id", code);
    places.push({ id: code, text: code, kind: "code", level: 0 });
  }
  return places;
}

function slugOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
}

function textOf(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ content }) => content).join("");
}

/** The code that a row is about: its first cell, else the first one that is a code of several words. */
function codeOfRow(tokens: readonly Token[], start: number): string | null {
  const end = tokens.findIndex(({ type }, index) => index > start && type === "tr_close");
  const cells = tokens.slice(start, end).filter(({ type }) => type === "inline").map(codeOf);
  return cells[0] ?? cells.find((code) => code?.includes("_")) ?? null;
}

/** The code that is all of a cell, where it can be an anchor. */
function codeOf(inline: Token | undefined): string | null {
  const [only, ...others] = inline?.children ?? [];
  if (only?.type !== "code_inline" || others.length > 0) return null;
  return /^[A-Za-z][\w.:-]*$/.test(only.content) ? only.content : null;
}

/** A link to what is not served is a span of the same words. */
function resolveLinks(children: readonly Token[], resolveLink: ResolveLink): void {
  let isDropped = false;
  for (const token of children) {
    if (token.type === "link_open") {
      const href = resolveLink(String(token.attrGet("href")));
      isDropped = href === null;
      if (href !== null) token.attrSet("href", href);
    }
    if (isDropped && (token.type === "link_open" || token.type === "link_close")) {
      token.tag = "span";
      token.attrs = null;
    }
    if (token.type === "link_close") isDropped = false;
  }
}

/** A header says that it is of its column; an empty one is no header. */
function setHeader([open, inline, close]: readonly Token[]): void {
  if (open === undefined || close === undefined) return;
  if (inline?.content === "") open.tag = close.tag = "td";
  else open.attrSet("scope", "col");
}

/** The library aligns cells by an inline style, which the page's policy forbids. */
function alignByClass(token: Token): void {
  const style = String(token.attrGet("style") ?? "");
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== "style");
  if (style.includes("right")) token.attrSet("class", "right");
}
