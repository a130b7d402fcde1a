import absolutePath from "swagger-ui-dist/absolute-path.js";
import { defineRoute, reply, type Route } from "../http/route.ts";
import {
  type PageFile,
  pagePolicy,
  pageScript,
  pageStyle,
  referencePage,
  themeScript,
} from "./reference_files.ts";

/**
 * The interactive API reference at `/`: npm `swagger-ui-dist` out of the pinned package, our own
 * page and look around it, and nothing from any other host (it works offline). Files stand under
 * addresses made of their bytes, so that a browser keeps them for a year and never has an old one.
 */

/** Files that the page loads, by content type. */
const contentTypes = {
  "theme.js": "text/javascript; charset=utf-8",
  "swagger-ui.css": "text/css; charset=utf-8",
  "page.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "page.js": "text/javascript; charset=utf-8",
} as const satisfies Readonly<Record<PageFile, string>>;

/** A file of the page, and where it stands. */
interface ReferenceFile {
  readonly name: PageFile;
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Every file of the page. */
export type ReferenceFiles = Readonly<Record<PageFile, ReferenceFile>>;

/**
 * Reads the files of the pinned package, once at the start.
 *
 * @returns null when they cannot be read: permissions that cover no package, or no package
 */
export async function readReference(): Promise<ReferenceFiles | null> {
  const packaged = (name: PageFile) => Deno.readFile(`${absolutePath()}/${name}`);
  const own = (text: string) => Promise.resolve(new TextEncoder().encode(text));
  // The platform reports a file that cannot be read by throwing only.
  try {
    return {
      "theme.js": await addressed("theme.js", own(themeScript)),
      "swagger-ui.css": await addressed("swagger-ui.css", packaged("swagger-ui.css")),
      "page.css": await addressed("page.css", own(pageStyle)),
      "swagger-ui-bundle.js": await addressed(
        "swagger-ui-bundle.js",
        packaged("swagger-ui-bundle.js"),
      ),
      "page.js": await addressed("page.js", own(pageScript)),
    };
  } catch {
    return null;
  }
}

/** `page.css` -> `/reference/page.<16 hex digits of its SHA-256>.css`. */
async function addressed(
  name: PageFile,
  content: Promise<Uint8Array<ArrayBuffer>>,
): Promise<ReferenceFile> {
  const bytes = await content;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex().slice(0, 16);
  return { name, path: `/reference/${name.replace(/\.(?=\w+$)/, `.${hash}.`)}`, bytes };
}

/** GET / and the files that its page loads. None is part of the OpenAPI description. */
export function referenceRoutes(files: ReferenceFiles): readonly Route[] {
  return [pageRoute(files), ...Object.values(files).map(fileRoute)];
}

function pageRoute(files: ReferenceFiles): Route {
  const page = referencePage((name) => files[name].path);
  return defineRoute({
    method: "get",
    path: "/",
    summary: "Interactive API reference",
    service: "edge",
    kind: "reference",
    auth: "none",
    documented: false,
    answers: { 200: { contentType: "text/html; charset=utf-8", description: "The page" } },
    run: () => reply(200, page, { "content-security-policy": pagePolicy }),
  });
}

/** Its bytes never change, nor does its address: a year is the longest that is kept (RFC 8246). */
const keptForAYear = { "cache-control": "public, max-age=31536000, immutable" };

function fileRoute({ name, path, bytes }: ReferenceFile): Route {
  return defineRoute({
    method: "get",
    path,
    summary: `File of the API reference: ${name}`,
    service: "edge",
    kind: "reference",
    auth: "none",
    documented: false,
    answers: { 200: { contentType: contentTypes[name], description: name } },
    run: () => reply(200, bytes, keptForAYear),
  });
}
