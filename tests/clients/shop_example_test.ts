/** The shop of examples/shop: an age check and a login, by the TypeScript client. */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { AvalError, openClient } from "@aval/client";
import { openLogin } from "@aval/client/login";
import * as oidc from "openid-client";
import { createEndpoint } from "../../examples/shop/events.ts";
import { openShop } from "../../examples/shop/shop.ts";
import { openBrowser } from "./browser.ts";
import { type Provider, startProvider } from "./provider.ts";

/** A listening sandbox and shop, and browsers without script. */
interface OpenedShop extends AsyncDisposable {
  readonly provider: Provider;
  readonly logged: readonly string[];
  /** Events posted to the shop's endpoint, with the shop's answers. */
  readonly events: readonly Posted[];
  /** Ids of sessions that the shop has read. */
  readonly reads: readonly string[];
  /** Posts to the shop's endpoint. @returns the status */
  post(event: Pick<Posted, "headers" | "body">): Promise<number>;
  /** Opens a visitor with cookies of its own. */
  visit(): Visitor;
}

interface Posted {
  readonly headers: Headers;
  readonly body: string;
  readonly status: number;
}

interface Visitor {
  open(path: string, init?: RequestInit): Promise<{
    readonly status: number;
    readonly location: string | null;
    readonly html: string;
    readonly headers: Headers;
  }>;
}

/**
 * Opens the example. The shop's clock is fixed, so that pages do not poll sessions: only events end
 * an order.
 */
async function openExample(): Promise<OpenedShop> {
  const provider = await startProvider();
  const logged: string[] = [];
  const reads: string[] = [];
  const events: Posted[] = [];
  const startedAt = Date.now();
  const { promise: shop, resolve: opened } = Promise.withResolvers<
    (request: Request) => Promise<Response>
  >();
  const listener = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      if (new URL(request.url).pathname !== "/events") return await (await shop)(request);
      const [headers, body] = [new Headers(request.headers), await request.clone().text()];
      const response = await (await shop)(request);
      events.push({ headers, body, status: response.status });
      return response;
    },
  );
  const origin = `http://localhost:${listener.addr.port}`;
  const redirectUri = `${origin}/callback`;
  const { clientId, secret: clientSecret } = await provider.register("shop", redirectUri);
  const baseUrl = new URL(provider.registration.issuer).origin;
  const aval = openClient({ baseUrl, identity: { sandboxClient: clientId } });
  opened(openShop({
    aval: {
      ...aval,
      readSession: (sessionId, ...more) => {
        reads.push(sessionId);
        return aval.readSession(sessionId, ...more);
      },
    },
    openEvents: async () => [await createEndpoint(aval, `${origin}/events`)],
    now: () => startedAt,
    openLogin: () => openLogin(oidc, { baseUrl, clientId, clientSecret, redirectUri }),
    clientId,
    origin,
    log: (event) => void logged.push(event),
  }));
  return {
    provider,
    logged,
    events,
    reads,
    post: async (event) => {
      const response = await fetch(`${origin}/events`, { method: "POST", ...event });
      await response.body?.cancel();
      return response.status;
    },
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

/** The wallet link in a page of the shop. */
function walletUriIn(html: string): string {
  const [, uri = ""] = /href="(openid4vp:[^"]+)"/.exec(html) ?? [];
  return uri.replaceAll("&amp;", "&");
}

/** Reloads the order until it is over. */
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
  const posted = example.events.map(({ body, status }) => [JSON.parse(body).type, status]);
  assert.deepEqual(posted, [["verification.completed", 204], ["verification.completed", 204]]);
  assert.equal(example.reads.length, 2, "one read for each order");
});

Deno.test("the shop acts once on an event that comes twice, and on none that was changed", async () => {
  await using example = await openExample();
  const [visitor, other] = [example.visit(), example.visit()];
  const buy = async (visitor: Visitor) => {
    await visitor.open("/");
    await visitor.open("/orders", { method: "POST" });
    return walletUriIn((await visitor.open("/order")).html);
  };
  const uri = await buy(visitor);
  await buy(other);
  await example.provider.wallet(uri);
  assert((await endOf(visitor)).includes("Sold."));
  const [event] = example.events;
  assert(event !== undefined);
  const { headers, body } = event;
  assert.deepEqual(await Promise.all([example.post(event), example.post(event)]), [204, 204]);
  const forged = body.replace("completed", "expired");
  assert.notEqual(forged, body);
  assert.equal(await example.post({ headers, body: forged }), 401);
  assert.equal(example.reads.length, 1);
  assert((await visitor.open("/order")).html.includes("Sold."));
  assert((await other.open("/order")).html.includes('http-equiv="refresh"'), "it still waits");
});

