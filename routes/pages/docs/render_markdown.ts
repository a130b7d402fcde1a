import type { MarkdownIt, Token } from "markdown-it";
import { figureOf, pictureOf } from "./figures/figure.ts";
import { namePlaces, type Place } from "./markdown_places.ts";

/** Markdown as markup: without raw HTML, inline styles and images. */
export interface RenderedMarkdown {
  readonly html: string;
  /** Headings in the order of the page, then rows. */
  readonly places: readonly Place[];
}

/** The target of a link among the pages. */
export interface ResolvedLink {
  readonly href: string;
  /** The page's title, which replaces a link text that is a file name; null: the text stays. */
  readonly title: string | null;
}

/** Resolves a link; null if the target is not served, so that only the text remains. */
export type ResolveLink = (href: string) => ResolvedLink | null;

/** Renders Markdown (CommonMark 0.31 with tables). */
export type RenderMarkdown = (text: string, resolveLink: ResolveLink) => RenderedMarkdown;

/** A comment on a line of its own, meant for the formatter and the tests; it is not rendered. */
const commentLine = /^<!--.*-->$/gm;

/** Loads the Markdown library, which is used only here. */
export async function openMarkdown(): Promise<RenderMarkdown> {
  const { default: markdownIt } = await import("markdown-it");
  const markdown = markdownIt({ html: false, linkify: false }).disable("image");
  setRules(markdown);
  return (text, resolveLink) => {
    const tokens = markdown.parse(text.replaceAll(commentLine, ""), {});
    for (const { children } of tokens) if (children !== null) resolveLinks(children, resolveLink);
    const places = namePlaces(tokens);
    for (const [index, token] of tokens.entries()) {
      if (token.type === "th_open") setHeader(tokens.slice(index, index + 3));
      if (token.type === "th_open" || token.type === "td_open") alignByClass(token);
    }
    labelCells(tokens);
    return { html: markdown.renderer.render(tokens, markdown.options, {}), places };
  };
}

/** Minimum columns of a table that is too wide for a page with navigation. */
const wideColumnsMin = 6;

/** Sets the renderer's rules: content wider than the page scrolls in a box, also by keyboard. */
function setRules({ renderer, utils }: MarkdownIt): void {
  const { rules } = renderer;
  rules["table_open"] = (tokens, index) => {
    const number = tokens.slice(0, index + 1).filter(({ type }) => type === "table_open").length;
    const end = tokens.findIndex(({ type }, at) => at > index && type === "tr_close");
    const columns = tokens.slice(index, end).filter(({ type }) => type === "th_open").length;
    const name = columns < wideColumnsMin ? "wide" : "wide many";
    return `<div class="${name}" role="region" aria-label="Table ${number}" tabindex="0"><table>\n`;
  };
  rules["table_close"] = () => "</table></div>\n";
  rules["fence"] = rules["code_block"] = (tokens, index) => {
    const { info = "", content = "" } = tokens[index] ?? {};
    const picture = pictureOf(info, content);
    if (picture !== null) return figureOf(picture);
    const code = `<pre class="wide" tabindex="0"><code>${utils.escapeHtml(content)}</code></pre>\n`;
    return withLanguages(tokens, index, code);
  };
}

/** Languages of samples, by the word after the fence. */
const sampleLanguages: Readonly<Record<string, string>> = {
  sh: "curl",
  ts: "TypeScript",
  python: "Python",
};

/**
 * Renders consecutive blocks in several languages as one sample. Radio buttons select the visible
 * one, without script and by keyboard.
 */
function withLanguages(tokens: readonly Token[], index: number, code: string): string {
  const languageAt = (at: number) => {
    const { type, info = "" } = tokens[at] ?? {};
    return type === "fence" && Object.hasOwn(sampleLanguages, info) ? info : null;
  };
  if (languageAt(index) === null) return code;
  let [first, last] = [index, index];
  while (languageAt(first - 1) !== null) first--;
  while (languageAt(last + 1) !== null) last++;
  if (first === last) return code;
  const end = index === last ? "</div>\n" : "";
  if (index !== first) return `${code}${end}`;
  const choices = tokens.slice(first, last + 1).map(({ info }, at) => {
    const id = `sample-${first}-${info}`;
    const checked = at === 0 ? " checked" : "";
    return `<input type="radio" name="sample-${first}" id="${id}"${checked}><label for="${id}">${
      sampleLanguages[info]
    }</label>`;
  });
  return `<div class="samples" role="radiogroup" aria-label="Language of the sample">${
    choices.join("")
  }${code}`;
}

/**
 * Replaces links to targets that are not served by their text, and link texts that are file names
 * by page titles.
 */
function resolveLinks(children: readonly Token[], resolveLink: ResolveLink): void {
  let isDropped = false;
  for (const [index, token] of children.entries()) {
    if (token.type === "link_open") {
      const link = resolveLink(String(token.attrGet("href")));
      isDropped = link === null;
      if (link !== null) {
        token.attrSet("href", link.href);
        nameLink(children.slice(index + 1, index + 3), link.title);
      }
    }
    if (isDropped && (token.type === "link_open" || token.type === "link_close")) {
      token.tag = "span";
      token.attrs = null;
    }
    if (token.type === "link_close") isDropped = false;
  }
}

function nameLink([words, close]: readonly Token[], title: string | null): void {
  if (title === null || words?.type !== "text" || close?.type !== "link_close") return;
  if (/^[\w-]+\.md$/.test(words.content)) words.content = title;
}

/** Marks a header cell as the header of its column; an empty one becomes an ordinary cell. */
function setHeader([open, inline, close]: readonly Token[]): void {
  if (open === undefined || close === undefined) return;
  if (inline?.content === "") open.tag = close.tag = "td";
  else open.attrSet("scope", "col");
}

/** Adds the column's name to each cell; it is shown when rows are stacked. */
function labelCells(tokens: readonly Token[]): void {
  let headers: string[] = [];
  let column = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === "table_open") headers = [];
    if (token.type === "tr_open") column = 0;
    if (token.type === "th_open") headers.push(plainText(tokens[index + 1]));
    if (token.type !== "td_open") continue;
    const header = headers[column++] ?? "";
    const isEmpty = tokens[index + 1]?.content === "";
    if (header !== "" && !isEmpty) token.attrSet("data-label", header);
  }
}

function plainText(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ content }) => content).join("");
}

/**
 * Replaces the library's inline style of alignment, which the page's policy forbids, by a class.
 */
function alignByClass(token: Token): void {
  const style = String(token.attrGet("style") ?? "");
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== "style");
  if (style.includes("right")) token.attrSet("class", "right");
}
