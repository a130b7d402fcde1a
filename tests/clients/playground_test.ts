import assert from "node:assert/strict";
import type { BrowserContextOptions, Page } from "playwright-core";
import { stories } from "../../routes/pages/playground/stories.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { assertAccessible, inChromium, keepScreenshot, readQrCode } from "./chromium.ts";

/** A sandbox that listens. */
async function startSandbox(): Promise<{ readonly base: string } & AsyncDisposable> {
  const { promise: started, resolve: start } = Promise.withResolvers<TestService>();
  const listener = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers, body } = request;
      return await (await started).fetch(`${pathname}${search}`, { method, headers, body });
    },
  );
  const base = `http://localhost:${listener.addr.port}`;
  const service = await serviceInMemory({ env: { AVAL_BASE_URL: base } });
  start(service);
  return {
    base,
    [Symbol.asyncDispose]: async () => {
      await listener.shutdown();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Presses a button by the keyboard and waits until its requests are answered. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).press("Enter");
  await page.locator("[role=status]").filter({ hasText: /^(Done|It stopped)/ }).waitFor();
}

/** What a person reads first, by its label. */
async function cameOf(page: Page): Promise<Readonly<Record<string, string>>> {
  const texts = async (name: string) => await page.locator(`[data-came] ${name}`).allTextContents();
  const [terms, words] = [await texts("dt"), await texts("dd")];
  return Object.fromEntries(terms.map((term, at) => [term, words[at] ?? ""]));
}

const statusOf = async (page: Page) => await page.locator("[role=status]").textContent();

/** The headings of what went over the wire. */
const wireOf = async (page: Page) => await page.locator("[data-wire] summary").allTextContents();

/** Plays a story from the start page: one click to it, and at most two in it. */
const plays: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  name: async (page) => {
    await press(page, "Screen the name");
    const { Classification, "First candidate": first } = await cameOf(page);
    assert.deepEqual([Classification, first], ["POSSIBLE_MATCH", "Viktor Sandbergov"]);
    assert((await wireOf(page)).some((line) => line.includes("SCREENING_DECISION")));
  },
  review: async (page) => {
    await press(page, "Screen the name");
    await press(page, "Record the review");
    const { Classification, Reviews } = await cameOf(page);
    assert.equal(Classification, "POSSIBLE_MATCH");
    assert.match(Reviews ?? "", /false_positive/);
    assert((await wireOf(page)).some((line) => line.includes("SCREENING_REVIEWED")));
  },
  address: async (page) => {
    await press(page, "Score the address");
    const { Classification, Score } = await cameOf(page);
    assert.deepEqual([Classification, Score], ["HIGH", "100"]);
  },
  age: async (page) => {
    await press(page, "Start the session");
    assert.match(await readQrCode(page) ?? "", /^openid4vp:/);
    await press(page, "Answer with the sandbox's wallet");
    assert.match((await cameOf(page))["Proved"] ?? "", /ageOver18: yes/);
    assert((await wireOf(page)).some((line) => line.includes("VERIFICATION_DECISION")));
  },
  identity: async (page) => {
    await press(page, "Start the session");
    await press(page, "Answer, read and open the pack");
    const came = await cameOf(page);
    assert.equal(came["Screening"], "CONFIRMED_MATCH");
    assert.match(came["In the pack"] ?? "", /Sandbergov/);
    assert.equal(came["Pack at the second read"], "none");
  },
  login: async (page) => {
    await press(page, "Log in with the sandbox's wallet");
    assert.match((await cameOf(page))["Subject (sub)"] ?? "", /^[\w-]{43}$/);
    assert((await wireOf(page)).some((line) => line.includes("VERIFICATION_DECISION")));
  },
  credential: async (page) => {
    await press(page, "Redeem the offer");
    assert.match((await cameOf(page))["Claims"] ?? "", /Bachelor of Science/);
    await press(page, "Show it, revoke it, read again");
    const came = await cameOf(page);
    assert.deepEqual([came["Revocation"], came["Revocation now"]], ["VALID", "REVOKED"]);
    assert((await wireOf(page)).some((line) => line.includes("CREDENTIAL_REVOKED")));
  },
  applicant: async (page) => {
    await press(page, "Send the application");
    assert.equal((await cameOf(page))["Recommendation"], "SUBMIT_RECOMMENDED");
    await press(page, "Read a review draft of an invented application");
    assert.equal((await cameOf(page))["Recommendation"], "REJECT_RECOMMENDED");
  },
  seal: async (page) => {
    await press(page, "Ask for a seal");
    assert.equal((await cameOf(page))["Error"], "qseal_not_configured");
  },
};