Deno.test("createEndpoint() replaces the endpoint of an earlier start, and no other", async () => {
  await using provider = await startProvider();
  const aval = openClient({ baseUrl: provider.url, identity: { sandboxClient: "shop" } });
  const url = "http://localhost:9000/events";
  await aval.createEventEndpoint({ url: "http://localhost:9000/others" });
  const first = await createEndpoint(aval, url);
  assert.notEqual(await createEndpoint(aval, url), first);
  const { endpoints } = await aval.listEventEndpoints();
  assert.deepEqual(endpoints.map((one) => one.url).toSorted(), [
    url,
    "http://localhost:9000/others",
  ]);
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

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
const otherSecret = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

/** An event in the form in which aval posts it. */
function eventOf(
  sessionId: string,
  { type = "verification.completed", signedBy = secret, at = Date.now(), blanks = 0 } = {},
): { readonly headers: Record<string, string>; readonly body: string } {
  const id = crypto.randomUUID();
  const timestamp = new Date(at).toISOString();
  const body = JSON.stringify({
    ...{ id, type, timestamp },
    data: { sessionId, checkType: "age-verification" },
  }) + " ".repeat(blanks);
  const seconds = String(Math.floor(at / 1_000));
  const mac = createHmac("sha256", Buffer.from(signedBy.slice(6), "base64"))
    .update(`${id}.${seconds}.${body}`).digest("base64");
  const signed = { "webhook-id": id, "webhook-timestamp": seconds };
  return { headers: { ...signed, "webhook-signature": `v1,${mac}` }, body };
}

const pending = { status: "pending", checkType: "age-verification", decision: null };
const adult = {
  status: "completed",
  checkType: "age-verification",
  decision: { booleanProofs: { ageOver18: true } },
};

/** A shop with sessions and time defined by the test. */
function shopWith({ read = () => Promise.resolve(pending), sub = "somebody", openEvents }: {
  readonly read?: () => Promise<unknown>;
  readonly sub?: string;
  readonly openEvents?: () => Promise<readonly string[]>;
} = {}) {
  const reads: string[] = [];
  const logged: string[] = [];
  let [started, clock] = [0, 0];
  const shop = openShop({
    aval: {
      startSession: () => {
        const sessionId = `session-${++started}`;
        return Promise.resolve({ sessionId, authorizationRequestUri: "openid4vp://x" });
      },
      readSession: (sessionId: string) => {
        reads.push(sessionId);
        return read();
      },
    } as never,
    openLogin: () =>
      Promise.resolve({
        begin: () => Promise.resolve({ url: "http://aval.example", checks: {} }),
        finish: () => Promise.resolve({ sub }),
      } as never),
    openEvents: openEvents ?? (() => Promise.resolve([otherSecret, secret])),
    clientId: "shop",
    origin: "http://localhost",
    log: (event) => void logged.push(event),
    now: () => clock,
  });
  const ask = (path: string, init?: RequestInit) =>
    shop(new Request(`http://localhost${path}`, init));
  return {
    ...{ reads, logged, ask },
    post: async (event: RequestInit) => await ask("/events", { method: "POST", ...event }),
    pass: (milliseconds: number) => void (clock += milliseconds),
    /** Buys in a browser of its own. @returns a function that reloads the order's page */
    buy: async () => {
      const headers = { cookie: cookieOf(await ask("/orders", { method: "POST" })) };
      return async () => await (await ask("/order", { headers })).text();
    },
  };
}

Deno.test("the shop refuses events that aval has not signed, or not now, and reads nothing", async (t) => {
  const signed = eventOf("session-1");
  const cases: Readonly<Record<string, RequestInit>> = {
    "no signature": { body: signed.body },
    "no body": { headers: signed.headers },
    "another's secret": eventOf("session-1", { signedBy: `whsec_${btoa("x".repeat(32))}` }),
    "an old one": eventOf("session-1", { at: Date.now() - 400_000 }),
    "another body": { ...signed, body: signed.body.replace("completed", "expired") },
    "a long one": eventOf("session-1", { blanks: 70_000 }),
  };
  for (const [why, event] of Object.entries(cases)) {
    await t.step(why, async () => {
      const { buy, post, reads } = shopWith({ read: () => Promise.resolve(adult) });
      const look = await buy();
      const refused = await post(event);
      assert.deepEqual([refused.status, refused.headers.get("set-cookie")], [401, null]);
      assert.match(await look(), /http-equiv="refresh"/, "it still waits");
      assert.deepEqual(reads, []);
    });
  }
});

Deno.test("the shop sells by an event, and reads the session once however often events come", async () => {
  const { promise: answered, resolve } = Promise.withResolvers<unknown>();
  const { buy, post, reads } = shopWith({ read: () => answered });
  const [look, lookElsewhere] = [await buy(), await buy()];
  const event = eventOf("session-1");
  const answers = await Promise.all([
    ...[post(event), post(event)],
    post(eventOf("session-1", { signedBy: otherSecret })),
  ]);
  assert.deepEqual(answers.map(({ status }) => status), [204, 204, 204]);
  resolve(adult);
  await answered;
  assert.match(await look(), /Sold\./);
  assert.match(await lookElsewhere(), /http-equiv="refresh"/);
  assert.deepEqual(reads, ["session-1"]);
});

Deno.test("the shop takes events of what it does not know, and does nothing", async () => {
  const { buy, post, reads } = shopWith();
  await buy();
  for (const event of [eventOf("session-1", { type: "endpoint.test" }), eventOf("another")]) {
    assert.equal((await post(event)).status, 204);
  }
  assert.deepEqual(reads, []);
});

Deno.test("the shop polls where no event comes for ten seconds, for pages that are open", async () => {
  const { buy, pass, reads } = shopWith();
  const look = await buy();
  await buy();
  pass(9_999);
  await look();
  assert.equal(reads.length, 0);
  pass(1);
  await Promise.all([look(), look()]);
  await look();
  assert.deepEqual(reads, ["session-1"]);
  pass(10_000);
  await look();
  assert.deepEqual(reads, ["session-1", "session-1"]);
});

Deno.test("the shop sells without events, and asks for them again at the next order", async () => {
  let opened = 0;
  const { buy, pass, logged } = shopWith({
    read: () => Promise.resolve(adult),
    openEvents: () =>
      ++opened === 1 ? Promise.reject(new Error("none")) : Promise.resolve([secret]),
  });
  const look = await buy();
  assert.deepEqual(logged, ["events_unavailable"]);
  pass(10_000);
  await look();
  assert.match(await look(), /Sold\./);
  await buy();
  await buy();
  assert.deepEqual([opened, logged.length], [2, 1]);
});

Deno.test("the shop keeps an order whose session cannot be read, and asks again", async () => {
  const lost = new AvalError("readSession", "connection_lost");
  const answers = [() => Promise.reject(lost), () => Promise.resolve(adult)];
  const { buy, post, logged } = shopWith({ read: () => answers.shift()!() });
  const look = await buy();
  await post(eventOf("session-1"));
  assert.match(await look(), /Your order is kept/);
  assert.match(await look(), /Sold\./);
  assert.deepEqual(logged, ["order_unknown"]);
});

Deno.test("the shop's order stays sold whatever a slower read of it says", async (t) => {
  const slower: Readonly<Record<string, () => Promise<unknown>>> = {
    pending: () => Promise.resolve(pending),
    lost: () => Promise.reject(new AvalError("readSession", "connection_lost")),
  };
  for (const [name, answer] of Object.entries(slower)) {
    await t.step(name, async () => {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const answers = [() => late.then(answer), () => Promise.resolve(adult)];
      const { buy, pass, post } = shopWith({ read: () => answers.shift()!() });
      const look = await buy();
      pass(10_000);
      await look();
      await post(eventOf("session-1"));
      assert.match(await look(), /Sold\./);
      resolve();
      await late;
      assert.match(await look(), /Sold\./);
      assert.match(await look(), /Sold\./);
    });
  }
});

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
      const { ask } = shopWith({ openEvents: () => assert.fail("an order") });
      const refused = await ask("/orders", { method: "POST", headers });
      assert.deepEqual([refused.status, refused.headers.get("set-cookie")], [403, null]);
    });
  }
  for (const headers of [{ "sec-fetch-site": "same-origin" }, { origin: "http://localhost" }, {}]) {
    await t.step(`its own: ${JSON.stringify(headers)}`, async () => {
      const bought = await shopWith().ask("/orders", { method: "POST", headers });
      assert.equal(bought.status, 303);
    });
  }
});

Deno.test("the shop acts on no event of an order that another one has replaced", async () => {
  const { ask, post, reads } = shopWith();
  const headers = { cookie: cookieOf(await ask("/")) };
  for (let order = 1; order <= 3; order++) await ask("/orders", { method: "POST", headers });
  for (const sessionId of ["session-1", "session-2"]) await post(eventOf(sessionId));
  assert.deepEqual(reads, []);
  await post(eventOf("session-3"));
  assert.deepEqual(reads, ["session-3"]);
});

Deno.test("the shop knows a browser by another id once it has logged in", async () => {
  const { ask } = shopWith();
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
