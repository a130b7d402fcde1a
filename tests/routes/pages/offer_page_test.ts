import assert from "node:assert/strict";
import { catalogues } from "../../../routes/html/languages/choose_words.ts";
import { renderGoneOfferPage, renderOfferPage } from "../../../routes/pages/offer_page.ts";
import { elementsOf, findOne, parsePage, textOf } from "../../support/page.ts";

const uri = "openid-credential-offer://?credential_offer_uri=https%3A%2F%2Faval.example%2Foffer";
const expiresAt = "2026-03-09T09:00:00Z";

Deno.test("renderOfferPage() shows any name as text and adds no element for it", () => {
  for (const words of catalogues) {
    const render = (institution: string) =>
      renderOfferPage({ uri, institution, expiresAt, isDemo: true }, words).html;
    const names = (page: string) => elementsOf(parsePage(page)).map(({ name }) => name);
    const page = render("Example <University>{day}");
    assert(page.includes("Example &lt;University&gt;{day}"));
    assert.deepEqual(names(page), names(render("plain")));
    assert(textOf(parsePage(page)).includes("Example <University>"));
    assert.equal(findOne(parsePage(page), "data-wallet-link").attributes["href"], uri);
    assert.equal(parsePage(page).attributes["lang"], words.language);
  }
});

Deno.test("renderOfferPage() calls a demo invented, and no other offer", () => {
  const [words] = catalogues;
  for (const isDemo of [true, false]) {
    const offer = { uri, institution: "University", expiresAt: null, isDemo };
    const page = parsePage(renderOfferPage(offer, words!).html);
    const said = textOf(findOne(page, "main"));
    assert.equal(said.includes(words!.offer.invented), isDemo);
    assert(!said.includes("{"));
  }
  assert(!/<script|href="openid/.test(renderGoneOfferPage(words!).html));
});
