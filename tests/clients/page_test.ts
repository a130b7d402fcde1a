import assert from "node:assert/strict";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import {
  assertAccessible,
  assertLooks,
  type Chromium,
  inChromium,
  keepScreenshot,
  pixelsOf,
  readQrCode,
} from "./chromium.ts";
import { type LoginServer, startLoginServer } from "./login_server.ts";
import { startSandbox } from "./playground_pages.ts";

/** A user's browser, and the server. */
interface Setting extends AsyncDisposable {
  readonly server: LoginServer;
  readonly context: BrowserContext;
}

async function open(chromium: Chromium, options: BrowserContextOptions = {}): Promise<Setting> {
  const server = await startLoginServer();
  const context = await chromium.open(options);
  return { server, context, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** Opens a page that waits for a wallet. */
async function startLogin({ server, context }: Setting, state = "s"): Promise<Page> {
  const page = await context.newPage();
  await page.goto(server.authorizeUrl(state));
  return page;
}

const walletLink = (page: Page) => page.locator("[data-wallet-link]");

async function walletUriOf(page: Page): Promise<string> {
  const href = await walletLink(page).getAttribute("href");
  assert(href !== null && href.startsWith("openid4vp://"));
  return href;
}

/** Waits until the browser is back at the relying party. @returns the parameters of the redirect */
async function arrival(
  { server }: Setting,
  page: Page,
): Promise<{ code: string; state: string | null }> {
  await page.waitForURL((url) => url.href.startsWith(`${server.callback}?`));
  assert.equal(await page.title(), "Shop");
  const { searchParams } = new URL(page.url());
  const code = searchParams.get("code");
  assert(code !== null && code !== "");
  return { code, state: searchParams.get("state") };
}

/** Whether the page itself, not a box in it, is wider than the window. */
const overflows = (page: Page) =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

/** Brightness of the page's corner and of the code's margin, from black (0) to white (1). */
async function brightnessOf(page: Page): Promise<{ page: number; margin: number }> {
  const { width, rgba } = await pixelsOf(page, await page.screenshot());
  const code = await page.locator("svg").boundingBox();
  assert(code !== null);
  const at = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(4 * (y * width + x));
    return (red + green + blue) / 3 / 255;
  };
  return { page: at(0, 0), margin: at(Math.ceil(code.x) + 2, Math.ceil(code.y) + 2) };
}

inChromium("the code is read back from a screenshot, and is the wallet link", async (chromium) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await using setting = await open(chromium, { colorScheme });
    const page = await startLogin(setting);
    assert.equal(await readQrCode(page), await walletUriOf(page));
    await keepScreenshot(page, `login-${colorScheme}`);
    const brightness = await brightnessOf(page);
    assert(colorScheme === "dark" ? brightness.page < 0.2 : brightness.page > 0.9);
    assert.equal(brightness.margin, 1, "white");
    await assertAccessible(page);
    if (colorScheme === "light") await assertLooks(page, "login");
  }
});

inChromium("a wallet on another device logs the browser in", async (chromium) => {
  await using setting = await open(chromium);
  const page = await startLogin(setting, "other-device");
  await setting.server.answer(await readQrCode(page) ?? "");
  assert.equal((await arrival(setting, page)).state, "other-device");
});

inChromium("the link opens a wallet on the same device, and the page follows", async (chromium) => {
  await using setting = await open(chromium);
  const page = await startLogin(setting, "same-device");
  const address = page.url();
  const opened = page.waitForRequest(/^openid4vp:/);
  await walletLink(page).click();
  assert.equal((await opened).url(), await walletUriOf(page));
  assert.equal(page.url(), address, "the page stays for the one who comes back");
  await setting.server.answer(await walletUriOf(page));
  assert.equal((await arrival(setting, page)).state, "same-device");
});

inChromium(
  "a login that the wallet refuses says so, and starts again by keyboard",
  async (chromium) => {
    await using setting = await open(chromium);
    const page = await startLogin(setting);
    const first = await walletUriOf(page);
    await setting.server.cancel(first);
    await page.getByText("The login did not succeed").waitFor();
    assert(!await walletLink(page).isVisible() && !await page.locator("svg").isVisible());
    await assertLooks(page, "login-failed");
    await page.keyboard.press("Tab");
    assert.equal(await page.locator(":focus").textContent(), "Start again");
    await page.keyboard.press("Enter");
    await page.getByText("Waiting for your wallet").waitFor();
    const second = await walletUriOf(page);
    assert.notEqual(second, first);
    await setting.server.answer(second);
    await arrival(setting, page);
  },
);

