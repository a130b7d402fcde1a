/**
 * Every public page in a browser: accessible, and not wider than the window (decisions-3.md part
 * 22).
 */

import assert from "node:assert/strict";
import { assertLooks, inChromium } from "./chromium.ts";
import { startSandbox } from "./playground_pages.ts";

const pages = {
  home: "/",
  design: "/docs/design",
  docs: "/docs",
  search: "/docs/search?q=age",
  "search-none": "/docs/search?q=zzz",
  job: "/docs/prove-an-age",
  figure: "/docs/verification",
  "not-yet": "/docs/not-yet",
  "no-page": "/docs/nothing",
  reference: "/reference",
  "reference-found": "/reference?q=offer",
  "reference-tag": "/reference/login",
  playground: "/playground",
  "own-wallet": "/playground/own-wallet",
  offer: "/v1/credentials/sandbox/demo-offer",
  "offer-gone": "/v1/credentials/offers/nothing",
  error: "/v1/login/authorize?client_id=nobody",
  nowhere: "/nowhere",
};

inChromium(
  "every page passes axe and fits: telephones and a desk, light and dark",
  async (chromium) => {
    await using sandbox = await startSandbox();
    // The longest words of the five languages are German.
    const page = await (await chromium.open({ locale: "de-DE" })).newPage();
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(`${sandbox.base}${path}`);
      await assertLooks(page, `face-${name}`);
    }
  },
);

inChromium("a sample is chosen by keys and by touch, without script", async (chromium) => {
  await using sandbox = await startSandbox();
  const page = await (await chromium.open({ javaScriptEnabled: false })).newPage();
  await page.goto(`${sandbox.base}/docs/check-one-person`);
  const sample = page.getByRole("radiogroup").first();
  const shown = async () =>
    (await sample.locator("pre:visible").allTextContents()).map((text) => text.split(/[ (]/)[0]);
  assert.deepEqual(await shown(), ["curl"]);
  await sample.getByRole("radio", { name: "curl" }).press("ArrowRight");
  assert.equal(await sample.getByRole("radio", { name: "TypeScript" }).isChecked(), true);
  assert.deepEqual(await shown(), ["import"]);
  await sample.getByText("Python", { exact: true }).click();
  assert.match((await sample.locator("pre:visible").textContent())!, /urllib/);
});

inChromium(
  "from the home page each service's answer is one act away, by keyboard",
  async (chromium) => {
    await using sandbox = await startSandbox();
    const page = await (await chromium.open({ javaScriptEnabled: false })).newPage();
    await page.goto(sandbox.base);
    const cards = page.locator(".service");
    assert.equal(await cards.count(), 6);
    for (const card of await cards.all()) {
      assert.equal(await card.locator(".state").isVisible(), false);
      await card.locator("summary").press("Enter");
      assert.equal(await card.locator(".state").isVisible(), true);
    }
    await cards.first().getByRole("link").press("Enter");
    await page.waitForURL(/\/playground\/name$/);
  },
);
