/** The pages of events, over HTTP: endpoints, their secrets, deliveries with their tries. */

import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { type DeskBrowser, openDesk } from "../../../support/desk.ts";
import { answering, openReceiver } from "../../../support/event_receiver.ts";
import { UNKNOWN_ID } from "../../../support/names.ts";
import { serviceInMemory, type TestService } from "../../../support/service.ts";

const events = "/desk/events";
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

/**
 * Opens the desk before any endpoint exists, so that the events of its invented matches are not
 * delivered.
 */
async function openQuiet(service: TestService): Promise<DeskBrowser> {
  const browser = await openDesk(service);
  await service.runEvents();
  return browser;
}

/** Adds an endpoint. @returns its page and its secret */
async function add(
  browser: DeskBrowser,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly path: string; readonly secret: string }> {
  const added = await browser.post(events, { description: "", ...fields });
  assert.equal(added.status, 200, added.html);
  const secret = /whsec_[A-Za-z0-9+/=]+/.exec(added.html)?.[0];
  const path = /href="(\/desk\/events\/[0-9a-f-]{36})"/.exec(added.html)?.[1];
  assert.ok(secret !== undefined && path !== undefined, added.html);
  return { path, secret };
}

/** Raises an event for a browser's client by monitoring a listed customer. */
async function raise(service: TestService, browser: DeskBrowser, ref: string): Promise<void> {
  const fields = { subjectRef: ref, name: "Viktor Sandbergov" };
  assert.equal((await browser.post("/desk/watched/subjects", fields)).status, 303);
  await service.runEvents();
}

Deno.test("an endpoint is added, its secret shown once, and what it gets is signed by it", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver();
  const browser = await openQuiet(service);
  const types = { "type_screening.match": "yes" };
  const { path, secret } = await add(browser, { url: receiver.url, ...types });
  const listed = await browser.get(events);
  assert.ok(listed.html.includes(receiver.url) && listed.html.includes(path));
  assert.ok(!listed.html.includes(secret) && !(await browser.get(path)).html.includes(secret));
  await raise(service, browser, "c-1");
  const [one, ...others] = receiver.received;
  assert.ok(one !== undefined && others.length === 0);
  assert.equal(one.type, "screening.match");
  const { id, headers, body } = one;
  const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
  assert.ok(headers["webhook-signature"]!.includes(new Webhook(secret).sign(id, at, body)));
  assert.match(textOf((await browser.get(path)).html), /screening.match .* delivered .* \(204\)/);
  const recorded = JSON.stringify(await service.auditEvents()) + service.logLines.join("\n");
  assert.ok(!recorded.includes(secret) && !recorded.includes(receiver.url));
});

Deno.test("another secret is made and shown once; for a day both sign", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver();
  const browser = await openQuiet(service);
  const { path, secret } = await add(browser, { url: receiver.url });
  const made = await browser.post(`${path}/secret`);
  assert.equal(made.status, 200, made.html);
  const next = /whsec_[A-Za-z0-9+/=]+/.exec(made.html)?.[0];
  assert.ok(next !== undefined && next !== secret);
  assert.match(textOf(made.html), /signs too, until 2026-03-03 09:00/);
  assert.ok(!(await browser.get(path)).html.includes(next));
  assert.equal((await browser.get(`${path}/secret`)).status, 405);
  await raise(service, browser, "c-1");
  assert.equal(receiver.received[0]!.headers["webhook-signature"]!.split(" ").length, 2);
});

Deno.test("an endpoint is tested, disabled, enabled and removed", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver();
  const browser = await openQuiet(service);
  const { path } = await add(browser, { url: receiver.url, description: "the shop" });
  const redirected = async (act: string, fields = {}, to = path) => {
    const { status, location, html } = await browser.post(`${path}/${act}`, fields);
    assert.deepEqual([status, location], [303, to], html);
  };
  await redirected("test");
  await service.runEvents();
  assert.deepEqual(receiver.received.map(({ type }) => type), ["endpoint.test"]);
  await redirected("state", { enabled: "no" });
  assert.match(textOf((await browser.get(path)).html), /State disabled/);
  assert.equal((await browser.post(`${path}/test`)).status, 409);
  assert.equal((await browser.post(`${path}/state`, { enabled: "perhaps" })).status, 400);
  await raise(service, browser, "c-1");
  assert.equal(receiver.received.length, 1, "it is disabled");
  await redirected("state", { enabled: "yes" });
  await redirected("removal", {}, events);
  assert.equal((await browser.get(path)).status, 404);
  assert.match(textOf((await browser.get(events)).html), /No endpoint/);
});

