import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { docsPages, docsPath } from "../../routes/pages/docs/pages.ts";
import { serviceInMemory } from "../support/service.ts";
import { assertAccessible, inChromium, keepScreenshot } from "./chromium.ts";

/** A sandbox that listens. */
async function startService(): Promise<{ readonly base: string } & AsyncDisposable> {
  const service = await serviceInMemory();
  const listener = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    ({ url, headers }) => {
      const { pathname, search } = new URL(url);
      return service.fetch(`${pathname}${search}`, { headers });
    },
  );
  return {
    base: `http://localhost:${listener.addr.port}`,
    [Symbol.asyncDispose]: async () => {
      await listener.shutdown();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Whether the page itself, not a box in it, is wider than the window. */
const overflows = (page: Page) =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

inChromium(
  "every page of the documentation is accessible, dark and light, at 320 px",
  async (chromium) => {
    await using service = await startService();
    for (const colorScheme of ["light", "dark"] as const) {
      const viewport = { width: colorScheme === "light" ? 1280 : 320, height: 800 };
      const context = await chromium.open({ colorScheme, viewport });
      const page = await context.newPage();
      for (const path of ["/docs", ...docsPages.map(({ slug }) => docsPath(slug))]) {
        await page.goto(`${service.base}${path}`);
        await assertAccessible(page);
        assert.equal(await overflows(page), false, `${path} at ${viewport.width} px`);
      }
      await page.goto(`${service.base}/docs/verification`);
      await keepScreenshot(page, `docs-${colorScheme}-${viewport.width}`);
      await context.close();
    }
  },
);

inChromium(
  "wide tables are cards where they do not fit, and no cell is cut",
  async (chromium) => {
    await using service = await startService();
    for (const width of [320, 1280]) {
      const page = await (await chromium.open({ viewport: { width, height: 800 } })).newPage();
      for (const slug of ["errors", "data", "configuration", "screening"]) {
        await page.goto(`${service.base}${docsPath(slug)}`);
        // Boxes of tables that are wider inside than outside.
        const cut = await page.evaluate(
          "[...document.querySelectorAll('div.wide')].filter((box) => box.scrollWidth > box.clientWidth + 1).length",
        );
        assert.equal(cut, 0, `${slug} at ${width} px`);
        await keepScreenshot(page, `docs-${slug}-${width}`);
      }
      await page.goto(`${service.base}/docs/errors#idempotency_key_conflict`);
      const label = await page.evaluate(
        "getComputedStyle(document.querySelector('#idempotency_key_conflict td:nth-child(3)'), '::before').content",
      );
      assert.equal(label, width === 320 ? '"Cause"' : "none");
    }
  },
);

inChromium(
  "the search finds by its field on any page, by keyboard and without script",
  async (chromium) => {
    await using service = await startService();
    const page = await (await chromium.open({ javaScriptEnabled: false })).newPage();
    await page.goto(`${service.base}/docs/api`);
    const field = page.getByRole("searchbox", { name: "Search the documentation" });
    await field.fill("how many false positives");
    await field.press("Enter");
    await page.waitForURL(/\/docs\/search\?q=how\+many\+false\+positives$/);
    const first = page.locator(".results li").first();
    assert.match(await first.textContent() ?? "", /false/);
    assert((await first.locator("mark").allTextContents()).length > 0);
    await keepScreenshot(page, "docs-search");
    await page.goto(`${service.base}/docs/search?q=evidence+pack+verification`);
    assert.equal(await page.locator("#find").inputValue(), "evidence pack verification");
    await page.locator(".results a").first().click();
    await page.waitForURL(/\/docs\/verification#the-evidence-pack$/);
  },
);

inChromium(
  "the search shows a hostile query as text, and its results pass axe",
  async (chromium) => {
    await using service = await startService();
    const page = await (await chromium.open()).newPage();
    const hostile = '<img src=x onerror="alert(1)">%';
    await page.goto(`${service.base}/docs/search?q=${encodeURIComponent(hostile)}&q=%ff`);
    assert.equal(await page.locator("#find").inputValue(), hostile);
    assert.equal(await page.locator("main img").count(), 0);
    await page.goto(`${service.base}/docs/search?q=wallet`);
    await assertAccessible(page);
  },
);
