/**
 * The page at `/` and the small files beside it: what is ours of the API reference. Everything else
 * is npm `swagger-ui-dist`.
 */

/** Files that the page loads. */
export type PageFile =
  | "theme.js"
  | "swagger-ui.css"
  | "page.css"
  | "swagger-ui-bundle.js"
  | "page.js";

/** Only what the page itself loads from this origin; the reference draws its icons as data URLs. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The page. Its own style comes first, and its scripts after it is painted: the reference is large.
 *
 * @param at the address of each file by its name, from the page on: a proxy may serve it below a path
 */
export function referencePage(at: (name: PageFile) => string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>aval API reference</title>
<link rel="icon" href="data:,">
<script src="${at("theme.js")}"></script>
<link rel="stylesheet" href="${at("swagger-ui.css")}">
<link rel="stylesheet" href="${at("page.css")}">
<script defer src="${at("swagger-ui-bundle.js")}"></script>
<script defer src="${at("page.js")}"></script>
</head>
<body>
<header><h1>aval</h1><p>One edge service for trust decisions. Open an operation, choose an example, press <em>Execute</em>.</p></header>
<main id="reference"><p class="waiting">Loading the reference …</p></main>
<noscript><p>The reference needs JavaScript; <a href="openapi.json">the OpenAPI description</a> does not.</p></noscript>
</body>
</html>
`;
}

/** Our colours over those of the package, in light and in dark. */
export const pageStyle =
  `:root { --paper: #fafaf7; --ink: #14213d; --band: #14213d; --accent: #0b6e4f; }
:root.dark-mode { --paper: #1c2022; --ink: #e4e6e6; --band: #0d1526; --accent: #14835f; }
body { margin: 0; background: var(--paper); color: var(--ink); font-family: system-ui, sans-serif; }
header { padding: 1.5rem max(1.5rem, calc(50vw - 710px)); background: var(--band); color: #fff; }
header h1 { margin: 0; font-size: 1.75rem; letter-spacing: .04em; }
header p { margin: .25rem 0 0; opacity: .85; }
.waiting, noscript p { padding: 1.5rem max(1.5rem, calc(50vw - 710px)); margin: 0; }
noscript a { color: inherit; }
.dark-mode .swagger-ui .examples-select__section-label { color: inherit; }
.swagger-ui .topbar, .swagger-ui .info .title small { display: none; }
@media (max-width: 48rem) {
  .swagger-ui .wrapper { padding: 0 .75rem; }
  .swagger-ui .response-col_links { display: none; }
  .swagger-ui table { table-layout: fixed; }
  .swagger-ui .response-col_status { width: 4rem; }
  .swagger-ui .opblock-body, .swagger-ui .models { overflow-wrap: anywhere; overflow-x: auto; }
  .swagger-ui .opblock-body select, .swagger-ui .opblock-body input { max-width: 100%; min-width: 0; }
}
.swagger-ui .btn.execute, .dark-mode .swagger-ui .btn.execute { background: var(--accent); border-color: var(--accent); color: #fff; }
`;