Deno.test("a delivery that failed is shown with its tries, and sent again under its id", async () => {
  await using service = await serviceInMemory();
  let status = 500;
  await using receiver = openReceiver(() => answering(status));
  const browser = await openQuiet(service);
  const { path } = await add(browser, { url: receiver.url });
  await raise(service, browser, "c-1");
  const failed = await browser.get(path);
  assert.match(textOf(failed.html), /waits next try 2026-03-02 09:00 .*refused \(500\)/);
  const again = /action="(\/desk\/events\/[^"]+\/again)"/.exec(failed.html)![1]!;
  status = 204;
  const sent = await browser.post(again);
  assert.deepEqual([sent.status, sent.location], [303, path], sent.html);
  await service.runEvents();
  const [first, second] = receiver.received;
  assert.equal(first!.id, second!.id);
  assert.match(textOf((await browser.get(path)).html), /delivered .* \(204\)/);
});

/** Maximum bytes of an uncompressed page without its script and style. */
const pageBytesMax = 60 * 1024;

Deno.test("a page of deliveries and one of customers are bounded, however many there are", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver(() => answering(500));
  const browser = await openQuiet(service);
  const { path } = await add(browser, { url: receiver.url });
  for (let at = 0; at < 45; at++) {
    const fields = { subjectRef: `c-${"x".repeat(50)}-${at}`, name: "Viktor Sandbergov" };
    assert.equal((await browser.post("/desk/watched/subjects", fields)).status, 303);
  }
  // Ten tries each.
  for (const seconds of [0, 5, 300, 1_800, 7_200, 18_000, 36_000]) {
    service.clock.advance({ seconds });
    await service.runEvents();
  }
  for (const page of [path, "/desk/watched"]) {
    const { status, html } = await browser.get(page);
    assert.equal(status, 200);
    assert.match(html, /rel="next"/);
    assert.ok(html.length < pageBytesMax, `${page} has ${html.length} bytes`);
  }
});

Deno.test("an address that leads nowhere good, and one endpoint too many, are pages that say so", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver();
  const browser = await openQuiet(service);
  for (const url of ["http://192.168.0.1/x", "ftp://shop.example/", "x", "", "https://u:p@a.b/"]) {
    const refused = await browser.post(events, { url, description: "" });
    assert.equal(refused.status, 400, url);
    assert.match(refused.headers.get("content-type")!, /text\/html/);
    assert.ok(!refused.html.includes("whsec_"));
  }
  const hostile = `"><script>alert(1)</script>`;
  const { path } = await add(browser, { url: receiver.url, description: hostile });
  for (const page of [events, path]) {
    assert.ok(!(await browser.get(page)).html.includes(hostile), page);
  }
  for (let at = 1; at < 10; at++) await add(browser, { url: receiver.url });
  const more = await browser.post(events, { url: receiver.url, description: "" });
  assert.equal(more.status, 409);
  assert.ok(!more.html.includes("whsec_"));
});

Deno.test("an endpoint or delivery of another client answers as an unknown one, for each page and act", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver();
  const [mine, theirs] = [await openQuiet(service), await openQuiet(service)];
  const { path } = await add(theirs, { url: receiver.url });
  await raise(service, theirs, "c-1");
  const again = /action="(\/desk\/events\/[^"]+\/again)"/.exec((await theirs.get(path)).html)![1]!;
  const own = await add(mine, { url: receiver.url });
  const plain = (html: string) => html.replaceAll(/req_[\w-]+|[0-9a-f-]{36}/g, "");
  const unknown = `${events}/${UNKNOWN_ID}`;
  const read = [await mine.get(path), await mine.get(unknown)] as const;
  assert.deepEqual(read.map(({ status }) => status), [404, 404]);
  assert.equal(plain(read[0].html), plain(read[1].html));
  for (const act of ["state", "secret", "test", "removal"]) {
    for (const endpoint of [path, unknown]) {
      assert.equal((await mine.post(`${endpoint}/${act}`, { enabled: "no" })).status, 404, act);
    }
  }
  const deliveryId = again.split("/").at(-2)!;
  for (const to of [again, `${own.path}/deliveries/${deliveryId}/again`]) {
    assert.equal((await mine.post(to)).status, 404);
  }
  assert.equal((await mine.get(`${own.path}?cursor=${deliveryId}`)).status, 400);
  assert.match(textOf((await theirs.get(path)).html), /State enabled/);
  assert.equal(receiver.received.length, 1);
});

Deno.test("an act without the token of its session does nothing", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver();
  const browser = await openQuiet(service);
  const { path } = await add(browser, { url: receiver.url });
  for (const act of ["", "/state", "/secret", "/test", "/removal"]) {
    const to = act === "" ? events : `${path}${act}`;
    const forged = { formToken: "x", enabled: "no", url: receiver.url };
    assert.equal((await browser.post(to, forged)).status, 400, act);
    const foreign = { origin: "https://elsewhere.example" };
    assert.equal(
      (await browser.post(to, { enabled: "no", url: receiver.url }, foreign)).status >= 400,
      true,
    );
  }
  assert.match(textOf((await browser.get(path)).html), /State enabled/);
  const { html } = await browser.get(events);
  assert.equal(html.match(/href="\/desk\/events\/[0-9a-f-]{36}"/g)?.length, 1);
});
