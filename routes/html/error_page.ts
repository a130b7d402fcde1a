import { html } from "hono/html";
import { type RenderedPage, renderStaticPage } from "./layout.ts";

/**
 * Renders a refusal or a fault as a page, for routes that a browser opens.
 *
 * @param message a public message: what is wrong, and the remedy
 */
export function renderErrorPage(message: string): RenderedPage {
  return renderStaticPage({
    title: "This request cannot be answered",
    body: html`
      <main>
        <h1>This request cannot be answered</h1>
        <p>${message}</p>
      </main>
    `,
  });
}
