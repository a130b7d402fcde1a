import assert from "node:assert/strict";
import { renderDemoOfferPage } from "../../../routes/pages/demo_offer_page.ts";
import { elementsOf, parsePage, textOf } from "../../support/page.ts";

Deno.test("renderDemoOfferPage() shows any name as text and adds no element for it", () => {
  const render = (institution: string) => {
    const credentialOffer = { credential_issuer: "", credential_configuration_ids: [], grants: {} };
    const offer = {
      credentialOffer,
      credentialOfferUri: "x://",
      expiresAt: "2026-03-09T09:00:00Z",
    };
    return renderDemoOfferPage(offer as never, institution).html;
  };
  const names = (page: string) => elementsOf(parsePage(page)).map(({ name }) => name);
  const page = render("Example <University>");
  assert(page.includes("Example &lt;University&gt;"));
  assert.deepEqual(names(page), names(render("plain")));
  assert(textOf(parsePage(page)).includes("Example <University>"));
});
