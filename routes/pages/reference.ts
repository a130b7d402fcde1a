import absolutePath from "swagger-ui-dist/absolute-path.js";
import { defineRoute, reply, type Route } from "../http/route.ts";
import { callingPolicy, type Site } from "../html/layout.ts";
import { compactStyle, faceStyle } from "../html/face.ts";
import { linkBelow } from "./below_base.ts";
import { type PageFile, referencePage } from "./reference_files.ts";
import style from "./reference.css" with { type: "text" };
import pageScript from "./reference_page.js" with { type: "text" };
import { type StaticFile, staticFile, staticFileRoute } from "./static_file.ts";
import { trailingSlashRoute } from "./trailing_slash.ts";
import themeScript from "./theme.js" with { type: "text" };

/**
 * The interactive API reference at `/reference`: npm `swagger-ui-dist` out of the pinned package, our own
 * page and look around it, and nothing from any other host (it works offline). Files stand under
 * addresses made of their bytes, so that a browser keeps them for a year and never has an old one.
 */

/** Every file of the page. */
export type ReferenceFiles = Readonly<Record<PageFile, StaticFile>>;

/**
 * Reads the files of the pinned package, once at the start.
 *
 * @returns null when they cannot be read: permissions that cover no package, or no package
 */
export async function readReference(): Promise<ReferenceFiles | null> {
  const packaged = async (name: PageFile) =>
    staticFile("/reference", name, await Deno.readFile(`${absolutePath()}/${name}`));
  const own = (name: PageFile, text: string) => staticFile("/reference", name, text);
  // The platform reports a file that cannot be read by throwing only.
  try {
    return {
      "theme.js": own("theme.js", themeScript),
      "swagger-ui.css": await packaged("swagger-ui.css"),
      "page.css": own("page.css", `${faceStyle} ${compactStyle(style)}`),
      "swagger-ui-bundle.js": await packaged("swagger-ui-bundle.js"),
      "page.js": own("page.js", pageScript),
    };
  } catch {
    return null;
  }
}

/** GET /reference and the files that its page loads. None is part of the OpenAPI description. */
export function referenceRoutes(
  files: ReferenceFiles,
  { site, basePath }: { readonly site: Site; readonly basePath: string },
): readonly Route[] {
  const page = linkBelow(basePath, referencePage(site, (name) => files[name].path));
  return [
    defineRoute({
      method: "get",
      path: "/reference",
      summary: "Interactive API reference",
      service: "edge",
      kind: "reference",
      auth: "none",
      access: { anonymous: "browser" },
      limits: { bucket: "pages" },
      form: { errors: "page" },
      answers: { 200: { contentType: "text/html; charset=utf-8", description: "The page" } },
      run: () =>
        reply(200, page, {
          "content-security-policy": callingPolicy.replace("img-src", "img-src 'self'"),
          "x-frame-options": "DENY",
        }),
    }),
    trailingSlashRoute("/reference", "reference"),
    ...Object.values(files).map((file) => staticFileRoute(file, "reference")),
  ];
}
