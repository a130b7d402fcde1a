/** The page of docs/verification.md in Chromium, against a stand-in of `navigator.credentials`. */

import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright-core";
import type { Json } from "../../base/json.ts";
import { readDigitalRequest } from "../../sandbox/wallet/read_digital_request.ts";
import { encryptAnswer } from "../support/encrypting.ts";
import { answerOf, ERIKA } from "../support/sandbox_wallet.ts";
import type { DigitalKind } from "../support/digital_sessions.ts";
import { assertAccessible, type Chromium, inChromium } from "./chromium.ts";
import { pageOfDocs, type ShopServer, startShopServer } from "./shop_server.ts";

/** The argument of `navigator.credentials.get`. */
interface Asked {
  readonly mediation: string;
  readonly digital: { readonly requests: readonly Json[] };
}

/**
 * The acts of person and wallet. @returns the `data` of the browser's answer; null if the dialog is
 * closed
 */
type Wallet = (request: Json, origin: string) => Promise<Json>;

/** Stands in for the browser, which reports the page's own origin to the wallet. */
const standIn = `
  globalThis.DigitalCredential ??= class DigitalCredential {};
  // The empty page that comes first has none: it is of no secure origin.
  if (navigator.credentials !== undefined) navigator.credentials.get = async (options) => {
    const data = await wallet(options, location.origin);
    if (data === null) throw new DOMException("closed", "NotAllowedError");
    return { type: "digital", protocol: options.digital.requests[0].protocol, data };
  };
`;

/** Opens a shop's page for a person with a wallet. */
async function open(chromium: Chromium, shop: ShopServer, wallet: Wallet) {
  const context: BrowserContext = await chromium.open();
  const asked: Asked[] = [];
  await context.exposeFunction("wallet", async (options: Asked, origin: string) => {
    asked.push(options);
    return await wallet(options.digital.requests[0] ?? null, origin);
  });
  await context.addInitScript({ content: standIn });
  const page = await context.newPage();
  await page.goto(`${shop.origin}/`);
  return { page, asked };
}

/** A wallet that presents a PID to a page, as the browser's or as a deceived one. */
function walletOf({ service }: ShopServer, deceived?: string): Wallet {
  return async (request, reported) => {
    const read = await readDigitalRequest(request, deceived ?? reported);
    assert(read.ok, read.ok ? "" : read.refusal.message);
    const asked = { ...read.value, state: "" };
    const { vp_token } = await answerOf(asked, {
      now: service.clock.now(),
      claims: { pid_birthdate: { birthdate: ERIKA.birthdate } },
    });
    return asked.response_mode === "dc_api.jwt"
      ? { response: await encryptAnswer(read.value, { vp_token }) }
      : { vp_token };
  };
}

/** Presses the button, and waits for the page's text. */
async function prove(page: Page, says: string): Promise<void> {
  await page.getByRole("button", { name: "Prove your age" }).click();
  await page.getByText(says).waitFor();
}

async function outcomeOf({ service, sessions }: ShopServer) {
  const { sessionId = "" } = sessions.at(-1) ?? {};
  const read = await service.as("shop").get(`/v1/verify/sessions/${sessionId}`);
  return [read.body.status, read.body.error];
}

Deno.test("the page of docs/verification.md has 40 lines at most", async () => {
  assert((await pageOfDocs()).trimEnd().split("\n").length <= 40);
});

for (
  const kind of ["unsigned dc_api", "signed dc_api", "signed dc_api.jwt"] satisfies DigitalKind[]
) {
  inChromium(`the page of the guide proves an age by the browser: ${kind}`, async (chromium) => {
    await using shop = await startShopServer(kind);
    const { page, asked } = await open(chromium, shop, walletOf(shop));
    await assertAccessible(page);
    await prove(page, "You are 18 or older.");
    assert.deepEqual(await outcomeOf(shop), ["completed", null]);
    const [started] = shop.sessions;
    assert(started !== undefined);
    const { digitalCredentialRequest, state } = started;
    assert.deepEqual(asked, [{
      mediation: "required",
      digital: { requests: [JSON.parse(JSON.stringify(digitalCredentialRequest))] },
    }]);
    assert(!JSON.stringify([shop.answers, asked]).includes(state), "the page knows no state");
  });
}

inChromium("who closes the dialog proves nothing, and may try again", async (chromium) => {
  await using shop = await startShopServer("unsigned dc_api");
  let tries = 0;
  const wallet = walletOf(shop);
  const { page } = await open(
    chromium,
    shop,
    async (request, origin) => tries++ === 0 ? null : await wallet(request, origin),
  );
  await prove(page, "Your age is not proved.");
  assert.deepEqual(await outcomeOf(shop), ["failed", "access_denied"]);
  await prove(page, "You are 18 or older.");
  assert.deepEqual(await outcomeOf(shop), ["completed", null]);
});

inChromium("what was presented to another page proves nothing to this one", async (chromium) => {
  await using shop = await startShopServer("unsigned dc_api");
  const { page } = await open(chromium, shop, walletOf(shop, "https://evil.example"));
  await prove(page, "Your age is not proved.");
  assert.deepEqual(await outcomeOf(shop), ["pending", null]);
});

inChromium("a browser that has no such API shows no button", async (chromium) => {
  await using shop = await startShopServer("unsigned dc_api");
  const context = await chromium.open();
  await context.addInitScript({ content: "delete globalThis.DigitalCredential;" });
  const page = await context.newPage();
  await page.goto(`${shop.origin}/`);
  await page.getByText("Prove your age").waitFor({ state: "hidden" });
  assert.equal(await page.getByText("Prove your age").count(), 1);
});

inChromium("a page cannot post an answer to the service itself", async (chromium) => {
  await using shop = await startShopServer("unsigned dc_api");
  const { page } = await open(chromium, shop, () => Promise.resolve(null));
  await page.evaluate("fetch('/age', { method: 'POST', body: '{}' })");
  const [{ responseUri, state } = assert.fail()] = shop.sessions;
  const address = `${shop.serviceOrigin}${new URL(responseUri).pathname}`;
  const outcome = await page.evaluate(
    async ([to = "", body = ""]) =>
      await fetch(to, { method: "POST", headers: { "content-type": "application/json" }, body })
        .then(({ status }) => status, () => "kept back by the browser"),
    [address, JSON.stringify({ state, error: "access_denied" })],
  );
  assert.equal(outcome, "kept back by the browser");
  assert.deepEqual(await outcomeOf(shop), ["pending", null]);
});
