import type { Token } from "markdown-it";
import { pictureOf } from "./figures/figure.ts";

/** A target of links in a page: a heading, or a table row identified by its code. */
export interface Place {
  /** Anchor: of a heading as GitHub makes it, of a row the code itself. */
  readonly id: string;
  readonly text: string;
  readonly kind: "heading" | "code";
  /** Level of a heading, 1 to 6; 0 for a row. */
  readonly level: number;
  /** The text of the place: from a heading to the next one, or of the row. */
  readonly body: string;
}

interface OpenPlace extends Omit<Place, "body"> {
  readonly body: string[];
}

/** Assigns anchors to headings and rows. The second of a name ends with `-1`, as on GitHub. */
export function namePlaces(tokens: readonly Token[]): readonly Place[] {
  const places = new Map<Token, OpenPlace>();
  const ids = new Set<string>();
  nameHeadings(tokens, places, ids);
  for (const [index, token] of tokens.entries()) {
    const code = token.type === "tr_open" ? codeOfRow(tokens, index) : null;
    if (code === null || ids.has(code)) continue;
    ids.add(code);
    token.attrSet("id", code);
    places.set(token, { id: code, text: code, kind: "code", level: 0, body: [] });
  }
  fillBodies(tokens, places);
  // Headings come before rows, as they were named.
  return [...places.values()].map(({ body, ...place }) => ({ ...place, body: body.join("\n") }));
}

function nameHeadings(
  tokens: readonly Token[],
  places: Map<Token, OpenPlace>,
  ids: Set<string>,
): void {
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
    places.set(token, { id, text, kind: "heading", level: Number(token.tag.slice(1)), body: [] });
  }
}

/**
 * Adds the text of each place. The words of a row with a code belong to the row, not to its
 * section, so that the search leads to the row.
 */
function fillBodies(
  tokens: readonly Token[],
  places: ReadonlyMap<Token, OpenPlace>,
): void {
  let section: OpenPlace | undefined;
  let row: OpenPlace | undefined;
  let isHeading = false;
  for (const token of tokens) {
    if (token.type === "heading_open") section = places.get(token);
    if (token.type === "tr_open") row = places.get(token);
    if (token.type === "tr_close") row = undefined;
    if (token.type === "heading_open" || token.type === "heading_close") {
      isHeading = token.type === "heading_open";
    }
    if (token.type === "inline" && !isHeading && codeOf(token) !== (row?.id ?? "")) {
      (row ?? section)?.body.push(textOf(token));
    }
    if (token.type === "fence" || token.type === "code_block") {
      section?.body.push(pictureOf(token.info, token.content)?.words ?? token.content);
    }
  }
}

function slugOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
}

function textOf(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ type, content }) =>
    type === "softbreak" || type === "hardbreak" ? " " : content
  ).join("");
}

/** The code that identifies a row: that of its first cell, else the first code of several words. */
function codeOfRow(tokens: readonly Token[], start: number): string | null {
  const end = tokens.findIndex(({ type }, index) => index > start && type === "tr_close");
  const cells = tokens.slice(start, end).filter(({ type }) => type === "inline").map(codeOf);
  return cells[0] ?? cells.find((code) => code?.includes("_")) ?? null;
}

/** The code of a cell that contains nothing else, if it can be an anchor. */
function codeOf(inline: Token | undefined): string | null {
  const [only, ...others] = inline?.children ?? [];
  if (only?.type !== "code_inline" || others.length > 0) return null;
  return /^[A-Za-z][\w.:-]*$/.test(only.content) ? only.content : null;
}
