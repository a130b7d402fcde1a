import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import axe from "axe-core";
import jsQr from "jsqr";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";

/** Path of a Chromium: `tests/clients/chromium.sh` finds or installs one. */
const executablePath = Deno.env.get("AVAL_TEST_CHROMIUM") || undefined;
if (executablePath === undefined) {
  console.error(
    "LEFT OUT: the tests of the pages in Chromium; tests/clients/chromium.sh prints what AVAL_TEST_CHROMIUM names",
  );
}

/** Folder of screenshots, each of which replaces the one of the last run; undefined: none is taken. */
const screenshots = Deno.env.get("AVAL_TEST_SCREENSHOTS");

/** A Chromium, with the recorded faults of its pages. */
export interface Chromium extends AsyncDisposable {
  /** Opens a window with cookies of its own. */
  open(options?: BrowserContextOptions): Promise<BrowserContext>;
}

/**
 * Defines a test that needs a real Chromium. It fails if a page's policy refuses anything, its
 * script fails, or an address outside this machine is called.
 */
export function inChromium(name: string, run: (chromium: Chromium) => Promise<void>): void {
  if (executablePath === undefined) return;
  Deno.test({
    name: `Chromium: ${name}`,
    // Playwright keeps its own connection to the browser beyond a test's end.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      const wrongs: string[] = [];
      await using opened = await launch(wrongs);
      await run(opened);
      assert.deepEqual(wrongs, []);
    },
  });
}

async function launch(wrongs: string[]): Promise<Chromium> {
  const browser: Browser = await chromium.launch({
    executablePath: executablePath!,
    // Its sandbox needs rights that a container may lack; it opens our own pages alone.
    args: ["--no-sandbox"],
    // As people have it: the back button may bring a page back as it was left.
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  return {
    open: async (options = {}) => {
      const context = await browser.newContext({ reducedMotion: "reduce", ...options });
      context.setDefaultTimeout(30_000);
      context.on("page", (page) => watch(page, wrongs));
      return context;
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

function watch(page: Page, wrongs: string[]): void {
  page.on("pageerror", (error) => void wrongs.push(String(error)));
  page.on("console", (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) wrongs.push(message.text());
  });
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isOurs = protocol === "data:" || protocol === "openid4vp:" ||
      ["localhost", "127.0.0.1"].includes(hostname);
    if (!isOurs) wrongs.push(request.url());
  });
}

/** Widths of windows in CSS pixels: two telephones and a desktop. */
const widths = [320, 390, 1280];

/**
 * Checks the present state of a page with all details unfolded, on telephones and a desktop, in
 * light and dark: axe finds no fault at AA, and the page is not wider than the window.
 */
export async function assertLooks(page: Page, name: string): Promise<void> {
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const look = `${name}-${width}-${colorScheme}`;
      await keepScreenshot(page, look);
      await assertAccessible(page, look);
      const isWider = await page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth",
      );
      assert.equal(isWider, false, `${look} is wider than the window`);
    }
  }
  assert.deepEqual(await page.evaluate(brokenWords), [], `${name} breaks words`);
}

/** A script that lists the words of a page that stand on two lines. Ids and code may break anywhere. */
const brokenWords = `(() => {
  const broken = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement.closest("code, bdi, pre, textarea, select, script, style")) continue;
    for (const { 0: word, index } of node.data.matchAll(/(?<![\\p{L}\\xad])\\p{L}{2,20}(?![\\p{L}\\xad])/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word);
    }
  }
  return broken;
})()`;

/** Saves a screenshot of the whole page, where a folder is given for them. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (screenshots === undefined) return;
  await Deno.mkdir(screenshots, { recursive: true });
  await page.screenshot({ path: `${screenshots}/${name}.png`, fullPage: true });
}

/** An image as its pixels. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha, row by row. */
  readonly rgba: Uint8ClampedArray;
}

/** Reads a screenshot in a separate page without a policy. */
export async function pixelsOf(page: Page, png: Uint8Array): Promise<Pixels> {
  const reader = await page.context().browser()!.newPage();
  const { width, height, bytes } = await reader.evaluate(async (encoded) => {
    // Of the browser, which the types of a server do not know.
    // deno-lint-ignore no-explicit-any
    const browser = globalThis as any;
    const blob = await (await fetch(`data:image/png;base64,${encoded}`)).blob();
    const image = await browser.createImageBitmap(blob);
    const canvas = new browser.OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.width, image.height);
    let text = "";
    for (let at = 0; at < data.length; at += 32_768) {
      text += String.fromCharCode(...data.subarray(at, at + 32_768));
    }
    return { width: image.width, height: image.height, bytes: btoa(text) };
  }, Buffer.from(png).toString("base64"));
  await reader.close();
  return { width, height, rgba: new Uint8ClampedArray(Buffer.from(bytes, "base64")) };
}

/** The text that a QR reader finds in a screenshot of the page; null if none. */
export async function readQrCode(page: Page): Promise<string | null> {
  const { width, height, rgba } = await pixelsOf(page, await page.screenshot({ fullPage: true }));
  return decodeQrCode(rgba, width, height);
}

/** The text that a QR reader finds in pixels; null if none. */
export function decodeQrCode(
  rgba: Uint8ClampedArray,
  width: number,
  height: number,
): string | null {
  // Its types name a default export that its module is itself.
  const decode = jsQr as unknown as typeof jsQr.default;
  return decode(rgba, width, height)?.data ?? null;
}

/** Asserts that axe-core finds no fault in a page in its present state. */
export async function assertAccessible(page: Page, name = page.url()): Promise<void> {
  if (!await page.evaluate("'axe' in globalThis")) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    // deno-lint-ignore no-explicit-any
    const { violations } = await (globalThis as any).axe.run({ resultTypes: ["violations"] });
    return violations.map((one: { id: string; nodes: { html: string }[] }) => ({
      id: one.id,
      nodes: one.nodes.map(({ html }) => html),
    }));
  });
  assert.deepEqual({ name, violations }, { name, violations: [] });
}
