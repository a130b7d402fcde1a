/**
 * Makes the pictures of README.md and of the guides from a sandbox in memory, in a Chromium, as
 * WebP: the home page, light and dark; queue, match and KYB, light. The picture of the parts is
 * drawn as SVG from its source in docs/architecture.md.
 *
 * usage: deno task pictures
 */
import "../../base/temporal.ts";
import { Buffer } from "node:buffer";
import { chromium, type Page } from "playwright-core";
import { partsFile } from "../../routes/pages/docs/figures/figure.ts";
import { startSandbox } from "./playground_pages.ts";

const folder = new URL("../../docs/pictures/", import.meta.url);
/** Maximum bytes of all pictures. */
const bytesMax = 400 * 1024;
/** Maximum bytes of a guide's picture. */
const guideBytesMax = 60 * 1024;

/** A screenshot of the window, encoded as WebP by the browser. */
async function webpOf(page: Page): Promise<Uint8Array> {
  const png = Buffer.from(await page.screenshot()).toString("base64");
  const reader = await page.context().browser()!.newPage();
  const encoded = await reader.evaluate(async (source) => {
    // Of the browser, which the types of a server do not know.
    // deno-lint-ignore no-explicit-any
    const browser = globalThis as any;
    const blob = await (await fetch(`data:image/png;base64,${source}`)).blob();
    const image = await browser.createImageBitmap(blob);
    const canvas = new browser.OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    const webp = await canvas.convertToBlob({ type: "image/webp", quality: 0.8 });
    const bytes = new Uint8Array(await webp.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  }, png);
  await reader.close();
  return Buffer.from(encoded, "base64");
}

if (Deno.args.includes("--help")) {
  console.log("usage: deno task pictures    makes docs/pictures/ anew");
  Deno.exit(0);
}

const source = await Deno.readTextFile(new URL("../architecture.md", folder));
await Deno.writeTextFile(new URL("parts.svg", folder), partsFile(source));
const browser = await chromium.launch({
  executablePath: Deno.env.get("AVAL_TEST_CHROMIUM")!,
  args: ["--no-sandbox"],
});
await using sandbox = await startSandbox();
await Deno.mkdir(folder, { recursive: true });
let bytes = 0;
for (const colorScheme of ["light", "dark"] as const) {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const keep = async (name: string) => {
    const picture = await webpOf(page);
    bytes += picture.byteLength;
    await Deno.writeFile(new URL(`${name}-${colorScheme}.webp`, folder), picture);
  };
  await page.goto(sandbox.base);
  await keep("home");
}
await keepGuides();
await browser.close();
console.log(`${bytes} bytes`);
if (bytes > bytesMax) throw new Error(`Pictures have ${bytes} bytes, more than ${bytesMax}`);

/** Saves the pictures of the guides for reviewers and operators. */
async function keepGuides(): Promise<void> {
  const viewport = { width: 1280, height: 800 };
  const page = await (await browser.newContext({ colorScheme: "light", viewport })).newPage();
  const keep = async (name: string) => {
    const picture = await webpOf(page);
    if (picture.byteLength > guideBytesMax) throw new Error(`${name}: ${picture.byteLength} bytes`);
    bytes += picture.byteLength;
    await Deno.writeFile(new URL(`${name}.webp`, folder), picture);
  };
  await page.goto(`${sandbox.base}/desk`);
  await page.getByRole("button", { name: "Open" }).press("Enter");
  await page.locator("table.queue").waitFor();
  await keep("desk-queue");
  await page.locator("tr[data-decision] a").first().press("Enter");
  await page.locator("[data-judge]").waitFor();
  await keep("desk-match");
  await page.goto(`${sandbox.base}/console/kyb`);
  await page.locator("tbody a").first().press("Enter");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await keep("console-kyb");
}
