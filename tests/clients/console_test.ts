/** The operators' console in a browser: accessible, not wider than the window, by keyboard only. */

import assert from "node:assert/strict";
import type { BrowserContextOptions, Page } from "playwright-core";
import { linkFor, serviceWithConsole } from "../support/console.ts";
import { COMPLETE, onboardingPath } from "../support/onboarding.ts";
import { assertLooks, type Chromium, inChromium } from "./chromium.ts";
import { type Sandbox, startSandbox } from "./playground_pages.ts";

const start = (mode: "sandbox" | "live") => startSandbox({ mode, start: serviceWithConsole });

/**
 * Opens the console in a window of its own: in live by a link, which is pasted if scripts are off.
 */
async function openConsole(
  chromium: Chromium,
  service: Sandbox,
  { personId = null, ...options }: BrowserContextOptions & {
    /** Null: a sandbox's browser. */
    readonly personId?: string | null;
  },
): Promise<Page> {
  const page = await (await chromium.open(options)).newPage();
  await page.goto(`${service.base}/console`);
  if (personId !== null) await page.getByLabel("Link").fill(await linkFor(service, { personId }));
  await page.getByRole("button").press("Enter");
  await page.waitForURL(`${service.base}/console`);
  return page;
}

const pages = {
  overview: "/console",
  kyb: "/console/kyb",
  clients: "/console/clients",
  templates: "/console/templates",
  keys: "/console/keys",
  audit: "/console/audit",
};

for (const mode of ["sandbox", "live"] as const) {
  inChromium(`every page of the console passes axe and fits, in ${mode}`, async (chromium) => {
    await using service = await start(mode);
    const personId = mode === "sandbox" ? null : "ann";
    const page = await openConsole(chromium, service, { personId });
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(`${service.base}${path}`);
      await assertLooks(page, `console-${mode}-${name}`);
    }
    if (mode === "live") await page.goto(`${service.base}/console/client?clientId=acme`);
    else {
      await page.goto(`${service.base}/console/clients`);
      await page.locator("tbody a").first().press("Enter");
    }
    await page.getByRole("heading", { name: "Record" }).waitFor();
    await assertLooks(page, `console-${mode}-client`);
  });
}

inChromium(
  "an application is accepted by one person and approved by another, by keys and without script",
  async (chromium) => {
    await using service = await start("live");
    const sent = await fetch(`${service.base}${onboardingPath}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(COMPLETE),
    });
    await sent.body?.cancel();
    assert.equal(sent.status, 200);
    const open = (personId: string) =>
      openConsole(chromium, service, { personId, javaScriptEnabled: false });
    const [ann, bob] = [await open("ann"), await open("bob")];

    await ann.goto(`${service.base}/console`);
    await ann.locator("dd").first().getByRole("link").press("Enter");
    await ann.getByRole("link", { name: COMPLETE.legalName }).press("Enter");
    await ann.getByLabel("Client", { exact: true }).fill("acme");
    await ann.getByRole("button", { name: "Accept the draft" }).press("Enter");
    await ann.waitForURL(/\/console\/kyb\/applications\//);
    await ann.getByText("You have accepted this application").waitFor();

    await bob.goto(ann.url());
    for (const box of await bob.getByRole("checkbox").all()) await box.press("Space");
    await bob.locator("#rationale-approve").fill("In order");
    await bob.getByRole("button", { name: "Approve the application" }).press("Enter");
    await bob.getByText("approved", { exact: true }).waitFor();
    assert.equal(await bob.title(), "Application · aval");
  },
);

inChromium("a draft and an application of the console pass axe and fit", async (chromium) => {
  await using service = await start("live");
  const page = await openConsole(chromium, service, { personId: "ann" });
  const sent = await fetch(`${service.base}${onboardingPath}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(COMPLETE),
  });
  const { draftId } = await sent.json();
  await page.goto(`${service.base}/console/kyb/drafts/${draftId}`);
  await assertLooks(page, "console-draft");
  await page.getByLabel("Client", { exact: true }).fill("acme");
  await page.getByRole("button", { name: "Accept the draft" }).press("Enter");
  await page.waitForURL(/\/console\/kyb\/applications\//);
  await assertLooks(page, "console-application");
});

inChromium(
  "a client is offboarded by mouse, and its page shows by itself when that has ended",
  async (chromium) => {
    await using service = await start("live");
    await service.as("acme").post("/v1/screen", { name: "Ann Bell" });
    await service.auditEvents();
    const page = await openConsole(chromium, service, { personId: "ann" });
    await page.getByRole("navigation").getByRole("link", { name: "Clients" }).click();
    await page.getByLabel("Open a client").fill("acme");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("link", { name: "Try an offboarding" }).click();
    await page.getByText("audit entries, for ever").waitFor();
    await assertLooks(page, "console-offboarding");
    await page.getByLabel("Type the client's id").fill("acm");
    await page.getByRole("button", { name: "Offboard the client" }).click();
    await page.getByText("Type the id of the client as it is shown").waitFor();
    await page.goto(`${service.base}/console/client/offboard?clientId=acme`);
    await page.getByLabel("Type the client's id").fill("acme");
    await page.getByRole("button", { name: "Offboard the client" }).click();
    await page.getByText("under way").waitFor();
    await assertLooks(page, "console-offboarding-under-way");
    service.clock.advance({ minutes: 5, seconds: 11 });
    await service.runMaintenance();
    await page.getByText("offboarded", { exact: true }).waitFor();
    // Its tokens are gone with it.
    assert.equal((await service.as("acme").get("/v1/screen/decisions")).status, 401);
  },
);

for (const javaScriptEnabled of [true, false]) {
  inChromium(
    `the audit log is verified by keys ${javaScriptEnabled ? "with" : "without"} script`,
    async (chromium) => {
      await using service = await start("live");
      const options = { personId: "ann", javaScriptEnabled };
      const page = await openConsole(chromium, service, options);
      await page.getByRole("link", { name: "Audit log", exact: true }).press("Enter");
      await page.getByRole("button", { name: "Verify the audit log" }).press("Enter");
      await page.getByRole("progressbar", { name: "Verified: 0 of" }).waitFor();
      if (javaScriptEnabled) await assertLooks(page, "console-audit-verifying");
      await service.runMaintenance();
      if (!javaScriptEnabled) {
        await page.getByRole("link", { name: "Look again" }).press("Enter");
      }
      await page.getByText("verified, none changed").waitFor();
      await page.getByRole("button", { name: "Verify the audit log" }).waitFor();
    },
  );
}

inChromium("keys are rotated, made, activated and revoked by keys alone", async (chromium) => {
  await using service = await start("live");
  const page = await openConsole(chromium, service, { personId: "ann" });
  await page.getByRole("link", { name: "Keys", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Rotate at-rest" }).press("Enter");
  await page.getByText("retired", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Make a signing key" }).press("Enter");
  await page.getByRole("button", { name: "Activate login-signing" }).press("Enter");
  await page.getByText("rotated", { exact: true }).waitFor();
  await assertLooks(page, "console-keys-rotated");
  await page.reload();
  await page.getByText("Revoke", { exact: true }).first().press("Enter");
  await page.getByRole("checkbox").first().press("Space");
  await page.getByRole("button", { name: "Revoke login-signing" }).press("Enter");
  await page.getByText("revoked", { exact: true }).waitFor();
});