/** Whether the page itself, not a box in it, is wider than the window. */
const overflows = (page: Page) =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

/** 640 CSS pixels at a zoom of 200 % are 320. */
const looks: readonly BrowserContextOptions[] = [
  { colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { colorScheme: "dark", viewport: { width: 320, height: 900 }, deviceScaleFactor: 2 },
];

for (const look of looks) {
  const { colorScheme, viewport } = look;
  const name = `${colorScheme}, ${viewport!.width} px`;
  inChromium(`every story of the playground plays and is accessible: ${name}`, async (chromium) => {
    await using sandbox = await startSandbox();
    const page = await (await chromium.open(look)).newPage();
    assert.deepEqual(Object.keys(plays).toSorted(), stories.map(({ slug }) => slug).toSorted());
    for (const { slug, title } of stories) {
      await page.goto(`${sandbox.base}/playground`);
      await assertAccessible(page);
      await page.getByRole("link", { name: title }).click();
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await plays[slug]!(page);
      assert.match(await statusOf(page) ?? "", /^Done: \d+ requests?,/, slug);
      for (const opened of await page.locator("[data-wire] details").all()) {
        await opened.evaluate("(element) => { element.open = true; }");
      }
      await page.evaluate(
        "for (const one of document.querySelectorAll('details')) one.open = true",
      );
      await assertAccessible(page);
      assert.equal(await overflows(page), false, `${slug} at ${viewport!.width} px`);
      await keepScreenshot(page, `playground-${slug}-${colorScheme}`);
    }
  });
}

inChromium("each first success is one command and at most three clicks away", async (chromium) => {
  await using sandbox = await startSandbox();
  for (const slug of ["name", "age", "login", "credential"]) {
    const context = await chromium.open();
    let clicks = 0;
    await context.exposeBinding("countClick", () => void clicks++);
    await context.addInitScript("addEventListener('click', () => countClick(), true)");
    const page = await context.newPage();
    const began = performance.now();
    await page.goto(`${sandbox.base}/playground`);
    await page.getByRole("link", { name: stories.find((one) => one.slug === slug)!.title }).click();
    await plays[slug]!(page);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`first ${slug}: 1 command, ${clicks} clicks, ${seconds} s of the machine's time`);
    assert(clicks >= 2 && clicks <= 3, `${slug}: ${clicks} clicks`);
    await context.close();
  }
});

