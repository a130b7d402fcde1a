import { html } from "hono/html";
import { type RenderedPage, renderStaticPage } from "./layout.ts";
import { chooseWords } from "./languages/choose_words.ts";

/** What a page says of a refusal or a fault. */
interface Said {
  readonly code: string;
  /** A public message of its own, in English: what is wrong, and the remedy; null: what the code says. */
  readonly message: string | null;
  /** What the code says, in English: for one that the catalogues have no words for. */
  readonly standard: string;
}

/**
 * Renders a refusal or a fault as a page, for routes that a browser opens.
 *
 * @param acceptLanguage the caller's languages for everything but a message of its own
 */
export function renderErrorPage(
  { code, message, standard }: Said,
  acceptLanguage: string | null = null,
): RenderedPage {
  const { language, error: { title, lead, back, causes } } = chooseWords(acceptLanguage);
  const cause = message === null && Object.hasOwn(causes, code)
    ? causes[code as keyof typeof causes]
    : null;
  return renderStaticPage({
    title,
    language,
    body: html`
      <main class="narrow">
        <h1>${title}</h1>
        ${cause === null
          ? html`
            <p class="lead">${back}</p>
            <div class="notice bad">
              <p class="small">${lead}</p>
              <p lang="en" data-message="">${message ?? standard}</p>
            </div>
          `
          : html`<p class="notice bad" data-message="">${cause}</p>`}
      </main>
    `,
  });
}
