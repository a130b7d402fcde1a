/** The desk's pages of watched customers and of events in a browser: without script, accessible. */

import { assertLooks, inChromium } from "./chromium.ts";
import { openReceiver } from "../support/event_receiver.ts";
import { startSandbox } from "./playground_pages.ts";

inChromium("a customer is watched, found and removed without script", async (chromium) => {
  await using service = await startSandbox();
  const page = await (await chromium.open({ javaScriptEnabled: false })).newPage();
  await page.goto(`${service.base}/desk/watched`);
  await page.getByRole("button", { name: "Open" }).press("Enter");
  await page.getByText("Watch a customer").press("Enter");
  await page.getByLabel("Your id of the customer").fill("c-9");
  await page.getByLabel("Name", { exact: true }).fill("Ruprecht Wendelstrand");
  await page.getByRole("button", { name: "Watch", exact: true }).press("Enter");
  await page.getByText("Ruprecht Wendelstrand").waitFor();
  await page.getByRole("link", { name: "Watched" }).first().press("Enter");
  await page.getByRole("button", { name: "Show it to me for an hour" }).press("Enter");
  await page.getByText("You see it until").waitFor();
  await service.runMonitoring();
  await page.getByRole("link", { name: "Back to the watched customers" }).press("Enter");
  await page.getByRole("link", { name: "c-9" }).first().waitFor();
  await page.getByLabel("Customer (your id)").fill("c-9");
  await page.getByRole("button", { name: "Find" }).press("Enter");
  await page.locator("a[href$='/subjects/c-9']").press("Enter");
  await page.getByText("Watch this customer no longer").press("Enter");
  await page.getByRole("button", { name: "Delete the data" }).press("Enter");
  await page.getByRole("heading", { name: "Watched", exact: true }).waitFor();
});

inChromium(
  "the watched customers, a customer and cleared pairs pass axe and fit",
  async (chromium) => {
    await using service = await startSandbox();
    const page = await (await chromium.open()).newPage();
    await page.goto(`${service.base}/desk/watched`);
    await page.getByRole("button", { name: "Open" }).press("Enter");
    await page.getByRole("heading", { name: "Watched", exact: true }).waitFor();
    await page.getByRole("button", { name: "Compare all now" }).click();
    await service.runMonitoring();
    await page.reload();
    await assertLooks(page, "desk-watched");
    await page.locator("a[href*='/desk/watched/subjects/']").first().click();
    await page.getByRole("heading", { name: "Watched customer" }).waitFor();
    await assertLooks(page, "desk-watched-customer");
    await page.goto(`${service.base}/desk?subjectRef=invented-1`);
    await page.locator("tr[data-decision] a").first().click();
    await page.getByLabel("Another person: another nationality").check();
    await page.getByText("Reason, note, time").click();
    await page.getByLabel("Clear this customer").fill("30");
    await page.getByRole("button", { name: "Judge" }).click();
    await page.goto(`${service.base}/desk`);
    // What is judged is sent as the page is left.
    for (let looks = 0; looks < 50; looks++) {
      await page.goto(`${service.base}/desk/watched/cleared`);
      if (await page.getByText("invented-1").count() > 0) break;
    }
    await page.getByText("holds").waitFor();
    await assertLooks(page, "desk-watched-cleared");
  },
);

inChromium("endpoints, a secret and deliveries pass axe and fit", async (chromium) => {
  await using service = await startSandbox();
  await using receiver = openReceiver();
  const page = await (await chromium.open()).newPage();
  await page.goto(`${service.base}/desk/events`);
  await page.getByRole("button", { name: "Open" }).press("Enter");
  await page.getByText("Add an endpoint").click();
  await page.getByLabel("URL").fill(receiver.url);
  await assertLooks(page, "desk-events");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Copy the secret now").waitFor();
  await assertLooks(page, "desk-events-secret");
  await page.getByRole("link", { name: "To the endpoint" }).click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await service.runEvents();
  await page.reload();
  await page.getByText("endpoint.test", { exact: true }).waitFor();
  await assertLooks(page, "desk-events-endpoint");
  await page.getByRole("button", { name: /^Send again/ }).first().click();
  await page.goto(`${service.base}/desk/events`);
  await page.getByRole("link", { name: receiver.url }).waitFor();
  await assertLooks(page, "desk-events-listed");
});
