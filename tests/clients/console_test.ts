/** The operators' console in a browser: accessible, no wider than the window, by keys alone. */

import assert from "node:assert/strict";
import { serviceWithConsole, sessionOf } from "../support/console.ts";
import { COMPLETE, onboardingPath } from "../support/onboarding.ts";
import { assertLooks, inChromium } from "./chromium.ts";
import { startSandbox } from "./playground_pages.ts";

const roles = ["aval-operator", "kyb-reviewer"] as const;
const start = (mode: "sandbox" | "live") => startSandbox({ mode, start: serviceWithConsole });
const personOf = (personId: string, clientId?: string) => ({
  extraHTTPHeaders: sessionOf({
    ...{ personId, roles },
    ...(clientId === undefined ? {} : { clientId }),
  }),
});

const pages = {
  overview: "/console",
  kyb: "/console/kyb",
  clients: "/console/clients",
  client: "/console/client?clientId=desk-mine",
  templates: "/console/templates",
  keys: "/console/keys",
  audit: "/console/audit",
};

for (const mode of ["sandbox", "live"] as const) {
  inChromium(`every page of the console passes axe and fits, in ${mode}`, async (chromium) => {
    await using service = await start(mode);
    const clientId = mode === "sandbox" ? "desk-mine" : undefined;
    const page = await (await chromium.open(personOf("ann", clientId))).newPage();
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(`${service.base}${path}`);
      await assertLooks(page, `console-${mode}-${name}`);
    }
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
    const open = async (id: string) =>
      await (await chromium.open({ ...personOf(id), javaScriptEnabled: false })).newPage();
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
  const page = await (await chromium.open(personOf("ann"))).newPage();
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
