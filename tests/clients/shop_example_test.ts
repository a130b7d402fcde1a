/** The shop of examples/shop: an age and a login, by the TypeScript client. */

import assert from "node:assert/strict";
import { AvalError, openClient } from "@aval/client";
import { openLogin } from "@aval/client/login";
import * as oidc from "openid-client";
import { openShop } from "../../examples/shop/shop.ts";
import { openBrowser } from "./browser.ts";
import { type Provider, startProvider } from "./provider.ts";

/** A sandbox and a shop that listen, and browsers without script. */
interface OpenedShop extends AsyncDisposable {
  readonly provider: Provider;
  readonly logged: readonly string[];
  /** A visitor, with cookies of its own. */
  visit(): Visitor;
}

interface Visitor {
  open(path: string, init?: RequestInit): Promise<{
    readonly status: number;
    readonly location: string | null;
    readonly html: string;
    readonly headers: Headers;
  }>;
}

async function openExample(): Promise<OpenedShop> {
  const provider = await startProvider();
  const logged: string[] = [];
  const { promise: shop, resolve: opened } = Promise.withResolvers<
    (request: Request) => Promise<Response>
  >();
  const listener = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => await (await shop)(request),
  );
  const origin = `http://localhost:${listener.addr.port}`;
  const redirectUri = `${origin}/callback`;
  const { clientId, secret: clientSecret } = await provider.register("shop", redirectUri);
  const baseUrl = new URL(provider.registration.issuer).origin;
  opened(openShop({
    aval: openClient({ baseUrl, identity: { sandboxClient: clientId } }),
    openLogin: () => openLogin(oidc, { baseUrl, clientId, clientSecret, redirectUri }),
    clientId,
    origin,
    log: (event) => void logged.push(event),
  }));
  return {
    provider,
    logged,
    visit: () => visitorOf(origin),
    [Symbol.asyncDispose]: async () => {
      await listener.shutdown();
      await provider[Symbol.asyncDispose]();
    },
  };
}

function visitorOf(origin: string): Visitor {
  let cookie = "";
  return {
    open: async (path, init = {}) => {
      const headers = { ...(cookie === "" ? {} : { cookie }), ...init.headers };
      const response = await fetch(new URL(path, origin), { redirect: "manual", ...init, headers });
      const set = response.headers.getSetCookie()[0];
      if (set !== undefined) cookie = set.split(";")[0]!;
      const { status } = response;
      const location = response.headers.get("location");
      return { status, location, html: await response.text(), headers: response.headers };
    },
  };
}

/** The link to the wallet that a page of the shop has. */
function walletUriIn(html: string): string {
  const [, uri = ""] = /href="(openid4vp:[^"]+)"/.exec(html) ?? [];
  return uri.replaceAll("&amp;", "&");
}

