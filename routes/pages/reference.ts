import absolutePath from "swagger-ui-dist/absolute-path.js";
import { ok } from "../../base/result.ts";
import { defineRoute, reply, type Route } from "../http/route.ts";

/**
 * The interactive API reference at `/`: npm `swagger-ui-dist` out of the pinned package, our own
 * page and look around it, and nothing from any other host (it works offline).
 */

/** Only what the page itself loads from this origin; the reference draws its icons as data URLs. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>aval API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/reference/swagger-ui.css">
<link rel="stylesheet" href="/reference/page.css">
</head>
<body>
<header><h1>aval</h1><p>One edge service for trust decisions. Open an operation, press <em>Try it out</em>, then <em>Execute</em>.</p></header>
<main id="reference"></main>
<noscript><p>The reference needs JavaScript; <a href="/openapi.json">the OpenAPI description</a> does not.</p></noscript>
<script src="/reference/swagger-ui-bundle.js"></script>
<script src="/reference/page.js"></script>
</body>
</html>
`;

const script = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  validatorUrl: null,
  syntaxHighlight: false,
});
`;

const style = `:root { color-scheme: light; --ink: #14213d; --accent: #0b6e4f; }
body { margin: 0; background: #fafaf7; color: var(--ink); font-family: system-ui, sans-serif; }
header { padding: 1.5rem max(1.5rem, calc(50vw - 710px)); background: var(--ink); color: #fff; }
header h1 { margin: 0; font-size: 1.75rem; letter-spacing: .04em; }
header p { margin: .25rem 0 0; opacity: .85; }
.swagger-ui .topbar, .swagger-ui .info .title small { display: none; }
.swagger-ui .btn.execute { background: var(--accent); border-color: var(--accent); }
`;

/** Files of the package that the page loads. */
const packagedFiles = {
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "swagger-ui.css": "text/css; charset=utf-8",
} as const;

/** The bytes of each file of the package. */
export type ReferenceFiles = Readonly<
  Record<keyof typeof packagedFiles, Uint8Array<ArrayBuffer>>
>;

/**
 * Reads the files of the pinned package, once at the start.
 *
 * @returns null when they cannot be read: permissions that cover no package, or no package
 */
export async function readReference(): Promise<ReferenceFiles | null> {
  const read = (name: keyof ReferenceFiles) => Deno.readFile(`${absolutePath()}/${name}`);
  // The platform reports a file that cannot be read by throwing only.
  try {
    return {
      "swagger-ui-bundle.js": await read("swagger-ui-bundle.js"),
      "swagger-ui.css": await read("swagger-ui.css"),
    };
  } catch {
    return null;
  }
}

/** GET / and the files that its page loads. None is part of the OpenAPI description. */
export function referenceRoutes(files: ReferenceFiles): readonly Route[] {
  return [
    pageRoute,
    file("page.js", "text/javascript; charset=utf-8", script),
    file("page.css", "text/css; charset=utf-8", style),
    file(
      "swagger-ui-bundle.js",
      packagedFiles["swagger-ui-bundle.js"],
      files["swagger-ui-bundle.js"],
    ),
    file("swagger-ui.css", packagedFiles["swagger-ui.css"], files["swagger-ui.css"]),
  ];
}

const pageRoute = defineRoute({
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

function file(name: string, contentType: string, content: string | Uint8Array<ArrayBuffer>): Route {
  return defineRoute({
    method: "get",
    path: `/reference/${name}`,
    summary: `File of the API reference: ${name}`,
    service: "edge",
    kind: "reference",
    auth: "none",
    documented: false,
    answers: { 200: { contentType, description: name } },
    run: () => ok(content),
  });
}
