import { createHash } from "node:crypto";
import { defineRoute, reply, type Route } from "../http/route.ts";

/** A file that a page loads, and its path. */
export interface StaticFile {
  readonly name: string;
  /**
   * Path with a hash of the bytes, so that a browser can cache it for a year and never shows an old
   * version.
   */
  readonly path: string;
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const contentTypes: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
};

/**
 * A file at a path with a hash of its bytes: `page.css` in `/reference` is `/reference/page.<16 hex
 * digits of its SHA-256>.css`.
 *
 * @throws Error if the file name does not end in `css`, `js` or `json`
 */
export function staticFile<Name extends string>(
  folder: string,
  name: Name,
  content: string | Uint8Array<ArrayBuffer>,
): StaticFile & { readonly name: Name } {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const contentType = contentTypes[name.split(".").at(-1) ?? ""];
  if (contentType === undefined) throw new Error(`${name} has no content type`);
  const path = `${folder}/${name.replace(/\.(?=\w+$)/, `.${hash}.`)}`;
  return { name, path, contentType, bytes };
}

/** Caching for a year, the usual maximum: the bytes at the address never change (RFC 8246). */
export const keptForAYear = { "cache-control": "public, max-age=31536000, immutable" };

/** The route of a static file. @param kind the kind under which its requests are logged */
export function staticFileRoute(
  { name, path, contentType, bytes }: StaticFile,
  kind: string,
): Route {
  return defineRoute({
    method: "get",
    path,
    summary: `File of a page: ${name}`,
    service: "edge",
    kind,
    auth: "none",
    answers: { 200: { contentType, description: name } },
    run: () => reply(200, bytes, keptForAYear),
  });
}
