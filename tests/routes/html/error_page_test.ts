import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { catalogues } from "../../../routes/html/languages/choose_words.ts";
import { renderErrorPage } from "../../../routes/html/error_page.ts";
import { loginScript, renderLoginPage } from "../../../routes/pages/login_page.ts";
import { elementsOf, findAll, findOne, parsePage, rawTextOf, textOf } from "../../support/page.ts";

/** A refusal with its own message. */
const saying = (message: string) => ({ cause: null, message });

Deno.test("renderErrorPage() shows any message as text and adds no element for it", () => {
  const names = (message: string) =>
    elementsOf(parsePage(renderErrorPage(saying(message)).html)).map(({ name }) => name);
  const expected = names("plain");
  fc.assert(fc.property(
    fc.oneof(
      fc.string(),
      fc.constantFrom("<script>alert(1)</script>", "</p></main>", "&lt;", "\"'"),
    ),
    (message) => {
      const page = parsePage(renderErrorPage(saying(message)).html);
      assert.deepEqual(elementsOf(page).map(({ name }) => name), expected);
      assert.equal(rawTextOf(findOne(page, "data-message")), message);
    },
  ));
});

Deno.test("renderErrorPage() runs no script, and its policy allows its style by its bytes alone", () => {
  const { html, contentSecurityPolicy } = renderErrorPage(saying('Field "client_id" is unknown'));
  const page = parsePage(html);
  assert.deepEqual(findAll(page, "script"), []);
  const style = rawTextOf(findOne(page, "style"));
  const hash = createHash("sha256").update(style).digest("base64");
  assert.deepEqual(contentSecurityPolicy.split("; "), [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
});

Deno.test("renderErrorPage() says in the caller's language what a code alone says", () => {
  for (const { language, error: { causes } } of catalogues) {
    for (const [code, cause] of Object.entries(causes)) {
      const { html } = renderErrorPage({ cause: code, message: "English" }, language);
      const said = findOne(parsePage(html), "data-message");
      assert.equal(textOf(said), cause);
      assert.equal(said.attributes["lang"], undefined);
    }
    const own = parsePage(renderErrorPage(saying("Not a code"), language).html);
    assert.equal(findOne(own, "data-message").attributes["lang"], "en");
    const unknown = { cause: "toString", message: "English" };
    const page = parsePage(renderErrorPage(unknown, language).html);
    assert.equal(textOf(findOne(page, "data-message")), "English");
  }
});

Deno.test("the error page looks like the login page, with a language, a title and one heading", () => {
  const error = parsePage(renderErrorPage(saying("Not found")).html);
  const login = parsePage(
    renderLoginPage({
      relyingParty: "Example",
      walletUri: "openid4vp://authorize?a=b",
      statusUrl: "https://aval.example/v1/login/authorize/id/status",
      restartUrl: "https://aval.example/v1/login/authorize?client_id=example",
      isSandbox: false,
      state: "expired",
      words: catalogues[0]!,
      nonce: "AAAAAAAAAAAAAAAAAAAAAA",
    }).html,
    loginScript,
  );
  assert.equal(rawTextOf(findOne(error, "style")), rawTextOf(findOne(login, "style")));
  assert.equal(error.attributes["lang"], "en");
  assert.equal(textOf(findOne(error, "title")), "This request cannot be answered");
  assert.equal(textOf(findOne(error, "h1")), "This request cannot be answered");
  assert.equal(findAll(error, "main").length, 1);
});