inChromium("a login whose time is over says so, and starts again", async (chromium) => {
  await using setting = await open(chromium);
  const page = await startLogin(setting, "again");
  await walletLink(page).focus();
  setting.server.expire();
  await page.getByText("This login has expired").waitFor();
  assert.equal(await page.locator(":focus").textContent(), "Start again", "focus is not lost");
  await assertLooks(page, "login-expired");
  await page.keyboard.press("Enter");
  await page.getByText("Waiting for your wallet").waitFor();
  await setting.server.answer(await walletUriOf(page));
  assert.equal((await arrival(setting, page)).state, "again");
});

inChromium(
  "the back button leads past a finished login, and back into one that waits",
  async (chromium) => {
    await using setting = await open(chromium);
    const page = await setting.context.newPage();
    await page.goto(setting.server.relyingParty);
    await page.getByText("Log in").click();
    await walletLink(page).waitFor();
    await page.goto(setting.server.relyingParty);
    await page.goBack({ waitUntil: "commit" });
    await walletLink(page).waitFor();
    await setting.server.answer(await walletUriOf(page));
    await arrival(setting, page);
    await page.goBack({ waitUntil: "commit" });
    assert.equal(page.url(), setting.server.relyingParty, "the login page has left the history");
  },
);

inChromium(
  "a second visit shows no page, unless the relying party asks for a login",
  async (chromium) => {
    await using setting = await open(chromium);
    const page = await startLogin(setting, "first");
    await setting.server.answer(await walletUriOf(page));
    const first = await arrival(setting, page);
    await page.goto(setting.server.authorizeUrl("second"));
    const second = await arrival(setting, page);
    assert.equal(second.state, "second");
    assert.notEqual(second.code, first.code);
    await page.goto(setting.server.authorizeUrl("third", { prompt: "login" }));
    await page.getByText("Waiting for your wallet").waitFor();
    const another = await chromium.open();
    const elsewhere = await startLogin({ ...setting, context: another });
    await elsewhere.getByText("Waiting for your wallet").waitFor();
  },
);

inChromium("two tabs of one browser log in beside each other", async (chromium) => {
  await using setting = await open(chromium);
  const tabs = [await startLogin(setting, "one"), await startLogin(setting, "two")];
  const requests = await Promise.all(tabs.map(walletUriOf));
  assert.notEqual(requests[0], requests[1]);
  for (const request of requests.toReversed()) await setting.server.answer(request);
  const arrivals = await Promise.all(tabs.map((tab) => arrival(setting, tab)));
  assert.deepEqual(arrivals.map(({ state }) => state), ["one", "two"]);
  assert.notEqual(arrivals[0]!.code, arrivals[1]!.code);
});

inChromium(
  "without script, the code, the wallet link and a link to go on do it",
  async (chromium) => {
    await using setting = await open(chromium, { javaScriptEnabled: false });
    const page = await startLogin(setting, "no-script");
    const request = await walletUriOf(page);
    assert.equal(await readQrCode(page), request);
    await keepScreenshot(page, "login-no-script");
    const goOn = page.locator("noscript a");
    assert(await goOn.isVisible());
    await goOn.click();
    await page.getByText("Waiting for your wallet").waitFor();
    assert.equal(await walletUriOf(page), request, "the same login");
    await setting.server.answer(request);
    await goOn.click();
    assert.equal((await arrival(setting, page)).state, "no-script");
  },
);

inChromium("without script, a login whose time is over starts again", async (chromium) => {
  await using setting = await open(chromium, { javaScriptEnabled: false });
  const page = await startLogin(setting);
  setting.server.expire();
  await page.locator("noscript a").click();
  await page.getByText("This login has expired").waitFor();
  await page.getByText("Start again").click();
  await page.getByText("Waiting for your wallet").waitFor();
});