/** Opens the order until it is over. */
async function endOf(visitor: Visitor): Promise<string> {
  for (let asked = 0; asked < 100; asked++) {
    const { html } = await visitor.open("/order");
    if (!html.includes('http-equiv="refresh"')) return html;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The order waits for ever");
}

Deno.test("the shop sells to whoever shows 18, and to nobody younger", async () => {
  await using example = await openExample();
  const { wallet, minorsWallet } = example.provider;
  for (const [answer, words] of [[wallet, "Sold."], [minorsWallet, "Not sold"]] as const) {
    const visitor = example.visit();
    await visitor.open("/");
    const bought = await visitor.open("/orders", { method: "POST" });
    assert.deepEqual([bought.status, bought.location], [303, "/order"]);
    const waiting = await visitor.open("/order");
    assert.match(waiting.html, /<img alt="QR code/);
    await answer(walletUriIn(waiting.html));
    const end = await endOf(visitor);
    assert(end.includes(words), end);
    const other = await example.visit().open("/order");
    assert.equal(other.status, 404, "an order is its browser's alone");
  }
  assert.deepEqual(example.logged, []);
});

Deno.test("the shop sells nothing to a wallet that refuses", async () => {
  await using example = await openExample();
  const visitor = example.visit();
  await visitor.open("/");
  await visitor.open("/orders", { method: "POST" });
  const { html } = await visitor.open("/order");
  await example.provider.cancel(walletUriIn(html));
  assert((await endOf(visitor)).includes("Your age was not proved"));
});

Deno.test("the shop keeps an order whose session cannot be read, and asks again", async () => {
  const session = { sessionId: "x", authorizationRequestUri: "openid4vp://x" };
  const lost = new AvalError("waitForSession", "connection_lost");
  const reads = [
    Promise.reject(lost),
    Promise.resolve({ decision: { booleanProofs: { ageOver18: true } } }),
  ];
  const logged: string[] = [];
  const shop = openShop({
    aval: {
      startSession: () => Promise.resolve(session),
      waitForSession: () => reads.shift(),
    } as never,
    openLogin: () => Promise.reject(new Error("none")),
    clientId: "shop",
    origin: "http://localhost",
    log: (event) => void logged.push(event),
  });
  const bought = await shop(new Request("http://localhost/orders", { method: "POST" }));
  const headers = { cookie: bought.headers.get("set-cookie")!.split(";")[0]! };
  const look = async () =>
    await (await shop(new Request("http://localhost/order", { headers }))).text();
  assert.match(await look(), /Your order is kept/);
  assert.match(await look(), /Sold\./);
  assert.deepEqual(logged, ["order_unknown"]);
});

/** A shop whose verifications nobody answers. */
function shopWithoutAnswers(sub = "somebody") {
  const waits: AbortSignal[] = [];
  const shop = openShop({
    aval: {
      startSession: () =>
        Promise.resolve({ sessionId: "x", authorizationRequestUri: "openid4vp://x" }),
      waitForSession: (_: string, { signal }: { signal: AbortSignal }) => {
        waits.push(signal);
        return new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason))
        );
      },
    } as never,
    openLogin: () =>
      Promise.resolve({
        begin: () => Promise.resolve({ url: "http://aval.example", checks: {} }),
        finish: () => Promise.resolve({ sub }),
      } as never),
    clientId: "shop",
    origin: "http://localhost",
    log: () => {},
  });
  const ask = (path: string, init?: RequestInit) =>
    shop(new Request(`http://localhost${path}`, init));
  return { waits, ask };
}

