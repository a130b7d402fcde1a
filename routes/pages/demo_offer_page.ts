import { html } from "hono/html";
import type { DemoOffer } from "../../core/credentials/demo_offer.ts";
import { type RenderedPage, renderStaticPage } from "../html/layout.ts";
import { qrCode } from "./qr_code.ts";

/** Renders a demo offer for a person with a wallet, on this device or on another one. No script. */
export function renderDemoOfferPage(
  { credentialOfferUri, expiresAt }: DemoOffer,
  institution: string,
): RenderedPage {
  const code = qrCode(credentialOfferUri, "QR code of the offer, which a wallet scans");
  const day = expiresAt.slice(0, 10);
  return renderStaticPage({
    title: "A demo credential for your wallet",
    body: html`
      <main>
        <h1>A demo credential for your wallet</h1>
        <p>
          <bdi>${institution}</bdi> offers a degree of Erika Mustermann. Both are invented, and so is
          the degree: this is a sandbox. The offer can be taken once, until
          <time datetime="${expiresAt}">${day}</time>.
        </p>
        <div class="ways">
          <section>
            <h2>With a wallet on this device</h2>
            <p><a class="button" href="${credentialOfferUri}">Open the wallet</a></p>
          </section>
          ${code === null ? "" : html`
            <section>
              <h2>With a wallet on another device</h2>
              <p>Scan this code with the wallet.</p>
              ${code}
            </section>
          `}
        </div>
        <p>Whoever loads this page gets an offer of their own: to make another, load it again.</p>
      </main>
    `,
  });
}