/** Widths of telephones' windows in CSS pixels, each with several device pixels. */
const telephones = [320, 360, 390].map((width) => ({
  viewport: { width, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
}));

inChromium(
  "on a telephone the link comes first, and another one reads the whole code",
  async (chromium) => {
    for (const { viewport: { width, height }, ...telephone } of telephones) {
      await using setting = await open(chromium, { ...telephone, viewport: { width, height } });
      const page = await startLogin(setting);
      assert.equal(await overflows(page), false);
      const [link, code] = [
        await walletLink(page).boundingBox(),
        await page.locator("svg").boundingBox(),
      ];
      assert(link !== null && code !== null && link.y + link.height <= code.y);
      assert(code.x >= 0 && code.x + code.width <= width, `${width}: ${JSON.stringify(code)}`);
      assert(code.height <= height);
      const modules = await page.evaluate("document.querySelector('svg').viewBox.baseVal.width");
      // Four pixels, as a reader needs of a screen.
      assert(code.width / Number(modules) * telephone.deviceScaleFactor >= 4);
      assert.equal(await readQrCode(page), await walletUriOf(page));
      await keepScreenshot(page, `login-${width}`);
      await assertAccessible(page);
    }
  },
);

inChromium("on a telephone the reference is no wider than the window", async (chromium) => {
  await using sandbox = await startSandbox();
  for (const telephone of telephones) {
    const page = await (await chromium.open(telephone)).newPage();
    await page.goto(`${sandbox.base}/reference`);
    assert.equal(await overflows(page), false);
    for (const [link, id] of [["Screening", "screen"], ["Verification", "startSession"]]) {
      await page.goto(`${sandbox.base}/reference`);
      await page.getByRole("link", { name: link!, exact: true }).last().click();
      for (const summary of await page.locator(`#${id} summary`).all()) await summary.click();
      assert.equal(await overflows(page), false, `${telephone.viewport.width}: ${link}`);
    }
    await keepScreenshot(page, `reference-${telephone.viewport.width}`);
  }
});

inChromium("on a wide window the code comes first", async (chromium) => {
  await using setting = await open(chromium);
  const page = await startLogin(setting);
  const [link, code] = [
    await walletLink(page).boundingBox(),
    await page.locator(".qr").boundingBox(),
  ];
  assert(link !== null && code !== null && code.y + code.height <= link.y);
});

// A browser's zoom is fewer CSS pixels in the window and more device pixels in each.
inChromium("at 200 % zoom nothing is cut off, and the code is read", async (chromium) => {
  await using setting = await open(chromium, {
    viewport: { width: 640, height: 400 },
    deviceScaleFactor: 2,
  });
  const page = await startLogin(setting);
  assert.equal(await overflows(page), false);
  assert.equal(await readQrCode(page), await walletUriOf(page));
  await keepScreenshot(page, "login-zoomed");
  await assertAccessible(page);
});

inChromium(
  "the keyboard reaches the link and the code, and shows where it is",
  async (chromium) => {
    await using setting = await open(chromium);
    const page = await startLogin(setting);
    for (const selector of ["[data-wallet-link]", ".qr"]) {
      await page.keyboard.press("Tab");
      assert.equal(await page.locator(`${selector}:focus-visible`).count(), 1, selector);
      const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
      assert.equal(outline, "solid");
    }
  },
);

inChromium("a lost connection is said, and the login goes on when it is back", async (chromium) => {
  await using setting = await open(chromium);
  const page = await startLogin(setting);
  await setting.context.setOffline(true);
  await page.getByRole("status").getByText("There is no connection").waitFor();
  await setting.context.setOffline(false);
  await page.getByRole("status").getByText("Waiting for your wallet").waitFor();
  await setting.server.answer(await walletUriOf(page));
  await arrival(setting, page);
});

inChromium("an error page looks like the login, and sends nobody anywhere", async (chromium) => {
  await using setting = await open(chromium);
  const page = await setting.context.newPage();
  const answer = await page.goto(
    setting.server.authorizeUrl("x").replace("client_id=", "no_id="),
  );
  assert.equal(answer?.status(), 400);
  assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1);
  assert.equal(await page.locator("a, script").count(), 0);
  await assertLooks(page, "error");
});
