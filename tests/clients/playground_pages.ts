import type { Page } from "playwright-core";
import { serviceInMemory, type TestService, type TestServiceOptions } from "../support/service.ts";

/** A listening sandbox. */
export type Sandbox =
  & { readonly base: string }
  & Omit<TestService, "drain">
  & AsyncDisposable;

/** Starts a listening sandbox. */
export async function startSandbox(
  { start: open = serviceInMemory, ...options }:
    & Pick<TestServiceOptions, "policy" | "mode">
    & { readonly start?: typeof serviceInMemory } = {},
): Promise<Sandbox> {
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
  const service = await open({ ...options, env: { AVAL_BASE_URL: base } });
  start(service);
  return {
    ...service,
    base,
    [Symbol.asyncDispose]: async () => {
      await listener.shutdown();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Presses a button by keyboard and waits until its requests are answered. */
export async function press(page: Page, name: string): Promise<void> {
  // What the press before said would be taken for this one's.
  await page.locator("[role=status]").evaluate((node) => node.replaceChildren());
  await page.getByRole("button", { name, exact: true }).press("Enter");
  await page.locator("[role=status]").filter({ hasText: /^(Done|It stopped)/ }).waitFor();
}

/** The values that a person reads first, by label. */
export async function cameOf(page: Page): Promise<Readonly<Record<string, string>>> {
  const texts = async (name: string) => await page.locator(`[data-came] ${name}`).allTextContents();
  const [terms, words] = [await texts("dt"), await texts("dd")];
  return Object.fromEntries(terms.map((term, at) => [term, words[at] ?? ""]));
}

/** The page's status after the last press. */
export const statusOf = async (page: Page) => await page.locator("[role=status]").textContent();

/** The headings of the requests shown. */
export const wireOf = async (page: Page) =>
  await page.locator("[data-wire] summary").allTextContents();

/** The audit entries shown, by number and kind. */
export const entriesOf = async (page: Page) =>
  (await wireOf(page)).filter((line) => line.startsWith("Audit entry"));

/** Answers with the sandbox's wallet, like another device. */
export async function answerElsewhere(
  base: string,
  authorizationRequestUri: string | null,
  person: string,
): Promise<{ readonly stopped: string | null }> {
  const answered = await fetch(`${base}/playground/wallet/presentations`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-aval-sandbox-client": `playground-${"A".repeat(22)}`,
    },
    body: JSON.stringify({ authorizationRequestUri, person }),
  });
  return await answered.json();
}

/** Whether the page itself, not a box in it, is wider than the window. */
export const overflows = (page: Page) =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
