/** Every page for people, as it looks: accessible, and no wider than the window (decisions-3.md part 22). */

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { assertAccessible, inChromium, keepScreenshot } from "./chromium.ts";
import { overflows, startSandbox } from "./playground_pages.ts";

const pages = {
  home: "/",
  design: "/docs/design",
  docs: "/docs",
  search: "/docs/search?q=age",
  job: "/docs/prove-an-age",
  "not-yet": "/docs/not-yet",
  "no-page": "/docs/nothing",
  playground: "/playground",
  offer: "/v1/credentials/sandbox/demo-offer",
  error: "/v1/login/authorize?client_id=nobody",
};

async function look(page: Page, name: string): Promise<void> {
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
  await assertAccessible(page);
  assert.equal(await overflows(page), false, name);
  await keepScreenshot(page, `face-${name}`);
}

for (const width of [320, 390, 1280]) {
  for (const colorScheme of ["light", "dark"] as const) {
    inChromium(`every page passes axe and fits: ${width} px, ${colorScheme}`, async (chromium) => {
      await using sandbox = await startSandbox();
      const viewport = { width, height: 800 };
      // The longest words of the five languages are German.
      const page = await (await chromium.open({ colorScheme, viewport, locale: "de-DE" }))
        .newPage();
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(`${sandbox.base}${path}`);
        await look(page, `${name}-${width}-${colorScheme}`);
      }
    });
  }
}

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
