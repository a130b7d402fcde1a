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
  "the search answers a question in the browser, and asks no server for it",
  async (chromium) => {
    await using service = await startService();
    const page = await (await chromium.open()).newPage();
    const calls: string[] = [];
    page.on("request", (request) => void calls.push(new URL(request.url()).pathname));
    await page.goto(`${service.base}/docs/search`);
    await page.waitForLoadState("networkidle");
    assert.equal(calls.filter((path) => /index\.[0-9a-f]{16}\.json$/.test(path)).length, 1);
    calls.length = 0;
    const results = page.locator(".results li");
    const state = page.locator("[role=status]");
    assert.equal(await results.count(), 0);
    assert.equal(await state.textContent(), "");
    assert.equal(await page.locator("details").first().isVisible(), false);
    const field = page.locator("input");
    await field.fill("idempotency_key_in");
    assert.match(await results.first().textContent() ?? "", /^idempotency_key_in_progress Errors/);
    await field.fill("verification.walletLink");
    assert.equal(
      await results.first().locator("a").getAttribute("href"),
      "/docs/configuration#verification.walletLink",
    );
    await field.fill("no such thing");
    assert.equal(await results.count(), 0);
    assert.equal(await state.textContent(), "0 results");
    await field.fill("how many false positives");
    assert.match(await results.first().textContent() ?? "", /Decisions and reviews Screening/);
    const marked = await results.first().locator("mark").allTextContents();
    assert(marked.includes("false") && marked.includes("positive"));
    assert.match(await state.textContent() ?? "", /^\d+ results$/);
    await assertAccessible(page);
    await keepScreenshot(page, "docs-search");
    assert.deepEqual(calls, []);
    assert.equal(new URL(page.url()).search, "?q=how+many+false+positives");
  },
);

inChromium("the search reads ?q=, and leads to what it has found", async (chromium) => {
  await using service = await startService();
  const page = await (await chromium.open()).newPage();
  await page.goto(`${service.base}/docs/search?q=evidence+pack+verification`);
  await page.locator("[role=status]").getByText(/^\d+ results$/).waitFor();
  assert.equal(await page.locator("input").inputValue(), "evidence pack verification");
  await page.locator(".results a").first().click();
  await page.waitForURL(/\/docs\/verification#the-evidence-pack$/);
  // A page that is brought back as it was left has no second load.
  await page.goBack({ waitUntil: "commit" });
  await page.locator(".results li").first().waitFor();
  assert.equal(await page.locator("input").inputValue(), "evidence pack verification");
  const faults: Error[] = [];
  page.on("pageerror", (fault) => void faults.push(fault));
  const hostile = '<img src=x onerror="alert(1)">%';
  await page.goto(`${service.base}/docs/search?q=${encodeURIComponent(hostile)}&q=%ff`);
  assert.equal(await page.locator("input").inputValue(), hostile);
  assert.equal(await page.locator("main img").count(), 0);
  await page.goto(`${service.base}/docs/search#%`);
  await page.locator("input").fill("evidence pack");
  await page.locator("[role=status]").getByText(/^\d+ results$/).waitFor();
  assert.deepEqual(faults, []);
});

inChromium(
  "where its index cannot be loaded, the search finds headings and says so",
  async (chromium) => {
    await using service = await startService();
    const page = await (await chromium.open()).newPage();
    await page.route("**/index.*.json", (route) => route.abort());
    await page.goto(`${service.base}/docs/search?q=idempotency_key_conflict`);
    const state = page.locator("[role=status]");
    await state.getByText("could not be loaded").waitFor();
    assert.match(await page.locator(".results").textContent() ?? "", /idempotency_key_conflict/);
  },
);

inChromium(
  "without script the search lists everything by page, and is no wall",
  async (chromium) => {
    await using service = await startService();
    const page = await (await chromium.open({ javaScriptEnabled: false })).newPage();
    await page.goto(`${service.base}/docs/search`);
    assert.equal(await page.locator("input").isVisible(), false);
    assert(await page.locator("details a").count() > 1_000);
    const { height = 0 } = await page.locator("main").boundingBox() ?? {};
    assert(height < 3_000, `${height} px`);
    await page.locator("summary", { hasText: "Verification sessions" }).click();
    await page.locator("details[open] a", { hasText: "The evidence pack" }).click();
    await page.waitForURL(/\/docs\/verification#the-evidence-pack$/);
  },
);
