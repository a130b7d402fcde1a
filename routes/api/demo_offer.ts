import { DemoOffer, makeDemoOffer } from "../../core/credentials/demo_offer.ts";
import type { Mode } from "../../core/nouns.ts";
import { defineRoute, reply, type Route } from "../http/route.ts";
import { chooseWords } from "../html/languages/choose_words.ts";
import { renderOfferPage } from "../pages/offer_page.ts";

/** The demo offer, GET and POST; absent in live (Credentials §4, rule 1). */
export function demoOfferRoutes(deployed: Mode): readonly Route[] {
  return deployed === "live" ? [] : [demoOfferRoute("get"), demoOfferRoute("post")];
}

const operationIds = { get: "readDemoOffer", post: "createDemoOffer" } as const;

const demoOfferRoute = (method: "get" | "post") =>
  defineRoute({
    method,
    path: "/v1/credentials/sandbox/demo-offer",
    summary: "Make a demo offer, which a wallet redeems once",
    documentation: {
      operationId: operationIds[method],
      description:
        "Each call makes a new offer of an invented student's degree, processed like any batch. With `Accept: text/html` the answer is a page with a link and a QR code for wallets. The header `Link` contains the URL that revokes the credential. Only in a sandbox.",
    },
    service: "credentials",
    kind: "demo_offer",
    auth: "none",
    access: { anonymous: "wallet" },
    limits: { bucket: "demoOffer" },
    form: { errors: "either", ...(method === "get" ? { writesOnGet: true } : {}) },
    answers: {
      200: {
        json: DemoOffer,
        page: { contentType: "text/html; charset=utf-8", description: "A page for a person" },
      },
    },
    run: async (
      { clock, random, demoCredentials },
      { request: { writes, wantsPage, acceptLanguage } },
    ) => {
      if (demoCredentials === null) throw new Error("Demo offers are mounted in live");
      if (!writes) return reply(200, { page: unmade() });
      const { offer, revocation } = await makeDemoOffer({ clock, random }, demoCredentials);
      // A demo's credential can be revoked too, and nothing lists its batch.
      const link = `<${revocation}>; rel="related"; title="revoke"`;
      if (!wantsPage) return reply(200, { json: offer }, { link });
      const { name } = demoCredentials.institution;
      const { credentialOfferUri: uri, expiresAt } = offer;
      const { html, contentSecurityPolicy } = renderOfferPage(
        { uri, expiresAt, institution: name, isDemo: true },
        chooseWords(acceptLanguage),
      );
      return reply(200, { page: html }, {
        link,
        "content-security-policy": contentSecurityPolicy,
        "x-frame-options": "DENY",
        vary: "accept-language",
      });
    },
  });

/** The body for HEAD, which makes no offer: the length of GET's answer is unknown. */
function unmade(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}
