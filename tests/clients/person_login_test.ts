/**
 * Logins to desk and console in a browser: by an identity provider on another site, and by a link.
 */

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { defaultClientRecord } from "../../core/access/client_schema.ts";
import { putRecord } from "../support/clients.ts";
import { linkFor } from "../support/console.ts";
import { POSSIBLE_LIVE_NAME } from "../support/names.ts";
import { type HostileProvider, hostileProvider } from "../support/person_provider.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { assertLooks, inChromium } from "./chromium.ts";
import { startSandbox } from "./playground_pages.ts";

const provider = "Log in with your organisation’s account";

interface Started extends AsyncDisposable {
  readonly base: string;
  readonly service: TestService;
  readonly idp: HostileProvider;
}

/** Starts a live service with an identity provider. */
async function start(): Promise<Started> {
  let service: TestService | null = null;
  const idp = await hostileProvider(() => service?.clock.now() ?? Temporal.Now.instant());
  const sandbox = await startSandbox({
    start: async (options = {}) => {
      service = await serviceInMemory({
        ...options,
        mode: "live",
        localTokens: true,
        env: { ...options.env, ...idp.env, AVAL_CONSOLE: "desk,console" },
      });
      return service;
    },
  });
  assert.ok(service !== null);
  return {
    base: sandbox.base,
    service,
    idp,
    [Symbol.asyncDispose]: async () => {
      await sandbox[Symbol.asyncDispose]();
      await idp[Symbol.asyncDispose]();
    },
  };
}

async function logIn(page: Page, address: string): Promise<void> {
  await page.getByRole("link", { name: provider }).press("Enter");
  await page.waitForURL(address);
}

inChromium(
  "a person logs in by the provider, in two tabs, until the session ends",
  async (chromium) => {
    await using at = await start();
    const { base, service } = at;
    const window = await chromium.open();
    const [first, second] = [await window.newPage(), await window.newPage()];
    await first.goto(`${base}/console`);
    await assertLooks(first, "person-login");
    await logIn(first, `${base}/console`);
    await second.goto(`${base}/console/clients`);
    assert.equal(second.url(), `${base}/console/clients`);
    // Left for longer than a session lasts: both tabs begin anew, and both come back.
    service.clock.advance({ minutes: 31 });
    for (const tab of [first, second]) {
      await tab.reload();
      await tab.getByRole("link", { name: provider }).waitFor();
    }
    await logIn(first, `${base}/console`);
    await logIn(second, `${base}/console/clients`);
    await first.reload();
    assert.equal(first.url(), `${base}/console`);
    await first.getByRole("button", { name: "Log out" }).press("Enter");
    await first.getByText("You are logged out here.").waitFor();
    await first.getByRole("link", { name: "Log out at the identity provider, too" }).waitFor();
    await assertLooks(first, "person-logged-out");
    await second.reload();
    await second.getByRole("link", { name: provider }).waitFor();
  },
);

inChromium(
  "an act with an old login leads to a fresh one and back, without script",
  async (chromium) => {
    await using at = await start();
    const { base, service, idp } = at;
    await putRecord(service, "acme", defaultClientRecord);
    idp.behaveAs({
      claims: { realm_access: { roles: ["screening-reviewer"] }, aval_client: "acme" },
    });
    const { body } = await service.as("acme").post("/v1/screen", { name: POSSIBLE_LIVE_NAME });
    const match = `${base}/desk/matches/${body.meta.decisionId}`;
    const page = await (await chromium.open({ javaScriptEnabled: false })).newPage();
    await page.goto(match);
    await logIn(page, match);
    const judge = async () => {
      await page.locator("input[name=judgement][value=confirmed_match]").check();
      await page.locator("form[data-judge] button").first().press("Enter");
    };
    service.clock.advance({ minutes: 6 });
    await judge();
    await page.getByRole("heading", { name: "Log in again" }).waitFor();
    await logIn(page, match);
    await judge();
    await page.getByText("Closed").first().waitFor();
  },
);

inChromium("a link logs in beside the provider, by its address and pasted", async (chromium) => {
  await using at = await start();
  const { base, service } = at;
  const opened = await (await chromium.open()).newPage();
  const token = await linkFor(service, { personId: "p-7" });
  await opened.goto(`${base}/desk/login?next=/console#${token}`);
  await opened.waitForURL(`${base}/console`);
  assert.match(await opened.locator("header").innerText(), /p-7 \(link\)/);
  const pasted = await (await chromium.open({ javaScriptEnabled: false })).newPage();
  await pasted.goto(`${base}/console`);
  await pasted.getByText("Or by a link of an operator").press("Enter");
  const link = `${base}/desk/login#${await linkFor(service, { personId: "p-8" })}`;
  await pasted.getByLabel("Link", { exact: true }).fill(link);
  await pasted.getByRole("button", { name: "Log in" }).press("Enter");
  await pasted.waitForURL(`${base}/console`);
});
