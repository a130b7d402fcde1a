import { html } from "hono/html";
import { renderDocument, type Site, topBar } from "../html/layout.ts";

/** The page at `/reference`: what is ours of it. Everything else is npm `swagger-ui-dist`. */

/** Files that the page loads. */
export type PageFile =
  | "theme.js"
  | "swagger-ui.css"
  | "page.css"
  | "swagger-ui-bundle.js"
  | "page.js";

/**
 * The page. Our style comes last, over that of the package, and its scripts after it is painted: the
 * reference is large.
 *
 * @param at the address of each file by its name
 */
export function referencePage(site: Site, at: (name: PageFile) => string): string {
  return renderDocument({
    title: "API reference - aval",
    isIndexed: true,
    head: html`
      <script src="${at("theme.js")}"></script>
      <link rel="stylesheet" href="${at("swagger-ui.css")}" />
      <link rel="stylesheet" href="${at("page.css")}" />
      <script defer src="${at("swagger-ui-bundle.js")}"></script>
      <script defer src="${at("page.js")}"></script>
    `,
    body: html`
      ${topBar(site, "/reference")}
      <div class="opening">
        <h1>API reference</h1>
        <p class="lead">
          Open an operation, choose an example, press <em>Execute</em>. In a sandbox nothing needs a
          token.
        </p>
        <noscript>
          <p class="notice">
            The reference needs JavaScript; <a href="/openapi.json">the OpenAPI description</a> does
            not.
          </p>
        </noscript>
      </div>
      <main id="content">
        <p class="waiting">Loading the reference …</p>
      </main>
    `,
  });
}
