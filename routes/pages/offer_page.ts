import { html } from "hono/html";
import { type RenderedPage, renderStaticPage } from "../html/layout.ts";
import type { Words } from "../html/languages/words.ts";
import { textParts } from "../html/text_parts.ts";
import { wallets } from "./login_page.ts";

/** An offer of a credential, as its page shows it. */
export interface ShownOffer {
  /** The URI for the wallet: `openid-credential-offer://?credential_offer_uri=…` */
  readonly uri: string;
  /** Name of the issuing institution. */
  readonly institution: string;
  /** Expiry of the offer; null: not shown. */
  readonly expiresAt: string | null;
  /** Whether it is a demo with invented people; each visit makes a new offer. */
  readonly isDemo: boolean;
}

/** Renders an offer for a person with a wallet, on this device or on another one. Has no script. */
export function renderOfferPage(
  { uri, institution, expiresAt, isDemo }: ShownOffer,
  { language, offer: text }: Words,
): RenderedPage {
  const name = html`<bdi>${institution}</bdi>`;
  const day = html`<time datetime="${expiresAt}">${expiresAt?.slice(0, 10)}</time>`;
  return renderStaticPage({
    title: text.title,
    language,
    body: html`
      <main class="narrow">
        <h1>${text.title}</h1>
        <p class="lead">${textParts(text.lead, { name })}</p>
        ${isDemo ? html`<p class="notice">${text.invented}</p>` : ""}
        ${wallets(uri, text)}
        <p>${text.kept} ${expiresAt === null ? "" : textParts(text.once, { day })}</p>
        ${isDemo ? html`<p>${text.another}</p>` : ""}
      </main>
    `,
  });
}

/** Renders the page of an offer that was accepted or has expired. */
export function renderGoneOfferPage({ language, offer: text }: Words): RenderedPage {
  return renderStaticPage({
    title: text.title,
    language,
    body: html`
      <main class="narrow">
        <h1>${text.title}</h1>
        <p class="notice">${text.gone}</p>
      </main>
    `,
  });
}
