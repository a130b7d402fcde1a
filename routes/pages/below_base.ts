/**
 * Pages behind a proxy that takes the path of the base URL off (docs/operations.md): their links begin
 * with it.
 */

/** The path that a proxy takes off, without a slash at the end: `` or `/trust`. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, "");
}

/** Puts a path before every link of a page. A quote within a text is escaped: only attributes match. */
export function linkBelow(basePath: string, html: string): string {
  if (basePath === "") return html;
  return html.replaceAll(/ (href|src|action)="\/(?!\/)/g, (_, name) => ` ${name}="${basePath}/`);
}
