import assert from "node:assert/strict";
import type { EventSender } from "../../../core/events/ports.ts";
import { openEventSender } from "../../../gateways/webhooks/event_sender.ts";
import { answering, openReceiver } from "../../support/event_receiver.ts";
import { serveRaw } from "../../support/raw_server.ts";

function post(sender: EventSender, url: string, signal = AbortSignal.timeout(10_000)) {
  const body = JSON.stringify({ id: "1", type: "endpoint.test", data: {} });
  return sender.post({ url: new URL(url), headers: { "webhook-id": "1" }, body, signal });
}

/** The port of a receiver's URL. */
const portOf = (url: string) => new URL(url).port;

Deno.test("post() connects to the address that it has judged, and asks for it once", async () => {
  await using receiver = openReceiver();
  const asked: string[] = [];
  const sender = openEventSender("sandbox", {
    resolve: (name) => {
      asked.push(name);
      return Promise.resolve(["127.0.0.1"]);
    },
  });
  // No resolver knows this name: whoever asked again would find nothing.
  const sent = await post(sender, `http://hooks.invalid:${portOf(receiver.url)}/`);
  assert.deepEqual(sent, { outcome: "delivered", status: 204 });
  assert.deepEqual(asked, ["hooks.invalid"]);
});

Deno.test("post() sends nothing to an address that is not public, alone or beside others", async (t) => {
  await using receiver = openReceiver();
  const refused: readonly (readonly string[])[] = [
    ["10.0.0.7"],
    ["127.0.0.1"],
    ["93.184.215.14", "127.0.0.1"],
    ["127.0.0.1", "93.184.215.14"],
    ["169.254.169.254"],
    ["100.64.0.1"],
    ["0.0.0.0"],
    ["::1"],
    ["::ffff:127.0.0.1"],
    ["::ffff:10.0.0.7"],
    ["64:ff9b::7f00:1"],
    ["2002:7f00:1::"],
    ["fd00::1"],
    ["fe80::1"],
  ];
  for (const addresses of refused) {
    await t.step(addresses.join(", "), async () => {
      const sender = openEventSender("live", { resolve: () => Promise.resolve(addresses) });
      const url = `https://hooks.example:${portOf(receiver.url)}/`;
      assert.deepEqual(await post(sender, url), { outcome: "address_not_public", status: null });
      const judged = await sender.judge(new URL(url));
      assert.deepEqual(judged, { ok: false, refusal: { code: "address_not_public" } });
    });
  }
  assert.deepEqual(receiver.received, []);
});

Deno.test("by http nothing but this machine is reached, and in live nothing at all", async () => {
  await using receiver = openReceiver();
  const resolve = () => Promise.resolve(["93.184.215.14"]);
  const url = `http://hooks.example:${portOf(receiver.url)}/`;
  for (const mode of ["sandbox", "live"] as const) {
    assert.equal(
      (await post(openEventSender(mode, { resolve }), url)).outcome,
      "address_not_public",
    );
  }
  const local = await post(openEventSender("live"), receiver.url);
  assert.equal(local.outcome, "address_not_public");
  assert.deepEqual(receiver.received, []);
});

Deno.test("post() says how a try has failed", async (t) => {
  const sender = openEventSender("sandbox");
  await t.step("a status", async () => {
    await using receiver = openReceiver(() => answering(503));
    assert.deepEqual(await post(sender, receiver.url), { outcome: "status", status: 503 });
  });
  await t.step("a redirect", async () => {
    await using receiver = openReceiver(() => answering(301, { location: "/elsewhere" }));
    assert.deepEqual(await post(sender, receiver.url), { outcome: "redirect", status: 301 });
    assert.equal(receiver.received.length, 1);
  });
  await t.step("no answer in time", async () => {
    await using receiver = openReceiver(() => ({ kind: "hang" }));
    const sent = await post(sender, receiver.url, AbortSignal.timeout(100));
    assert.deepEqual(sent, { outcome: "timeout", status: null });
  });
  await t.step("a head that never ends in time", async () => {
    await using server = serveRaw(() => ({ kind: "begin" }));
    const sent = await post(sender, `${server.origin}/`, AbortSignal.timeout(200));
    assert(["timeout", "delivered"].includes(sent.outcome));
  });
  await t.step("headers without end", async () => {
    const headers = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`x-${at}`, "x".repeat(500)]),
    );
    await using receiver = openReceiver(() => answering(200, headers));
    assert.equal((await post(sender, receiver.url)).outcome, "malformed");
  });
  await t.step("nobody listens", async () => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr;
    listener.close();
    const sent = await post(sender, `http://127.0.0.1:${port}/`);
    assert.deepEqual(sent, { outcome: "connection", status: null });
  });
});

Deno.test({
  name: "judge() says which host --allow-net does not name",
  permissions: { net: ["receiver.example:443"], env: true, read: true },
  fn: async () => {
    const sender = openEventSender("live");
    const judge = (url: string) => sender.judge(new URL(url));
    const refused = { ok: false, refusal: { code: "not_permitted" } };
    assert.deepEqual(await judge("https://other.example/"), refused);
    assert.deepEqual(await judge("https://receiver.example:8443/"), refused);
    assert.deepEqual(await judge("https://93.184.215.14/"), refused);
    assert.deepEqual(await judge("https://receiver.example/"), { ok: true, value: null });
    const sent = await post(sender, "https://other.example/");
    assert.deepEqual(sent, { outcome: "not_permitted", status: null });
  },
});

Deno.test("no proxy of the environment is asked", async () => {
  await using proxy = openReceiver();
  await using receiver = openReceiver();
  Deno.env.set("HTTP_PROXY", new URL(proxy.url).origin);
  try {
    const sent = await post(openEventSender("sandbox"), receiver.url);
    assert.equal(sent.outcome, "delivered");
  } finally {
    Deno.env.delete("HTTP_PROXY");
  }
  assert.deepEqual(proxy.received, []);
  assert.equal(receiver.received.length, 1);
});
