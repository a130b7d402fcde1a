/**
 * Books at the desk in a browser: from a file to its results, by drag and drop, and pasted without
 * script.
 */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { assertLooks, inChromium } from "./chromium.ts";
import { startSandbox } from "./playground_pages.ts";

/**
 * A book of 1,000 customers: two resemble a listed party, and one is on a line that cannot be read.
 */
const BOOK = [
  "Customer no;Full name;Born",
  ...Array.from({ length: 997 }, (_, at) => `c-${at};Hannelore Bistrupgaard ${at};`),
  "c-997;Viktor Sandbegov;21.04.1961",
  "c-998;Farzin Tabarkuhan;",
  "c-999;Vera Novak;31.02.1980",
].join("\n");

const file = (name: string, text: string) => ({
  ...{ name, mimeType: "text/csv" },
  buffer: Buffer.from(text),
});

async function open(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/desk/books`);
  await page.getByRole("button", { name: "Open" }).press("Enter");
  await page.getByRole("heading", { name: "Books" }).waitFor();
}

inChromium(
  "a book of 1,000 goes from its file to its results in three clicks",
  async (chromium) => {
    await using service = await startSandbox();
    const page = await (await chromium.open()).newPage();
    await open(page, service.base);
    await assertLooks(page, "desk-books");
    let clicks = 1;
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByLabel("Choose a file").click(),
    ]);
    await chooser.setFiles(file("book.csv", BOOK));
    await page.getByText("1,000 customers, of whom").waitFor();
    assert.equal(await page.getByLabel("Your reference").inputValue(), "0");
    await assertLooks(page, "desk-books-columns");
    clicks++;
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/\/desk\/books\/[0-9a-f-]{36}$/);
    await page.locator("[data-poll]").waitFor();
    await assertLooks(page, "desk-book-waits");
    await service.runBatches();
    // The page looks by itself.
    await page.getByText("1,000 of 1,000 done").waitFor();
    assert.equal(await page.locator("tr a[data-match]").count(), 2);
    await assertLooks(page, "desk-book-done");
    assert.ok(clicks <= 3);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "all as a file" }).click(),
    ]);
    const lines = (await Deno.readTextFile(await download.path())).trimEnd().split("\r\n");
    assert.equal(lines.length, 1_001);
    await page.getByRole("link", { name: "judge them in the queue" }).press("Enter");
    await page.locator("table.queue").waitFor();
    assert.equal(await page.locator("tr[data-decision]").count(), 2);
  },
);

inChromium("columns are corrected while the script holds the file", async (chromium) => {
  await using service = await startSandbox();
  const page = await (await chromium.open()).newPage();
  await open(page, service.base);
  const text = "a,b\nViktor Sandbegov,c-1\n";
  // Dropped, as a person does from a folder.
  await page.locator("[data-file]").evaluate((node, text) => {
    // Of the browser, which the types of a server do not know.
    // deno-lint-ignore no-explicit-any
    const browser = globalThis as any;
    const dataTransfer = new browser.DataTransfer();
    dataTransfer.items.add(new File([text], "book.csv"));
    node.dispatchEvent(new browser.DragEvent("drop", { dataTransfer, bubbles: true }));
  }, text);
  await page.getByText("no column is a name").waitFor();
  await assertLooks(page, "desk-books-unread");
  await page.getByLabel("Name", { exact: true }).selectOption({ label: "a" });
  await page.getByLabel("Your reference").selectOption({ label: "b" });
  await page.getByRole("button", { name: "Read again" }).press("Enter");
  await page.getByText("1 customer").waitFor();
  await page.getByRole("cell", { name: "c-1" }).waitFor();
  await page.getByRole("button", { name: "Start" }).press("Enter");
  await page.waitForURL(/\/desk\/books\/[0-9a-f-]{36}$/);
});

inChromium("a file that is too long or no table is said beside its field", async (chromium) => {
  await using service = await startSandbox();
  const page = await (await chromium.open()).newPage();
  await open(page, service.base);
  await page.getByLabel("Choose a file").setInputFiles(file("book.csv", "x".repeat(9_000_000)));
  await page.getByRole("alert").getByText("more than 8 MiB").waitFor();
  await page.getByLabel("Choose a file").setInputFiles(file("book.csv", "\u0000\u0001"));
  await page.getByRole("alert").getByText("no column is a name").waitFor();
});

inChromium("a table is pasted, read, begun and cancelled without script", async (chromium) => {
  await using service = await startSandbox();
  const page = await (await chromium.open({ javaScriptEnabled: false })).newPage();
  await open(page, service.base);
  await page.getByText("Paste a table instead").click();
  await page.getByLabel("The table, with its header").fill("Name\nViktor Sandbegov\nAnna Berg\n");
  await page.getByRole("button", { name: "Read the table" }).press("Enter");
  await page.getByText("2 customers").waitFor();
  await page.getByRole("button", { name: "Change the table" }).press("Enter");
  const table = page.getByLabel("The table, with its header");
  assert.equal(await table.inputValue(), "Name\nViktor Sandbegov\nAnna Berg\n");
  await table.fill("Name\nViktor Sandbegov\nAnna Berg\n");
  await page.getByRole("button", { name: "Read the table" }).press("Enter");
  await page.getByText("2 customers").waitFor();
  await page.getByRole("button", { name: "Start" }).press("Enter");
  await page.getByText("0 of 2 done").waitFor();
  await page.getByRole("link", { name: "Look again" }).first().press("Enter");
  await page.getByRole("button", { name: "Cancel what has not run" }).press("Enter");
  await page.getByText("Cancelled").waitFor();
});
