import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { verifyEvent } from "../../sdk/src/main.ts";
import { openReceiver } from "../support/event_receiver.ts";
import { CONFIRMED_NAME } from "../support/names.ts";
import { serviceInMemory } from "../support/service.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
const other = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
const id = "0198c0de-0000-7000-8000-0000000000e1";
const body = JSON.stringify({
  ...{ id, type: "endpoint.test", timestamp: "2026-03-02T09:00:00.000Z" },
  data: { endpointId: "0198c0de-0000-7000-8000-0000000000ef" },
});
const at = new Date("2026-03-02T09:00:00Z");
const now = () => at.getTime() + 10_000;

/** Headers signed by an independent library. */
function headersOf(signedBy: string, text = body, when = at): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(when.getTime() / 1_000),
    "webhook-signature": new Webhook(signedBy).sign(id, when, text),
  };
}

Deno.test("verifyEvent() reads what a library has signed, by either of two secrets", async () => {
  for (const headers of [headersOf(secret), new Headers(headersOf(secret))]) {
    assert.deepEqual(await verifyEvent(headers, body, [other, secret], { now }), JSON.parse(body));
  }
  const bytes = new TextEncoder().encode(body);
  assert.deepEqual(await verifyEvent(headersOf(other), bytes, [secret, other], { now }), {
    ...JSON.parse(body),
  });
});

Deno.test("verifyEvent() takes nothing that was changed, is old, or was signed by another", async (t) => {
  const headers = headersOf(secret);
  const changed: readonly (readonly [string, Record<string, string>, string, readonly string[]])[] =
    [
      ["another body", headers, body.replace("test", "match"), [secret]],
      ["another id", { ...headers, "webhook-id": "2" }, body, [secret]],
      ["another time", { ...headers, "webhook-timestamp": "1772442001" }, body, [secret]],
      ["another secret", headers, body, [other]],
      ["no signature", { ...headers, "webhook-signature": "" }, body, [secret]],
      ["no scheme", { ...headers, "webhook-signature": "v2,AAAA" }, body, [secret]],
      ["no base64", { ...headers, "webhook-signature": "v1,*" }, body, [secret]],
      ["no time", { ...headers, "webhook-timestamp": "NaN" }, body, [secret]],
      ["an old one", headersOf(secret, body, new Date(at.getTime() - 300_000)), body, [secret]],
      ["one to come", headersOf(secret, body, new Date(at.getTime() + 320_000)), body, [secret]],
      ["a public key for a secret", headers, body, [secret.replace("whsec_", "whpk_")]],
    ];
  for (const [why, sent, text, keys] of changed) {
    await t.step(why, async () => {
      assert.equal(await verifyEvent(sent, text, keys, { now }), null);
    });
  }
  await assert.rejects(verifyEvent(headers, body, [], { now }), TypeError);
});

Deno.test("verifyEvent() reads what the service posts, by secret and by public key", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver();
  const acme = service.as("acme");
  const created = await acme.post("/v1/events/endpoints", {
    url: receiver.url,
    publicKeySignature: true,
  });
  await acme.post("/v1/screen", { name: CONFIRMED_NAME, subjectRef: "c-1" });
  await service.runEvents();
  const { body: { keys } } = await acme.get("/.well-known/aval-events-keys");
  const [posted] = receiver.received;
  const clock = () => service.clock.now().epochMilliseconds;
  for (const key of [created.body.secret, keys[0]]) {
    const event = await verifyEvent(posted!.headers, posted!.body, [key], { now: clock });
    assert(event?.type === "screening.match");
    assert.equal(event.data.subjectRef, "c-1");
  }
  const other = keys[0].replace(/^whpk_..../, "whpk_AAAA");
  const forged = verifyEvent(posted!.headers, posted!.body, [other], { now: clock });
  assert.equal(await forged.catch(() => null), null);
});