inChromium("a line to copy does in a terminal what the page did", async (chromium) => {
  await using sandbox = await startSandbox();
  const page = await (await chromium.open()).newPage();
  await page.goto(`${sandbox.base}/playground/name`);
  await page.getByLabel("Name").fill('Viktor O\'Sandbergov \\ $(id) `id` "x"');
  await press(page, "Screen the name");
  const line = await page.locator("pre[aria-label='In a terminal']").textContent();
  const { stdout } = await new Deno.Command("sh", { args: ["-c", line ?? ""] }).output();
  const answer = JSON.parse(new TextDecoder().decode(stdout));
  const { Classification } = await cameOf(page);
  assert.equal(answer.classification, Classification);
  const sdk = await page.locator("pre[aria-label='TypeScript client']").textContent();
  assert.match(sdk ?? "", /^await aval\.screen\(\{ "name": "Viktor O'Sandbergov/);
});

inChromium("what a prospect types is text wherever a page shows it", async (chromium) => {
  await using sandbox = await startSandbox();
  const hostile = [
    `<img src=x onerror="document.title='owned'">`,
    `"><script>document.title='owned'</script>`,
    `</pre></details><h1>owned</h1>`,
    "\u202ereversed\u0000\u200b",
    "w".repeat(4_000),
  ];
  const page = await (await chromium.open({ viewport: { width: 320, height: 800 } })).newPage();
  for (const text of hostile) {
    await page.goto(`${sandbox.base}/playground/name`);
    await page.getByLabel("Name").fill(text);
    await press(page, "Screen the name");
    assert.equal(await page.locator("h1").count(), 1);
    assert.equal(await page.locator("main img").count(), 0);
    assert.notEqual(await page.title(), "owned");
    assert.equal(await overflows(page), false, text.slice(0, 30));
  }
});

inChromium(
  "two prospects never see each other's, and a reload stays the same one",
  async (chromium) => {
    await using sandbox = await startSandbox();
    const clientOf = async (page: Page) =>
      await page.evaluate("sessionStorage.getItem('aval-playground-client')");
    const [first, second] = await Promise.all([chromium.open(), chromium.open()]);
    const pages = await Promise.all([first!.newPage(), second!.newPage()]);
    const ids: unknown[] = [];
    for (const page of pages) {
      await page.goto(`${sandbox.base}/playground/name`);
      await press(page, "Screen the name");
      assert.equal((await wireOf(page)).filter((line) => line.startsWith("Audit entry")).length, 1);
      ids.push(await clientOf(page));
      await page.reload();
      await press(page, "Screen the name");
      assert.equal(await clientOf(page), ids.at(-1));
    }
    assert.notEqual(ids[0], ids[1]);
  },
);

inChromium(
  "a login in the prospect's own browser ends at the shop, in the tab that began it",
  async (chromium) => {
    await using sandbox = await startSandbox();
    const context = await chromium.open();
    const page = await context.newPage();
    await page.goto(`${sandbox.base}/playground/login`);
    await page.getByRole("button", { name: "Open the login page" }).click();
    const link = page.locator("[data-wallet-link]");
    const authorizationRequestUri = await link.getAttribute("href");
    const answered = await fetch(`${sandbox.base}/playground/wallet/presentations`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-aval-sandbox-client": `playground-${"A".repeat(22)}`,
      },
      body: JSON.stringify({ authorizationRequestUri, person: "clear" }),
    });
    assert.equal((await answered.json()).stopped, null);
    await page.waitForURL(/\/playground\/login\/callback/);
    await page.getByRole("button", { name: "Redeem the code" }).waitFor();
    assert.equal(new URL(page.url()).search, "", "the code leaves the address bar");
    await press(page, "Redeem the code");
    assert.match((await cameOf(page))["Subject (sub)"] ?? "", /^[\w-]{43}$/);
    const stranger = await context.newPage();
    await stranger.goto(`${sandbox.base}/playground/login/callback?code=${"a".repeat(43)}&state=x`);
    assert.match(await statusOf(stranger) ?? "", /has begun no such login/);
    assert.equal(
      await stranger.getByRole("button", { name: "Redeem the code" }).isVisible(),
      false,
    );
  },
);

inChromium(
  "the page for a wallet of one's own draws any check and follows it to its end",
  async (chromium) => {
    await using sandbox = await startSandbox();
    const page = await (await chromium.open()).newPage();
    await page.goto(`${sandbox.base}/playground/own-wallet`);
    assert((await page.locator("main").textContent())?.includes(sandbox.base));
    await page.getByLabel("Check").selectOption("aml-identity");
    await page.getByRole("button", { name: "Start and follow" }).click();
    await page.locator("[role=status]").filter({ hasText: "Waiting for the wallet." }).waitFor();
    const authorizationRequestUri = await readQrCode(page);
    assert.match(authorizationRequestUri ?? "", /^openid4vp:/);
    const answered = await fetch(`${sandbox.base}/playground/wallet/presentations`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-aval-sandbox-client": `playground-${"A".repeat(22)}`,
      },
      body: JSON.stringify({ authorizationRequestUri, person: "pep" }),
    });
    assert.equal((await answered.json()).stopped, null);
    await page.locator("[role=status]").filter({ hasText: /^Done/ }).waitFor();
    assert.equal((await cameOf(page))["Status"], "completed");
    await assertAccessible(page);
  },
);

inChromium("without script every page of the playground says what it is for", async (chromium) => {
  await using sandbox = await startSandbox();
  const page = await (await chromium.open({ javaScriptEnabled: false })).newPage();
  for (const { slug, title, turns } of stories) {
    await page.goto(`${sandbox.base}/playground/${slug}`);
    assert.equal(await page.locator("h1").textContent(), title);
    const said = await page.locator("main").innerText();
    assert(said.includes("runs no scripts here"), slug);
    assert(said.includes(turns[0]!.acts[0]!.path), slug);
    assert.equal(await page.getByRole("button").count(), 0, slug);
  }
});
