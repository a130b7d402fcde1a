import { html } from "hono/html";
import { type RenderedPage, renderStaticPage } from "./layout.ts";
import { chooseWords } from "./languages/choose_words.ts";

/** The text of a page about a refusal or a fault. */
interface Said {
  /** The cause by its name in the catalogues; null if they have no text for it. */
  readonly cause: string | null;
  /** A public message in English: the problem and the remedy. */
  readonly message: string;
  /** The page that a person with a session goes on at; absent: there is none. */
  readonly home?: WayBack;
}

/** A link to where a person goes on. */
export interface WayBack {
  readonly address: string;
  /** Its words, in English. */
  readonly words: string;
}

/**
 * Renders a refusal or a fault as a page, for routes that a browser opens.
 *
 * @param acceptLanguage the caller's languages, for everything but a message
 */
export function renderErrorPage(
  { cause, message, home }: Said,
  acceptLanguage: string | null = null,
): RenderedPage {
  const { language, error: { title, lead, back, causes } } = chooseWords(acceptLanguage);
  const words = cause !== null && Object.hasOwn(causes, cause)
    ? causes[cause as keyof typeof causes]
    : null;
  return renderStaticPage({
    title,
    language,
    body: html`
      <main class="narrow">
        <h1>${title}</h1>
        ${words === null
          ? html`
            <p class="lead">${back}</p>
            <div class="notice bad">
              <p class="small">${lead}</p>
              <p lang="en" data-message="">${message}</p>
            </div>
          `
          : html`<p class="notice bad" data-message="">${words}</p>`}
        ${home === undefined
          ? ""
          : html`<p lang="en"><a href="${home.address}">${home.words}</a></p>`}
      </main>
    `,
  });
}
