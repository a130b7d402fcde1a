/** The reviewers' desk in a browser: by keyboard only, after a closed tab, accessible. */

import assert from "node:assert/strict";
import type { Page, Request } from "playwright-core";
import { assertLooks, inChromium } from "./chromium.ts";
import { startSandbox } from "./playground_pages.ts";

/** Maximum key presses from the queue to ten closed matches. */
const keysMax = 31;

/**
 * A script that stops the timers by which a judgement is sent after 10 s and a note vanishes after
 * 6 s: both wait for the next act, however slow the machine is.
 */
const stopTimers = `{
  const start = setTimeout;
  globalThis.setTimeout = (act, delay, ...rest) =>
    delay >= 6_000 ? start(() => {}, 0) : start(act, delay, ...rest);
}`;

/** Opens the desk, with the timers of its window's pages stopped. */
async function open(page: Page, base: string): Promise<void> {
  await page.context().addInitScript(stopTimers);
  await enter(page, base);
}

async function enter(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/desk`);
  await page.getByRole("button", { name: "Open" }).press("Enter");
  await page.locator("table.queue").waitFor();
}

const rowsOf = (page: Page) => page.locator("tr[data-decision]");

inChromium("ten matches are closed from the queue by keys alone", async (chromium) => {
  await using service = await startSandbox();
  const page = await (await chromium.open()).newPage();
  await open(page, service.base);
  assert.equal(await rowsOf(page).count(), 10);
  let keys = 0;
  const press = async (key: string) => {
    keys++;
    await page.keyboard.press(key);
  };
  await press("Enter");
  let shown = "";
  for (let at = 0; at < 10; at++) {
    await page.waitForURL(({ href, pathname }) =>
      pathname.startsWith("/desk/matches/") && href !== shown
    );
    await page.locator("[data-judge]").waitFor();
    shown = page.url();
    await press("1");
  }
  await page.waitForURL(`${service.base}/desk`);
  await page.locator("tr[data-decision] [data-unsent]:visible").waitFor();
  assert.ok(keys <= keysMax, `${keys} keys`);
  // What waits is sent when the page is left, and is on its way while the next one loads.
  const closed = async () => {
    await page.goto(`${service.base}/desk?state=CLOSED`);
    return await rowsOf(page).count();
  };
  let looks = 0;
  while (await closed() < 10 && looks < 50) looks++;
  assert.equal(await closed(), 10);
});

inChromium("a judgement is taken back by a key, and nothing is recorded", async (chromium) => {
  await using service = await startSandbox();
  const page = await (await chromium.open()).newPage();
  await open(page, service.base);
  await page.keyboard.press("Enter");
  await page.locator("[data-judge]").waitFor();
  const match = page.url();
  await page.keyboard.press("3");
  await page.waitForURL((url) => url.href !== match);
  await page.locator(".unsent").getByText("Not sent yet").waitFor();
  await page.keyboard.press("u");
  await page.waitForURL(match);
  await page.getByText("no judgement yet").waitFor();
  await page.goto(`${service.base}/desk`);
  assert.equal(await rowsOf(page).count(), 10);
});

inChromium("a judgement is sent after ten seconds, unless it was taken back", async (chromium) => {
  await using service = await startSandbox();
  const page = await (await chromium.open()).newPage();
  await page.clock.install({ time: 0 });
  await enter(page, service.base);
  await page.keyboard.press("Enter");
  await page.locator("[data-judge]").waitFor();
  const posted: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posted.push(request.url()));
  await page.clock.pauseAt(3_600_000);
  const bar = page.locator(".unsent");
  const match = page.url();
  await page.keyboard.press("3");
  await bar.getByText("Not sent yet").waitFor();
  await page.keyboard.press("u");
  await page.waitForURL(match);
  await page.clock.runFor(10_000);
  await page.keyboard.press("3");
  await page.clock.runFor(9_999);
  await bar.getByText("Not sent yet").waitFor();
  assert.deepEqual(posted, []);
  await page.clock.runFor(1);
  const recorded = bar.getByText(/^Recorded: /);
  await recorded.waitFor();
  assert.equal(posted.length, 1);
  await page.clock.runFor(6_000);
  await recorded.waitFor({ state: "hidden" });
});

inChromium("judgements that are refused stay in sight until dismissed", async (chromium) => {
  await using service = await startSandbox();
  const page = await (await chromium.open()).newPage();
  await open(page, service.base);
  await page.route("**/judgements", (route) => route.fulfill({ status: 403 }));
  await page.keyboard.press("Enter");
  const matches: string[] = [];
  for (const key of ["1", "2", "3"]) {
    await page.waitForURL(({ href, pathname }) =>
      pathname.startsWith("/desk/matches/") && !matches.includes(href)
    );
    await page.locator("[data-judge]").waitFor();
    matches.push(page.url());
    await page.keyboard.press(key);
  }
  const bar = page.locator(".unsent");
  await bar.locator("li").nth(1).waitFor();
  assert.deepEqual(
    (await bar.locator("li").allTextContents()).map((text) => /: ([a-z ]+)\./.exec(text)?.[1]),
    ["another date of birth", "another nationality"],
  );
  await assertLooks(page, "desk-refused");
  // What waits can still be taken back.
  await bar.getByText("Not sent yet").waitFor();
  await page.keyboard.press("u");
  await page.waitForURL(matches[2]!);
  await bar.getByText("Not sent yet").waitFor({ state: "hidden" });
  const login = new URL(
    (await bar.getByText("Log in again").first().getAttribute("href"))!,
    page.url(),
  );
  assert.equal(login.searchParams.get("next"), new URL(matches[0]!).pathname);
  await bar.locator("li").last().getByText("Open the match").click();
  await page.waitForURL(matches[1]!);
  await bar.getByRole("button", { name: "Dismiss" }).first().click();
  assert.equal(await bar.locator("li").count(), 1);
  await bar.getByRole("button", { name: "Dismiss" }).click();
  await bar.waitFor({ state: "hidden" });
});

inChromium("keys answer in the bar, and the queue is shown from its top", async (chromium) => {
  await using service = await startSandbox();
  const page = await (await chromium.open({ viewport: { width: 900, height: 320 } })).newPage();
  await open(page, service.base);
  const scrolled = () => page.evaluate<number>("scrollY");
  assert.equal(await scrolled(), 0);
  assert.equal(await page.locator("details:open").count(), 0);
  const bar = page.locator(".unsent");
  await page.keyboard.press("1");
  await bar.getByText("Open a match first.").waitFor();
  await page.keyboard.press("u");
  await bar.getByText("Nothing waits to be taken back.").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  assert.ok(await scrolled() > 0);
  const chosen = await page.locator("tr[aria-selected=true] a").getAttribute("href");
  await page.keyboard.press("?");
  await page.locator("details[data-keys]:open").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${service.base}${chosen}`);
  await page.locator("[data-judge]").waitFor();
  for (let judged = 0; judged < 2; judged++) {
    const match = page.url();
    await page.keyboard.press("5");
    await page.waitForURL(({ href }) => href !== match);
    await page.locator("[data-judge]").waitFor();
  }
  await bar.getByText(/^Recorded: .*, Ask another person$/).waitFor();
  await page.keyboard.press("u");
  await bar.getByText("Not sent yet").waitFor({ state: "hidden" });
  await page.keyboard.press("u");
  await bar.getByText("Nothing waits. Recorded last").getByText("Open the match").click();
  await page.waitForURL(`${service.base}${chosen}`);
  await page.getByText("In a sandbox there is no other person.").waitFor();
  // Where nothing has the focus.
  await page.goto(`${service.base}/desk`);
  const first = await page.locator("tr[aria-selected=true] a").getAttribute("href");
  await page.evaluate("document.activeElement.blur()");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${service.base}${first}`);
});

inChromium("a customer's name in the filter is marked, and mended in place", async (chromium) => {
  await using service = await startSandbox();
  const page = await (await chromium.open()).newPage();
  await open(page, service.base);
  const field = page.getByLabel("Customer (your id)");
  await field.fill("Viktor Sandbegov");
  await field.press("Enter");
  await page.getByRole("alert").getByText('"Customer (your id)" is not valid').waitFor();
  assert.equal(await page.evaluate("document.activeElement.role"), "alert");
  assert.equal(await field.inputValue(), "Viktor Sandbegov");
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  assert.equal(await rowsOf(page).count(), 10);
  await assertLooks(page, "desk-queue-refused");
  await field.fill("invented-1");
  await field.press("Enter");
  await page.waitForURL(/subjectRef=invented-1/);
  assert.equal(await rowsOf(page).count(), 1);
});

/** Opens the first match that waits, and writes a note. */
async function openFirst(page: Page): Promise<string> {
  await page.locator("tr[data-decision] a").first().click();
  await page.locator("[data-judge]").waitFor();
  await page.getByText("Reason, note, time").click();
  await page.getByLabel("Note", { exact: true }).fill("Passport seen & copied");
  return page.url();
}

/** A field as the browser has it. */
interface Validated {
  readonly validationMessage: string;
}

const noteOf = (page: Page) => page.getByLabel("Note", { exact: true }).inputValue();

inChromium("fields that disagree are marked, and nothing is judged", async (chromium) => {
  await using service = await startSandbox();
  const page = await (await chromium.open()).newPage();
  await open(page, service.base);
  const match = await openFirst(page);
  const posted: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posted.push(request.url()));
  const reason = page.getByLabel("Another reason");
  await reason.selectOption("gender_differs");
  await page.getByText("Reason, note, time").click();
  // Keys need the focus out of a field.
  await page.keyboard.press("4");
  await page.locator("details:open").getByLabel("Another reason").waitFor();
  assert.equal(
    await reason.evaluate((node: Validated) => node.validationMessage),
    "The reason says that it is another person, and the judgement that it is the listed party: " +
      "choose a reason that agrees",
  );
  assert.equal(page.url(), match);
  await reason.selectOption("same_dob");
  const days = page.getByLabel("Clear this customer");
  await days.fill("30");
  await page.getByRole("button", { name: "Judge" }).click();
  assert.match(
    await days.evaluate((node: Validated) => node.validationMessage),
    /^Days go with/,
  );
  assert.equal(page.url(), match);
  assert.equal(await noteOf(page), "Passport seen & copied");
  await days.fill("");
  await page.getByRole("button", { name: "Judge" }).click();
  await page.locator(".unsent").getByText("Not sent yet").waitFor();
  assert.deepEqual(posted, []);
});

inChromium(
  "a refused judgement keeps what was typed, on every page of the tab",
  async (chromium) => {
    await using service = await startSandbox();
    const page = await (await chromium.open()).newPage();
    await open(page, service.base);
    await page.route(
      "**/judgements",
      (route) => route.fulfill({ status: 409, body: "<p data-message>It is not so.</p>" }),
    );
    const match = await openFirst(page);
    await page.getByLabel("Another reason").selectOption("deceased");
    await page.getByLabel("Ask another person").check();
    await page.getByRole("button", { name: "Judge" }).click();
    // Taken back, it is as it was typed.
    await page.locator(".unsent").getByText("Not sent yet").waitFor();
    await page.getByRole("button", { name: "Take it back" }).click();
    await page.waitForURL(match);
    assert.equal(await noteOf(page), "Passport seen & copied");
    await page.getByRole("button", { name: "Judge" }).click();
    await page.locator(".unsent").getByText("Not sent yet").waitFor();
    // The next one sends it.
    await page.locator("[data-judge]").waitFor();
    await page.keyboard.press("1");
    const refused = page.locator(".unsent li");
    await refused.getByText("Not recorded").getByText("It is not so.").waitFor();
    await page.getByRole("button", { name: "Take it back" }).click();
    await page.goto(`${service.base}/desk/books`);
    await refused.getByText("Not recorded").waitFor();
    assert.doesNotMatch(
      await page.evaluate(() => JSON.stringify({ ...sessionStorage })),
      /formToken/,
    );
    await refused.getByText("Open the match").click();
    await page.waitForURL(match);
    assert.equal(await noteOf(page), "Passport seen & copied");
    assert.equal(await page.getByLabel("Another reason").inputValue(), "deceased");
    assert.ok(await page.getByLabel("Ask another person").isChecked());
    // Recorded, it is kept no more.
    await page.unroute("**/judgements");
    await page.getByRole("button", { name: "Judge" }).click();
    await page.locator(".unsent").getByText("Not sent yet").waitFor();
    await page.locator("tr[data-decision] a").nth(1).click();
    await page.locator("[data-judge]").waitFor();
    await page.keyboard.press("1");
    await refused.waitFor({ state: "detached" });
    assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage)), []);
  },
);

inChromium("a judgement that no page saw answered is named on the next", async (chromium) => {
  await using service = await startSandbox();
  const page = await (await chromium.open()).newPage();
  await open(page, service.base);
  const match = await openFirst(page);
  await page.route("**/judgements", (route) => route.abort());
  await page.getByLabel("Another person: the name alone agrees").check();
  await page.getByRole("button", { name: "Judge" }).click();
  const bar = page.locator(".unsent");
  await bar.getByText("Not sent yet").waitFor();
  // Links of the desk do not leave the page.
  await page.getByRole("link", { name: "Events" }).click();
  await page.waitForURL(`${service.base}/desk/events`);
  await bar.getByText("Not sent yet").waitFor();
  await page.reload();
  await bar.getByText("Sent when you left the page").getByText("Look whether").waitFor();
  await bar.getByText("Open the match").click();
  await page.waitForURL(match);
  assert.equal(await noteOf(page), "Passport seen & copied");
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL(/\/desk\/login/);
  assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage)), []);
});

inChromium("a judgement that waits is recorded before a person logs out", async (chromium) => {
  await using service = await startSandbox();
  const page = await (await chromium.open()).newPage();
  await open(page, service.base);
  await openFirst(page);
  await page.keyboard.press("Escape");
  await page.getByLabel("Ask another person").check();
  const answers: number[] = [];
  page.on("response", (answer) => {
    if (answer.url().endsWith("/judgements")) answers.push(answer.status());
  });
  await page.getByRole("button", { name: "Judge" }).click();
  await page.locator(".unsent").getByText("Not sent yet").waitFor();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL(/\/desk\/login/);
  assert.deepEqual(answers, [303]);
});

inChromium("a confirmed match asks for a fresh login before it is judged", async (chromium) => {
  await using service = await startSandbox();
  const page = await (await chromium.open()).newPage();
  await open(page, service.base);
  await page.keyboard.press("Enter");
  const form = page.locator("[data-judge]");
  await form.waitFor();
  const { pathname } = new URL(page.url());
  await form.evaluate((node) => node.setAttribute("data-fresh-until", "1"));
  await page.keyboard.press("4");
  await page.waitForURL((url) => url.pathname === "/desk/login");
  const asked = Object.fromEntries(new URL(page.url()).searchParams);
  assert.deepEqual(asked, { fresh: "true", next: pathname });
  await page.goto(`${service.base}${pathname}`);
  await page.locator(".unsent").getByText("It needs a fresh login").waitFor();
  assert.ok(await page.getByRole("radio", { name: "The listed party" }).isChecked());
});

inChromium(
  "a tab that is closed sends its judgement, and another tab sees it",
  async (chromium) => {
    await using service = await startSandbox();
    const context = await chromium.open();
    const [page, other] = [await context.newPage(), await context.newPage()];
    await open(page, service.base);
    await page.keyboard.press("Enter");
    await page.locator("[data-judge]").waitFor();
    await page.keyboard.press("2");
    await page.locator(".unsent").getByText("Not sent yet").waitFor();
    await page.close({ runBeforeUnload: true });
    // A closed page shows no answer: another one looks until the judgement is recorded.
    let closed = 0;
    for (let looks = 0; closed === 0 && looks < 50; looks++) {
      await other.goto(`${service.base}/desk?state=CLOSED`);
      closed = await rowsOf(other).count();
    }
    assert.equal(closed, 1);
  },
);

inChromium(
  "a customer's data are read when a person opens the match, not ahead",
  async (chromium) => {
    await using service = await startSandbox();
    const page = await (await chromium.open()).newPage();
    await open(page, service.base);
    const asked: string[] = [];
    page.on("request", (request: Request) => asked.push(new URL(request.url()).pathname));
    const links = page.locator("tr[data-decision] a[data-match]");
    const matches = await Promise.all((await links.all()).map(async (link) => ({
      path: await link.getAttribute("href") ?? "",
      isCustomer: await link.getAttribute("data-match") === "customer",
    })));
    const at = matches.findIndex((_, at) => matches[at + 1]?.isCustomer);
    assert.ok(at >= 0);
    await links.nth(at).click();
    await page.locator("[data-judge]").waitFor();
    const next = matches[at + 1]!.path;
    await page.waitForLoadState("networkidle");
    assert.ok(!asked.includes(next));
    await page.keyboard.press("5");
    await page.waitForURL(`${service.base}${next}`);
    assert.equal(asked.filter((path) => path === next).length, 1);
  },
);

inChromium("a match is judged and taken without script", async (chromium) => {
  await using service = await startSandbox();
  const page = await (await chromium.open({ javaScriptEnabled: false })).newPage();
  await open(page, service.base);
  await page.locator("tr[data-decision] a").first().press("Enter");
  await page.getByRole("button", { name: "Assign to me" }).press("Enter");
  await page.getByText("Assigned to visitor").waitFor();
  await page.getByLabel("Another person: another nationality").check();
  await page.getByRole("button", { name: "Judge" }).press("Enter");
  await page.getByText("Closed", { exact: true }).waitFor();
});

inChromium("the queue and a match pass axe and fit", async (chromium) => {
  await using service = await startSandbox();
  const page = await (await chromium.open()).newPage();
  await open(page, service.base);
  await assertLooks(page, "desk-queue");
  await page.locator("tr[data-decision] a").first().click();
  await page.locator("[data-judge]").waitFor();
  await page.getByRole("heading", { name: "The customer" }).waitFor();
  await page.locator("mark").first().waitFor();
  await assertLooks(page, "desk-match-with-data");
  await page.goto(`${service.base}/desk?subjectRef=invented-2`);
  await page.locator("tr[data-decision] a").first().click();
  await page.getByLabel("The customer's name").waitFor();
  await assertLooks(page, "desk-match");
  await page.getByLabel("The customer's name").fill("Pavlo Drovenchuk");
  await page.getByRole("button", { name: "Show" }).press("Enter");
  await page.locator("mark").first().waitFor();
  await assertLooks(page, "desk-match-typed");
  await page.goto(`${service.base}/desk?state=ESCALATED`);
  await assertLooks(page, "desk-queue-empty");
  // Of the same customer, by other data: a later match, with the earlier one beside it.
  await page.goto(`${service.base}/desk/books`);
  await page.getByText("Paste a table instead").click();
  await page.getByLabel("The table, with its header").fill("id,name\ninvented-1,Viktor Sandbegov");
  await page.getByRole("button", { name: "Read the table" }).press("Enter");
  await page.getByRole("button", { name: "Start" }).press("Enter");
  await page.waitForURL(/\/desk\/books\/[0-9a-f-]{36}(#done)?$/);
  await service.runBatches();
  await page.locator("tr a[data-match]").click();
  await page.getByRole("heading", { name: "Other matches of this customer" }).waitFor();
  await page.getByText("have changed since the decision").waitFor();
  await assertLooks(page, "desk-match-with-others");
});

/** Maximum bytes on the wire of a page with its files, and maximum requests. */
const [wireBytesMax, requestsMax] = [60 * 1024, 3];

inChromium("each page of the desk takes at most 60 KB and three requests", async (chromium) => {
  await using service = await startSandbox();
  const context = await chromium.open();
  await open(await context.newPage(), service.base);
  const { cookies } = await context.storageState();
  const queue = await context.request.get(`${service.base}/desk`);
  const match = /href="(\/desk\/matches\/[^"]+)"/.exec(await queue.text())![1]!;
  const customer = "/desk/watched/subjects/invented-1";
  const watched = ["/desk/watched", "/desk/watched/cleared", customer, "/desk/events"];
  for (const path of ["/desk", match, "/desk?state=CLOSED", "/desk/books", ...watched]) {
    // Of a browser that has loaded nothing before.
    const fresh = await chromium.open({ storageState: { cookies, origins: [] } });
    const page = await fresh.newPage();
    const requests: Request[] = [];
    page.on("requestfinished", (request) => void requests.push(request));
    await page.goto(`${service.base}${path}`, { waitUntil: "load" });
    const sizes = await Promise.all(requests.map((request) => request.sizes()));
    const bytes = sizes.reduce(
      (sum, { responseBodySize, responseHeadersSize }) =>
        sum + responseBodySize + responseHeadersSize,
      0,
    );
    assert.ok(requests.length <= requestsMax, `${path}: ${requests.length} requests`);
    assert.ok(bytes <= wireBytesMax, `${path}: ${bytes} bytes`);
    await fresh.close();
  }
});

inChromium(
  "a judgement that another tab sent first shows how the match stands",
  async (chromium) => {
    await using service = await startSandbox();
    const context = await chromium.open();
    const [page, other] = [await context.newPage(), await context.newPage()];
    await open(page, service.base);
    await page.keyboard.press("Enter");
    await page.locator("[data-judge]").waitFor();
    const match = page.url();
    await other.goto(match);
    await other.getByLabel("Another person: another date of birth").check();
    await other.getByRole("button", { name: "Judge" }).click();
    await other.locator(".unsent").getByText("Not sent yet").waitFor();
    // It is not sent yet: the other tab judges too, and each judgement is on record.
    await page.keyboard.press("3");
    await page.locator(".unsent").getByText("Not sent yet").waitFor();
    await Promise.all([page.goto(`${service.base}/desk`), other.goto(`${service.base}/desk`)]);
    let said = 0;
    for (let looks = 0; said < 2 && looks < 50; looks++) {
      await page.goto(match);
      said = await page.locator(".said li").count();
    }
    assert.equal(said, 2);
    await page.getByText("Closed", { exact: true }).waitFor();
  },
);

inChromium(
  "back, then forward before the page came, shows the page of the address",
  async (chromium) => {
    await using service = await startSandbox();
    const page = await (await chromium.open()).newPage();
    await open(page, service.base);
    await page.locator("tr a[data-match]").first().click();
    await page.locator("[data-judge]").waitFor();
    const match = page.url();
    const held = Promise.withResolvers<void>();
    await page.route("**/desk", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.evaluate("history.back()");
    await page.waitForURL(`${service.base}/desk`, { waitUntil: "commit" });
    await page.evaluate("history.forward()");
    await page.waitForURL(match, { waitUntil: "commit" });
    const late = page.waitForResponse(`${service.base}/desk`);
    held.resolve();
    await (await late).finished();
    await page.locator("[data-judge]").waitFor();
    assert.equal(await page.locator("h1").textContent(), "Match");
  },
);