function cookieOf(response: Response): string {
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

Deno.test("the shop takes no order from another site, and leaves its visitors their cookies", async (t) => {
  const cases = [
    { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    { "sec-fetch-site": "same-site", origin: "http://localhost:81" },
    { origin: "https://evil.example" },
    { origin: "null" },
  ];
  for (const headers of cases) {
    await t.step(JSON.stringify(headers), async () => {
      const { waits, ask } = shopWithoutAnswers();
      const refused = await ask("/orders", { method: "POST", headers });
      assert.deepEqual([refused.status, refused.headers.get("set-cookie")], [403, null]);
      assert.equal(waits.length, 0);
    });
  }
  for (const headers of [{ "sec-fetch-site": "same-origin" }, { origin: "http://localhost" }, {}]) {
    await t.step(`its own: ${JSON.stringify(headers)}`, async () => {
      const bought = await shopWithoutAnswers().ask("/orders", { method: "POST", headers });
      assert.equal(bought.status, 303);
    });
  }
});

Deno.test("the shop waits for 100 verifications at once, and again when an order's page is loaded", async () => {
  const { waits, ask } = shopWithoutAnswers();
  const [first] = await Promise.all(
    Array.from({ length: 501 }, () => ask("/orders", { method: "POST" })),
  );
  const open = () => waits.filter(({ aborted }) => !aborted).length;
  assert.equal(open(), 100);
  assert.equal(waits.length, 501);
  const look = async () =>
    await (await ask("/order", { headers: { cookie: cookieOf(first!) } })).text();
  assert.match(await look(), /http-equiv="refresh"/, "it still waits");
  assert.deepEqual([waits.length, open()], [502, 100]);
  await look();
  assert.equal(waits.length, 502, "one wait for each order");
});

Deno.test("the shop ends the wait for an order that another one replaces", async () => {
  const { waits, ask } = shopWithoutAnswers();
  const headers = { cookie: cookieOf(await ask("/")) };
  await ask("/orders", { method: "POST", headers });
  await ask("/orders", { method: "POST", headers });
  assert.deepEqual(waits.map(({ aborted }) => aborted), [true, false]);
});

Deno.test("the shop knows a browser by another id once it has logged in", async () => {
  const { ask } = shopWithoutAnswers();
  const before = cookieOf(await ask("/"));
  await ask("/login", { headers: { cookie: before } });
  const after = cookieOf(await ask("/callback?code=x", { headers: { cookie: before } }));
  assert.notEqual(after, before);
  const home = async (cookie: string) => await (await ask("/", { headers: { cookie } })).text();
  assert.match(await home(after), /You are logged in/);
  assert.match(await home(before), /Log in with your wallet/);
});

Deno.test("the shop logs in by a wallet, and the person is the same at the next login", async () => {
  await using example = await openExample();
  const visitor = example.visit();
  await visitor.open("/");
  const logIn = async (visitor: Visitor) => {
    const begun = await visitor.open("/login");
    assert.equal(begun.status, 303);
    const { callback } = await openBrowser(example.provider.wallet).login(begun.location!);
    const returned = await visitor.open(callback);
    assert.deepEqual([returned.status, returned.location], [303, "/"]);
    const [, subject] = /You are <code>([\w-]{43})<\/code> here/
      .exec((await visitor.open("/")).html) ?? [];
    assert(subject !== undefined);
    return { callback, subject };
  };
  const { callback, subject } = await logIn(visitor);
  assert.equal((await logIn(example.visit())).subject, subject);
  const again = await visitor.open(callback);
  assert.equal(again.status, 400, "a callback is taken once");
  assert.match((await example.visit().open("/")).html, /Log in with your wallet/);
});

Deno.test("the shop takes no login that another browser has begun, nor a made-up state", async () => {
  await using example = await openExample();
  const [victim, attacker] = [example.visit(), example.visit()];
  await victim.open("/");
  const begun = await attacker.open("/login");
  const { callback } = await openBrowser(example.provider.wallet).login(begun.location!);
  assert.equal((await victim.open(callback)).status, 400);
  await victim.open("/login");
  assert.equal((await victim.open(callback)).status, 400, "another login's state");
  const wrong = new URL(callback);
  wrong.searchParams.set("state", "made-up");
  assert.equal((await attacker.open(wrong.href)).status, 400);
  for (const visitor of [victim, attacker]) {
    assert.match((await visitor.open("/")).html, /Log in with your wallet/);
  }
});

Deno.test("the shop's pages run no script, and what comes from elsewhere is text", async () => {
  await using example = await openExample();
  const visitor = example.visit();
  const { html, headers } = await visitor.open("/<script>alert(1)</script>");
  assert(!html.includes("<script>"));
  assert.match(headers.get("content-security-policy") ?? "", /^default-src 'none'; /);
  const cookie = headers.getSetCookie()[0] ?? "";
  assert(cookie.includes("HttpOnly") && cookie.includes("SameSite=Lax"));
});

Deno.test("the command of the shop's README starts it", async () => {
  const readme = await Deno.readTextFile(
    new URL("../../examples/shop/README.md", import.meta.url),
  );
  const [, command = ""] = /^deno (run --config examples\/shop\/deno\.json .*)$/m.exec(readme) ??
    [];
  const child = new Deno.Command(Deno.execPath(), {
    args: command.split(" "),
    cwd: new URL("../../", import.meta.url),
    env: { PORT: "0", NO_COLOR: "1" },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value } = await reader.read();
  assert.match(value ?? "", /The shop listens on http:\/\/localhost:/);
  child.kill();
  await child.status;
  await reader.cancel();
});
