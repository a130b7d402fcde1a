/**
 * Pages behind a proxy that takes the path of the base URL off (docs/deploy.md): their links begin
 * with it.
 */

/** The path that a proxy takes off, without a slash at the end: `` or `/trust`. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, "");
}

/**
 * A text of the repository, which names the address that a sandbox has by default, with the address of
 * this service in its place. A bare `localhost:8000`, as commands have it, stays bare over http.
 */
export function atBase(baseUrl: string, text: string): string {
  const base = baseUrl.replace(/\/$/, "");
  return text.replaceAll(
    /(http:\/\/)?\blocalhost:8000\b/g,
    (_, scheme: string | undefined) => scheme === undefined ? base.replace(/^http:\/\//, "") : base,
  );
}

/** Puts a path before every link of a page. A quote within a text is escaped: only attributes match. */
export function linkBelow(basePath: string, html: string): string {
  if (basePath === "") return html;
  return html.replaceAll(/ (href|src|action)="\/(?!\/)/g, (_, name) => ` ${name}="${basePath}/`);
}
