import { html } from "hono/html";
import { type RenderedPage, renderStaticPage } from "./layout.ts";
import { chooseWords } from "./languages/choose_words.ts";

/**
 * Renders a refusal or a fault as a page, for routes that a browser opens.
 *
 * @param message a public message, in English: what is wrong, and the remedy
 * @param acceptLanguage the caller's languages for everything around it
 */
export function renderErrorPage(
  message: string,
  acceptLanguage: string | null = null,
): RenderedPage {
  const { language, error: { title, lead, back } } = chooseWords(acceptLanguage);
  return renderStaticPage({
    title,
    language,
    body: html`
      <main class="narrow">
        <h1>${title}</h1>
        <p class="lead">${back}</p>
        <div class="notice bad">
          <p class="small">${lead}</p>
          <p lang="en" data-message="">${message}</p>
        </div>
      </main>
    `,
  });
}
