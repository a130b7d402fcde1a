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
  "the search finds codes and headings by what is typed, without a call",
  async (chromium) => {
    await using service = await startService();
    const page = await (await chromium.open()).newPage();
    await page.goto(`${service.base}/docs/search`);
    const calls: string[] = [];
    page.on("request", (request) => void calls.push(request.url()));
    const shown = page.locator("[data-entry]:not([hidden])");
    await page.locator("input").fill("idempotency_key_in");
    assert.equal(await shown.count(), 1);
    await page.locator("input").fill("verification.walletLink");
    assert.equal(
      await shown.first().locator("a").getAttribute("href"),
      "/docs/configuration#verification.walletLink",
    );
    await page.locator("input").fill("no such thing");
    assert.equal(await shown.count(), 0);
    assert.equal(await page.locator("[role=status]").textContent(), "0 entries");
    assert.deepEqual(calls, []);
    await page.locator("input").fill("evidence pack verification");
    await shown.first().locator("a").click();
    await page.waitForURL(/\/docs\/verification#the-evidence-pack$/);
  },
);

inChromium(
  "without script the search lists everything, and pages have their links",
  async (chromium) => {
    await using service = await startService();
    const page = await (await chromium.open({ javaScriptEnabled: false })).newPage();
    await page.goto(`${service.base}/docs/search`);
    assert.equal(await page.locator("input").isVisible(), false);
    assert(await page.locator("[data-entry]").count() > 500);
  },
);
