import assert from "node:assert/strict";
import { readLoginPage, textOfPage } from "../../../sandbox/wallet/login_page.ts";

const statusUrl = "https://op.example/v1/login/status?request=a";

Deno.test("readLoginPage() finds link and status URL, and decodes what HTML escapes", () => {
  const pages = [
    `<main data-status-url="${statusUrl}"><a data-wallet-link href="openid4vp://authorize?a=1&amp;b=%22">x</a></main>`,
    `<MAIN\n  id='m' data-status-url='${statusUrl}'\n><a class="b > c" href="openid4vp://authorize?a=1&#38;b=%22" data-wallet-link>x</a>`,
    `<a href="https://other.example">y</a><a data-wallet-link="" href="openid4vp://authorize?a=1&#x26;b=%22">x</a><p data-status-url="${statusUrl}"/>`,
  ];
  for (const page of pages) {
    assert.deepEqual(readLoginPage(page), {
      walletUri: "openid4vp://authorize?a=1&b=%22",
      statusUrl,
    });
  }
});

Deno.test("readLoginPage() takes neither text nor another attribute for what it looks for", () => {
  const link = '<a data-wallet-link href="openid4vp://a">x</a>';
  const pages = [
    "",
    link,
    `<p data-status-url="${statusUrl}"></p>`,
    `${link}<p>data-status-url="${statusUrl}"</p>`,
    `<a data-wallet-link-other href="openid4vp://a">x</a><p data-status-url="${statusUrl}"></p>`,
    `<a data-wallet-link>x</a><p data-status-url="${statusUrl}"></p>`,
    "<".repeat(20_000),
    `<a ${'"'.repeat(20_000)}`,
  ];
  for (const page of pages) assert.equal(readLoginPage(page), null);
});

Deno.test("textOfPage() gives heading and first paragraph of an error page, in one line", () => {
  const heading = "<title>Error</title><h1>This request\n is <b>not</b> valid &amp; stops</h1>";
  assert.equal(textOfPage(heading), "This request is not valid & stops");
  assert.equal(
    textOfPage(`${heading}\n<p class="x">Go\n back.</p><p>y</p>`),
    "This request is not valid & stops: Go back.",
  );
  assert.equal(textOfPage("<title>Error</title>"), "Error");
  assert.equal(textOfPage('{"error":"x"}'), '{"error":"x"}');
});
